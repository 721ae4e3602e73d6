"""The bench beside OpenSpiel: a peer that crashes, hangs or is absent is a row, never the end of the table."""

from __future__ import annotations

import importlib.util
import sys

import pytest
from bench import search

BROKEN = [
    # what the peer does                                    the row says
    ("import os; os.abort()",                               "crashed: ended with -6"),
    ("raise ValueError('no such game')",                    "crashed: ValueError: no such game"),
    ("import time; time.sleep(60)",                         "no figure within 1 seconds"),
]  # fmt: skip


@pytest.mark.parametrize(("does", "says"), BROKEN)
def test_a_broken_peer_is_a_row(does: str, says: str) -> None:
    found = search.theirs([sys.executable, "-c", does], patience=1 if "sleep" in does else 60)
    assert found == says
    lines = search.table({"orchard, random": (10.0, 200.0)}, {"bridge": found, "oh hell": (5.0, 50.0)})
    assert lines[1].split() == ["orchard,", "random", "10", "200", "–", "4.00×"]
    assert lines[2] == f"OpenSpiel bridge           {says}"
    assert lines[3].split() == ["OpenSpiel", "oh", "hell", "5", "50"]


def test_without_openspiel_the_rows_say_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    found = search.peers()
    assert found.keys() == search.PEERS.keys()
    assert all("pip install 'trufflewood[peers]'" in str(row) for row in found.values())


@pytest.mark.slow
def test_openspiel_gives_a_figure_for_each_game() -> None:
    pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install 'trufflewood[peers]' adds it."
    )
    for name, rates in search.peers().items():
        assert not isinstance(rates, str), f"{name}: {rates}"
        iterations, decisions = rates
        assert 0 < iterations < decisions


@pytest.mark.slow
def test_decisions_of_a_simulation_are_counted_to_the_end_of_the_game() -> None:
    """Kuhn poker has two or three decisions a game, whichever way it is walked."""
    pyspiel = pytest.importorskip(
        "pyspiel", reason="OpenSpiel is not installed: pip install 'trufflewood[peers]' adds it."
    )
    from random import Random

    from bench import peer

    game = pyspiel.load_game("kuhn_poker")
    assert 1.9 <= peer.length(game, peer.position(game, Random(1)), 1) <= 3
