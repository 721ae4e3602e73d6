"""Finds the Python interpreters of this machine: real ones, by asking each who it is."""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

WHO = """
import ensurepip, sys, venv
print("%d.%d" % sys.version_info[:2], sys.executable, sys.implementation.name)
"""
PLACES = (
    "{pyenv}/versions/*/bin",
    "~/.local/share/uv/python/*/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/opt/python/*/bin",
    "/opt/homebrew/bin",
    "/Library/Frameworks/Python.framework/Versions/*/bin",
)


def candidates() -> list[Path]:
    """What is called like a Python, on the PATH and where Pythons are usually put."""
    pyenv = os.environ.get("PYENV_ROOT") or "~/.pyenv"
    patterns = [str(Path(place.format(pyenv=pyenv)).expanduser()) for place in PLACES]
    # a shim starts whatever its manager has chosen, or nothing: the real ones are looked for in its place
    folders = [
        Path(place)
        for place in os.environ.get("PATH", "").split(os.pathsep)
        if place and "shims" not in place
    ]
    for pattern in patterns:
        folders += sorted(Path("/").glob(pattern.lstrip("/")))
    return [
        path
        for folder in dict.fromkeys(folders)
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if re.fullmatch(r"python3\.\d+", path.name)
    ]


@cache
def found() -> dict[str, Path]:
    """By version ("3.12"), the first CPython that can make virtual environments."""
    known: dict[str, Path] = {}
    for path in candidates():
        if path.name.removeprefix("python") in known:
            continue
        try:
            done = subprocess.run([path, "-I", "-c", WHO], capture_output=True, text=True, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            continue
        said = re.fullmatch(r"(\d+\.\d+) (.+) cpython\n", done.stdout)
        if said and not done.returncode:
            known.setdefault(said[1], Path(said[2]))
    return known


if __name__ == "__main__":
    for version, path in sorted(found().items()):
        print(version, path)
