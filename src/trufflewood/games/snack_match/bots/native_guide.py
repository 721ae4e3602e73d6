"""How well a player stands in Snack Match: groups so far, what may grow, cards still to come. Compiled.

The best way to lay a hand is found exactly: both cards, both orders, every place and every way to slide
them between others. A draft is judged by what the card would be worth here and to the left. What a zone
will come to is a rule of thumb, or learnt from practice (`bots/practice.py`): a weighted sum of what can
be seen of it, with weights of their own for every number of cards laid.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.search import Guide, floats, logistic
from trufflewood.games.snack_match.components import IN_ZONE
from trufflewood.games.snack_match.moves import GO_OVER, LAY, asked, decide, legal
from trufflewood.games.snack_match.scoring import first_group, groups_of, points
from trufflewood.games.snack_match.state import (
    DRAFT,
    FREE,
    LAID,
    NOTHING,
    PLACE,
    SEEN,
    ZONE,
    State,
    covered,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.bits import count as many
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, buffer
from trufflewood.kit.native import i64, vec

PAIR: Final = 0.4  # what two alike side by side are worth before the end
CARD: Final = 2.2  # what a card still to be laid usually brings
LEAD: Final = 3.5  # a lead of so many points is worth e to 1
DENY: Final = 0.5  # of what the left neighbour could make of the card passed on
TRIED: Final = 10  # places that a playout looks at
KINDS: Final = 8
RIVAL: Final = 14.0  # what the automatic opponent usually reaches (§6.5)
LAYING: Final = 300  # room for the moves of one decision

# what is seen of a zone
POINTS: Final = 1  # after a 1 that is always there
OF_SIZE: Final = 2  # groups of one, two, three, four, five squares and more: 2 to 6
SQUARES: Final = 7
OPEN_BESIDE: Final = 8  # empty cells beside single squares, pairs and larger groups: 8 to 10
CROWD: Final = 11  # squares of each component, squared
LARGEST: Final = 12
LINKS: Final = 13  # cells that would join two groups: empty ones and others, 13 and 14
LOOKS: Final = 15


class SnackGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 200, 6.0, 1, 20.0, 0.8)
        self.weights = vec[float](weights)  # LOOKS for every number of cards laid; none for the rule of thumb
        self.looks = floats(LOOKS)

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        return logistic((self.prospect(table, seat) - self.others(table, seat)) / LEAD)

    def prospect(self, state: State, seat: i64) -> float:
        """What a zone shows and is likely to come to."""
        base: i64 = seat * ZONE
        total: float = float(points(state, seat))
        if state.zones[base + LAID] == IN_ZONE:
            return total
        if len(self.weights) > 0:
            return self._learnt(state, seat)
        kind: i64
        for kind in range(KINDS):
            total += PAIR * float(groups_of(state.zones[base + SEEN + kind], 2, 2))
        return total + CARD * float(IN_ZONE - state.zones[base + LAID])

    def _learnt(self, state: State, seat: i64) -> float:
        self._look(state, seat)
        looks = self.looks
        weights = self.weights
        row: i64 = state.zones[seat * ZONE + LAID] * LOOKS
        total: float = 0.0
        n: i64
        for n in range(LOOKS):
            total += weights[row + n] * looks[n]
        return total

    def features(self, state: game.State, seat: i64, out: vec[float]) -> i64:
        """What is seen of a zone, in the row of the number of cards that lie there."""
        table = cast(State, state)
        self._look(table, seat)
        size: i64 = (IN_ZONE + 1) * LOOKS
        n: i64
        for n in range(size):
            out[n] = 0.0
        row: i64 = table.zones[seat * ZONE + LAID] * LOOKS
        for n in range(LOOKS):
            out[row + n] = self.looks[n]
        return size

    def _look(self, state: State, seat: i64) -> None:
        """Fill `looks` with what can be seen of a zone."""
        looks = self.looks
        zones = state.zones
        base: i64 = seat * ZONE
        n: i64
        for n in range(LOOKS):
            looks[n] = 0.0
        full: i64 = covered(state, seat)
        free: i64 = zones[base + FREE]
        looks[0] = 1.0
        looks[POINTS] = float(points(state, seat))
        looks[SQUARES] = float(many(full))
        largest: i64 = 0
        for n in range(KINDS):
            cells: i64 = zones[base + SEEN + n]
            crowd: i64 = many(cells)
            looks[CROWD] += float(crowd * crowd)
            once: i64 = 0
            twice: i64 = 0
            while cells:
                group: i64 = first_group(cells)
                cells &= ~group
                size: i64 = many(group)
                if size > largest:
                    largest = size
                beside: i64 = (group << 1 | group >> 1 | group << 8 | group >> 8) & free & ~group
                twice |= once & beside
                once |= beside
                looks[OF_SIZE + (size if size < 5 else 5) - 1] += 1.0
                looks[OPEN_BESIDE + (size if size < 3 else 3) - 1] += float(many(beside & ~full))
            looks[LINKS] += float(many(twice & ~full))
            looks[LINKS + 1] += float(many(twice & full))
        looks[LARGEST] = float(largest)

    def others(self, state: State, seat: i64) -> float:
        """The best prospect of the other seats."""
        if state.seats == 1:
            return RIVAL
        best: float = -100.0
        other: i64
        for other in range(state.seats):
            if other != seat:
                own: float = self.prospect(state, other)
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
            return self.prospect(state, seat)
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
        return self.prospect(state, seat)

    def _kept(self, state: State, seat: i64, move: i64) -> float:
        """What the card kept brings here, less a part of what the other brings to the left."""
        left: i64 = seat + 1 if seat + 1 < state.seats else 0
        kept: i64 = state.pairs[2 * seat + move]
        passed: i64 = state.pairs[2 * seat + 1 - move]
        own: float = self._single(state, seat, kept)
        return own - DENY * (self._single(state, left, passed) - self.prospect(state, left))

    def _single(self, state: State, seat: i64, card: i64) -> float:
        """The best prospect of a zone with one card more."""
        trial = state.copy()
        trial.phase = PLACE
        trial.pairs[2 * seat] = card
        trial.held = BIT[2 * seat]
        trial.waiting = BIT[seat]
        return self.best_laid(trial, seat)

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        """In a playout: the best of a few places, over all that lies there."""
        table = cast(State, state)
        if moves[0] < LAY or moves[0] >= GO_OVER:
            return moves[0] if moves[0] >= GO_OVER else moves[dice.below(count)]
        best: i64 = moves[0]
        most: float = -100.0
        _turn: i64
        for _turn in range(TRIED):
            move: i64 = moves[dice.below(count)]
            after = table.copy()
            decide(after, seat, move)
            own: float = self._laid_over(after, seat)
            if own > most:
                best = move
                most = own
        return best
