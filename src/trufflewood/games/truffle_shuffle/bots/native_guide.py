"""How well a player stands in Truffle Shuffle: coins, and orders within reach of the hand. Compiled.

Each order counts by its coins (and the bonus coin still to be won), less for every truffle that is
missing, and less again when few turns are left in the round: then it is time to cash. How much less is a
matter of weights: those of a rule of thumb, or tuned by self-play (`arena/tune.py`).
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.guide import Guide, logistic
from trufflewood.games.truffle_shuffle.components import BONUS_TRUFFLES
from trufflewood.games.truffle_shuffle.moves import FILL, FILL_NONE, apply, legal
from trufflewood.games.truffle_shuffle.scoring import PRICE, TRUFFLES, points
from trufflewood.games.truffle_shuffle.state import (
    ACT,
    BACK,
    CHOOSE_ORDER,
    DISCARD,
    KINDS,
    LAY,
    NO_CARD,
    ORDERS,
    OVER,
    TAKE_MORE,
    State,
)
from trufflewood.kit import game
from trufflewood.kit.bits import count
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, buffer
from trufflewood.kit.native import i64, vec

NUMBERS: Final = 5
COLOURS: Final = 4
RAINBOW: Final = 20  # kinds from here on
ANY_NUMBER: Final = 25
DUPLICATE: Final = 29
TAKE_2: Final = 33
NUMBER_CHANGE: Final = 41
COLOUR_CHANGE: Final = 45

LEAD: Final = 5.0  # a lead of so many coins is worth e to 1
MOST_TURNS: Final = 4.0  # that are planned for

# weights; "later" counts once for each turn to come
SECOND: Final = 0  # what the next best order counts, and the third by its square
TEMPO: Final = 1  # a Take 2 or a Skip in hand
PENDING: Final = 2  # three cards to come after a Skip
NEAR: Final = 3  # what is left of an order's coins for each truffle that is missing
NEAR_LATER: Final = 4
KEPT: Final = 5  # coins that lie in a hand and not yet on the table
KEPT_LATER: Final = 6
WILD: Final = 7  # a Rainbow or an Any Number in hand
CHANGE: Final = 8  # a Duplicate or a Change in hand
HELD: Final = 9  # any card in hand
THUMB: Final = [0.35, 0.7, 1.6, 0.22, 0.09, 0.36, 0.135, 0.0, 0.0, 0.0]
PUSHES: Final = [0.1, 0.2, 0.4, 0.05, 0.02, 0.08, 0.03, 0.1, 0.1, 0.1]

# order: what it asks for; 0 is any number, 6 a straight; 0 any colours, 1 the same, 2 different
_NUMBER: Final = vec[i64]([0, 0, 6, 6, 6, 6, 1, 2, 2, 3, 3, 4, 4, 5, 5])
_COLOUR: Final = vec[i64]([2, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1])


class ShuffleGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 40, 6.0, 8, 10.0)
        self.weights = vec[float](weights if weights else THUMB)
        self.numbers = buffer(NUMBERS)  # of a hand, by number
        self.colours = buffer(COLOURS + 1)  # of a hand, by back; Rainbow last
        self.moves = buffer(200)

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        best: float = -100.0
        other: i64
        for other in range(seats):
            if other != seat:
                own: float = self.prospect(table, other)
                if own > best:
                    best = own
        return logistic((self.prospect(table, seat) - best) / LEAD)

    def prospect(self, state: State, seat: i64) -> float:
        """Coins, and what the hand is likely to bring."""
        total: float = float(points(state, seat))
        if state.phase == OVER:
            return total
        turns: float = float(count(state.here)) / float(state.seats)
        if state.phase == DISCARD:
            turns = 0.0 if state.round == 2 else 4.0
        elif state.turn == seat and state.phase == CHOOSE_ORDER:
            turns += 1.0
        if turns < 0.5 and state.round == 2:
            return total
        weights = self.weights
        soon: float = turns if turns < MOST_TURNS else MOST_TURNS
        reach: float = weights[NEAR] + weights[NEAR_LATER] * soon
        total += (weights[KEPT] + weights[KEPT_LATER] * soon) * self.orders_in_reach(state, seat, reach)
        return total + soon / MOST_TURNS * self._means(state, seat)

    def _means(self, state: State, seat: i64) -> float:
        """What cards are worth as such, with many turns to come; the hand has been counted."""
        weights = self.weights
        first: i64 = seat * KINDS
        found: float = weights[PENDING] if state.skips[seat] != NO_CARD else 0.0
        kind: i64
        for kind in range(TAKE_2, NUMBER_CHANGE):
            found += weights[TEMPO] * float(state.hands[first + kind])
        wild: i64 = self.colours[COLOURS] + self._held(state, seat, ANY_NUMBER)
        changes: i64 = self._held(state, seat, DUPLICATE) + self._held(state, seat, NUMBER_CHANGE)
        changes += self._held(state, seat, COLOUR_CHANGE)
        held: i64 = 0
        colour: i64
        for colour in range(COLOURS + 1):
            held += self.colours[colour]
        return (
            found
            + weights[WILD] * float(wild)
            + weights[CHANGE] * float(changes)
            + weights[HELD] * float(held)
        )

    def orders_in_reach(self, state: State, seat: i64, reach: float) -> float:
        """The best orders of a hand, each by its coins and the truffles that are missing."""
        self._count(state, seat)
        bonus: float = 0.0
        if state.bonus_taken < state.box.bonuses:
            bonus = float(state.box.bonus[state.bonus_taken])
        first: float = 0.0
        second: float = 0.0
        third: float = 0.0
        order: i64
        for order in range(ORDERS):
            worth: float = float(PRICE[order])
            if TRUFFLES[order] >= BONUS_TRUFFLES:
                worth += bonus
            missing: i64 = self._missing(state, seat, order)
            while missing > 0:
                worth *= reach
                missing -= 1
            if worth > first:
                third = second
                second = first
                first = worth
            elif worth > second:
                third = second
                second = worth
            elif worth > third:
                third = worth
        less: float = self.weights[SECOND]
        return first + less * second + less * less * third

    def thumb(self) -> list[float]:
        return list(THUMB)

    def pushes(self) -> list[float]:
        return list(PUSHES)

    def _count(self, state: State, seat: i64) -> None:
        n: i64
        for n in range(NUMBERS):
            self.numbers[n] = 0
        for n in range(COLOURS + 1):
            self.colours[n] = 0
        first: i64 = seat * KINDS
        kind: i64
        for kind in range(KINDS):
            held: i64 = state.hands[first + kind]
            if held > 0:
                self.colours[BACK[kind]] += held
                if kind < ANY_NUMBER:
                    self.numbers[kind % NUMBERS] += held

    def _missing(self, state: State, seat: i64, order: i64) -> i64:
        """About how many truffles are missing for an order."""
        number: i64 = _NUMBER[order]
        size: i64 = TRUFFLES[order]
        have: i64 = 0
        if number == 0:
            have = self._by_colour(state, seat, _COLOUR[order])
        elif _COLOUR[order] == 0:
            have = self._numbered(state, seat, number, size)
        else:
            colour: i64
            for colour in range(COLOURS):
                own: i64 = self._flush(state, seat, number, colour, size)
                if own > have:
                    have = own
        return size - have if have < size else 0

    def _by_colour(self, state: State, seat: i64, rule: i64) -> i64:
        most: i64 = 0
        kinds: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            if self.colours[colour] > 0:
                kinds += 1
            if self.colours[colour] > most:
                most = self.colours[colour]
        return (kinds if rule == 2 else most) + self.colours[COLOURS]

    def _numbered(self, state: State, seat: i64, number: i64, size: i64) -> i64:
        """Truffles of one number, or of a straight, whatever their colour."""
        wild: i64 = self._held(state, seat, ANY_NUMBER)
        changes: i64 = self._held(state, seat, NUMBER_CHANGE)
        all_numbered: i64 = 0
        n: i64
        for n in range(NUMBERS):
            all_numbered += self.numbers[n]
        have: i64 = 0
        if number <= NUMBERS:
            have = self.numbers[number - 1]
            if have + wild > 0:
                wild += self._held(state, seat, DUPLICATE)
        else:
            for n in range(NUMBERS):
                if self.numbers[n] > 0:
                    have += 1
            if size == 4 and have > 3 and (self.numbers[0] == 0 or self.numbers[4] == 0):
                have = 4
            elif size == 4 and self.numbers[0] > 0 and self.numbers[4] > 0:
                have -= 1
        spare: i64 = all_numbered - have
        return have + wild + (changes if changes < spare else spare)

    def _flush(self, state: State, seat: i64, number: i64, colour: i64, size: i64) -> i64:
        """The same in one colour."""
        first: i64 = seat * KINDS
        hands = state.hands
        changes: i64 = self._held(state, seat, COLOUR_CHANGE)
        wild: i64 = hands[first + ANY_NUMBER + colour]
        have: i64 = 0
        others: i64 = 0
        n: i64
        if number <= NUMBERS:
            n = number - 1
            have = hands[first + colour * NUMBERS + n] + hands[first + RAINBOW + n]
            others = self.numbers[n] - have
            if have + wild > 0:
                wild += hands[first + DUPLICATE + colour]
        else:
            for n in range(NUMBERS):
                if hands[first + colour * NUMBERS + n] + hands[first + RAINBOW + n] > 0:
                    have += 1
                elif self.numbers[n] > 0:
                    others += 1
            if size == 4 and have == 5:
                have = 4
        return have + wild + (changes if changes < others else others)

    def _held(self, state: State, seat: i64, kind: i64) -> i64:
        """How many of a special card, in all four colours."""
        total: i64 = 0
        n: i64
        for n in range(COLOURS):
            total += state.hands[seat * KINDS + kind + n]
        return total

    def rate(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        n: i64
        for n in range(count):
            after = cast(State, state).copy()
            apply(after, seat, moves[n])
            while after.phase == LAY and after.turn == seat:  # the order, in its plainest cards
                legal(after, seat, self.moves)
                apply(after, seat, self.moves[0])
            out[n] = self.worth(after, seat, seats)

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        """In a playout: the dearest order, else a card by lot."""
        table = cast(State, state)
        if table.phase == ACT or table.phase == TAKE_MORE or moves[0] != FILL_NONE:
            return moves[dice.below(count)]
        best: i64 = moves[0]
        n: i64
        for n in range(1, count):
            if best == FILL_NONE or PRICE[moves[n] - FILL] > PRICE[best - FILL]:
                best = moves[n]
        return best
