"""Whole games: none dead-ends, none runs out of cards, and counts of positions stay as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from trufflewood.games.forest_shuffle import GAME
from trufflewood.games.forest_shuffle.moves import numbering
from trufflewood.games.forest_shuffle.state import State
from trufflewood.games.forest_shuffle.view.look import TASKS
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.laws import lines_of_play_are
from trufflewood.kit.walk import playout


def play_out(seats: int, games: range) -> None:
    for seed in games:
        state = GAME.rules.deal(GAME.choose(seats), Chance(seed_from(seed)))
        assert isinstance(state, State)
        decisions = playout(GAME.rules, state, Dice(seed))
        assert decisions < 3000 and state.winters == 3 and state.drawn <= state.box.deck_size


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_random_game_dead_ends(seats: int) -> None:
    """§8.2: each ends with the third winter, which lies in the deck."""
    play_out(seats, range(100))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_random_game_of_thousands_dead_ends(seats: int) -> None:
    """20,000 in all."""
    play_out(seats, range(1000, 6000))


PERFT = [
    line.split()
    for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()
    if line[:1].isdigit()
]


@pytest.mark.parametrize(("seats", "depth", "count"), PERFT)
def test_perft(seats: str, depth: str, count: str) -> None:
    state = GAME.rules.deal(GAME.choose(int(seats), {"start": 0}), Chance(seed_from(7)))
    lines_of_play_are(GAME, state, int(depth), int(count))


def test_a_view_names_every_task_that_can_wait() -> None:
    """Draws per hare and per deer wait behind other draws only now and then: no name may be missing."""
    kinds = {value for name, value in vars(numbering).items() if name.endswith("_TASK")}
    assert kinds == set(TASKS)
