"""A fair guess of what a seat cannot know, in place. Compiled.

What everybody saw binds the guess (§2.7): a redrawn six holds no tree; the winter cards lie where
they can; a card seen taken from the clearing is in its taker's hand, or under a sapling or in a
stash hidden after it was taken; in the middle of a payment, the rest of it can still be paid.
All worlds that fit are equally likely, but for one case: in the middle of a payment, after somebody
has redrawn, every guess fits and none is left out, but some come up a little more often.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.games.forest_shuffle.components import ALL_CARDS, HAND, SAPLING, WINTER, WINTERS
from trufflewood.games.forest_shuffle.moves.may import treeless, waiting
from trufflewood.games.forest_shuffle.moves.numbering import KEEP, PAY, REDRAW, SAPLE, STASH
from trufflewood.games.forest_shuffle.state import (
    ANSWER,
    CARDS_IN_HAND,
    DECK,
    FACE,
    HIDE,
    HIDES,
    IN_HAND,
    KEEPS,
    NEED,
    NO_ANSWER,
    OWNER,
    REDRAW_PHASE,
    REDRAWN,
    REDRAWS,
    SAPLED,
    STASH_HIDE,
    STASH_NEED,
    STASH_OWNER,
    STASH_SIZE,
    STASH_WIDTH,
    STASHED,
    TAKEN,
    TREE_CARDS,
    TREE_WIDTH,
    State,
    count,
    gather,
    put,
    zone,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.native import i64, vec

HIDDEN_SAPLING: Final = -2  # what others hear: "a sapling", "a card into the cave"
HIDDEN_STASH: Final = -3
UNHEARD: Final = -1

WORDS: Final = 4294967296.0  # as many different words a Dice has

NOBODY: Final = -2  # knows the deck

_NO_CARDS: Final = vec[i64]([-1] * (ALL_CARDS + WINTERS))


def heard(state: State, seat: i64, move: i64, listener: i64) -> i64:
    """Saplings and stashes are face down, and nobody hears an answer to the redraw before all are given."""
    if seat == listener:
        return move
    if move in (KEEP, REDRAW):
        return move if waiting(state) == BIT[seat] else UNHEARD
    if SAPLE <= move < PAY:
        return HIDDEN_SAPLING
    return HIDDEN_STASH if move >= STASH else move


def redeal(state: State, seat: i64, dice: Dice) -> None:
    """`seat` may be -1, for whoever watches."""
    unseen = Unseen(state, seat)
    dice.shuffle(unseen.pool, 0, unseen.size)
    other: i64
    for other in range(state.box.seats):
        if unseen.redrew & BIT[other] != 0:
            _deal_redrawn(state, unseen, other)
    n: i64
    for n in range(state.box.seats):
        other = (state.turn + n) % state.box.seats  # first the one whose payment binds the guess
        if other != seat:
            _deal_seat(state, unseen, other, dice)
    _deal_deck(state, unseen, dice)
    gather(state)
    if state.phase == REDRAW_PHASE and not state.box.in_turn:
        _guess_answers(state, seat, dice)


@final
class Unseen:
    """All that a seat cannot place, lifted from the table."""

    def __init__(self, state: State, seat: i64) -> None:
        self.pool: vec[i64] = _NO_CARDS[:]  # of which nobody has seen anything
        self.size: i64 = 0
        self.taker: vec[i64] = _NO_CARDS[:]  # of cards seen taken, and hidden now
        self.redrew: i64 = 0  # mask of the other seats whose redrawn six lie in the box
        card: i64
        for card in range(ALL_CARDS):
            owner: i64 = _hider(state, state.place[card])
            if owner == seat or owner < NOBODY:
                continue
            if zone(state.place[card]) == REDRAWN:
                self.redrew |= BIT[owner]
            if state.since[card] >= 0:
                self.taker[card] = owner
            else:
                self.pool[self.size] = card
                self.size += 1

    def next(self) -> i64:
        self.size -= 1
        return self.pool[self.size]

    def next_beyond(self, limit: i64, beyond: bool) -> i64:
        """The next card above `limit`, or the next that is not."""
        n: i64 = self.size - 1
        while (self.pool[n] > limit) != beyond:
            n -= 1
        card: i64 = self.pool[n]
        self.size -= 1
        self.pool[n] = self.pool[self.size]
        return card

    def lift_taken(self, state: State, seat: i64) -> None:
        """Take up again what a seat was seen to take."""
        card: i64
        for card in range(ALL_CARDS):
            if state.since[card] >= 0 and _hider(state, state.place[card]) == seat:
                self.taker[card] = seat


def _hider(state: State, place: i64) -> i64:
    """The seat that alone knows a card there; NOBODY for the deck, less where all can see it."""
    where: i64 = zone(place)
    what: i64 = place & 255
    if where == DECK:
        return NOBODY
    if where in (IN_HAND, REDRAWN):
        return what
    if where == SAPLED:
        return state.trees[what * TREE_WIDTH + OWNER]
    if where == STASHED:
        return state.stashes[what * STASH_WIDTH + STASH_OWNER]
    return NOBODY - 1


def _deal_redrawn(state: State, unseen: Unseen, seat: i64) -> None:
    """Six cards without a tree (§1.7)."""
    for _ in range(HAND):
        state.place[unseen.next_beyond(TREE_CARDS - 1, True)] = REDRAWN * 256 + seat


def _deal_seat(state: State, unseen: Unseen, seat: i64, dice: Dice) -> None:
    """The hand, the saplings and the stashes of one seat."""
    hides: i64 = count(state, seat, HIDES)
    spots = vec[i64]([0] * (int(hides) + 1))  # in each hiding place, the hand last
    places = vec[i64]([0] * (int(hides) + 1))
    needs = vec[i64]([0] * (int(hides) + 1))
    spots[hides] = count(state, seat, CARDS_IN_HAND)
    places[hides] = IN_HAND * 256 + seat
    n: i64
    hide: i64
    for n in range(state.planted):
        row: i64 = n * TREE_WIDTH
        if state.trees[row + OWNER] == seat and state.trees[row + FACE] == SAPLING:
            hide = state.trees[row + HIDE]
            spots[hide] = 1
            places[hide] = SAPLED * 256 + n
            needs[hide] = state.trees[row + NEED]
    for n in range(state.stashed):
        row = n * STASH_WIDTH
        if state.stashes[row + STASH_OWNER] == seat:
            hide = state.stashes[row + STASH_HIDE]
            spots[hide] = state.stashes[row + STASH_SIZE]
            places[hide] = STASHED * 256 + n
            needs[hide] = state.stashes[row + STASH_NEED]
    left = spots[:]
    if seat != state.turn or state.due == 0:
        _deal_taken(state, unseen, seat, left, places, needs, dice)
    else:
        chances: list[float] = []
        certain: bool = hides == 0 or count(state, seat, TAKEN) == 0
        while True:
            _deal_taken(state, unseen, seat, left, places, needs, dice)
            chances = _high_cards(state, unseen, seat, int(left[hides]))
            if certain or int(dice.word()) / WORDS < sum(chances):
                break
            unseen.lift_taken(state, seat)
            left = spots[:]
        _deal_paying_hand(state, unseen, seat, int(left[hides]), chances, dice)
        left[hides] = 0
    for n in range(hides + 1):
        while left[n] > 0:
            state.place[unseen.next()] = places[n]
            left[n] -= 1


def _high_cards(state: State, unseen: Unseen, seat: i64, spots: int) -> list[float]:
    """How likely it is that so many unseen cards of the hand come after the last one paid (§3.3).

    Zero for numbers with which the payment could not be completed.
    """
    least = int(state.due)
    card: i64
    for card in range(state.last_paid + 1, ALL_CARDS):
        if state.place[card] == IN_HAND * 256 + seat and state.since[card] >= 0:
            least -= 1
    high = 0
    n: i64
    for n in range(unseen.size):
        if unseen.pool[n] > state.last_paid:
            high += 1
    low = int(unseen.size) - high
    ways = [_choose(high, k) * _choose(low, spots - k) for k in range(spots + 1)]
    total = sum(ways)
    return [one / total if k >= least else 0.0 for k, one in enumerate(ways)]


def _choose(cards: int, chosen: int) -> float:
    found = 1.0
    for n in range(chosen):
        found = found * (cards - n) / (n + 1)
    return found


def _deal_paying_hand(
    state: State, unseen: Unseen, seat: i64, spots: int, chances: list[float], dice: Dice
) -> None:
    high = _pick(chances, dice)
    for n in range(spots):
        state.place[unseen.next_beyond(state.last_paid, n < high)] = IN_HAND * 256 + seat


def _pick(weights: list[float], dice: Dice) -> int:
    """A number from 0 on, as likely as its weight."""
    chance = int(dice.word()) / WORDS * sum(weights)
    chosen = -1
    for n, weight in enumerate(weights):
        if weight > 0.0:
            chosen = n
            chance -= weight
            if chance < 0.0:
                break
    return chosen


def _deal_taken(
    state: State,
    unseen: Unseen,
    seat: i64,
    spots: vec[i64],
    places: vec[i64],
    needs: vec[i64],
    dice: Dice,
) -> None:
    """Spread the cards that a seat was seen to take over its hiding places, as history allows.

    A hiding place can hold what was taken before it was filled, and up to each of them at least
    `needs` of the taken cards must be hidden. Cards taken in time are alike, so it is enough to
    count the ways by place and number hidden so far, from the last place back to the first.
    """
    hides = int(count(state, seat, HIDES))
    ready = [0] * (hides + 1)  # how many had been taken when each place was filled
    taken = 0
    card: i64
    for card in range(ALL_CARDS):
        if unseen.taker[card] == seat:
            taken += 1
            for n in range(int(state.since[card]), hides + 1):
                ready[n] += 1
    if taken == 0:
        return
    ways = [[0.0] * (taken + 1) for _ in range(hides + 2)]
    ways[hides + 1][taken] = 1.0
    for place in range(hides, -1, -1):
        for before in range(taken + 1):
            total = 0.0
            for more in range(ready[place] - before + 1):
                if before + more >= needs[place]:
                    new = _ways(int(spots[place]), ready[place] - before, more)
                    total += new * ways[place + 1][before + more]
            ways[place][before] = total
    hidden = 0
    for place in range(hides + 1):
        cards = ready[place] - hidden
        weights = [
            _ways(int(spots[place]), cards, more) * ways[place + 1][hidden + more]
            if hidden + more >= needs[place]
            else 0.0
            for more in range(cards + 1)
        ]
        chosen = _pick(weights, dice)
        for _ in range(chosen):
            _hide_one(state, unseen, seat, place, places[place], dice)
        hidden += chosen
        spots[place] -= chosen


def _ways(spots: int, cards: int, chosen: int) -> float:
    """Ways to put `chosen` of the cards onto some of the spots."""
    found = 1.0
    for n in range(chosen):
        found = found * (spots - n) * (cards - n) / (n + 1)
    return found


def _hide_one(state: State, unseen: Unseen, seat: i64, hide: i64, place: i64, dice: Dice) -> None:
    """Put any of the taken cards there that were taken in time and are not placed yet."""
    candidates: i64 = 0
    card: i64
    for card in range(ALL_CARDS):
        if unseen.taker[card] == seat and state.since[card] <= hide:
            candidates += 1
    pick: i64 = dice.below(candidates)
    for card in range(ALL_CARDS):
        if unseen.taker[card] == seat and state.since[card] <= hide:
            if pick == 0:
                state.place[card] = place
                unseen.taker[card] = -1
                return
            pick -= 1


def _deal_deck(state: State, unseen: Unseen, dice: Dice) -> None:
    """The first winter card lies on the lower pile, the others somewhere in it (§1.5)."""
    deck = _NO_CARDS[:]
    first: i64 = state.box.first_winter
    if state.drawn <= first:
        deck[first] = WINTER
    low: i64 = first + 1 if state.drawn <= first else state.drawn
    left: i64 = WINTERS - 1 if state.winters == 0 else WINTERS - state.winters
    while left > 0:
        n: i64 = low + dice.below(state.box.deck_size - low)
        if deck[n] != WINTER:
            deck[n] = WINTER
            left -= 1
    for n in range(state.drawn, ALL_CARDS + WINTERS):
        if deck[n] != WINTER:
            card: i64 = unseen.next()
            deck[n] = card
            state.place[card] = DECK * 256
    state.deck = deck


def _guess_answers(state: State, seat: i64, dice: Dice) -> None:
    """What others have answered is as secret as their hands."""
    other: i64
    for other in range(state.box.seats):
        if other != seat and count(state, other, ANSWER) != NO_ANSWER:
            redraws: bool = treeless(state, other) and dice.below(2) == 0
            put(state, other, ANSWER, REDRAWS if redraws else KEEPS)
