"""How well a player stands in Forest Shuffle: points, and what is likely to come before winter. Compiled.

What is to come is a weighted sum of what can be seen of a forest and a hand, all of it less the nearer winter
is; the weights are those of a rule of thumb, or learnt from practice (`bots/practice.py`). In playouts a seat
plays what brings most for its price, pays with what is of least use, and draws when nothing pays.
"""

from __future__ import annotations

from typing import Final, cast

from trufflewood.bots.search import Guide, floats, logistic
from trufflewood.games.forest_shuffle.bots.native_gains import Gains
from trufflewood.games.forest_shuffle.components import ALL_CARDS, ALL_SPECIES, CARDS, SPECIES
from trufflewood.games.forest_shuffle.moves import apply, asked, legal, waiting
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    DRAW,
    DRAW_TASK,
    NO,
    PAY,
    PLAY,
    REDRAW,
    SAPLE,
    STASH,
    TAKE,
    YES,
)
from trufflewood.games.forest_shuffle.scoring.above_and_below import CHAFFINCH, SQUIRREL
from trufflewood.games.forest_shuffle.scoring.beside import DORMOUSE, has_bat
from trufflewood.games.forest_shuffle.scoring.trees import BEECH, OAK, SILVER_FIR
from trufflewood.games.forest_shuffle.state import (
    BAT,
    CARD_FACE,
    CARD_FACES,
    CARD_SYMBOLS,
    CARDS_IN_HAND,
    DEER_CARDS,
    FACE,
    FACE_COST,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    FILLED,
    HARES,
    IN_HAND,
    LEFT,
    LONE_TOADS,
    NO_SIDE,
    OVER,
    PLACING,
    RIGHT,
    SEAT_WIDTH,
    SLOT,
    SPECIES_TAGS,
    TREE_WIDTH,
    TREES_PLANTED,
    TURN,
    State,
    count,
    nth_tree,
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
LATE: Final = 0.25  # of the game, when there is no longer much time left

# what a playout counts in points
A_CARD: Final = 1.6
A_TREE: Final = 2.5
A_TURN: Final = 3.0
LEAST: Final = 3.0  # that a card in the clearing must promise to be taken


def _cards_brought(effect: str) -> float:
    """What an effect is worth in cards, as far as that does not depend on the table."""
    worth = {"draw-1": 1.0, "draw-2": 2.0, "turn": A_TURN / A_CARD, "play-more": 2.0, "fill-cave": 3.0}
    return sum(worth.get(step, 1.0) for step in effect.split())


EFFECT_CARDS: Final = vec[float]([_cards_brought(species.effect) for species in SPECIES] + [0.0])
BONUS_CARDS: Final = vec[float]([_cards_brought(species.bonus) for species in SPECIES] + [0.0])
PER_HARE: Final = vec[i64]([int("draw-per-hare" in species.effect) for species in SPECIES] + [0])
PER_DEER: Final = vec[i64]([int("draw-per-deer" in species.effect) for species in SPECIES] + [0])
TAKES_CLEARING: Final = vec[i64]([int("take-clearing" in species.effect) for species in SPECIES] + [0])
assert LOOKS == GROWN + ALL_SPECIES and len(CARDS) == ALL_CARDS


def rule_of_thumb() -> list[float]:
    """Cards as currency, room at trees, a part of what the hand promises; less in the last quarter."""
    found = [0.0] * (LOOKS * TIMES)
    found[HELD * TIMES] = CARD
    found[TREES * TIMES] = TREE
    found[PLAN * TIMES] = PLANNED
    return found


class ForestGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 40, LEAD, 4, 3.0, 0.5, 0.016)
        found = weights if weights else rule_of_thumb()
        self.weights = vec[float](found)
        self.by_species: bool = any(weight != 0.0 for weight in found[GROWN * TIMES :])
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
        self._look(state, seat, gains, now, self.by_species)
        looks = self.looks
        weights = self.weights
        total: float = 0.0
        n: i64
        for n in range(LOOKS if self.by_species else GROWN):
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
        self._look(table, seat, gains, now, True)
        out[0] = now
        n: i64
        for n in range(LOOKS):
            out[1 + TIMES * n] = self.looks[n] * much
            out[2 + TIMES * n] = self.looks[n] * time
        return 1 + LOOKS * TIMES

    def _look(self, state: State, seat: i64, gains: Gains, now: float, by_species: bool) -> None:
        looks = self.looks
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
        if by_species:
            for n in range(ALL_SPECIES):
                looks[GROWN + n] = float(gains.species[n])
        plan: float = 0.0
        best: float = 0.0
        mine: i64 = IN_HAND * 256 + seat
        place = state.place
        for n in range(ALL_CARDS):
            if place[n] == mine:
                own: float = net_gain(gains, n)
                plan += own
                if own > best:
                    best = own
        looks[PLAN] = plan
        looks[BEST] = best

    def thumb(self) -> list[float]:
        """A little of everything that might matter, so that duels can find out."""
        found = rule_of_thumb()
        for n in range(HELD * TIMES, GROWN * TIMES):
            if found[n] == 0.0:
                found[n] = 0.001
        return found

    # ---- how good a move looks

    def rate(
        self, state: game.State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        n: i64
        for n in range(count):
            after = cast(State, state).copy()
            self._play(after, seat, moves[n])
            out[n] = self.worth(after, seat, seats)

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
        """What playouts go by: the best move keeps what the seat has, the others lose what they are behind."""
        table = cast(State, state)
        self._weigh(table, seat, moves, count, out)
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

    # ---- playouts

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        return self._choice(cast(State, state), seat, moves, count)

    def _choice(self, state: State, seat: i64, moves: vec[i64], found: i64) -> i64:
        weighed = self.weighed
        self._weigh(state, seat, moves, found, weighed)
        best: i64 = 0
        n: i64
        for n in range(found):
            if weighed[n] > weighed[best]:
                best = n
        return moves[best]

    def _weigh(self, state: State, seat: i64, moves: vec[i64], found: i64, out: vec[float]) -> None:
        """Fill `out` with what each move brings by itself, in points."""
        n: i64
        if moves[0] <= REDRAW or moves[0] == YES or asked(state) == DRAW_TASK:
            for n in range(found):
                out[n] = 0.0
            out[found - 1 if moves[0] <= REDRAW else 0] = A_CARD
            return
        if state.phase == PLACING:
            species: i64 = FACE_SPECIES[state.playing]
            for n in range(found):
                out[n] = float(fitness(state, nth_tree(state, seat, moves[n] - AT), species))
            return
        gains = self.gains(state, seat)
        for n in range(found):
            out[n] = self._worth_of(state, seat, gains, moves[n])

    def _worth_of(self, state: State, seat: i64, gains: Gains, move: i64) -> float:
        """What a move brings by itself, in points."""
        if move == DRAW:
            return 2.0 * A_CARD if state.phase == TURN else LEAST
        if move == NO:
            return 0.5
        if move < AT:
            return 0.0
        if PAY <= move < STASH:
            card: i64 = move - PAY
            own: float = -net_gain(gains, card)
            if CARD_SYMBOLS[card] & BIT[FACE_SYMBOL[state.playing]] != 0:
                own += BONUS_CARDS[FACE_SPECIES[state.playing]]
            return own
        if move >= STASH:
            return LEAST - net_gain(gains, move - STASH)
        if move >= SAPLE:
            return A_TREE * time_left(state) - net_gain(gains, move - SAPLE) - A_CARD
        if move >= PLAY:
            return self._worth_of_play(state, seat, gains, move - PLAY)
        return A_CARD + net_gain(gains, move - TAKE) if state.phase == TURN else net_gain(gains, move - TAKE)

    def _worth_of_play(self, state: State, seat: i64, gains: Gains, face: i64) -> float:
        species: i64 = FACE_SPECIES[face]
        cards: float = EFFECT_CARDS[species] - 1.0
        if state.phase == TURN:
            cards -= float(FACE_COST[face])
        if PER_HARE[species] != 0:
            cards += float(count(state, seat, HARES))
        elif PER_DEER[species] != 0:
            cards += float(count(state, seat, DEER_CARDS))
        own: float = float(gains.of(face)) + A_CARD * cards
        if TAKES_CLEARING[species] != 0:
            own += float(state.clearing)
        if FACE_SIDE[face] == NO_SIDE:
            own += A_TREE * time_left(state)
        return own


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


def time_left(state: State) -> float:
    """The share of the game that is likely still to come, by the cards above the third winter card."""
    box = state.box
    lower: float = float(box.deck_size - box.first_winter)
    whole: float = float(box.first_winter) + lower * 2.0 / 3.0
    left: float = float(box.deck_size - state.drawn)
    if state.winters == 0:
        return (float(box.first_winter - state.drawn) + lower * 2.0 / 3.0) / whole
    if state.winters == 1:
        return left * 2.0 / 3.0 / whole
    return left * 0.5 / whole


def net_gain(gains: Gains, card: i64) -> float:
    """What the better half of a card would bring, less its price; at least 0."""
    best: float = 0.0
    face: i64
    first: i64 = CARD_FACE[card]
    for face in range(first, first + CARD_FACES[card]):
        gain: i64 = gains.of(face)
        if gain > 0:
            own: float = float(gain) - CARD * float(FACE_COST[face])
            if own > best:
                best = own
    return best


def fitness(state: State, tree: i64, species: i64) -> i64:
    """How well a card suits a tree: a home first, then a silver fir, and not the place of another's home."""
    row: i64 = tree * TREE_WIDTH
    stands: i64 = FACE_SPECIES[state.trees[row + FACE]]
    slot: i64 = row + SLOT
    is_bat: bool = SPECIES_TAGS[species] & BIT[BAT] != 0
    if species == DORMOUSE:
        return 15 if has_bat(state, tree) else 0
    if is_bat and (state.trees[slot + LEFT] >> 4 == DORMOUSE or state.trees[slot + RIGHT] >> 4 == DORMOUSE):
        return 0 if has_bat(state, tree) else 15
    if species == CHAFFINCH:
        return 5 if stands == BEECH else 0
    if species == SQUIRREL:
        return 5 if stands == OAK else 0
    if state.trees[slot + FACE_SIDE[state.playing]] != 0:
        return 10  # shared by hares or toads
    if stands == SILVER_FIR:
        return 2
    return -1 if has_bat(state, tree) and not is_bat else 0
