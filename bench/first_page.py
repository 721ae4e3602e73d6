"""`make bench-setup`: how long a newcomer waits for the first page, and what `make play` brings.

Each row is a fresh clone of what is committed, in an empty folder. Packages come from the caches of
pip and npm where they are warm; run it twice to be sure that they are.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import dist

ROOT = Path(__file__).parents[1]


def main() -> None:
    print("seconds from the command to the first good page; fresh clones, nothing else is running\n")
    heads = f"{'first page':>10} {'aim':>6} {'compiled after':>15} {'.venv MB':>9} {'node_modules MB':>16}"
    print(f"{'':34} {heads}")
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        clone = fresh(base / "cold")
        row("cold", clone, 20, base, behind=True)
        row("second start", clone, 1.5, base)
        row("cold, without a C compiler", fresh(base / "bare"), 20, base, without=dist.COMPILERS)
        row("cold, Node must be fetched", fresh(base / "node"), 30, base, without=dist.NODE)


def fresh(folder: Path) -> Path:
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


def row(
    name: str, clone: Path, aim: float, base: Path, without: tuple[str, ...] = (), behind: bool = False
) -> None:
    with playing(clone, base, without) as (page, lines):
        compiled = f"{seconds_until(lines, 'compiled engine is ready'):.1f}" if behind else ""
    sizes = [megabytes(clone / path) for path in (".venv", "frontend/node_modules")]
    print(f"{name:34} {page:>10.1f} {aim:>6} {compiled:>15} {sizes[0]:>9.0f} {sizes[1]:>16.0f}", flush=True)


class Lines:
    """What `make play` prints: as it comes, and all that came until now."""

    def __init__(self, process: subprocess.Popen[str], began: float) -> None:
        self._process = process
        self.began = began
        self.before: list[str] = []

    def __iter__(self) -> Iterator[str]:
        assert self._process.stdout is not None
        for line in iter(self._process.stdout.readline, ""):
            self.before.append(line)
            yield line


def seconds_until(lines: Lines, said: str) -> float:
    for line in lines:
        if said in line:
            return time.monotonic() - lines.began
    raise SystemExit(f"make play ended before it said: {said}")


@contextlib.contextmanager
def playing(clone: Path, base: Path, without: tuple[str, ...]) -> Iterator[tuple[float, Lines]]:
    """A server by `make play`, the seconds to its first page, and what it prints from then on."""
    environment = {**os.environ, "TRUFFLEWOOD_DATA": tempfile.mkdtemp(dir=base), "TRUFFLEWOOD_NO_OPEN": "1"}
    environment["LC_ALL"] = "C.UTF-8"
    if without:
        environment["PATH"] = dist.path_without(without, Path(tempfile.mkdtemp(dir=base)) / "bin")
    environment.pop("TRUFFLEWOOD_PURE", None)
    began = time.monotonic()
    process = subprocess.Popen(
        ["make", "play", "PORT=0", f"PYTHON={sys.base_prefix}/bin/python3"],
        cwd=clone, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        lines = Lines(process, began)
        address = next((m[0] for line in lines if (m := re.search(r"http://[\d.]+:\d+", line))), None)
        if address is None:
            raise SystemExit(f"{''.join(lines.before)}\nmake play ended without a page")
        with urllib.request.urlopen(f"{address}/", timeout=60) as answer:
            assert answer.status == 200 and b"<script" in answer.read()
        yield time.monotonic() - began, lines
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()


def megabytes(folder: Path) -> float:
    if not folder.exists():
        return 0.0
    files = {path.stat().st_ino: path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    return sum(files.values()) / 1e6


if __name__ == "__main__":
    if shutil.which("make") is None:
        sys.exit("trufflewood: make bench-setup needs make and git.")
    main()
