"""How the client is built: once, with what Node there is, and never in the way of the engine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import client


def test_a_second_build_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "prepare", lambda: pytest.fail("nothing has changed"))
    assert client.build() == "current"


def test_without_node_only_the_pages_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(client, "is_current", lambda wanted: False)
    monkeypatch.setattr(client, "node", list)
    monkeypatch.setattr(client, "fetch_node", list)
    assert client.build() == "missing"
    assert "the pages are not built" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "enough"),
    [("v20.20.2", True), ("v20.18.9", False), ("v18.19.0", False), ("v24.1.0", True), ("none", False)],
)
def test_node_must_be_new_enough(tmp_path: Path, said: str, enough: bool) -> None:
    node = tmp_path / "node"
    node.write_text(f"#!/bin/sh\necho {said}\n")
    node.chmod(0o755)
    assert client._is_new_enough(str(node)) is enough
