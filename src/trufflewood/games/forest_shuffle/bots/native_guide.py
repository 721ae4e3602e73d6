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
from trufflewood.games.forest_shuffle.scoring import points
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
    NO_SIDE,
    OVER,
    PLACING,
    RIGHT,
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
from trufflewood.kit.game import MOST_MOVES, Rules, buffer
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
        self.weights = vec[float](weights if weights else rule_of_thumb())
        self.looks = floats(LOOKS)
        self.moves = buffer(MOST_MOVES)
        self.dice = Dice(0)

    # ---- how a seat stands

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        table = cast(State, state)
        best: float = -1000.0
        other: i64
        for other in range(seats):
            if other != seat:
                own: float = self.prospect(table, other)
                if own > best:
                    best = own
        return logistic((self.prospect(table, seat) - best) / (LEAD + UNSURE * time_left(table)))

    def prospect(self, state: State, seat: i64) -> float:
        """Points, and what hand and forest are likely to bring before winter."""
        now: float = float(points(state, seat))
        if state.phase == OVER:
            return now
        time: float = time_left(state)
        much: float = time / LATE if time < LATE else 1.0
        self._look(state, seat, now)
        looks = self.looks
        weights = self.weights
        total: float = 0.0
        n: i64
        for n in range(LOOKS):
            if looks[n] != 0.0:
                total += looks[n] * (weights[TIMES * n] * much + weights[TIMES * n + 1] * time)
        return now + total

    def _look(self, state: State, seat: i64, now: float) -> None:
        looks = self.looks
        gains = Gains(state, seat)
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
            looks[GROWN + n] = float(gains.tally.species[n])
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

    # ---- playouts

    def pick(self, state: game.State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        return self._choice(cast(State, state), seat, moves, count)

    def _choice(self, state: State, seat: i64, moves: vec[i64], found: i64) -> i64:
        if moves[0] <= REDRAW:
            return moves[found - 1]
        if state.phase == PLACING:
            return self._where(state, seat, moves, found)
        if moves[0] == YES or asked(state) == DRAW_TASK:
            return moves[0]
        gains = Gains(state, seat)
        best: i64 = moves[0]
        most: float = -100.0
        n: i64
        for n in range(found):
            own: float = self._worth_of(state, seat, gains, moves[n])
            if own > most:
                best = moves[n]
                most = own
        return best

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

    def _where(self, state: State, seat: i64, moves: vec[i64], found: i64) -> i64:
        """The tree that suits the card, or one that is of no special use."""
        species: i64 = FACE_SPECIES[state.playing]
        best: i64 = moves[0]
        most: i64 = -100
        n: i64
        for n in range(found):
            tree: i64 = nth_tree(state, seat, moves[n] - AT)
            own: i64 = fitness(state, tree, species)
            if own > most:
                best = moves[n]
                most = own
        return best


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
