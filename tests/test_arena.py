"""The arena: the same deals from every seat, the same results for the same seed, figures that are right."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trufflewood.arena import farm, match
from trufflewood.arena.balance import balance
from trufflewood.arena.ratings import ELO, fit, mean_interval, share_interval
from trufflewood.arena.report import report
from trufflewood.cli.main import main
from trufflewood.games import all_games
from trufflewood.kit.package import Game
from trufflewood.kit.words import LANGUAGES

GAME = "truffle-scuffle"


def test_every_bot_sits_on_every_seat_of_every_deal() -> None:
    pairings = match.schedule(GAME, ["a", "b", "c"], 20, 2, {}, "x")
    assert len(pairings) == 24 and len({one.deal for one in pairings}) == 4
    for deal in {one.deal for one in pairings}:
        seats = Counter(
            (seat, name) for one in pairings if one.deal == deal for seat, name in enumerate(one.players)
        )
        assert set(seats.values()) == {2} and len(seats) == 6
    four = match.schedule(GAME, ["search", "greedy"], 8, 4, {}, "x")
    assert [one.players.index("search") for one in four] == [0, 3, 2, 1] * 2
    assert all(one.players.count("greedy") == 3 for one in four)


def test_the_same_seed_gives_the_same_results_on_any_number_of_processes() -> None:
    pairings = match.schedule(GAME, ["greedy", "search:20"], 8, 2, {}, "same")
    alone = farm.run(pairings, workers=1)
    assert alone == farm.run(pairings, workers=2)
    assert alone == farm.run(pairings, workers=1)
    assert {one.deal for one in alone} == {f"same/{n}" for n in range(4)}


def test_greedy_beats_random_and_the_report_adds_up() -> None:
    played = farm.run(match.schedule(GAME, ["random", "greedy"], 20, 2, {}, "r"), workers=1)
    found = report(GAME, "r", {}, played)
    greedy, random = found.bots
    assert (greedy.name, random.name) == ("greedy", "random")
    assert greedy.win_rate >= 0.9 and abs(greedy.win_rate + random.win_rate - 1) < 1e-9
    assert greedy.elo - random.elo > 300 and abs(greedy.elo + random.elo - 3000) < 1e-6
    assert greedy.interval[0] < greedy.win_rate <= greedy.interval[1]
    assert found.matrix == [[None, greedy.win_rate], [random.win_rate, None]]


FIGURES = [
    # wins of a   games   from    to      because
    (0,           0,      0.0,    1.0,    "nothing is known yet"),
    (10,          10,     0.722,  1.0,    "ten of ten is not certainty"),
    (50,          100,    0.404,  0.596,  "a hundred games tell ten points apart"),
    (300,         400,    0.705,  0.790,  "four hundred, nearly four"),
]  # fmt: skip


@pytest.mark.parametrize(("wins", "games", "low", "high", "because"), FIGURES)
def test_share_intervals(wins: int, games: int, low: float, high: float, because: str) -> None:
    found = share_interval(wins / games if games else 0.0, games)
    assert [round(bound, 3) for bound in found] == [low, high], because


def test_elo_is_what_the_model_says() -> None:
    """Ten to one is 400 points; what follows from a and c by way of b is a fit to both."""
    (a, error), (b, _) = fit([[0, 1e6], [1e5, 0]])
    assert a - b == pytest.approx(400, abs=0.1) and error < 2
    ladder = [elo for elo, _ in fit([[0, 300, 0], [100, 0, 300], [0, 100, 0]])]
    assert ladder[0] - ladder[1] == pytest.approx(ladder[1] - ladder[2], abs=1e-3)
    assert ladder[0] - ladder[1] == pytest.approx(ELO * 1.0986, abs=2)
    wide, narrow = fit([[0, 6], [4, 0]])[0][1], fit([[0, 600], [400, 0]])[0][1]
    assert wide == pytest.approx(10 * narrow, rel=0.1)


def test_a_mean_of_one_value_is_no_interval() -> None:
    assert mean_interval([3.0]) == (3.0, (float("-inf"), float("inf")))


def test_match_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = tmp_path / "match.svg"
    command = ["match", GAME, "greedy", "random", "--games", "4", "--workers", "1", "--picture", str(drawn)]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "random"] and data["games"] == 4
    assert set(data["bots"][0]) >= {"win_rate", "interval", "elo", "seconds_per_move", "score_difference"}
    assert ElementTree.parse(drawn).getroot().tag.endswith("svg")
    assert main([*command, "--lang", "es"]) == 0
    assert "victorias" in capsys.readouterr().out


WRONG = [
    # arguments                                       the sentence
    (["match", GAME, "greddy", "random"],             'no bot called "greddy". Did you mean greedy?'),
    (["match", GAME, "greedy"],                       "a match needs at least two bots"),
    (["match", GAME, "greedy", "random", "--games", "0"], "the number of games is a whole number above zero, not 0."),
    (["match", GAME, "greedy", "search:0"],           'a budget is a number of iterations above zero'),
    (["match", GAME, "greedy", "random", "--farm", "cow"], 'no farm called "cow". There are pool and ray.'),
    (["match", GAME, "greedy", "random", "random"],   "this game has 2 seats, not 3."),
    (["match", GAME, "greedy", "random", "--workers", "0"], "the number of workers is a whole number above zero, not 0."),
    (["match", GAME, "greedy", "random", "--seats", "0"], "this game has 2 seats, not 0."),
    (["match", GAME, "greedy", "search:many"],        'not "many"'),
    (["match", GAME, "greedy", "search:"],            'a budget is a number of iterations above zero'),
    (["match", GAME, "greedy", "search:0.0s"],        'a budget is a number of iterations above zero'),
    (["match", "snack-match", "greedy", "random", "--option", "start=1"], "all play at once"),
    (["match", GAME, "greedy", "alphabta"],           'no bot called "alphabta". Did you mean alphabeta?'),
    (["match", "snack-match", "greedy", "alphabeta"], 'no bot called "alphabeta"'),
    (["balance", GAME, "--games", "0"],               "the number of games is a whole number above zero, not 0."),
    (["balance", GAME, "--seats", "0"],               "this game has 2 seats, not 0."),
    (["balance", GAME, "--bot", "greddy"],            'no bot called "greddy"'),
    (["balance", GAME, "--workers", "0"],             "the number of workers is a whole number above zero, not 0."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_one_sentence_for_what_is_wrong(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


def test_balance_counts_seats_lengths_and_things() -> None:
    found = balance(GAME, "greedy", 6, 2, {}, "b")
    assert sum(line.win_rate for line in found.by_seat) == pytest.approx(1)
    assert sum(found.lengths.values()) == 6 and sum(found.scores.values()) == 12
    assert sum(found.endings.values()) == pytest.approx(1)
    tables = {table.deed: table.things for table in found.deeds}
    taken = tables["truffles"]
    assert len(taken) == 5 and 20 < sum(thing.per_game for thing in taken) <= 45
    assert [thing.per_game for thing in taken] == sorted((thing.per_game for thing in taken), reverse=True)
    claims = tables["claims"]
    assert [thing.name for thing in claims] == ["victory claimed"]
    assert claims[0].per_game == found.endings["claimed"] and claims[0].win_rate == 1
    assert found == balance(GAME, "greedy", 6, 2, {}, "b", workers=2)


def test_balance_counts_what_is_done_in_secret_once() -> None:
    """A pair of cards is kept in secret and shown when all have laid theirs: eight cards of three squares."""
    found = balance("snack-match", "random", 2, 3, {}, "s")
    tables = {table.deed: table.things for table in found.deeds}
    assert sum(thing.per_game for thing in tables["laid"]) == 3 * 8 * 3
    assert sum(thing.per_game for thing in tables["kept"]) == 3 * 4 * 3


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_balance_speaks_to_people(
    game: Game, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = tmp_path / "balance.svg"
    command = ["balance", game.name, "--bot", "random", "--games", "2", "--workers", "1", "--lang", language]
    assert main([*command, "--picture", str(drawn)]) == 0
    said = capsys.readouterr().out
    shown = "".join(ElementTree.parse(drawn).getroot().itertext())
    words = game.words(language)
    for table in balance(game.name, "random", 2, 2, {}, "balance", language).deeds:
        assert not table.things or (table.title in said and table.title in shown)
        for thing in table.things:
            assert thing.name in said and thing.name in shown
    for key in words.sections["events"]:
        assert "-" not in key or key not in said + shown, f"{key} is no word for people"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_ending_has_a_name_and_every_counted_event_exists(game: Game) -> None:
    for language in LANGUAGES:
        sections = game.words(language).sections
        assert sections["endings"].keys() == sections["outcomes"].keys()
        for told in sections["balance"].values():
            assert set(told["events"]) <= sections["events"].keys()
            field = re.fullmatch(r"\{(\w+):(\w+)\}", told["thing"])
            assert field is None or field[2] in sections


def test_without_ray_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["match", GAME, "greedy", "random", "--games", "2", "--farm", "ray", "--lang", "es"]) == 2
    assert "Ray no está instalado" in capsys.readouterr().err
