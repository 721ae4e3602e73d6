"""What a seat cannot know, guessed afresh: all that fits is equally likely. Compiled.

What fits: a hidden card has the back that everyone sees; and a card that was once seen taken, and not
laid down since, is in that player's hand or among the cards that player discarded at the end of the
same round or a later one. Cards of different backs never mix, so each back is guessed on its own; how
many cards of each back the deck holds follows from the rest.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.truffle_shuffle.components import CARDS, PYRAMID, ROUNDS
from trufflewood.games.truffle_shuffle.moves import DROP, waiting
from trufflewood.games.truffle_shuffle.state import (
    BACK,
    DISCARD,
    FACE_UP,
    KINDS,
    NO_CARD,
    State,
    at,
    hand_size,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.native import i64, vec

BACKS: Final = 5
WATCHER: Final = -1  # the seat of whoever watches
NOTHING: Final = -1  # heard by those who learn nothing

_NO_CARDS: Final = vec[i64]([NO_CARD] * CARDS)
# the kinds sorted by their backs, and where those of each back begin
_SORTED: Final = sorted(range(KINDS), key=lambda kind: int(BACK[kind]))
BY_BACK: Final = vec[i64](_SORTED)
FIRST_OF_BACK: Final = vec[i64](
    [sum(int(BACK[kind]) < back for kind in range(KINDS)) for back in range(BACKS + 1)]
)


def redeal(state: State, seat: i64, dice: Dice) -> None:
    """Replace all that `seat` cannot know; WATCHER knows no hand."""
    chosen: i64 = _take_back_choices(state, seat)
    deck = state.deck[:]
    in_deck: i64 = 0
    left = _unseen(state, seat)
    back: i64
    for back in range(BACKS):
        unseen = _NO_CARDS[:]
        count: i64 = _of_back(left, back, unseen)
        dice.shuffle(unseen, 0, count)
        place: i64
        for place in range(PYRAMID):
            if state.here & BIT[place] != 0 and FACE_UP[place] == 0 and BACK[state.pyramid[place]] == back:
                count -= 1
                state.pyramid[place] = unseen[count]
        other: i64
        for other in range(state.seats):
            if other != seat:
                count = _guess_seat(state, other, back, unseen, count, dice)
        while count > 0:
            count -= 1
            deck[in_deck] = unseen[count]
            in_deck += 1
    dice.shuffle(deck, 0, in_deck)
    state.deck = deck
    if chosen != 0:
        _choose_again(state, chosen, dice)


def _unseen(state: State, seat: i64) -> vec[i64]:
    """How many cards of each kind `seat` sees nowhere."""
    left = state.box.copies[:]
    place: i64
    for place in range(PYRAMID):
        if FACE_UP[place] == 1 and state.pyramid[place] != NO_CARD:
            left[state.pyramid[place]] -= 1
    other: i64
    for other in range(state.seats):
        if state.skips[other] != NO_CARD:
            left[state.skips[other]] -= 1
        round: i64
        for round in range(ROUNDS):
            if other != seat:
                _subtract(left, state.seen, at(state, round, other))
            elif round < ROUNDS - 1:
                _subtract(left, state.discards, at(state, round, seat))
        if other == seat:
            _subtract(left, state.hands, seat * KINDS)
    _subtract(left, state.spent, 0)
    return left


def _subtract(left: vec[i64], counts: vec[i64], first: i64) -> None:
    kind: i64
    for kind in range(KINDS):
        left[kind] -= counts[first + kind]


def _of_back(left: vec[i64], back: i64, unseen: vec[i64]) -> i64:
    """Gather the cards of one back; return how many."""
    count: i64 = 0
    n: i64
    for n in range(FIRST_OF_BACK[back], FIRST_OF_BACK[back + 1]):
        copies: i64 = left[BY_BACK[n]]
        while copies > 0:
            unseen[count] = BY_BACK[n]
            count += 1
            copies -= 1
    return count


def _guess_seat(state: State, seat: i64, back: i64, unseen: vec[i64], count: i64, dice: Dice) -> i64:
    """Fill the hand and the hidden discards of a seat; return how many unseen cards are left.

    The slots stand in a row: hand, discards of the last round, those of the round before. A card seen
    in a round may lie in the hand or in discards from then on: in a row from the first slot, longer
    the older the memory. So the newest memories are placed first, each in any slot that is free.
    """
    slots = _NO_CARDS[:]
    hand_end: i64 = _gather(state.hands, seat * KINDS, back)
    end: i64 = hand_end
    round: i64 = ROUNDS - 1
    n: i64
    while round >= 0:
        if round < ROUNDS - 1:
            end += _gather(state.discards, at(state, round, seat), back)
        for n in range(FIRST_OF_BACK[back], FIRST_OF_BACK[back + 1]):
            copies: i64 = state.seen[at(state, round, seat) + BY_BACK[n]]
            while copies > 0:
                slot: i64 = dice.below(end)
                while slots[slot] != NO_CARD:
                    slot = dice.below(end)
                slots[slot] = BY_BACK[n]
                copies -= 1
        round -= 1
    for slot in range(end):
        if slots[slot] == NO_CARD:
            count -= 1
            slots[slot] = unseen[count]
    slot = end
    for round in range(ROUNDS - 1):
        slot = _put_back(state.discards, at(state, round, seat), back, slots, slot)
    _put_back(state.hands, seat * KINDS, back, slots, slot)
    return count


def _gather(counts: vec[i64], first: i64, back: i64) -> i64:
    """How many cards of a back are counted here."""
    total: i64 = 0
    n: i64
    for n in range(FIRST_OF_BACK[back], FIRST_OF_BACK[back + 1]):
        total += counts[first + BY_BACK[n]]
    return total


def _put_back(counts: vec[i64], first: i64, back: i64, slots: vec[i64], end: i64) -> i64:
    """Count as many cards as before, from the slots that end at `end`; return where they begin."""
    left: i64 = _gather(counts, first, back)
    n: i64
    for n in range(FIRST_OF_BACK[back], FIRST_OF_BACK[back + 1]):
        counts[first + BY_BACK[n]] = 0
    while left > 0:
        end -= 1
        counts[first + slots[end]] += 1
        left -= 1
    return end


# ---- while all discard, nobody knows what the others have chosen (§7.2)


def _take_back_choices(state: State, seat: i64) -> i64:
    """Put the choices of the others back into their hands; return the mask of those who had chosen."""
    if state.phase != DISCARD:
        return 0
    ready: i64 = 0
    still: i64 = waiting(state)
    other: i64
    kind: i64
    for other in range(state.seats):
        first: i64 = at(state, state.round, other)
        if other != seat:
            for kind in range(KINDS):
                if state.discards[first + kind] > 0:
                    state.hands[other * KINDS + kind] += state.discards[first + kind]
                    state.discards[first + kind] = 0
                    if still & BIT[other] == 0:
                        ready = ready | BIT[other]
    return ready


def _choose_again(state: State, ready: i64, dice: Dice) -> None:
    """Let those who had chosen discard any cards. Nobody knows how far the others are: not begun."""
    other: i64
    kind: i64
    for other in range(state.seats):
        if ready & BIT[other] != 0:
            left: i64 = hand_size(state, other)
            while left > state.seats:
                nth: i64 = dice.below(left)
                kind = 0
                while nth >= state.hands[other * KINDS + kind]:
                    nth -= state.hands[other * KINDS + kind]
                    kind += 1
                state.hands[other * KINDS + kind] -= 1
                state.discards[at(state, state.round, other) + kind] += 1
                left -= 1


def heard(state: State, seat: i64, move: i64, listener: i64) -> i64:
    """Every move is made in the open but a discard: of that only the back is seen, and at the end."""
    if seat == listener or move < DROP:
        return move
    others: i64 = waiting(state) & ~BIT[seat]
    if others != 0 or hand_size(state, seat) > state.seats + 1:
        return NOTHING
    if state.box.open_discards:
        return move
    return NOTHING - 1 - BACK[move - DROP]
