"""How playouts of Forest Shuffle are played: what each move brings by itself, in points. Compiled.

A seat plays what brings most for its price, pays with what is of least use, and draws when nothing pays. It
goes by its own cards and by what all can see. Its numbers are a rule of thumb or found by the tuner: what
cards, room and draws are worth, and what each species promises while there is time.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.bots.guide import floats
from trufflewood.games.forest_shuffle.bots.native_gains import Gains
from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    ALL_SPECIES,
    CARDS,
    SPECIES,
)
from trufflewood.games.forest_shuffle.moves import asked
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    DRAW,
    DRAW_TASK,
    NO,
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
    FACE_CARD,
    FACE_COST,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    HAND_ROOM,
    HAND_ROW,
    HARES,
    LEFT,
    NO_SIDE,
    PAYING,
    PLACING,
    RIGHT,
    SLOT,
    SPECIES_TAGS,
    TREE_WIDTH,
    TURN,
    State,
    count,
    nth_tree,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

# the numbers, by row: what is counted in points
A_CARD: Final = 0  # that an effect brings or a price takes
A_TREE: Final = 1  # room, at the beginning
DRAW_TWO: Final = 2  # from the deck
TAKE_ONE: Final = 3  # from the clearing, besides what the card promises
DRAW_ONE: Final = 4  # the second card, from the deck
HIDE: Final = 5  # a card in the cave, and another for it
PRICE: Final = 6  # of a card that waits in the hand, for each card that it costs
A_SAPLING: Final = 7
PER_HELD: Final = 8  # a draw, for each card in hand
BONUS: Final = 9  # for each card's worth of it
CAVE: Final = 10  # a card that a bear finds in the clearing
PROMISE: Final = 11  # each species, at the beginning: from here on
HABITS: Final = 68
MOST_HELD: Final = 16  # cards in a hand; never more than ten
MOST_PRICE: Final = 3
assert HABITS == PROMISE + ALL_SPECIES and len(CARDS) == ALL_CARDS

TURN_CARDS: Final = 1.9  # cards that another turn is worth
NEVER: Final = -1000.0


def usual() -> list[float]:
    """The rule of thumb."""
    found = [0.0] * HABITS
    found[:PROMISE] = [1.6, 2.5, 3.2, 1.6, 3.0, 3.0, 0.9, -1.6, 0.0, 1.6, 1.0]
    return found


def _cards_brought(effect: str) -> float:
    """What an effect is worth in cards, as far as that does not depend on the table."""
    worth = {"draw-1": 1.0, "draw-2": 2.0, "turn": TURN_CARDS, "play-more": 2.0, "fill-cave": 3.0}
    return sum(worth.get(step, 1.0) for step in effect.split())


EFFECT_CARDS: Final = vec[float]([_cards_brought(species.effect) for species in SPECIES] + [0.0])
BONUS_CARDS: Final = vec[float]([_cards_brought(species.bonus) for species in SPECIES] + [0.0])
PER_HARE: Final = vec[i64]([int("draw-per-hare" in species.effect) for species in SPECIES] + [0])
PER_DEER: Final = vec[i64]([int("draw-per-deer" in species.effect) for species in SPECIES] + [0])
TAKES_CLEARING: Final = vec[i64]([int("take-clearing" in species.effect) for species in SPECIES] + [0])


@final
class Habits:
    def __init__(self, numbers: list[float]) -> None:
        self.numbers = vec[float](numbers)
        self.time: float = 1.0  # left in the state that is weighed
        self.hand = buffer(MOST_HELD)
        self.plain = floats(MOST_PRICE + 1)  # the best payment with so many cards that come later
        self.matching = floats(MOST_PRICE + 1)  # and with cards that match alone

    def weigh(
        self, state: State, seat: i64, gains: Gains, moves: vec[i64], found: i64, out: vec[float]
    ) -> None:
        """Fill `out` with what each move brings by itself."""
        n: i64
        if moves[0] <= REDRAW or moves[0] == YES or asked(state) == DRAW_TASK:
            for n in range(found):
                out[n] = 0.0
            out[found - 1 if moves[0] <= REDRAW else 0] = self.numbers[A_CARD]
            return
        if state.phase == PLACING:
            species: i64 = FACE_SPECIES[state.playing]
            for n in range(found):
                out[n] = float(fitness(state, nth_tree(state, seat, moves[n] - AT), species))
            return
        self.time = time_left(state)
        if state.phase == PAYING:
            self._weigh_payments(state, seat, gains, found, out)
            return
        held: i64 = self._look_at_hand(state, seat, 0)
        for n in range(found):
            out[n] = self._worth_of(state, seat, gains, moves[n], held)

    def _look_at_hand(self, state: State, seat: i64, first: i64) -> i64:
        """The cards in hand from a number on; return how many."""
        held: i64 = 0
        row: i64 = HAND_ROW + seat * HAND_ROOM
        n: i64
        for n in range(row, row + count(state, seat, CARDS_IN_HAND)):
            if state.lists[n] >= first:
                self.hand[held] = state.lists[n]
                held += 1
        return held

    def _worth_of(self, state: State, seat: i64, gains: Gains, move: i64, held: i64) -> float:
        numbers = self.numbers
        if move == DRAW:
            if state.phase != TURN:
                return numbers[DRAW_ONE]
            return numbers[DRAW_TWO] + numbers[PER_HELD] * float(held)
        if move == NO:
            return 0.5
        if move < AT:
            return 0.0
        if move >= STASH:
            return numbers[HIDE] - self.net_gain(gains, move - STASH)
        if move >= SAPLE:
            room: float = numbers[A_TREE] * self.time + numbers[A_SAPLING]
            return room - self.net_gain(gains, move - SAPLE)
        if move >= PLAY:
            return self._worth_of_play(state, seat, gains, move - PLAY, held)
        promised: float = self.net_gain(gains, move - TAKE)
        if state.phase == TURN:
            promised += numbers[TAKE_ONE] + numbers[PER_HELD] * float(held)
        return promised

    def _worth_of_play(self, state: State, seat: i64, gains: Gains, face: i64, held: i64) -> float:
        numbers = self.numbers
        species: i64 = FACE_SPECIES[face]
        cards: float = EFFECT_CARDS[species] - 1.0
        own: float = float(gains.of(face)) + numbers[PROMISE + species] * self.time
        if state.phase == TURN:
            cost: i64 = FACE_COST[face]
            cards -= float(cost)
            if cost > 0 and BONUS_CARDS[species] > 0.0 and self._can_match(face, cost, held):
                own += numbers[BONUS] * BONUS_CARDS[species]
        if PER_HARE[species] != 0:
            cards += float(count(state, seat, HARES))
        elif PER_DEER[species] != 0:
            cards += float(count(state, seat, DEER_CARDS))
        own += numbers[A_CARD] * cards
        if TAKES_CLEARING[species] != 0:
            own += numbers[CAVE] * float(state.clearing)
        if FACE_SIDE[face] == NO_SIDE:
            own += numbers[A_TREE] * self.time
        return own

    def _can_match(self, face: i64, cost: i64, held: i64) -> bool:
        """True if other cards in hand could pay for the bonus (§3.4)."""
        symbol: i64 = BIT[FACE_SYMBOL[face]]
        n: i64
        for n in range(held):
            if CARD_SYMBOLS[self.hand[n]] & symbol != 0 and self.hand[n] != FACE_CARD[face]:
                cost -= 1
        return cost <= 0

    def _weigh_payments(self, state: State, seat: i64, gains: Gains, found: i64, out: vec[float]) -> None:
        """Each card with the best that could complete the payment after it, from the last card back."""
        held: i64 = self._look_at_hand(state, seat, state.last_paid + 1)
        symbol: i64 = FACE_SYMBOL[state.playing]
        bonus: float = self.numbers[BONUS] * BONUS_CARDS[FACE_SPECIES[state.playing]]
        plain = self.plain
        matching = self.matching
        n: i64
        for n in range(1, MOST_PRICE + 1):
            plain[n] = NEVER
            matching[n] = NEVER
        due: i64 = state.due
        k: i64
        for n in range(held - 1, -1, -1):
            card: i64 = self.hand[n]
            own: float = -self.net_gain(gains, card)
            shows: bool = state.matching != 0 and CARD_SYMBOLS[card] & BIT[symbol] != 0
            if n < found:
                out[n] = own + plain[due - 1]
                if shows and own + matching[due - 1] + bonus > out[n]:
                    out[n] = own + matching[due - 1] + bonus
            for k in range(due, 0, -1):
                if own + plain[k - 1] > plain[k]:
                    plain[k] = own + plain[k - 1]
                if shows and own + matching[k - 1] > matching[k]:
                    matching[k] = own + matching[k - 1]

    def net_gain(self, gains: Gains, card: i64) -> float:
        """What the better half of a card would bring, less its price; at least 0."""
        best: float = 0.0
        price: float = self.numbers[PRICE]
        face: i64
        first: i64 = CARD_FACE[card]
        for face in range(first, first + CARD_FACES[card]):
            gain: i64 = gains.of(face)
            if gain >= 0:
                own: float = float(gain) - price * float(FACE_COST[face])
                own += self.numbers[PROMISE + FACE_SPECIES[face]] * self.time
                if own > best:
                    best = own
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
