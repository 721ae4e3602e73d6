"""Coins (§4.5), and how a game ended (§7). Compiled."""

from __future__ import annotations

from trufflewood.games.truffle_shuffle import components
from trufflewood.games.truffle_shuffle.scoring.orders import PRICE
from trufflewood.games.truffle_shuffle.state import ACCOUNT, BONUS_SUM, ORDERS, OVER, State, hand_size
from trufflewood.kit.game import WIN
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Line, Outcome, ranks_of


def points(state: State, seat: i64) -> i64:
    total: i64 = state.accounts[seat * ACCOUNT + BONUS_SUM]
    order: i64
    for order in range(ORDERS):
        total += state.accounts[seat * ACCOUNT + order] * PRICE[order]
    return total


def score(state: State, seat: i64) -> list[Line]:
    """The coins of a seat: a line for each kind of order, and one for the bonus coins."""
    lines: list[Line] = []
    for number, order in enumerate(components.ORDERS):
        n = int(state.accounts[seat * ACCOUNT + number])
        if n:
            args: Args = {"order": order.key, "n": n, "price": order.price}
            lines.append(Line(order.rule, n * order.price, "filled", args))
    bonus = int(state.accounts[seat * ACCOUNT + BONUS_SUM])
    if bonus:
        lines.append(Line("§4.6", bonus, "bonus"))
    return lines


def _lateness(state: State, seat: i64) -> i64:
    """How late a seat comes in turn order, from the starting player on (§7.6)."""
    return (seat + state.seats - state.start) % state.seats


def winner(state: State) -> i64:
    """The seat that leads: by coins, then by cards in hand, then by lateness (§7.4–7.6)."""
    best: i64 = 0
    most: i64 = -1
    seat: i64
    for seat in range(state.seats):
        weight: i64 = (points(state, seat) * 256 + hand_size(state, seat)) * 8 + _lateness(state, seat)
        if weight > most:
            best = seat
            most = weight
    return best


def result(state: State, out: vec[i64]) -> None:
    seat: i64
    for seat in range(state.seats):
        out[seat] = 0
    out[winner(state)] = WIN


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    keys: list[tuple[int, ...]] = [
        (int(points(state, seat)), int(hand_size(state, seat)), int(_lateness(state, seat)))
        for seat in range(state.seats)
    ]
    ranks = ranks_of(keys)
    best = sorted(keys, reverse=True)
    coins, cards, _ = best[0]
    args: Args = {"winner": ranks.index(1), "coins": coins, "cards": cards}
    points_by_seat = tuple(key[0] for key in keys)
    if coins > best[1][0]:
        return Outcome(ranks, points_by_seat, "§7.4", "by-coins", args)
    if cards > best[1][1]:
        return Outcome(ranks, points_by_seat, "§7.5", "by-cards", args)
    return Outcome(ranks, points_by_seat, "§7.6", "by-turn-order", args)
