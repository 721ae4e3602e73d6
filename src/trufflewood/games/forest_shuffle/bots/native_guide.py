"""How well a player stands in Forest Shuffle: points, cards as currency, room to grow, and winter. Compiled.

A card in hand is worth part of what it would score if it lay in the forest now, and pays for others; a tree
has room for more; both count less the nearer winter is.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.search import Guide, logistic
from trufflewood.games.forest_shuffle.components import ALL_CARDS
from trufflewood.games.forest_shuffle.moves import apply, legal, waiting
from trufflewood.games.forest_shuffle.scoring import points
from trufflewood.games.forest_shuffle.state import (
    CARD_FACE,
    CARD_FACES,
    CARDS_IN_HAND,
    CHOICE,
    FACE_COST,
    FACE_SIDE,
    IN_HAND,
    NO_SIDE,
    OVER,
    OWNER,
    PAYING,
    PLACING,
    SLOT,
    TREE_WIDTH,
    TREES_PLANTED,
    State,
    attach,
    count,
    plant,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, Rules, buffer
from trufflewood.kit.native import i64, vec

CARD: Final = 0.9  # a card in hand, as payment
PLAN: Final = 0.25  # of what a card in hand would score
TREE: Final = 1.2  # room at a tree
LEAD: Final = 12.0  # a lead of so many points is worth e to 1
LONGEST: Final = 30  # decisions of one play


class ForestGuide(Guide):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, 0, 20.0, 4, 10.0)
        self.moves = buffer(MOST_MOVES)

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        return self._chance(cast(State, state), seat, seats, False)

    def _chance(self, state: State, seat: i64, seats: i64, plan: bool) -> float:
        best: float = -1000.0
        other: i64
        for other in range(seats):
            if other != seat:
                own: float = self.prospect(state, other, False)
                if own > best:
                    best = own
        return logistic((self.prospect(state, seat, plan) - best) / LEAD)

    def prospect(self, state: State, seat: i64, plan: bool) -> float:
        """Points, and what hand and trees are likely to bring before winter."""
        now: i64 = points(state, seat)
        total: float = float(now)
        if state.phase == OVER:
            return total
        time: float = self.time_left(state)
        total += CARD * time * float(count(state, seat, CARDS_IN_HAND))
        total += TREE * time * float(count(state, seat, TREES_PLANTED))
        if plan:
            total += PLAN * time * self.planned(state, seat, now)
        return total

    def time_left(self, state: State) -> float:
        """1 for most of the game, falling to 0 in its last part."""
        left: float = float(state.box.deck_size - state.drawn) / float(state.box.deck_size)
        if state.winters == 2:
            left *= 0.5
        return 1.0 if left > 0.3 else left / 0.3

    def planned(self, state: State, seat: i64, now: i64) -> float:
        """What each card in hand would add if it lay in the forest now, its cost counted."""
        total: float = 0.0
        card: i64
        for card in range(ALL_CARDS):
            if state.place[card] != IN_HAND * 256 + seat:
                continue
            best: float = 0.0
            n: i64
            for n in range(CARD_FACES[card]):
                own: float = self._added(state, seat, CARD_FACE[card] + n, now)
                if own > best:
                    best = own
            total += best
        return total

    def _added(self, state: State, seat: i64, face: i64, now: i64) -> float:
        after = state.copy()
        if FACE_SIDE[face] == NO_SIDE:
            plant(after, seat, face)
        else:
            tree: i64 = self._room(state, seat, FACE_SIDE[face])
            if tree < 0:
                return 0.0
            attach(after, tree, face)
        return float(points(after, seat) - now) - CARD * float(FACE_COST[face])

    def _room(self, state: State, seat: i64, side: i64) -> i64:
        """A tree of one's own with nothing on this side; -1 if there is none."""
        tree: i64
        for tree in range(state.planted):
            row: i64 = tree * TREE_WIDTH
            if state.trees[row + OWNER] == seat and state.trees[row + SLOT + side] == 0:
                return tree
        return -1

    def rate(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        n: i64
        for n in range(count):
            after = cast(State, state).copy()
            self._play(after, seat, moves[n])
            out[n] = self.worth(after, seat, seats)

    def rate_well(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        n: i64
        for n in range(count):
            after = cast(State, state).copy()
            self._play(after, seat, moves[n])
            if after.phase == OVER:
                out[n] = self.worth(after, seat, seats)
            else:
                out[n] = self._chance(after, seat, seats, True)

    def _play(self, state: State, seat: i64, move: i64) -> None:
        """A move with what must follow it: the place, the payment, the questions, each as it comes."""
        apply(state, seat, move)
        left: i64 = LONGEST
        while left > 0 and waiting(state) == BIT[seat]:
            if state.phase != PLACING and state.phase != PAYING and state.phase != CHOICE:
                return
            legal(state, seat, self.moves)
            apply(state, seat, self.moves[0])
            left -= 1

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        return moves[dice.below(count)]
