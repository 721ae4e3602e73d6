"""Compiles the engine with mypyc, where its sources changed. `make build` runs this.

What is compiled is made in a folder of its own below `build/engine` and named by the stamp
(`src/trufflewood/_built.json`), which is written last: whoever starts before runs the sources,
whoever starts after runs the compiled modules, and an interrupted build changes nothing. Without a C
compiler or the Python headers, or with TRUFFLEWOOD_PURE=1, nothing is compiled and the same files run
interpreted. Any other failure of the build is an error.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from steps import Steps, alone, say

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "src"
PACKAGE = SOURCES / "trufflewood"
STAMP = PACKAGE / "_built.json"
BUILD = ROOT / "build" / "native"
ENGINES = ROOT / "build" / "engine"
KEPT = 3  # engines: a process that began with an older one may still import from it
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]

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
# One library a game, one for what they share. With one a module, the compiler translates mypyc's own
# runtime anew for each of 55 modules, which was two thirds of its time. The largest goes first, so that
# two cores end together.
SETUP = """
import os
from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext

def size(extension):
    return sum(map(os.path.getsize, extension.sources))

class Counted(build_ext):
    def build_extension(self, extension):
        super().build_extension(extension)
        print("built", size(extension), sum(map(size, self.extensions)), flush=True)

files, groups = {files!r}, {groups!r}
options = dict(separate=groups, opt_level="3", debug_level="0", target_dir={target!r})
modules = mypycify(["--cache-dir", {cache!r}, *files], **options)
for module in modules if os.name != "nt" else ():
    module.extra_compile_args.append("-Wno-all")  # Python's -Wall took a third of the time, on C nobody reads
modules.sort(key=size, reverse=True)
setup(name="trufflewood-native", packages=[], ext_modules=modules, cmdclass={{"build_ext": Counted}})
"""


def compiled_files() -> list[Path]:
    return sorted({path for pattern in COMPILED for path in PACKAGE.glob(pattern)})


def groups() -> list[tuple[list[str], str]]:
    """The files of each library, and its name: outside the package, since mypyc reckons paths from there."""
    found: dict[str, list[str]] = {}
    for path in compiled_files():
        parts = path.relative_to(PACKAGE).parts
        name = parts[1] if parts[0] == "games" else "shared"
        found.setdefault(f"trufflewood_native_{name}", []).append(str(path.relative_to(SOURCES)))
    return [(files, name) for name, files in found.items()]


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


def is_current(wanted: str) -> bool:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    same = stamp.get("sources") == wanted and stamp.get("suffix") == SUFFIX
    return bool(same and (PACKAGE / stamp["folder"]).is_dir())


def forget_stale(wanted: str) -> None:
    """Let the sources run where what was compiled is of other sources, or from before it had a folder."""
    if not is_current(wanted):
        STAMP.unlink(missing_ok=True)
    for stray in PACKAGE.rglob("*.so"):
        stray.unlink()


def build(steps: Steps | None = None) -> str:
    """Compile if needed; return "compiled" or "interpreted"."""
    steps = steps or Steps()
    wanted = source_hash()
    if pure():
        return "interpreted"
    missing = missing_tools()
    if missing:
        forget_stale(wanted)
        steps.tell(say("no-compiler", names=missing))
        return "interpreted"
    if is_current(wanted):
        return "compiled"
    with alone(ROOT / "build" / "native.lock", lambda: steps.tell(say("other-build"))):
        if is_current(wanted):  # another build has just made it
            return "compiled"
        forget_stale(wanted)
        with steps.step(say("compiling")) as step:
            folder = ENGINES / wanted[:16]
            unfinished = ENGINES / f".{wanted[:16]}"
            shutil.rmtree(unfinished, ignore_errors=True)
            compile_into(unfinished, step.count)
            if source_hash() != wanted:
                sys.exit(say("sources-changed"))
            shutil.rmtree(folder, ignore_errors=True)
            unfinished.rename(folder)
            place = os.path.relpath(folder, PACKAGE)
            stamp = {"sources": wanted, "suffix": SUFFIX, "folder": place}
            fresh = STAMP.with_suffix(".new")
            fresh.write_text(json.dumps(stamp), encoding="utf-8")
            fresh.replace(STAMP)
            _forget_old(folder)
    return "compiled"


def compile_into(folder: Path, count: Callable[[int, int], None] = lambda done, of: None) -> None:
    """Leave every compiled module below `folder`, in the tree of its package."""
    BUILD.mkdir(parents=True, exist_ok=True)
    script = BUILD / "setup.py"
    files = [str(path.relative_to(SOURCES)) for path in compiled_files()]
    cache = BUILD / "cache"
    script.write_text(
        SETUP.format(files=files, groups=groups(), target=str(BUILD / "c"), cache=str(cache)),
        encoding="utf-8",
    )
    command = [sys.executable, str(script), "-q", "build_ext", "--parallel", str(os.cpu_count() or 2)]
    command += ["--build-temp", str(BUILD / "temp"), "--build-lib", str(BUILD / "lib")]
    code, said = _run(command, count)
    if code and cache.exists():
        # mypyc 2.4.1 can stumble over its cache when a class gains a subclass elsewhere: once more, afresh
        shutil.rmtree(cache)
        code, said = _run(command, count)
    if code:
        sys.exit(f"{said}\n{say('not-compiled')}")
    wanted = {path.relative_to(SOURCES).with_suffix("") for path in compiled_files()}
    wanted |= {Path(f"{name}__mypyc") for _, name in groups()}
    for module in sorted(wanted):
        built = BUILD / "lib" / module.with_name(module.name + SUFFIX)
        (folder / module).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, folder / module.parent)


def _run(command: list[str], count: Callable[[int, int], None]) -> tuple[int, str]:
    """Run setuptools in src/, where it finds no pyproject.toml that is not meant for it."""
    said, done = [], 0
    with subprocess.Popen(
        command, cwd=SOURCES, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.match(r"built (\d+) (\d+)$", line):
                done += int(found[1])
                count(100 * done // int(found[2]), 100)
            else:
                said.append(line)
    return process.returncode, "".join(said)


def _forget_old(current: Path) -> None:
    others = [path for path in ENGINES.iterdir() if path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


if __name__ == "__main__":
    try:
        build(Steps(calm="--calm" in sys.argv))
    except KeyboardInterrupt:
        sys.exit(130)
