"""Practice: guides play as they do in playouts, so that their weights can be tuned. Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.bots.guide import Guide, floats, ratings
from trufflewood.kit.bits import lowest
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, State, buffer
from trufflewood.kit.native import i64, vec

MOST_FEATURES: Final = 4096
FINE: Final = 1_000_000


def practise(
    rules: Rules,
    guide: Guide,
    state: State,
    seats: i64,
    dice: Dice,
    slips: float,
    kept: float,
) -> list[list[float]]:
    """Play a game to its end; return rows: the points that came on top, then what was seen of a seat.

    A seat takes the move of a playout, but for a share of `slips`; a share of `kept` of all positions after a
    move of one's own is kept. A row is of a seat less that of another, so that what helps both alike (a long
    game) is not taken for strength.
    """
    moves = buffer()
    seen = floats(MOST_FEATURES)
    against = floats(MOST_FEATURES)
    rows: list[list[float]] = []
    owners: list[int] = []
    others: list[int] = []
    n: i64
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = lowest(mask)
        count: i64 = rules.legal(state, seat, moves)
        move: i64 = moves[0]
        if count > 1:
            move = _choice(guide, state, seat, moves, count, dice, slips)
        rules.apply(state, seat, move)
        if count > 1 and float(dice.below(FINE)) < kept * float(FINE):
            size: i64 = guide.features(state, seat, seen)
            other: i64 = (seat + 1 + dice.below(seats - 1)) % seats if seats > 1 else seat
            if size > 0:
                guide.features(state, other, against)
                for n in range(size):
                    seen[n] -= against[n]
                rows.append([seen[n] for n in range(size)])
                owners.append(int(seat))
                others.append(int(other))
        mask = rules.waiting(state)
    for n in range(len(rows)):
        ahead: i64 = rules.points(state, owners[n]) - rules.points(state, others[n])
        rows[n][0] = float(ahead) - rows[n][0]
    return rows


def contest(
    rules: Rules, guides: list[Guide], state: State, seats: i64, dice: Dice, by_step: bool
) -> list[int]:
    """Play a game to its end, each seat as its own guide plays out, or one step ahead; return the points."""
    moves = buffer()
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = lowest(mask)
        count: i64 = rules.legal(state, seat, moves)
        move: i64 = moves[0]
        if count > 1 and by_step:
            move = _best_rated(rules, guides[seat], state, seat, seats, dice)
        elif count > 1:
            move = _choice(guides[seat], state, seat, moves, count, dice, 0.0)
        rules.apply(state, seat, move)
        mask = rules.waiting(state)
    return [int(rules.points(state, seat)) for seat in range(seats)]


def _best_rated(rules: Rules, guide: Guide, state: State, seat: i64, seats: i64, dice: Dice) -> i64:
    best: i64 = 0
    best_rating: float = -1.0
    for move, rating in ratings(rules, guide, state, seat, seats, dice):
        if rating > best_rating:
            best = move
            best_rating = rating
    return best


def _choice(
    guide: Guide, state: State, seat: i64, moves: vec[i64], count: i64, dice: Dice, slips: float
) -> i64:
    if float(dice.below(FINE)) < slips * float(FINE):
        return moves[dice.below(count)]
    return guide.pick(state, seat, moves, count, dice)
