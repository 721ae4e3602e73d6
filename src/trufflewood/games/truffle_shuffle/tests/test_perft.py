"""Counts of lines of play, and a second engine that must agree with the first, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import KINDS
from trufflewood.games.truffle_shuffle.state import State
from trufflewood.games.truffle_shuffle.tests import naive
from trufflewood.games.truffle_shuffle.tests.witness import VARIANTS
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.game import legal_moves, seats_in
from trufflewood.kit.laws import lines_of_play_are
from trufflewood.kit.walk import perft

ROWS = [line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines()]
COUNTS = [tuple(map(int, row)) for row in ROWS if row and row[0].isdigit()]
BONUS = {2: [2, 1, 1], 3: [2, 2, 1, 1], 4: [2, 2, 1, 1, 1]}


def deal(seed: int, seats: int, **options: Any) -> State:
    state = GAME.rules.deal(GAME.choose(seats, options), Chance(seed_from(seed)))
    assert isinstance(state, State)
    return state


def twin(state: State, six: bool = False) -> naive.Naive:
    deck = [KINDS[state.deck[n]].key for n in range(117)]
    return naive.Naive(deck, int(state.seats), int(state.start), BONUS[state.seats] + [1] * six)


@pytest.mark.parametrize(("seats", "seed", "depth", "lines"), COUNTS)
def test_perft(seats: int, seed: int, depth: int, lines: int) -> None:
    lines_of_play_are(GAME, deal(seed, seats), depth, lines)


def lines_of(game: naive.Naive, depth: int) -> int:
    seat = game.waiting()[0]
    if depth == 1:
        return len(game.moves(seat))
    total = 0
    for move in game.moves(seat):
        child = deepcopy(game)
        child.play(seat, move)
        total += lines_of(child, depth - 1)
    return total


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (4, 7)])
def test_perft_of_the_second_engine(seats: int, seed: int) -> None:
    state = deal(seed, seats)
    for depth in range(1, 6):
        assert lines_of(twin(state), depth) == perft(GAME.rules, state, depth)


def agree(seed: int, variant: Mapping[str, Any]) -> None:
    """Play one random game on both engines; hands stay small where orders are filled when they can be."""
    state = deal(seed, **variant)
    second = twin(state, variant.get("four_player_bonus") == 6)
    random = Random(seed)
    while waiting := seats_in(GAME.rules.waiting(state)):
        assert second.waiting() == waiting
        seat = random.choice(waiting)
        moves = {GAME.notation.write(move): move for move in legal_moves(GAME.rules, state, seat)}
        assert set(moves) == second.moves(seat)
        text = random.choice([move for move in moves if move != "end" or len(moves) == 1])
        GAME.rules.apply(state, seat, moves[text])
        second.play(seat, text)
        coins = [int(GAME.rules.points(state, other)) for other in range(state.seats)]
        assert coins == second.coins
    assert second.over


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_second_engine_agrees_over_whole_games(variant: Mapping[str, Any]) -> None:
    for seed in range(4):
        agree(seed, variant)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_second_engine_agrees_over_more_games(variant: Mapping[str, Any]) -> None:
    for seed in range(4, 60):
        agree(seed, variant)
