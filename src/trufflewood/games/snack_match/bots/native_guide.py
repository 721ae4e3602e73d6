"""How well a player stands in Snack Match: what a zone will come to, here and elsewhere. Compiled.

The best way to lay a hand is found exactly: both cards, both orders, every place and every way to slide
them between others. A draft is judged by what the card would be worth here and to the left.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.guide import Guide, logistic
from trufflewood.games.snack_match.bots.native_eye import COVERS, KINDS, UNTHINKABLE, Eye
from trufflewood.games.snack_match.bots.native_window import WINDOWS
from trufflewood.games.snack_match.components import IN_ZONE
from trufflewood.games.snack_match.guess import NO_SEAT
from trufflewood.games.snack_match.moves import GO_OVER, LAY, apply, asked, close_phase, decide, legal
from trufflewood.games.snack_match.scoring import corner, window
from trufflewood.games.snack_match.state import (
    DRAFT,
    LAID,
    MAKING,
    NOTHING,
    PLACE,
    PLACES,
    SEEN,
    ZONE,
    State,
    covered,
    in_hand,
    lay,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT, count, lowest
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, buffer
from trufflewood.kit.native import i64, vec

LEAD: Final = 3.5  # a lead of so many points is worth e to 1
DENY: Final = 0.5  # of what the left neighbour could make of the card passed on
RIVAL: Final = 14.0  # what the automatic opponent usually reaches (§6.5)
LAYING: Final = 300  # room for the moves of one decision
SEEN_OF_ZONE: Final = KINDS + 1  # numbers that study keeps of a zone: a window a component, cells covered
LOOKS_AHEAD: Final = 0.5  # how much a study believes the end of the game more than what it expected next


class SnackGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 200, 6.0, 1, 20.0, 0.8, depth=1)
        self.eye = Eye(weights)

    # ---- how a seat stands

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        return logistic((self.eye.prospect(table, seat) - self.others(table, seat)) / LEAD)

    def certain(self, state: game.State, seat: i64) -> bool:
        """In the last round nothing is to come: the best way to lay is known."""
        table = cast(State, state)
        return table.phase == PLACE and table.round == table.box.rounds and table.seats > 1

    def others(self, state: State, seat: i64) -> float:
        """The best prospect of the other seats."""
        if state.seats == 1:
            return RIVAL
        best: float = UNTHINKABLE
        other: i64
        for other in range(state.seats):
            if other != seat:
                own: float = self.eye.prospect(state, other)
                if own > best:
                    best = own
        return best

    # ---- how good a move looks

    def rate(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        """By the next card alone."""
        table = cast(State, state)
        eye = self.eye
        against: float = self.others(table, seat)
        slot: i64 = NOTHING
        n: i64
        for n in range(count):
            own: float
            if table.phase == DRAFT:
                own = self._kept(table, seat, moves[n])
            elif moves[n] >= GO_OVER:
                own = self._answered(table, seat, moves[n])
            else:
                if (moves[n] - LAY) // PLACES != slot:
                    slot = (moves[n] - LAY) // PLACES
                    eye.scan(table, seat, in_hand(table, seat, slot))
                own = eye.worth[(moves[n] - LAY) % PLACES]
            out[n] = logistic((own - against) / LEAD)

    def rate_well(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        """By all that the seat still has to lay."""
        table = cast(State, state)
        if table.phase == DRAFT:
            self.rate(state, seat, seats, moves, count, out)
            return
        against: float = self.others(table, seat)
        n: i64
        for n in range(count):
            after = table.copy()
            decide(after, seat, moves[n])
            out[n] = logistic((self.best_laid(after, seat) - against) / LEAD)

    def best_laid(self, state: State, seat: i64) -> float:
        """The best prospect after all that this seat still has to lay: exact."""
        if state.waiting & BIT[seat] == 0:
            return self.eye.prospect(state, seat)
        if state.seats > 1 and asked(state, seat) == NOTHING and _one_left(state, seat):
            self.eye.scan(state, seat, in_hand(state, seat, _slot_left(state, seat)))
            return self.eye.best
        moves = buffer(LAYING)
        found: i64 = legal(state, seat, moves)
        best: float = UNTHINKABLE
        n: i64
        for n in range(found):
            after = state.copy()
            decide(after, seat, moves[n])
            own: float = self.best_laid(after, seat)
            if own > best:
                best = own
        return best

    def _answered(self, state: State, seat: i64, move: i64) -> float:
        """What comes of a card after an answer, over or under."""
        after = state.copy()
        decide(after, seat, move)
        if asked(after, seat) == NOTHING:
            return self.eye.prospect(after, seat)
        self.eye.layers(after, seat)
        return self.eye.best

    def _kept(self, state: State, seat: i64, move: i64) -> float:
        """What the card kept brings here, less a part of what the other brings to the left."""
        left: i64 = seat + 1 if seat + 1 < state.seats else 0
        kept: i64 = state.pairs[2 * seat + move]
        passed: i64 = state.pairs[2 * seat + 1 - move]
        self.eye.scan(state, left, passed)
        theirs: float = self.eye.best - self.eye.prospect(state, left)
        self.eye.scan(state, seat, kept)
        return self.eye.best - DENY * theirs

    # ---- playouts

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        """The best place for one card; of two, the order of which more comes."""
        table = cast(State, state)
        eye = self.eye
        if moves[0] < LAY:
            return moves[dice.below(count)]
        if moves[0] >= GO_OVER:
            card: i64 = moves[0] - GO_OVER
            return moves[0] if eye.layers(table, seat) & BIT[card] else moves[1]
        slot: i64 = 0 if table.held & BIT[2 * seat] else 1
        if not _one_left(table, seat):
            slot = self._first_of_two(table, seat, in_hand(table, seat, 0), in_hand(table, seat, 1))
        return LAY + slot * PLACES + eye.scan(table, seat, in_hand(table, seat, slot))

    def _first_of_two(self, state: State, seat: i64, one: i64, other: i64) -> i64:
        """Which of two cards had better be laid first: 0 or 1. In the solo game, which had better be laid."""
        eye = self.eye
        first: float = UNTHINKABLE
        slot: i64
        for slot in range(2):
            place: i64 = eye.scan(state, seat, one if slot == 0 else other)
            if state.seats > 1:
                after = state.copy()
                lay(after, seat, one if slot == 0 else other, place, eye.over[place])
                eye.scan(after, seat, other if slot == 0 else one)
            if slot == 0:
                first = eye.best
        return 1 if eye.best > first else 0

    def finish(self, state: game.State, seat: i64, dice: Dice) -> bool:
        """Lay the hand of `seat` and its next one; other zones are judged as they lie, for they hardly meet.

        Only what was passed on in this round is laid to the left, so that a draft knows what it gives away.
        """
        table = cast(State, state)
        if table.seats == 1:
            return False
        if table.phase == DRAFT:
            while table.waiting != 0:
                decide(table, lowest(table.waiting), dice.below(2))
            close_phase(table)
            left: i64 = seat + 1 if seat + 1 < table.seats else 0
            self._lay_hand(table, left)
        self._lay_hand(table, seat)
        if table.round < table.box.rounds:
            self._next_round(table, seat)
        return True

    def _next_round(self, state: State, seat: i64) -> None:
        """Draw two cards, keep the better one, lay it with one that the right neighbour passes on."""
        eye = self.eye
        right: i64 = seat - 1 if seat > 0 else state.seats - 1
        kept: i64 = state.deck[state.drawn + 2 * seat]
        other: i64 = state.deck[state.drawn + 2 * seat + 1]
        eye.scan(state, seat, kept)
        own: float = eye.best
        eye.scan(state, seat, other)
        if eye.best > own:
            kept = other
        self._lay_two(state, seat, kept, state.deck[state.drawn + 2 * right])

    def _lay_hand(self, state: State, seat: i64) -> None:
        """Lay what a seat holds, the rest of a card that is being placed included."""
        eye = self.eye
        base: i64 = seat * ZONE
        making: i64 = state.zones[base + MAKING]
        if making != NOTHING:
            over: i64 = eye.layers(state, seat)
            state.zones[base + MAKING] = NOTHING
            lay(state, seat, in_hand(state, seat, making // PLACES), making % PLACES, over)
            state.held &= ~BIT[2 * seat + making // PLACES]
        held: i64 = state.held & (BIT[2 * seat] | BIT[2 * seat + 1])
        if count(held) == 2:
            self._lay_two(state, seat, in_hand(state, seat, 0), in_hand(state, seat, 1))
        elif held:
            self._lay(state, seat, in_hand(state, seat, 0 if held & BIT[2 * seat] else 1))
        state.held &= ~held

    def _lay_two(self, state: State, seat: i64, one: i64, other: i64) -> None:
        first: i64 = self._first_of_two(state, seat, one, other)
        self._lay(state, seat, one if first == 0 else other)
        self._lay(state, seat, other if first == 0 else one)

    def _lay(self, state: State, seat: i64, card: i64) -> None:
        place: i64 = self.eye.scan(state, seat, card)
        lay(state, seat, card, place, self.eye.over[place])

    # ---- study

    def study(self, start: game.State, seats: i64, dice: Dice, rate: float) -> float:
        """Play a game with new cards and let the tables learn what came of every zone; return the mean error.

        Each zone learns from the one after it and from the end (temporal differences).
        """
        table = cast(State, start).copy()
        self.rules.redeal(table, NO_SEAT, dice)
        moves = buffer(LAYING)
        seen = buffer(int(seats * IN_ZONE * SEEN_OF_ZONE))
        while table.waiting != 0:
            seat: i64 = lowest(table.waiting)
            found: i64 = legal(table, seat, moves)
            before: i64 = table.zones[seat * ZONE + LAID]
            apply(table, seat, self.pick(table, seat, moves, found, dice))
            if table.zones[seat * ZONE + LAID] != before:
                _remember(table, seat, seen, (seat * IN_ZONE + before) * SEEN_OF_ZONE)
        off: float = 0.0
        for seat in range(seats):
            off += self._learn(self.eye.prospect(table, seat), seen, seat * IN_ZONE * SEEN_OF_ZONE, rate)
        return off / float(seats)

    def _learn(self, end: float, seen: vec[i64], first: i64, rate: float) -> float:
        """Carry the end of a zone back to its first card; return how far the guesses were off."""
        eye = self.eye
        target: float = end
        off: float = 0.0
        n: i64
        laid: i64 = IN_ZONE - 1
        while laid > 0:
            at: i64 = first + (laid - 1) * SEEN_OF_ZONE
            cover: i64 = laid * COVERS + seen[at + KINDS]
            guess: float = eye.covers[cover]
            for n in range(KINDS):
                guess += eye.tables[laid * WINDOWS + seen[at + n]]
            step: float = rate * (target - guess) / float(SEEN_OF_ZONE)
            for n in range(KINDS):
                eye.teach(laid, seen[at + n], step)
            eye.covers[cover] += step
            off += abs(end - guess) / float(IN_ZONE - 1)
            target = LOOKS_AHEAD * target + (1.0 - LOOKS_AHEAD) * guess
            laid -= 1
        eye.empty += rate * (target - eye.empty) / float(SEEN_OF_ZONE)
        return off

    def learnt(self) -> list[float]:
        return self.eye.weights()


def _one_left(state: State, seat: i64) -> bool:
    """True if the seat has one card left to lay."""
    return count(state.held & (BIT[2 * seat] | BIT[2 * seat + 1])) == 1


def _slot_left(state: State, seat: i64) -> i64:
    return 0 if state.held & BIT[2 * seat] else 1


def _remember(state: State, seat: i64, seen: vec[i64], at: i64) -> None:
    """Keep what a zone shows: a window for each component, and how many cells are covered."""
    zone: i64 = covered(state, seat)
    first: i64 = corner(zone)
    n: i64
    for n in range(KINDS):
        seen[at + n] = window(state.zones[seat * ZONE + SEEN + n] >> first)
    seen[at + KINDS] = count(zone)
