"""Counts of lines of play, and a second engine that must agree with the first, move by move."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from trufflewood.games.truffle_scuffle import GAME
from trufflewood.games.truffle_scuffle.components import NAMES
from trufflewood.games.truffle_scuffle.state import State
from trufflewood.games.truffle_scuffle.tests import naive
from trufflewood.games.truffle_scuffle.tests.witness import VARIANTS
from trufflewood.games.truffle_scuffle.view import view
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.game import legal_moves, seats_in
from trufflewood.kit.laws import lines_of_play_are
from trufflewood.kit.walk import perft

ROWS = [line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()]
COUNTS = [tuple(map(int, row)) for row in ROWS if row and row[0].isdigit()]


def deal(seed: int, **options: Any) -> State:
    chosen = GAME.choose(2, {name: value for name, value in options.items() if name != "seats"})
    state = GAME.rules.deal(chosen, Chance(seed_from(seed)))
    assert isinstance(state, State)
    return state


def twin(state: State) -> naive.Naive:
    seen = view(state, None)
    options = seen.options
    return naive.Naive(
        {NAMES[tile]: list(truffles) for tile, truffles in enumerate(seen.forest)},
        seen.start,
        options.hogs == "one",
        options.purchases == "several",
        options.claim == "automatic",
        options.stall,
    )


@pytest.mark.parametrize(("seed", "depth", "lines"), COUNTS)
def test_perft(seed: int, depth: int, lines: int) -> None:
    lines_of_play_are(GAME, deal(seed), depth, lines)


@pytest.mark.parametrize("seed", [1, 2])
def test_perft_of_the_second_engine(seed: int) -> None:
    state = deal(seed)
    for depth in range(1, 5):
        assert naive.perft(twin(state), depth) == perft(GAME.rules, state, depth)


@pytest.mark.slow
def test_perft_of_the_second_engine_past_a_million() -> None:
    state = deal(1)
    second = sum(1 for _ in lines_of(twin(state), 7))
    assert second == perft(GAME.rules, state, 7) > 1_000_000


def lines_of(game: naive.Naive, depth: int) -> Any:
    """Every line of play, counting the last decision without playing it."""
    if game.over or depth == 0:
        yield 1
    elif depth == 1:
        yield from game.moves()
    else:
        for move in game.moves():
            child = copy_of(game)
            child.play(move)
            yield from lines_of(child, depth - 1)


def copy_of(game: naive.Naive) -> naive.Naive:
    twin = object.__new__(naive.Naive)
    twin.__dict__.update(game.__dict__)
    twin.forest = {tile: truffles[:] for tile, truffles in game.forest.items()}
    twin.hogs = [hogs[:] for hogs in game.hogs]
    twin.piles = [pile[:] for pile in game.piles]
    twin.unmoved = game.unmoved[:]
    return twin


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_second_engine_agrees_over_whole_games(variant: Mapping[str, Any]) -> None:
    for seed in range(12):
        state, second = deal(seed, **variant), twin(deal(seed, **variant))
        random = Random(seed)
        while waiting := seats_in(GAME.rules.waiting(state)):
            moves = legal_moves(GAME.rules, state, waiting[0])
            assert {GAME.notation.write(move) for move in moves} == second.moves()
            # truffles are taken where they can be, so that games reach purchases and their end
            greedy = [move for move in moves if " " in GAME.notation.write(move)]
            move = random.choice(greedy or moves)
            GAME.rules.apply(state, waiting[0], move)
            second.play(GAME.notation.write(move))
            assert second.turn == state.turn or second.over
        assert second.over
        for seat in range(2):
            assert naive.points(second.piles[seat], second.piles[1 - seat]) == GAME.rules.points(state, seat)
