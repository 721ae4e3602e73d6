"""What the tools tell a person: sentences in two languages, steps as they go, and a turn for each build.

Plain Python: this runs before anything is installed.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TextIO

TEXT = Path(__file__).parent / "text"
TOLD_EVERY, CALMLY = 5.0, 20.0  # seconds between two lines about one step, where they cannot be drawn over
DRAWN_EVERY = 0.1
BAR = 20  # characters


def language() -> str:
    shell = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "es" if shell.startswith("es") else "en"


@cache
def _sentences(chosen: str) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((TEXT / f"{chosen}.toml").read_text(encoding="utf-8"))["tools"]
    return found


def say(key: str, **args: object) -> str:
    """A sentence in the language of the shell."""
    joined = {name: _listed(value) if isinstance(value, list) else value for name, value in args.items()}
    return _sentences(language())[key].format(**joined)


def _listed(words: list[str]) -> str:
    return f" {_sentences(language())['and']} ".join(words)


class Step:
    """Something under way. `count` tells how far it is; `of` may be unknown (0)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.began = self.told = time.monotonic()
        self.done = 0
        self.of = 0

    def count(self, done: int, of: int = 0) -> None:
        self.done, self.of = done, of

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def __str__(self) -> str:
        if not self.done:
            return f"{self.text} …"
        took = f"{self.seconds:.0f} s"
        if not self.of:
            return f"{self.text}  {self.done}  {took}"
        full = min(BAR, BAR * self.done // self.of)
        share = f"{self.done} %" if self.of == 100 else f"{self.done}/{self.of}"
        return f"{self.text}  {'█' * full}{'░' * (BAR - full)}  {share}  {took}"


class Steps:
    """Tells steps that may run side by side: drawn over on a terminal, as plain lines elsewhere."""

    def __init__(self, out: TextIO | None = None, calm: bool = False) -> None:
        self._out = out or sys.stdout
        self._calm = calm  # somebody else writes here too: lines, and few of them
        self._drawn_over = self._out.isatty() and not calm
        self._lock = threading.Lock()
        self._active: list[Step] = []
        self._shown = 0  # lines on the terminal that may be drawn over

    @property
    def flags(self) -> list[str]:
        """For a tool that tells its own steps."""
        return ["--calm"] if self._calm else []

    def tell(self, sentence: str) -> None:
        with self._lock:
            self._print(sentence)

    @contextlib.contextmanager
    def step(self, text: str) -> Iterator[Step]:
        """Tell that a step has begun, how far it is, and how long it took."""
        one = Step(text)
        over = threading.Event()
        ticker = threading.Thread(target=self._follow, args=(one, over), daemon=True)
        with self._lock:
            self._active.append(one)
            if not self._drawn_over:
                self._print(str(one))
        ticker.start()
        try:
            yield one
        except BaseException:
            self._end(one, over, None)
            raise
        self._end(one, over, f"{text}  {one.seconds:.1f} s")

    def _end(self, one: Step, over: threading.Event, last: str | None) -> None:
        over.set()
        with self._lock:
            self._active.remove(one)
            self._clear()
            if last is not None:
                self._print(last)
            self._draw()

    def _follow(self, one: Step, over: threading.Event) -> None:
        while not over.wait(DRAWN_EVERY):
            with self._lock:
                if over.is_set():
                    return
                if self._drawn_over:
                    self._draw()
                elif one.done and time.monotonic() - one.told > (CALMLY if self._calm else TOLD_EVERY):
                    one.told = time.monotonic()
                    self._print(str(one))

    def _print(self, line: str) -> None:
        self._clear()
        with contextlib.suppress(OSError, ValueError):  # nobody reads any more: the work goes on
            self._out.write(f"{self._encodable(line)}\n")
            self._out.flush()

    def _encodable(self, line: str) -> str:
        encoding = self._out.encoding or "ascii"
        return line.encode(encoding, "replace").decode(encoding)

    def _clear(self) -> None:
        if self._shown:
            self._out.write(f"\x1b[{self._shown}A\x1b[J")
            self._shown = 0

    def _draw(self) -> None:
        if not self._drawn_over:
            return
        self._clear()
        width = max(20, _columns())
        for one in self._active:
            self._out.write(f"{self._encodable(str(one))[: width - 1]}\n")
        self._shown = len(self._active)
        self._out.flush()


def _columns() -> int:
    with contextlib.suppress(OSError, ValueError):
        return os.get_terminal_size().columns
    return 80


@contextlib.contextmanager
def alone(file: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold a lock that ends with this process; `waiting` is called once if another has it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+b") as held:
        try:
            _lock(held.fileno(), wait=False)
        except OSError:
            waiting()
            _lock(held.fileno(), wait=True)
        yield


def _lock(descriptor: int, wait: bool) -> None:
    if sys.platform == "win32":
        import msvcrt

        while True:  # msvcrt itself gives up after ten seconds
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                if not wait:
                    raise
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
