"""How well a player stands in Snack Match: what a zone will come to, here and elsewhere. Compiled.

The best way to lay a hand is found exactly: both cards, both orders, every place and every way to slide
them between others. A draft is judged by what the card would be worth here and to the left.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.search import Guide, logistic
from trufflewood.games.snack_match.bots.native_eye import LOOKS, ROWS, Eye, rule_of_thumb
from trufflewood.games.snack_match.moves import GO_OVER, LAY, asked, decide, legal
from trufflewood.games.snack_match.state import (
    DRAFT,
    LAID,
    NOTHING,
    PLACE,
    PLACES,
    ZONE,
    State,
    in_hand,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, buffer
from trufflewood.kit.native import i64, vec

LEAD: Final = 3.5  # a lead of so many points is worth e to 1
DENY: Final = 0.5  # of what the left neighbour could make of the card passed on
RIVAL: Final = 14.0  # what the automatic opponent usually reaches (§6.5)
LAYING: Final = 300  # room for the moves of one decision


class SnackGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 200, 6.0, 1, 20.0, 0.8)
        self.eye = Eye(weights if weights else rule_of_thumb())

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        return logistic((self.eye.prospect(table, seat) - self.others(table, seat)) / LEAD)

    def thumb(self) -> list[float]:
        return rule_of_thumb()

    def certain(self, state: game.State, seat: i64) -> bool:
        """In the last round nothing is to come: the best way to lay is known."""
        table = cast(State, state)
        return table.phase == PLACE and table.round == table.box.rounds and table.seats > 1

    def features(self, state: game.State, seat: i64, out: vec[float]) -> i64:
        """What is seen of a zone, in the row of the number of cards that lie there."""
        table = cast(State, state)
        self.eye.look(table, seat)
        size: i64 = 1 + ROWS * LOOKS
        n: i64
        for n in range(size):
            out[n] = 0.0
        row: i64 = 1 + table.zones[seat * ZONE + LAID] * LOOKS
        for n in range(LOOKS):
            out[row + n] = self.eye.looks[n]
        return size

    def others(self, state: State, seat: i64) -> float:
        """The best prospect of the other seats."""
        if state.seats == 1:
            return RIVAL
        best: float = -100.0
        other: i64
        for other in range(state.seats):
            if other != seat:
                own: float = self.eye.prospect(state, other)
                if own > best:
                    best = own
        return best

    def rate(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        self._rate_all(cast(State, state), seat, moves, count, out, False)

    def rate_well(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        self._rate_all(cast(State, state), seat, moves, count, out, True)

    def _rate_all(
        self, state: State, seat: i64, moves: vec[i64], count: i64, out: vec[float], exact: bool
    ) -> None:
        against: float = self.others(state, seat)
        n: i64
        for n in range(count):
            own: float
            if state.phase == DRAFT:
                own = self._kept(state, seat, moves[n])
            else:
                after = state.copy()
                decide(after, seat, moves[n])
                own = self.best_laid(after, seat) if exact else self._laid_over(after, seat)
            out[n] = logistic((own - against) / LEAD)

    def best_laid(self, state: State, seat: i64) -> float:
        """The best prospect after all that this seat still has to lay: exact."""
        if state.waiting & BIT[seat] == 0:
            return self.eye.prospect(state, seat)
        moves = buffer(LAYING)
        count: i64 = legal(state, seat, moves)
        best: float = -100.0
        n: i64
        for n in range(count):
            after = state.copy()
            decide(after, seat, moves[n])
            own: float = self.best_laid(after, seat)
            if own > best:
                best = own
        return best

    def _laid_over(self, state: State, seat: i64) -> float:
        """The prospect when the card goes over all others that it meets."""
        question: i64 = asked(state, seat)
        while question != NOTHING:
            decide(state, seat, GO_OVER + question)
            question = asked(state, seat)
        return self.eye.prospect(state, seat)

    def _kept(self, state: State, seat: i64, move: i64) -> float:
        """What the card kept brings here, less a part of what the other brings to the left."""
        left: i64 = seat + 1 if seat + 1 < state.seats else 0
        kept: i64 = state.pairs[2 * seat + move]
        passed: i64 = state.pairs[2 * seat + 1 - move]
        own: float = self._single(state, seat, kept)
        return own - DENY * (self._single(state, left, passed) - self.eye.prospect(state, left))

    def _single(self, state: State, seat: i64, card: i64) -> float:
        """The best prospect of a zone with one card more."""
        trial = state.copy()
        trial.phase = PLACE
        trial.pairs[2 * seat] = card
        trial.held = BIT[2 * seat]
        trial.waiting = BIT[seat]
        return self.best_laid(trial, seat)

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        """In a playout: the best place for one card, over all that lies there."""
        table = cast(State, state)
        if moves[0] < LAY or moves[0] >= GO_OVER:
            return moves[0] if moves[0] >= GO_OVER else moves[dice.below(count)]
        best: i64 = moves[0]
        most: float = -100.0
        n: i64
        for n in range(count):
            at: i64 = moves[n] - LAY
            own: float = self.eye.laid_over(table, seat, in_hand(table, seat, at // PLACES), at % PLACES)
            if own > most:
                best = moves[n]
                most = own
        return best
