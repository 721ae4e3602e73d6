"""The scorer against a second one, over random legal forests."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from trufflewood.games.forest_shuffle import GAME
from trufflewood.games.forest_shuffle.components import CARDS, FACES, SAPLING
from trufflewood.games.forest_shuffle.scoring import points, score
from trufflewood.games.forest_shuffle.state import CAVE_SIZE, State, attach, blank, plant, put
from trufflewood.games.forest_shuffle.tests import naive

SEATS = 4


def random_table(random: Random) -> tuple[State, list[naive.Forest], list[int]]:
    """Deal cards out at random: some trees, some saplings, halves wherever they may lie."""
    state = blank(GAME.choose(SEATS, {"bats": random.choice([2, 3]), "beeches": random.choice([4, 5])}))
    forests: list[naive.Forest] = [[] for _ in range(SEATS)]
    caves = [random.choice([0, 0, 3, 11]) for _ in range(SEATS)]
    deck = random.sample(range(len(CARDS)), random.randint(20, len(CARDS)))
    rows: list[list[int]] = [[] for _ in range(SEATS)]
    trees_first = sorted(deck, key=lambda card: len(CARDS[card].faces) + random.random() * 1.5)
    for card in trees_first:
        seat = random.choice([0, 0, 0, 1, 2, 3])
        faces = CARDS[card].faces
        if len(faces) == 1 or random.random() < 0.12:
            sapling = len(faces) == 2 or random.random() < 0.1
            rows[seat].append(plant(state, seat, SAPLING if sapling else faces[0]))
            species = "" if sapling else FACES[faces[0]].species
            forests[seat].append(
                {"species": species, "symbol": species, **{side: [] for side in naive.SIDES}}
            )
            continue
        face = random.choice(faces)
        shown = FACES[face]
        open_trees = [n for n, tree in enumerate(forests[seat]) if may_lie(tree[shown.side], shown.species)]
        if open_trees:
            n = random.choice(open_trees)
            attach(state, rows[seat][n], face)
            forests[seat][n][shown.side].append((shown.species, shown.symbol))
    for seat in range(SEATS):
        put(state, seat, CAVE_SIZE, caves[seat])
    return state, forests, caves


def may_lie(slot: list[Any], species: str) -> bool:
    if not slot:
        return True
    return species == slot[0][0] and (
        species == "european-hare" or (species == "common-toad" and len(slot) == 1)
    )


@pytest.mark.parametrize("part", range(5))
def test_both_scorers_agree(part: int) -> None:
    """5,000 forests in all."""
    random = Random(part)
    for _ in range(250):
        state, forests, caves = random_table(random)
        box = state.box
        for seat in range(SEATS):
            wanted = naive.total(forests, seat, caves[seat], int(box.bats), int(box.beeches))
            assert points(state, seat) == wanted
            assert sum(line.points for line in score(state, seat)) == wanted
