"""`trufflewood serve` as a person meets it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.server.harness import running, settings
from tests.server.process import OF_A_DESKTOP, Served, asking, instance_file
from trufflewood.cli import serve as cli
from trufflewood.cli.main import main
from trufflewood.server import app, instance
from trufflewood.server.settings import Settings, data_folder

MISTAKES = [
    # arguments                            says
    (["--port", "eighty"],                 '--port takes a whole number, not "eighty"'),
    (["--port", "70000"],                  "a port is a number from 0 to 65535, not 70000"),
    (["--bot-pause", "soon"],              '--bot-pause takes a number of seconds below 3600, not "soon"'),
    (["--data", "/proc/nowhere"],          "cannot write /proc/nowhere"),
    (["--host", "nowhere.invalid"],        "cannot listen on nowhere.invalid"),
    (["--allowed-hosts", "http://x"],      "--allowed-hosts takes names such as games.example.org"),
    (["--ping-timeout", "0"],              "--ping-timeout takes a number above 0"),
    (["--prot", "80"],                     "means nothing here"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "says"), MISTAKES)
def test_one_sentence_for_a_mistake(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if "--data" in arguments else [*arguments, "--data", str(tmp_path)]
    assert main(["serve", *given, "--lang", "en"]) == 2
    assert says in capsys.readouterr().err


def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with Served("--port", str(port), "--data", str(tmp_path), "--lang", "en") as served:
            said = served.line()
            assert said.startswith(
                f"Port {port} is taken by another program, so Trufflewood is open at http://"
            )
            assert port < int(said.rpartition(":")[2]) <= port + 100
            assert served.line() == "Ctrl-C stops it."
            assert served.stop() == 0
        spanish = {"TRUFFLEWOOD_PORT": str(port), "TRUFFLEWOOD_DATA": str(tmp_path), "LANG": "es_ES.UTF-8"}
        with Served(variables=spanish) as served:
            said = served.line()
            assert said.startswith(
                f"Otro programa ocupa el puerto {port}, así que Trufflewood está abierto en http"
            )
            assert asking(int(said.rpartition(":")[2]), tmp_path).ask("GET", "/healthz")[0] == 200
            assert served.line() == "Ctrl-C lo detiene."


def test_a_server_that_already_runs(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "same.db").symlink_to(tmp_path / "tables.db")
    with Served("--port", "0", "--data", str(tmp_path)) as first:
        port = first.port()
        for arguments, says in (
            (["--data", str(tmp_path)], "Trufflewood is already open at"),
            (["--data", str(tmp_path), "--port", "0", "--lang", "es"], "Trufflewood ya está abierto en"),
            (["--database", str(tmp_path / "elsewhere" / "same.db")], "Trufflewood is already open at"),
        ):
            with Served(*arguments) as second:
                assert second.rest() == [f"{says} http://127.0.0.1:{port}"]
                assert second.process.wait(30) == 0
        told = instance_file(tmp_path)
        assert told["pid"] == first.process.pid and told["address"] == f"http://127.0.0.1:{port}"
        assert asking(port, tmp_path).ask("GET", "/healthz")[1]["instance"] == told["token"]
        with Served("--port", "0", "--data", str(tmp_path / "elsewhere")) as other:
            assert other.port() != port, "another folder is another server"
        assert first.stop() == 0
    assert instance_file(tmp_path) is None
    with Served("--port", "0", "--data", str(tmp_path)) as again:
        again.port()
        assert again.stop(signal.SIGTERM) == -signal.SIGTERM
    assert instance_file(tmp_path) is None


def test_what_a_killed_server_left_does_not_count(tmp_path: Path) -> None:
    with Served("--port", "0", "--data", str(tmp_path)) as first:
        port = first.port()
        made = asking(port, tmp_path).make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "bot"}])
        first.stop(signal.SIGKILL)
    left = instance_file(tmp_path)
    assert left["pid"] == first.process.pid
    with Served("--port", str(port), "--data", str(tmp_path)) as second:
        assert second.port() == port
        assert asking(port, tmp_path).ask("GET", f"/api/tables/{made['table']}")[0] == 200
        assert instance_file(tmp_path)["token"] != left["token"]


def test_of_many_that_start_at_once_one_serves(tmp_path: Path) -> None:
    with contextlib.ExitStack() as all_of_them:
        started = [
            all_of_them.enter_context(Served("--port", "0", "--data", str(tmp_path), "--lang", "en"))
            for _ in range(4)
        ]
        said = [served.line() for served in started]
        open_at = [line for line in said if line.startswith("Trufflewood is open at ")]
        assert len(open_at) == 1, said
        address = open_at[0].rpartition(" ")[2]
        assert sorted(said) == sorted([*open_at, *[f"Trufflewood is already open at {address}"] * 3])


def test_a_server_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instance, "PATIENCE", 0.0)
    with instance.Claim(tmp_path / "tables.db") as held:
        held.tell("http://127.0.0.1:9")
        assert main(["serve", "--data", str(tmp_path), "--lang", "es"]) == 2
    assert f"otro servidor (proceso {os.getpid()}) tiene tomado" in capsys.readouterr().err
    with instance.Claim(tmp_path / "tables.db"):
        pass


BROWSER = """#!/bin/sh
echo noise; echo noise >&2; echo "$1" > {heard}
"""


def read_when_written(pipe: Path) -> str:
    reading = os.open(pipe, os.O_RDWR)  # for writing too, so that opening it waits for nobody
    try:
        assert select.select([reading], [], [], 60)[0], "nobody opened the browser"
        return os.read(reading, 1000).decode().strip()
    finally:
        os.close(reading)


def test_the_browser_is_opened_at_a_desktop(tmp_path: Path) -> None:
    heard, browser = tmp_path / "heard", tmp_path / "browser"
    os.mkfifo(heard)
    browser.write_text(BROWSER.format(heard=heard), encoding="utf-8")
    browser.chmod(0o755)
    desk = {"BROWSER": str(browser), "DISPLAY": ":99"}
    given = ("--port", "0", "--data", str(tmp_path), "--lang", "en")
    with Served(*given, terminal=True, variables=desk) as first:
        address = f"http://127.0.0.1:{first.port()}"
        assert read_when_written(heard) == address
        assert first.line() == "Ctrl-C stops it."
        with Served(*given, terminal=True, variables=desk) as second:
            assert read_when_written(heard) == address
            assert second.rest() == [f"Trufflewood is already open at {address}"]
        assert asking(int(address.rpartition(":")[2]), tmp_path).ask("GET", "/api/games")[0] == 200
        assert first.stop() == 0
        assert first.rest() in ([], ["^C"]), "a terminal shows neither the browser's noise nor the log"


DESKTOPS = [
    # system    at a terminal  with                                             a desktop
    ("linux",   True,          {"DISPLAY": ":99"},                              True),
    ("linux",   True,          {"WAYLAND_DISPLAY": "wayland-0"},                True),
    ("linux",   True,          {},                                              False),
    ("linux",   False,         {"DISPLAY": ":99"},                              False),
    ("linux",   True,          {"DISPLAY": ":99", "CI": "true"},                False),
    ("linux",   True,          {"DISPLAY": ":10", "SSH_CONNECTION": "1 2 3 4"}, False),
    ("darwin",  True,          {},                                              True),
    ("darwin",  False,         {},                                              False),
    ("win32",   True,          {},                                              True),
    ("win32",   True,          {"CI": "1"},                                     False),
]  # fmt: skip


@pytest.mark.parametrize(("system", "terminal", "variables", "there"), DESKTOPS)
def test_where_a_desktop_is(
    system: str, terminal: bool, variables: dict[str, str], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in OF_A_DESKTOP:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert cli.has_desktop() == there


def test_no_browser_for_those_who_mind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(cli, "open_browser", shown.append)
    given = ["serve", "--data", str(tmp_path)]
    with Served("--port", "0", *given[1:]) as served:
        address = f"http://127.0.0.1:{served.port()}"
        assert main([*given, "--no-open"]) == 0
        monkeypatch.setenv("TRUFFLEWOOD_NO_OPEN", "yes")
        assert main(given) == 0 and not shown
        monkeypatch.setenv("TRUFFLEWOOD_NO_OPEN", "0")
        assert main(given) == 0 and shown == [address]


def test_a_terminal_shows_no_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Served("--port", "0", "--data", str(tmp_path), "--log", str(log), terminal=True) as served:
        served.port()
        served.line()
        assert served.stop() == 0
        assert served.rest() in ([], ["^C"])
    told = [msgspec.json.decode(line)["event"] for line in log.read_text().splitlines()]
    assert "started" in told and told[-1] == "stopped"
    with Served("--port", "0", "--data", str(tmp_path), "--log", "-", terminal=True) as served:
        served.until('"event":"started"')
        served.port()


def test_a_server_without_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path / "nothing")
    with running(settings(tmp_path)) as server:
        for lang, says in (("en", b"make play builds them"), ("es", b"make play las construye")):
            for path in ("/", "/t/some-table"):
                status, headers, told = server.ask_all("GET", path, lang=lang)
                assert status == 503 and headers["content-type"].startswith("text/plain") and says in told
        assert server.ask("GET", "/api/games")[0] == 200
    without = (
        "import sys; from pathlib import Path; from trufflewood.cli.main import main; "
        "from trufflewood.server import app; app.STATIC = Path('nothing'); sys.exit(main(sys.argv[1:]))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", without, "serve", "--port", "0", "--data", str(tmp_path), "--lang", "es"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Trufflewood está abierto en http://127.0.0.1:")
        assert "Aquí faltan las páginas del navegador" in process.stdout.readline()
    finally:
        process.kill()
        process.communicate()


def test_settings_from_the_environment(tmp_path: Path) -> None:
    variables = {
        "TRUFFLEWOOD_PORT": "0", "TRUFFLEWOOD_DATABASE": str(tmp_path / "club.db"), "LC_ALL": "es",
        "TRUFFLEWOOD_HOST": "", "TRUFFLEWOOD_RATE": "", "TRUFFLEWOOD_LAN": "", "TRUFFLEWOOD_NO_OPEN": "",
    }  # fmt: skip
    with Served(variables=variables) as served:
        assert "Trufflewood está abierto en http://127.0.0.1:" in served.line()
        assert (tmp_path / "club.db").exists()


def test_a_switch_that_is_neither_on_nor_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TRUFFLEWOOD_LAN", "perhaps")
    assert main(["serve", "--data", str(tmp_path), "--lang", "en"]) == 2
    assert 'TRUFFLEWOOD_LAN is 1 or 0, not "perhaps"' in capsys.readouterr().err


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().file == data_folder() / "tables.db" == tmp_path / "trufflewood" / "tables.db"
