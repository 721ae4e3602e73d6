"""`trufflewood serve` in a process of its own, as a person starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import msgspec

from tests.server.harness import Running, settings

SERVE = (sys.executable, "-m", "trufflewood.cli.main", "serve")
OF_A_DESKTOP = ("CI", "SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY", "LC_ALL", "LC_MESSAGES", "LANG")


def environment(more: dict[str, str]) -> dict[str, str]:
    """The environment of this process without what decides about browsers and languages, and with more."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_A_DESKTOP}
    return {**kept, **more}


class Served:
    """A server that was started with these arguments, and what it says. Ended at the end, however it comes."""

    def __init__(
        self, *arguments: str, terminal: bool = False, variables: dict[str, str] | None = None
    ) -> None:
        command, env = [*SERVE, *arguments], environment(variables or {})
        self._screen: IO[bytes] | None = None
        if terminal:
            import pty  # not on every system

            ours, theirs = pty.openpty()
            self.process = subprocess.Popen(command, env=env, stdin=theirs, stdout=theirs, stderr=theirs)
            os.close(theirs)
            self._screen = os.fdopen(ours, "rb", buffering=0)
        else:
            self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said: list[str] = []

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)
        for stream in (self._screen, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()

    def line(self) -> str:
        """The next line that it says; "" after the last."""
        source = self._screen or self.process.stdout
        assert source is not None
        text = b""
        while not text.endswith(b"\n"):
            try:
                one = source.read(1)
            except OSError:  # so a terminal ends
                one = b""
            if not one:
                break
            text += one
        self.said.append(text.decode().strip())
        return self.said[-1]

    def until(self, pattern: str) -> re.Match[str]:
        """Read on until a line holds this."""
        while line := self.line():
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"never said {pattern}: {self.said}")

    def rest(self) -> list[str]:
        """All that it says until it ends."""
        before = len(self.said)
        while self.line():
            pass
        return self.said[before:-1]

    def port(self) -> int:
        return int(self.until(r"http://127\.0\.0\.1:(\d+)")[1])

    def stop(self, by: int = signal.SIGINT) -> int:
        self.process.send_signal(by)
        return self.process.wait(30)


def asking(port: int, folder: Path) -> Running:
    return Running(settings(folder), None, port)  # type: ignore[arg-type]  # no server of this process


def instance_file(folder: Path) -> Any:
    text = (folder / "tables.db.lock").read_bytes()
    return msgspec.json.decode(text) if text else None
