"""`trufflewood serve` as a person meets it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from trufflewood.cli.main import main
from trufflewood.server.settings import Settings, data_folder

SERVE = [sys.executable, "-m", "trufflewood.cli.main", "serve"]

MISTAKES = [
    # arguments                            says
    (["--port", "eighty"],                 '--port takes a whole number, not "eighty"'),
    (["--port", "70000"],                  "a port is a number from 0 to 65535, not 70000"),
    (["--bot-pause", "soon"],              '--bot-pause takes a number of seconds below 3600, not "soon"'),
    (["--data", "/proc/nowhere"],          "cannot write /proc/nowhere"),
    (["--host", "nowhere.invalid"],        "cannot listen on nowhere.invalid"),
    (["--prot", "80"],                     "means nothing here"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "says"), MISTAKES)
def test_one_sentence_for_a_mistake(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if "--data" in arguments else [*arguments, "--data", str(tmp_path)]
    assert main(["serve", *given, "--lang", "en"]) == 2
    assert says in capsys.readouterr().err


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port), "--data", str(tmp_path), "--lang", "es"]) == 2
    assert "Prueba otro con --port" in capsys.readouterr().err


def test_settings_from_the_environment(tmp_path: Path) -> None:
    environment = {
        **os.environ, "TRUFFLEWOOD_PORT": "0", "TRUFFLEWOOD_DATABASE": str(tmp_path / "club.db"), "LC_ALL": "es",
    }  # fmt: skip
    process = subprocess.Popen(
        SERVE, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert process.stdout is not None
        assert "Trufflewood está abierto en http://127.0.0.1:" in process.stdout.readline()
        assert (tmp_path / "club.db").exists()
    finally:
        process.kill()
        process.communicate()


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().file == data_folder() / "tables.db" == tmp_path / "trufflewood" / "tables.db"
