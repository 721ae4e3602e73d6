"""The laws of `kit/laws.py`, on every game, seat count and variant, over random games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.witnesses import name, variants, witness
from trufflewood.games import all_games
from trufflewood.kit import laws
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.package import Game
from trufflewood.kit.walk import perft

QUICK, LONG = (
    60,
    140,
)  # games of each game, over all its variants: in `make test`, and more in `make test-all`
ALL = pytest.mark.parametrize(("game", "variant"), variants(), ids=name)


@ALL
@pytest.mark.parametrize(
    ("first", "games"), [(0, QUICK), pytest.param(1000, LONG, marks=pytest.mark.slow)], ids=["quick", "long"]
)
def test_laws(game: Game, variant: Mapping[str, Any], first: int, games: int) -> None:
    for seed in range(first, first + games // len(witness(game).VARIANTS) + 1):
        laws.check_game(game, witness(game), variant, seed)


@ALL
def test_records_and_undo(game: Game, variant: Mapping[str, Any]) -> None:
    for seed in range(3):
        laws.check_table(game, variant, seed)


@pytest.mark.parametrize("game", all_games().values(), ids=name)
def test_every_move_has_its_text(game: Game) -> None:
    laws.every_move_has_its_text(game)


@pytest.mark.parametrize("game", all_games().values(), ids=name)
def test_every_seat_count_has_a_variant(game: Game) -> None:
    assert {variant["seats"] for variant in witness(game).VARIANTS} >= set(game.seats) - {6, 7, 8}


def test_a_wrong_count_of_lines_names_each_first_move() -> None:
    game = all_games()["truffle-scuffle"]
    state = game.rules.deal(game.choose(2), Chance(seed_from(1)))
    right = perft(game.rules, state, 2)
    laws.lines_of_play_are(game, state, 2, right)
    with pytest.raises(AssertionError) as error:
        laws.lines_of_play_are(game, state, 2, right + 1)
    rows = str(error.value).splitlines()[1:]
    assert len(rows) == perft(game.rules, state, 1) and sum(int(row.split()[-1]) for row in rows) == right
