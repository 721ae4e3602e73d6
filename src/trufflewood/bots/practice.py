"""Practice: guides play against each other, one step ahead, so that their weights can be tuned. Compiled."""

from __future__ import annotations

from trufflewood.bots.search import Guide, floats, lowest
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, Rules, State, buffer
from trufflewood.kit.native import i64, vec


def contest(rules: Rules, guides: list[Guide], state: State, seats: i64, dice: Dice) -> list[int]:
    """Play a game to its end, each seat by its own guide; return the points."""
    moves = buffer()
    rated = floats(MOST_MOVES)
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = lowest(mask)
        count: i64 = rules.legal(state, seat, moves)
        move: i64 = moves[0]
        if count > 1:
            move = _choice(rules, guides[seat], state, seat, seats, moves, count, rated, dice)
        rules.apply(state, seat, move)
        mask = rules.waiting(state)
    return [int(rules.points(state, seat)) for seat in range(seats)]


def _choice(
    rules: Rules,
    guide: Guide,
    state: State,
    seat: i64,
    seats: i64,
    moves: vec[i64],
    count: i64,
    rated: vec[float],
    dice: Dice,
) -> i64:
    guess = state.copy()
    rules.redeal(guess, seat, dice)
    guide.rate(guess, seat, seats, moves, count, rated)
    best: i64 = 0
    n: i64
    for n in range(count):
        if rated[n] > rated[best]:
            best = n
    return moves[best]
