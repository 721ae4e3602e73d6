"""The bench beside OpenSpiel: a peer that crashes, hangs or is absent is a row, never the end of the table.

The bench of the server: what it prints and draws is what it measured.
"""

from __future__ import annotations

import asyncio
import dataclasses
import importlib.util
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench import chart, load, search, serving

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


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("case", load.CASES, ids=lambda case: case.game)
def test_load_measures_a_few_sockets(
    case: load.Case, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (load, serving):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    monkeypatch.setattr(load, "_shown", str)
    few = dataclasses.replace(case, first=40)
    plan = load.Plan([few], (8,), ("real",), seconds=0.2, settle=0.1, narrowed=0)
    rows = asyncio.run(load.measure(plan, [serving.HERE]))
    assert sum(row.commands for row in rows) > 0 and not any(row.trouble for row in rows)
    load.report(plan, rows)
    assert case.title in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} >= {"table.txt", "rows.json", "load.svg"}


ROWS = [
    # version   rate  p50    p99     holds  because
    ("before",  100,  2.0,   40.0,   True,  "within 50 ms"),
    ("before",  200,  9.0,   90.0,   False, "the tail is too long"),
    ("after",   100,  1.0,   5.0,    True,  "within 50 ms"),
    ("after",   200,  1.0,   50.0,   True,  "just within it"),
    ("after",   400,  1.0,   50.1,   False, "just not"),
]  # fmt: skip


def test_the_table_and_the_picture_show_both_versions() -> None:
    case = load.CASES[0]
    rows = [
        load.Row(version, case.game, 1000, "memory", rate, 30.0, 500, p50, p99, p50, p99, server=10.0 * rate)
        for version, rate, p50, p99, _, _ in ROWS
    ]  # fmt: skip
    assert [row.holds for row in rows] == [holds for *_, holds, _ in ROWS]
    rows[0].highest = rows[3].highest = True
    told = [*load.table(load.Plan([case], (1000,), ("memory",), 1.0, 0.0, 0), rows)]
    best = [line.split()[5:7] for line in told[2:4]]
    assert best == [["100", "2.0"], ["200", "1.0"]]
    assert "100–200" in told[7] and "1.00×" in told[7], "the rates that both were measured at"
    assert told[-1].endswith("memory disk: 200, missed")
    drawn = chart.draw([dataclasses.asdict(row) for row in rows], {case.game: case.title}, (1000,), load.TAIL)
    circles = [node for node in ElementTree.fromstring(drawn).iter() if node.tag.endswith("circle")]
    assert len(circles) == len(ROWS) + len({version for version, *_ in ROWS}), (
        "one for each row, and the legend's"
    )
