"""How the client is built: once, with what Node there is, and never in the way of the engine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import client
import environment


def test_a_second_build_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "install", lambda *_, **__: pytest.fail("nothing has changed"))
    assert client.build() == "current"


def test_without_node_and_network_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: object) -> None:
        raise environment.NotInstalled

    monkeypatch.setattr(client, "is_current", lambda wanted: False)
    monkeypatch.setattr(client, "node", list)
    monkeypatch.setattr(environment, "pip_install", no_network)
    with pytest.raises(client.NoPages, match="connect to the network once, or install Node"):
        client.build()


@pytest.mark.parametrize(
    ("said", "enough"),
    [("v20.20.2", True), ("v20.18.9", False), ("v18.19.0", False), ("v24.1.0", True), ("none", False)],
)
@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Node is a shell script")
def test_node_must_be_new_enough(tmp_path: Path, said: str, enough: bool) -> None:
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho {said}\n")
    node.chmod(0o755)
    assert client._is_new_enough(str(node)) is enough


def test_a_file_laid_out_otherwise_fails_the_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "untidy.ts"
    file.write_text("export   const n = 1\n")
    assert client.check_files([str(file)]) != 0 and "untidy.ts" in capsys.readouterr().out
    file.write_text("export const n = 1;\n")
    assert client.check_files([str(file)]) == 0


def test_an_isolated_build_finds_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip names them in PYTHONPATH: without it the facts of the games could not be read."""
    monkeypatch.setenv("PYTHONPATH", "/packages/of/the/build")
    assert "/packages/of/the/build" in client._surroundings()["PYTHONPATH"].split(os.pathsep)
