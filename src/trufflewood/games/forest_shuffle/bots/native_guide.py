"""How well a player stands in Forest Shuffle: points, and what is likely to come before winter. Compiled.

What is to come is a weighted sum of what can be seen of a forest and a hand, all of it less the nearer winter
is; the weights are those of a rule of thumb, or fitted by practice (`arena/tune.py`). What playouts go by
stands in `native_habits.py`; its numbers follow those weights.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.guide import Guide, floats, logistic
from trufflewood.games.forest_shuffle.bots.native_gains import Gains
from trufflewood.games.forest_shuffle.bots.native_habits import (
    HABITS,
    Habits,
    time_left,
    usual,
)
from trufflewood.games.forest_shuffle.components import ALL_SPECIES
from trufflewood.games.forest_shuffle.moves import apply, asked, legal, waiting
from trufflewood.games.forest_shuffle.moves.numbering import DRAW_TASK
from trufflewood.games.forest_shuffle.state import (
    CARDS_IN_HAND,
    FILLED,
    HAND_ROOM,
    HAND_ROW,
    HARES,
    LONE_TOADS,
    OVER,
    PAYING,
    PLACING,
    SEAT_WIDTH,
    TREES_PLANTED,
    TURN,
    State,
    count,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, MOST_SEATS, WIN, Rules, buffer
from trufflewood.kit.native import i64, vec

LEAD: Final = 8.0  # a lead of so many points is worth e to 1 at the end
UNSURE: Final = 30.0  # and so many more at the beginning
LONGEST: Final = 30  # decisions of one play

# what is seen of a seat
HELD: Final = 1  # cards in hand, after a 1 that is always there
TREES: Final = 2
ROOM: Final = 3  # free slots
PLAN: Final = 4  # what the cards in hand would bring, less their price
BEST: Final = 5  # the best of them
PILE: Final = 6  # cards in the clearing
SCORE: Final = 7  # points so far
GROWN: Final = 8  # cards of each species in the forest: from here on
LOOKS: Final = 65
TIMES: Final = 2  # each counts with the time left, and with whether there is much of it

CARD: Final = 0.9  # a card in hand, as payment
TREE: Final = 1.2  # room at a tree
PLANNED: Final = 0.25  # of what a card in hand would score
PUSH: Final = 0.5  # points, of a habit that is tuned
LATE: Final = 0.25  # of the game, when there is no longer much time left


def rule_of_thumb() -> list[float]:
    """Cards as currency, room at trees, a part of what the hand promises; less in the last quarter."""
    found = [0.0] * (LOOKS * TIMES) + usual()
    found[HELD * TIMES] = CARD
    found[TREES * TIMES] = TREE
    found[PLAN * TIMES] = PLANNED
    return found


class ForestGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 8, LEAD, 4, 3.0, 0.5, 0.016)
        found = weights if weights else rule_of_thumb()
        self.weights = vec[float](found)
        self.habits = Habits(found[LOOKS * TIMES :])
        self.by_habit: bool = len(weights) > 0  # the rule of thumb rates by the value alone
        self.looks = floats(LOOKS)
        self.prospects = floats(MOST_SEATS)
        self.moves = buffer(MOST_MOVES)
        self.weighed = floats(MOST_MOVES)
        self.known: list[Gains] = []  # of each seat, as they were last counted
        self.stamps = buffer(MOST_SEATS)

    def gains(self, state: State, seat: i64) -> Gains:
        """The counts of a forest, taken anew only if it is another state or some forest has grown."""
        stamp: i64 = growth(state)
        while len(self.known) <= seat:
            self.known.append(Gains(state, len(self.known)))
            self.stamps[len(self.known) - 1] = stamp
        found: Gains = self.known[seat]
        if found.state is not state or self.stamps[seat] != stamp:
            found.study(state, seat)
            self.stamps[seat] = stamp
        return found

    # ---- how a seat stands

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        self._foresee(table, seats)
        return self._standing(table, seat, seats)

    def values(self, state: game.State, seats: i64, out: vec[float]) -> None:
        table = cast(State, state)
        self._foresee(table, seats)
        seat: i64
        for seat in range(seats):
            out[seat] = self._standing(table, seat, seats)
        if table.phase == OVER:
            ends = buffer(MOST_SEATS)
            self.rules.result(state, ends)
            for seat in range(seats):
                won: float = float(ends[seat]) / float(WIN)
                out[seat] = (1.0 - self.margin) * won + self.margin * out[seat]

    def _foresee(self, state: State, seats: i64) -> None:
        seat: i64
        for seat in range(seats):
            self.prospects[seat] = self.prospect(state, seat)

    def _standing(self, state: State, seat: i64, seats: i64) -> float:
        best: float = -1000.0
        other: i64
        for other in range(seats):
            if other != seat and self.prospects[other] > best:
                best = self.prospects[other]
        return logistic((self.prospects[seat] - best) / (LEAD + UNSURE * time_left(state)))

    def prospect(self, state: State, seat: i64) -> float:
        """Points, and what hand and forest are likely to bring before winter."""
        gains = self.gains(state, seat)
        now: float = float(gains.points())
        if state.phase == OVER:
            return now
        time: float = time_left(state)
        much: float = time / LATE if time < LATE else 1.0
        self._look(state, seat, gains, now)
        looks = self.looks
        weights = self.weights
        total: float = 0.0
        n: i64
        for n in range(LOOKS):
            if looks[n] != 0.0:
                total += looks[n] * (weights[TIMES * n] * much + weights[TIMES * n + 1] * time)
        return now + total

    def features(self, state: game.State, seat: i64, out: vec[float]) -> i64:
        """Points so far, then each look with its two times; nothing in the middle of a turn."""
        table = cast(State, state)
        if table.phase != TURN:
            return 0
        time: float = time_left(table)
        much: float = time / LATE if time < LATE else 1.0
        gains = self.gains(table, seat)
        now: float = float(gains.points())
        self._look(table, seat, gains, now)
        out[0] = now
        n: i64
        for n in range(LOOKS):
            out[1 + TIMES * n] = self.looks[n] * much
            out[2 + TIMES * n] = self.looks[n] * time
        return 1 + LOOKS * TIMES

    def _look(self, state: State, seat: i64, gains: Gains, now: float) -> None:
        looks = self.looks
        self.habits.time = time_left(state)
        trees: i64 = count(state, seat, TREES_PLANTED)
        filled: i64 = 0
        n: i64
        for n in range(4):
            filled += count(state, seat, FILLED + n)
        looks[0] = 1.0
        looks[HELD] = float(count(state, seat, CARDS_IN_HAND))
        looks[TREES] = float(trees)
        looks[ROOM] = float(4 * trees - filled)
        looks[PILE] = float(state.clearing)
        looks[SCORE] = now
        for n in range(ALL_SPECIES):
            looks[GROWN + n] = float(gains.species[n])
        plan: float = 0.0
        best: float = 0.0
        row: i64 = HAND_ROW + seat * HAND_ROOM
        for n in range(row, row + count(state, seat, CARDS_IN_HAND)):
            own: float = self.habits.net_gain(gains, state.lists[n])
            plan += own
            if own > best:
                best = own
        looks[PLAN] = plan
        looks[BEST] = best

    def thumb(self) -> list[float]:
        return rule_of_thumb()

    # ---- how good a move looks

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
        if self.by_habit:
            self.glance(state, seat, seats, moves, count, out)
        else:
            self.rate(state, seat, seats, moves, count, out)

    def _play(self, state: State, seat: i64, move: i64) -> None:
        """A move with what must follow it in the same turn, as a playout would do it."""
        apply(state, seat, move)
        left: i64 = LONGEST
        moves = self.moves
        while left > 0 and waiting(state) == BIT[seat] and state.phase > TURN:
            found: i64 = legal(state, seat, moves)
            move = moves[0]
            if found > 1:
                move = self._choice(state, seat, moves, found)
            apply(state, seat, move)
            left -= 1

    def glance(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> bool:
        """By habit: the best move keeps what the seat has, the others lose what they are behind."""
        table = cast(State, state)
        self.habits.weigh(table, seat, self.gains(table, seat), moves, count, out)
        best: float = out[0]
        n: i64
        for n in range(count):
            if out[n] > best:
                best = out[n]
        lead: float = self._open_lead(table, seat, seats) - best
        spread: float = LEAD + UNSURE * time_left(table)
        for n in range(count):
            out[n] = logistic((lead + out[n]) / spread)
        return True

    def _open_lead(self, state: State, seat: i64, seats: i64) -> float:
        """How far a seat is ahead by what all can see: points, and cards in hand by their number."""
        own: float = 0.0
        best: float = -1000.0
        other: i64
        for other in range(seats):
            has: float = float(self.gains(state, other).points())
            has += CARD * float(count(state, other, CARDS_IN_HAND))
            if other == seat:
                own = has
            elif has > best:
                best = has
        return own - best

    def small(self, state: game.State, seat: i64) -> bool:
        """Where a card lies and with what it is paid, habits know well enough."""
        table = cast(State, state)
        placing: bool = table.phase == PLACING or table.phase == PAYING
        return self.by_habit and (placing or asked(table) == DRAW_TASK)

    def certain(self, state: game.State, seat: i64) -> bool:
        return self.small(state, seat)

    # ---- playouts

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        return self._choice(cast(State, state), seat, moves, count)

    def pushes(self) -> list[float]:
        return [0.0] * (LOOKS * TIMES) + [PUSH] * HABITS

    def _choice(self, state: State, seat: i64, moves: vec[i64], found: i64) -> i64:
        weighed = self.weighed
        self.habits.weigh(state, seat, self.gains(state, seat), moves, found, weighed)
        best: i64 = 0
        n: i64
        for n in range(found):
            if weighed[n] > weighed[best]:
                best = n
        return moves[best]


def growth(state: State) -> i64:
    """A number that grows with every card that comes to a forest."""
    total: i64 = state.planted
    seats = state.seats
    seat: i64
    for seat in range(state.box.seats):
        row: i64 = seat * SEAT_WIDTH
        filled: i64 = seats[row + FILLED] + seats[row + FILLED + 1]
        filled += seats[row + FILLED + 2] + seats[row + FILLED + 3]
        total += 4 * filled + seats[row + HARES] - seats[row + LONE_TOADS]
    return total
