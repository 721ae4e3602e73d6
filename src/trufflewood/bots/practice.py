"""Practice: a guide plays against itself, and what it looked at is kept with how the game ended. Compiled.

What is learnt from it are the weights of a guide (`arena/tune.py`).
"""

from __future__ import annotations

from typing import Final

from trufflewood.bots.search import Guide, floats, lowest
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, Rules, State, buffer
from trufflewood.kit.native import i64, vec

MOST_FEATURES: Final = 4096
FINE: Final = 1_000_000


def practise(
    rules: Rules, guide: Guide, state: State, seats: i64, dice: Dice, slips: float, kept: float
) -> list[list[float]]:
    """Play a game to its end; return rows: the points that a seat ended with, then what was seen of it.

    A seat takes the move that it rates best, but for a share of `slips`; a share of `kept` of all
    positions after a move of one's own is kept.
    """
    moves = buffer()
    rated = floats(MOST_MOVES)
    seen = floats(MOST_FEATURES)
    rows: list[list[float]] = []
    owners: list[int] = []
    n: i64
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = lowest(mask)
        count: i64 = rules.legal(state, seat, moves)
        move: i64 = moves[0]
        if count > 1:
            move = _choice(rules, guide, state, seat, seats, moves, count, rated, dice, slips)
        rules.apply(state, seat, move)
        if count > 1 and float(dice.below(FINE)) < kept * float(FINE):
            size: i64 = guide.features(state, seat, seen)
            rows.append([0.0] + [seen[n] for n in range(size)])
            owners.append(int(seat))
        mask = rules.waiting(state)
    for n in range(len(rows)):
        rows[n][0] = float(rules.points(state, owners[n]))
    return rows


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
    slips: float,
) -> i64:
    if float(dice.below(FINE)) < slips * float(FINE):
        return moves[dice.below(count)]
    guess = state.copy()
    rules.redeal(guess, seat, dice)
    guide.rate(guess, seat, seats, moves, count, rated)
    best: i64 = 0
    n: i64
    for n in range(count):
        if rated[n] > rated[best]:
            best = n
    return moves[best]
