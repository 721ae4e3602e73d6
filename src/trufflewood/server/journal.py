"""What the server tells its owner: one JSON object a line, and nothing secret in it.

A table is named by a short hash, since its name is what lets people in. At a terminal only troubles are told,
so that they do not cover what a person reads there.

Telling can neither fail nor wait: a thread of its own writes, and what it cannot write (a full disk, a closed
or unread pipe) is dropped and counted, never in the way of a game.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import Final

import msgspec

from trufflewood.kit.errors import BadFile

ROUTINE: Final = frozenset(
    {"started", "stopped", "waking", "table", "request", "engine-compiled", "migrated", "surveyed"}
)
BEHIND: Final = 10_000  # lines that may wait to be written; more are dropped
LAST_WORDS: Final = 1.0  # seconds for what still waits at the end
STDERR: Final = 2


class _Writer:
    """Writes lines to a file descriptor, in a thread of its own that is started by the first of them."""

    def __init__(self, file: int) -> None:
        self.file = file
        self._waiting: queue.SimpleQueue[bytes | threading.Event] = queue.SimpleQueue()
        self._dropped = 0
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def put(self, line: bytes) -> None:
        if self._waiting.qsize() >= BEHIND:
            self._dropped += 1
            return
        self._waiting.put(line)
        if self._thread is None:
            with self._starting:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._write_for_ever, name="log", daemon=True)
                    self._thread.start()

    def flush(self, patience: float = LAST_WORDS) -> None:
        """Wait until all is written that was put before, but not for long."""
        if self._thread is not None:
            written = threading.Event()
            self._waiting.put(written)
            written.wait(patience)

    def _write_for_ever(self) -> None:
        while True:
            line = self._waiting.get()
            if isinstance(line, threading.Event):
                line.set()
                continue
            if self._dropped and self._write(_line("log-dropped", {"lines": self._dropped})):
                self._dropped = 0
            if not self._write(line):
                self._dropped += 1

    def _write(self, line: bytes) -> bool:
        with contextlib.suppress(OSError):
            while line:
                line = line[os.write(self.file, line) :]
        return not line


_stderr = _Writer(STDERR)
_kept: _Writer | None = None  # where everything is told; None is the standard error, as above


@contextlib.contextmanager
def kept_in(name: str) -> Iterator[None]:
    """Tell everything in a file; `-` is the standard error, even where that is a terminal.

    As long as it lasts, whatever else writes to the standard error (libraries, warnings) comes here too.
    """
    global _kept
    _kept = _stderr if name == "-" else _Writer(_opened(name)) if name else None
    before, sys.stderr = sys.stderr, _Through()
    root, level = logging.getLogger(), logging.getLogger().level
    libraries = _FromLibraries(logging.WARNING)
    root.addHandler(libraries)
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.removeHandler(libraries)
        root.setLevel(level)
        sys.stderr = before
        flush()
        _kept = None  # its file stays open: the thread may still be writing to it


def note(event: str, **facts: str | int | float | bool | None) -> None:
    if _kept is None and event in ROUTINE and _at_a_terminal():
        return
    (_kept or _stderr).put(_line(event, facts))


def note_failure(event: str, error: BaseException) -> None:
    """A fault of ours: where it happened, without the values it happened to."""
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-6:]))
    note(event, error=type(error).__name__, where=where)


def flush() -> None:
    """Wait, though not for long, until all is written."""
    (_kept or _stderr).flush()


def short(table: str) -> str:
    return hashlib.sha256(table.encode()).hexdigest()[:8]


def reserve_standard_files() -> None:
    """Have something open as standard input, output and error, so that no file of ours gets their numbers."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _line(event: str, facts: dict[str, str | int | float | bool | None]) -> bytes:
    return msgspec.json.encode({"at": round(time.time(), 3), "event": event, **facts}) + b"\n"


def _at_a_terminal() -> bool:
    try:
        return os.isatty(STDERR)
    except OSError:
        return False


def _opened(name: str) -> int:
    try:
        return os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadFile("cannot-write", file=name, reason=error.strerror or str(error)) from None


class _Through(io.TextIOBase):
    """Stands in for the standard error: whatever is written there becomes lines of the log."""

    def write(self, text: str) -> int:
        if text.strip():
            note("said", text=text.strip()[:2000])
        return len(text)

    def writable(self) -> bool:
        return True


class _FromLibraries(logging.Handler):
    """What libraries log: who, and a sentence; of an error its kind and place."""

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(Exception):  # a library's own fault in its message is not worth a game
            if record.exc_info and record.exc_info[1]:
                note_failure("library-broke", record.exc_info[1])
            else:
                note("library", logger=record.name, text=record.getMessage()[:300])
