"""The short version of `make strength`: a few games a row, and that a run goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from trufflewood.arena import farm, match, strength
from trufflewood.arena.strength import ROWS, Result, Row
from trufflewood.games import all_games

WINS = [
    # game               strong         weak      games  least share
    ("truffle-scuffle",  "greedy",      "random",  20,   0.9),
    ("truffle-scuffle",  "alphabeta:4000", "greedy", 8,  0.75),
    ("truffle-scuffle",  "search:100",  "random",  6,    0.9),
    ("truffle-shuffle",  "greedy",      "random",  20,   0.9),
    ("truffle-shuffle",  "search:60",   "greedy",  6,    0.5),
    ("snack-match",      "greedy",      "random",  8,    0.9),
    ("snack-match",      "search:100",  "level4",  10,   0.5),
    ("forest-shuffle",   "greedy",      "random",  6,    0.9),
    ("forest-shuffle",   "search:60",   "greedy",  6,    0.7),
]  # fmt: skip


@pytest.mark.parametrize(("game", "strong", "weak", "games", "least"), WINS)
def test_the_stronger_wins(game: str, strong: str, weak: str, games: int, least: float) -> None:
    played = farm.run(match.schedule(game, [strong, weak], games, 2, {}, "strength"), workers=1)
    share = sum(one.shares[one.players.index(strong)] for one in played) / len(played)
    assert share >= least


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_level_beats_the_one_below(game: str, number: int) -> None:
    strong, weak = f"level{number + 1}", f"level{number}"
    played = farm.run(match.schedule(game, [strong, weak], 12, 2, {}, "ladder"), workers=1)
    assert sum(one.shares[one.players.index(strong)] for one in played) > 6


def test_every_game_has_its_rows() -> None:
    assert {row.game for row in ROWS} == set(all_games())
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    row = Row("truffle-scuffle", 2, "greedy", "random", 0.5)
    whole, parts = Result(row.name), Result(row.name)
    strength.measure(row, whole, 8, workers=1)
    strength.measure(row, parts, 4, workers=1)
    file = tmp_path / "kept.json"
    strength.write(file, {row.name: parts})
    again = strength.read(file)[row.name]
    strength.measure(row, again, 4, workers=1)
    assert (again.games, again.share, again.points) == (whole.games, whole.share, whole.points)


def test_no_game_is_begun_after_the_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = Row("truffle-scuffle", 2, "greedy", "random", 0.5)
    strength.run([row], tmp_path / "kept.json", 24, 1, 0.0)
    assert "   0 games" in (told := capsys.readouterr().out) and "not finished" in told


def test_a_batch_that_would_not_end_in_time_is_not_begun(tmp_path: Path) -> None:
    """What a batch takes is known from those before it."""
    row, file = Row("truffle-scuffle", 2, "greedy", "random", 0.97), tmp_path / "kept.json"
    strength.write(file, {row.name: Result(row.name, 24, 23, work=24 * 3600.0)})
    strength.run([row], file, 400, 1, 60.0)
    assert strength.read(file)[row.name].games == 24


def test_more_iterations_are_enough_if_not_worse() -> None:
    row = Row("truffle-scuffle", 2, "a", "b", 0.5, not_worse=True)
    assert Result(row.name, 400, 205).verdict(row, 400) == "not worse"
    assert Result(row.name, 400, 192).verdict(row, 400) == "open", "five points too few cannot be ruled out"
    assert Result(row.name, 400, 100).verdict(row, 400) == "missed"


VERDICTS = [
    # wins  games  aim    verdict    because
    (30,    30,    0.8,   "met",     "the whole interval lies above the aim"),
    (5,     30,    0.8,   "missed",  "the whole interval lies below it"),
    (24,    30,    0.8,   "",        "the aim lies inside: play on"),
    (310,   400,   0.8,   "open",    "no more games, and still inside"),
    (0,     0,     0.8,   "",        "nothing was played yet"),
]  # fmt: skip


@pytest.mark.parametrize(("wins", "games", "aim", "verdict", "because"), VERDICTS)
def test_verdicts(wins: int, games: int, aim: float, verdict: str, because: str) -> None:
    row = Row("truffle-scuffle", 2, "a", "b", aim)
    assert Result(row.name, games, wins).verdict(row, 400) == verdict, because
