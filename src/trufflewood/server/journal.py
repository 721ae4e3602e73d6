"""What the server tells its owner: one JSON object a line, and nothing secret in it.

A table is named by a short hash, since its name is what lets people in. At a terminal only troubles are told,
so that they do not cover what a person reads there.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback
from pathlib import Path
from typing import Final, TextIO

import msgspec

from trufflewood.kit.errors import BadFile

ROUTINE: Final = frozenset({"started", "stopped", "resuming", "table", "request", "engine-compiled"})

_kept: TextIO | None = None  # where everything is told; None is the standard error, as above


def keep_in(name: str) -> None:
    """Tell everything in a file; `-` is the standard error, even where that is a terminal."""
    global _kept
    try:
        if name in ("", "-"):
            _kept = sys.stderr if name else None
        else:
            _kept = Path(name).open("a", encoding="utf-8", buffering=1)  # noqa: SIM115 (until the process ends)
    except OSError as error:
        raise BadFile("cannot-write", file=name, reason=error.strerror or str(error)) from None


def note(event: str, **facts: str | int | float | bool | None) -> None:
    if _kept is None and event in ROUTINE and sys.stderr.isatty():
        return
    line = {"at": round(time.time(), 3), "event": event, **facts}
    (_kept or sys.stderr).write(msgspec.json.encode(line).decode() + "\n")


def note_failure(event: str, error: BaseException) -> None:
    """A fault of ours: where it happened, without the values it happened to."""
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-6:]))
    note(event, error=type(error).__name__, where=where)


def short(table: str) -> str:
    return hashlib.sha256(table.encode()).hexdigest()[:8]
