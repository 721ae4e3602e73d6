"""What a view says a card would bring is what it brings."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import trufflewood
from trufflewood.games.forest_shuffle.components import FACES, SPECIES, SPECIES_ROW
from trufflewood.games.forest_shuffle.view import View


@pytest.mark.parametrize("seed", range(3))
def test_a_prospect_is_the_best_change_of_points(seed: int) -> None:
    """Halves without a cost are tried at every tree that the table offers."""
    table = trufflewood.open("forest-shuffle", seats=2, seed=seed)
    dice, tried = Random(seed), 0
    while table.waiting and tried < 40:
        seat = table.waiting[0]
        view = cast(View, table.view(seat))
        for index, gain in view.prospects:
            face = FACES[index]
            if face.side and not SPECIES[SPECIES_ROW[face.species]].cost:
                play = f"play {face.species} {face.number}"
                trees = range(1, len(view.places[seat].trees) + 1)
                offered = [f"{play}, at {n}" for n in trees if may(table, seat, f"{play}, at {n}")]
                assert max(table.sketch(seat, moves).change for moves in offered) == gain
                tried += 1
        table.play(seat, dice.choice(table.moves(seat)))
    assert tried == 40 or not table.waiting
    assert cast(View, table.view(None)).prospects == ()


def may(table: trufflewood.Table, seat: int, moves: str) -> bool:
    try:
        table.sketch(seat, moves)
    except trufflewood.IllegalMove:
        return False
    return True
