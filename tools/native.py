"""Compiles the engine with mypyc, where its sources changed. `make build` runs this.

Without a C compiler or the Python headers, or with TRUFFLEWOOD_PURE=1, nothing is compiled and
the same files run interpreted. Any other failure of the build is an error.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "trufflewood"
STAMP = PACKAGE / "_built.json"
BUILD = ROOT / "build" / "native"

COMPILED = [
    "kit/bits.py",
    "kit/chance.py",
    "kit/game.py",
    "kit/walk.py",
    *(
        f"games/*/{room}{suffix}"
        for room in ("state", "moves", "scoring", "guess", "rules")
        for suffix in (".py", "/*.py")
    ),
    "bots/guide.py",
    "bots/search.py",
    "bots/practice.py",
    "games/*/bots/native*.py",
    "envs/vector.py",
]
SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(
    name="trufflewood-native",
    packages=[],
    ext_modules=mypycify({files!r}, separate=True, opt_level="3", target_dir={target!r}),
)
"""


def compiled_files() -> list[Path]:
    return sorted({path for pattern in COMPILED for path in PACKAGE.glob(pattern)})


def source_hash() -> str:
    """Changes with every file that the compiled code is made from (constants are folded in)."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes())
    watched = {*compiled_files(), *PACKAGE.glob("kit/*.py"), *PACKAGE.glob("games/*/*.py")}
    for path in sorted(watched):
        digest.update(str(path.relative_to(PACKAGE)).encode() + path.read_bytes())
    return digest.hexdigest()


def missing_tools() -> list[str]:
    """What the compiler needs and this machine lacks, as Debian calls it."""
    missing = []
    if not any(shutil.which(cc) for cc in (os.environ.get("CC", "cc").split()[0], "gcc", "clang")):
        missing.append("gcc")
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    if not headers.exists():
        missing.append("python3-dev")
    return missing


def pure() -> bool:
    return bool(os.environ.get("TRUFFLEWOOD_PURE"))


def build() -> str:
    """Compile if needed; return "compiled" or "interpreted"."""
    wanted = source_hash()
    missing = missing_tools()
    if pure() or missing:
        remove_compiled()
        STAMP.write_text(json.dumps({"sources": wanted, "mode": "interpreted"}))
        if missing and not pure():  # every time: pip swallows what is said during the install
            names = " and ".join(missing)
            print(f"trufflewood: {names} not found, so the engine runs interpreted (and slower).")
        return "interpreted"
    if is_current(wanted):
        return "compiled"
    STAMP.unlink(missing_ok=True)
    files = [str(path.relative_to(SOURCES)) for path in compiled_files()]
    BUILD.mkdir(parents=True, exist_ok=True)
    script = BUILD / "setup.py"
    script.write_text(SETUP.format(files=files, target=str(BUILD)))
    command = [sys.executable, str(script), "-q", "build_ext", "--inplace", "--parallel", "2"]
    command += ["--build-temp", str(BUILD / "temp"), "--build-lib", str(BUILD / "lib")]
    # in src/, where setuptools finds no pyproject.toml that is not meant for it
    done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)
    if done.returncode and (SOURCES / ".mypy_cache").exists():
        # mypyc 2.4.1 can stumble over its cache when a class gains a subclass elsewhere: once more, afresh
        shutil.rmtree(SOURCES / ".mypy_cache")
        done = subprocess.run(command, cwd=SOURCES, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\ntrufflewood: the engine did not compile; see above.")
    remove_orphans()
    STAMP.write_text(json.dumps({"sources": wanted, "mode": "compiled"}))
    return "compiled"


def is_current(wanted: str) -> bool:
    if not STAMP.exists():
        return False
    stamp = json.loads(STAMP.read_text())
    built = all(list(path.parent.glob(f"{path.stem}.*.so")) for path in compiled_files())
    return bool(stamp == {"sources": wanted, "mode": "compiled"} and built)


def remove_orphans() -> None:
    """A module whose source is gone must not live on in its .so."""
    stems = {path.with_suffix("") for path in compiled_files()}
    for built in PACKAGE.rglob("*.so"):
        stem = built.parent / built.name.split(".")[0].removesuffix("__mypyc")
        if stem not in stems and stem / "__init__" not in stems:
            built.unlink()


def remove_compiled() -> None:
    for built in PACKAGE.rglob("*.so"):
        built.unlink()


if __name__ == "__main__":
    build()
