"""One process runs one engine: compiled or interpreted, never a mixture, whatever a build is doing."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import native
import pytest

from tests.faults.client import Client
from trufflewood.kit import game

ROOT = Path(__file__).parents[1]
COMPILED = not game.__file__.endswith(".py")
NEEDS_COMPILED = pytest.mark.skipif(not COMPILED, reason="interpreted: there is no other engine")
NEEDS_COMPILER = pytest.mark.skipif(bool(native.missing_tools()), reason="no compiler")
LOOK = """
import importlib, json, sys
modules = [importlib.import_module(name) for name in sys.argv[1:]]
print(json.dumps(sorted({"py" if one.__file__.endswith(".py") else "so" for one in modules})))
"""


def checkout(folder: Path) -> Path:
    """The sources alone, as after a clone."""
    hidden = shutil.ignore_patterns("*.so", "_built.json", "__pycache__", "static")
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=hidden)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TRUFFLEWOOD_")}
    return {**kept, "PYTHONPATH": str(folder / "src"), "TRUFFLEWOOD_DATA": str(folder / "data"), **more}


def engines(folder: Path, **more: str) -> list[str]:
    """What kinds of files the modules that can be compiled come from, in a fresh process."""
    names = [
        ".".join(path.relative_to(native.SOURCES).with_suffix("").parts).removesuffix(".__init__")
        for path in native.compiled_files()
    ]
    done = subprocess.run(
        [sys.executable, "-c", LOOK, *names], env=surroundings(folder, **more), cwd=folder, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    found: list[str] = json.loads(done.stdout)
    return found


def give_engine(folder: Path) -> None:
    """Put the engine of this checkout into another one, as a build does: the stamp last."""
    stamp = json.loads(native.STAMP.read_text())
    shutil.copytree((native.PACKAGE / stamp["folder"]).resolve(), folder / "build/engine/copied")
    stamp["folder"] = "../../build/engine/copied"
    fresh = folder / "src/trufflewood/_built.new"
    fresh.write_text(json.dumps(stamp))
    fresh.replace(folder / "src/trufflewood/_built.json")


@NEEDS_COMPILED
def test_a_process_runs_one_engine(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    assert engines(folder) == ["py"], "nothing is compiled yet"
    give_engine(folder)
    assert engines(folder) == ["so"]
    assert engines(folder, TRUFFLEWOOD_PURE="1") == ["py"], "interpreted for good"
    stamp = folder / "src/trufflewood/_built.json"
    stamp.unlink()
    assert engines(folder) == ["py"], (
        "an engine that is not named, as an interrupted build leaves it, is none"
    )
    stamp.write_text("{")
    assert engines(folder) == ["py"], "nor is one whose stamp cannot be read"


@NEEDS_COMPILED
def test_modules_compiled_beside_their_sources_do_not_slip_in(tmp_path: Path) -> None:
    """As older versions of this checkout left them."""
    folder = checkout(tmp_path)
    give_engine(folder)
    for module in (folder / "build/engine/copied/trufflewood/kit").glob("*.so"):
        shutil.copy(module, folder / "src/trufflewood/kit")
    shutil.rmtree(folder / "build/engine/copied/trufflewood/kit")
    (folder / "build/engine/copied/trufflewood/kit").mkdir()
    found = subprocess.run(
        [sys.executable, "-c", "from trufflewood.kit import bits; print(bits.__file__)"],
        env=surroundings(folder), text=True, capture_output=True, check=True,
    )  # fmt: skip
    assert found.stdout.strip().endswith("bits.py")


@contextlib.contextmanager
def serving(folder: Path, **more: str) -> Iterator[tuple[int, subprocess.Popen[str], list[str]]]:
    """A server of another checkout in a process of its own: port, process, and what it logs."""
    serve = [sys.executable, "-m", "trufflewood.cli.main", "serve", "--port", "0", "--bot-processes", "1"]
    process = subprocess.Popen(
        serve, env=surroundings(folder, LC_ALL="C.UTF-8", TRUFFLEWOOD_NO_OPEN="1", **more), cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    logged: list[str] = []
    try:
        assert process.stdout is not None and process.stderr is not None
        said = process.stdout
        reader = threading.Thread(target=logged.extend, args=(process.stderr,), daemon=True)
        reader.start()
        address = next(found for line in said if (found := re.search(r":(\d+)", line)))
        yield int(address[1]), process, logged
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def maps_of_workers(server: int) -> str:
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    return "".join(Path(f"/proc/{pid}/maps").read_text() for pid in children)


@NEEDS_COMPILED
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc to look at")
def test_bots_change_to_the_compiled_engine_between_two_moves(tmp_path: Path) -> None:
    """The table that is being played goes on, and the server stays on the sources it began with."""
    folder = checkout(tmp_path)
    sources = json.loads(native.STAMP.read_text())["sources"]
    with serving(folder, TRUFFLEWOOD_AWAITS=sources) as (port, process, _):
        made = make_table(port)
        with Client(port, made["table"], made["key"]) as client:
            take_turns(client, 2)
            assert "copied" not in maps_of_workers(process.pid)
            give_engine(folder)
            take_turns(client, 2)
            assert "copied/trufflewood_native" in maps_of_workers(process.pid)
            assert "copied" not in Path(f"/proc/{process.pid}/maps").read_text()
            take_turns(client, 2)


@NEEDS_COMPILED
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="no /proc to look at")
def test_bots_leave_an_engine_of_other_sources_alone(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    with serving(folder, TRUFFLEWOOD_AWAITS="of yesterday") as (port, process, _):
        made = make_table(port)
        with Client(port, made["table"], made["key"]) as client:
            take_turns(client, 1)
            give_engine(folder)
            take_turns(client, 2)
            assert "copied" not in maps_of_workers(process.pid)


def make_table(port: int) -> dict[str, str]:
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    asked = {"game": "truffle-scuffle", "name": "Ana", "seats": seats, "options": {"start": 1, "stall": 40}}
    connection.request("POST", "/api/tables", json.dumps(asked), {"content-type": "application/json"})
    found: dict[str, str] = json.loads(connection.getresponse().read())
    connection.close()
    return found


def take_turns(client: Client, times: int) -> None:
    """Play until the bot, in seat 1, has answered so often."""
    while times:
        if client.moves:
            assert client.ask("play", moves=client.moves[:1])["type"] == "ack"
        else:
            times -= any(one["seat"] == 1 for one in client.until("update")["happenings"])


def build(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "tools/native.py"], cwd=folder, env=surroundings(folder, LC_ALL="C.UTF-8"),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip


@pytest.mark.slow
@NEEDS_COMPILER
def test_two_builds_at_once_and_one_killed(tmp_path: Path) -> None:
    """The second waits for the first; when that is killed in the middle, it does the work itself."""
    folder = checkout(tmp_path)
    first = build(folder)
    second: subprocess.Popen[str] | None = None
    try:
        assert first.stdout is not None
        assert "Compiling" in first.stdout.readline()
        second = build(folder)
        assert second.stdout is not None
        assert "another build is under way" in second.stdout.readline()
        next(line for line in first.stdout if "%" in line)  # a part is made
        os.killpg(first.pid, signal.SIGKILL)
        assert engines(folder) == ["py"], "an interrupted build leaves a working checkout"
        assert second.wait(timeout=900) == 0
    finally:
        for process in filter(None, (first, second)):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert engines(folder) == ["so"]
