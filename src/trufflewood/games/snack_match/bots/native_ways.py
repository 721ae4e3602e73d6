"""The ways to lay a hand, and what the next card would bring to each of the best. Compiled.

A table that looks at one component at a time cannot see which squares are free to be covered. Whoever tries
every card that may still come on a zone does; that takes a while, so it is done for the best ways alone.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.bots.guide import floats
from trufflewood.games.snack_match.bots.native_eye import KINDS, UNTHINKABLE, Eye
from trufflewood.games.snack_match.bots.native_window import WINDOWS
from trufflewood.games.snack_match.moves import asked, decide, legal
from trufflewood.games.snack_match.scoring import corner, window
from trufflewood.games.snack_match.state import (
    NOTHING,
    PLACES,
    SEEN,
    ZONE,
    State,
    covered,
    in_hand,
    lay,
)
from trufflewood.kit.bits import BIT, count
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

LAYING: Final = 300  # room for the moves of one decision
MOST: Final = 24  # ways to lay that are looked at closely


@final
class Way:
    """A zone after the whole hand, and the first of the moves that lead there."""

    def __init__(self, state: State, first: i64, worth: float, look: i64) -> None:
        self.state = state
        self.first = first
        self.worth = worth
        self.look = look  # what is seen, as one number


@final
class Ways:
    def __init__(self, eye: Eye) -> None:
        self.eye = eye
        self.best: list[Way] = []  # the best ways, best first, no two that look alike
        self.top = floats(LAYING)  # the best prospect behind each first move

    def rate(self, state: State, seat: i64, moves: vec[i64], found: i64, out: vec[float]) -> None:
        """What the zone will come to after each move, by the next card on the best ways behind it.

        A move that leads to none of the best, or only to one that looks like another's, comes after them.
        """
        self.best = []
        n: i64
        for n in range(found):
            after = state.copy()
            decide(after, seat, moves[n])
            self.top[n] = UNTHINKABLE
            self._walk(after, seat, n)
        for n in range(found):
            out[n] = UNTHINKABLE
        least: float = -UNTHINKABLE
        for way in self.best:
            own: float = self._with_next_card(way.state, seat)
            if own < least:
                least = own
            if own > out[way.first]:
                out[way.first] = own
        last: float = self.best[len(self.best) - 1].worth
        for n in range(found):
            if out[n] == UNTHINKABLE:
                out[n] = least + self.top[n] - last

    def _with_next_card(self, state: State, seat: i64) -> float:
        """The mean, over all cards that may come, of the best that each would make of a zone."""
        total: float = 0.0
        cards: i64 = len(state.deck)
        n: i64
        for n in range(state.drawn, cards):
            self.eye.scan(state, seat, state.deck[n])
            total += self.eye.best
        return total / float(cards - state.drawn)

    def _walk(self, state: State, seat: i64, first: i64) -> None:
        """Go through all ways to lay what is left of the hand; the last card is laid as well as can be."""
        held: i64 = state.held & (BIT[2 * seat] | BIT[2 * seat + 1])
        if state.waiting & BIT[seat] == 0:
            self._keep(state, seat, first, self.eye.prospect(state, seat))
        elif asked(state, seat) == NOTHING and count(held) == 1:
            self._lay_last(state, seat, first, 0 if held & BIT[2 * seat] else 1)
        else:
            moves = buffer(LAYING)
            found: i64 = legal(state, seat, moves)
            n: i64
            for n in range(found):
                after = state.copy()
                decide(after, seat, moves[n])
                self._walk(after, seat, first)

    def _lay_last(self, state: State, seat: i64, first: i64, slot: i64) -> None:
        eye = self.eye
        card: i64 = in_hand(state, seat, slot)
        eye.scan(state, seat, card)
        place: i64
        for place in range(PLACES):
            if eye.worth[place] > UNTHINKABLE and self._is_wanted(eye.worth[place], first):
                after = state.copy()
                lay(after, seat, card, place, eye.over[place])
                self._keep(after, seat, first, eye.worth[place])

    def _is_wanted(self, worth: float, first: i64) -> bool:
        if worth > self.top[first]:
            self.top[first] = worth
        return len(self.best) < MOST or worth > self.best[len(self.best) - 1].worth

    def _keep(self, state: State, seat: i64, first: i64, worth: float) -> None:
        """Put a way to lay in its place among the best, unless one that looks the same is there."""
        if not self._is_wanted(worth, first):
            return
        look: i64 = _look(state, seat)
        at: i64 = 0
        n: i64
        for n in range(len(self.best)):
            if self.best[n].look == look:
                return
            if self.best[n].worth >= worth:
                at = n + 1
        self.best.insert(at, Way(state, first, worth, look))
        if len(self.best) > MOST:
            self.best.pop()


def _look(state: State, seat: i64) -> i64:
    """What is seen of a zone, wherever it lies: snacks and tablecloths, mixed into one number."""
    zone: i64 = seat * ZONE + SEEN
    first: i64 = corner(covered(state, seat))
    found: i64 = 0
    n: i64
    for n in range(KINDS):
        mask: i64 = window(state.zones[zone + n] >> first)
        found = (found * 1_000_003 + mask * WINDOWS + n) & 0xFFFFFFFFFFF
    return found
