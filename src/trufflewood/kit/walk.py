"""Walks through a game, by its rules alone: random play and counting. Compiled."""

from __future__ import annotations

from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, State, buffer
from trufflewood.kit.native import i64, vec


def playout(rules: Rules, state: State, dice: Dice) -> i64:
    """Play `state` to its end at random; return the number of decisions."""
    return _play_out(rules, state, dice, buffer())


def playouts(rules: Rules, state: State, dice: Dice, games: i64) -> i64:
    """Play so many copies of `state` to their end at random; return the number of decisions."""
    out = buffer()
    decisions: i64 = 0
    while games > 0:
        decisions += _play_out(rules, state.copy(), dice, out)
        games -= 1
    return decisions


def _play_out(rules: Rules, state: State, dice: Dice, out: vec[i64]) -> i64:
    decisions: i64 = 0
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = 0
        while mask & BIT[seat] == 0:
            seat += 1
        count: i64 = rules.legal(state, seat, out)
        rules.apply(state, seat, out[dice.below(count)])
        decisions += 1
        mask = rules.waiting(state)
    return decisions


def checksum(rules: Rules, state: State, dice: Dice) -> list[int]:
    """Play to the end at random; return a number per decision that depends on all choices.

    Interpreted and compiled must print the same list.
    """
    out = buffer()
    sums: list[int] = []
    total: i64 = 1
    mask: i64 = rules.waiting(state)
    while mask != 0:
        seat: i64 = 0
        while mask & BIT[seat] == 0:
            seat += 1
        count: i64 = rules.legal(state, seat, out)
        n: i64
        for n in range(count):
            total = (total * 31 + out[n] + 1) % 1_000_000_007
        move: i64 = out[dice.below(count)]
        total = (total * 31 + move * 10 + seat) % 1_000_000_007
        rules.apply(state, seat, move)
        sums.append(int(total))
        mask = rules.waiting(state)
    return sums


def perft(rules: Rules, state: State, depth: i64) -> i64:
    """How many lines of play there are to `depth` decisions (a finished game counts once)."""
    return _perft(rules, state, depth, [buffer() for _ in range(depth)])


def _perft(rules: Rules, state: State, depth: i64, buffers: list[vec[i64]]) -> i64:
    mask: i64 = rules.waiting(state)
    if depth == 0 or mask == 0:
        return 1
    seat: i64 = 0
    while mask & BIT[seat] == 0:
        seat += 1
    out = buffers[depth - 1]
    count: i64 = rules.legal(state, seat, out)
    if depth == 1:
        return count
    total: i64 = 0
    n: i64
    for n in range(count):
        child = state.copy()
        rules.apply(child, seat, out[n])
        total += _perft(rules, child, depth - 1, buffers)
    return total


def disagreement(rules: Rules, state: State, seat: i64, moves: i64) -> i64:
    """The first move on which `legal` and `refusal` differ, out of order included; -1 if none does."""
    out = buffer()
    count: i64 = 0
    if rules.waiting(state) & BIT[seat] != 0:
        count = rules.legal(state, seat, out)
    listed: i64 = 0
    move: i64
    for move in range(moves):
        allowed: bool = rules.refusal(state, seat, move) == 0
        if allowed != (listed < count and out[listed] == move):
            return move
        if allowed:
            listed += 1
    if listed < count:
        return out[listed]
    return -1
