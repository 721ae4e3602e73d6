"""What a seat cannot know in Snack Match, guessed afresh; and what it hears of others. Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match.moves import LAY, MOVES, decide, legal, makes_ready, settles_card
from trufflewood.games.snack_match.state import DRAFT, OVER, PLACE, State, public_cards, rewind
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

NO_SEAT: Final = -1  # whoever watches: holds no cards

# what is heard of another seat, beside a move or a card
NOTHING_NEW: Final = -1
READY: Final = -2
CARD_HEARD: Final = 1000  # and on: this card


def redeal(state: State, seat: i64, dice: Dice) -> None:
    """Guess all that `seat` cannot know: the pile, the others' cards, and what they placed unseen."""
    everybody: i64 = BIT[state.seats] - 1
    guess(state, seat, everybody & ~state.waiting, dice)


def guess(state: State, seat: i64, ready: i64, dice: Dice) -> None:
    """The same, where the seats in the mask `ready` are to have decided already.

    Who is still deciding might as well have begun nothing: all of it can be taken back.
    """
    placed_unseen: bool = state.phase == PLACE and not state.box.open
    other: i64
    if placed_unseen:
        for other in range(state.seats):
            if other != seat:
                rewind(state, other, public_cards(state, other))
                state.held |= BIT[2 * other] | BIT[2 * other + 1]
    shuffle_unseen(state, seat, dice)
    if placed_unseen:
        out = buffer(MOVES)
        for other in range(state.seats):
            if other != seat and ready & BIT[other]:
                place_at_random(state, other, dice, out)


def shuffle_unseen(state: State, seat: i64, dice: Dice) -> None:
    """Mix the pile with the others' cards that `seat` does not know, and hand out as many again."""
    deck = state.deck[:]
    first: i64 = state.drawn
    n: i64
    if state.phase != OVER:
        for n in range(2 * state.seats):
            if unknown(state, seat, n):
                first -= 1  # cards drawn long ago leave room here
                deck[first] = state.pairs[n]
    to_come: i64 = 2 * state.seats * (state.box.rounds - state.round)  # the rest is never drawn (§2.2)
    dice.draw(deck, first, len(deck), state.drawn - first + to_come)
    if state.phase != OVER:
        for n in range(2 * state.seats):
            if unknown(state, seat, n):
                state.pairs[n] = deck[first]
                first += 1
    state.deck = deck


def unknown(state: State, seat: i64, n: i64) -> bool:
    """True if `seat` does not know card `n` of `State.pairs`."""
    owner: i64 = n // 2
    if owner == seat:
        return False
    if state.phase == DRAFT or n % 2 == 0:
        return state.held & BIT[n] != 0
    receiver: i64 = owner + 1 if owner + 1 < state.seats else 0
    return receiver != seat and state.held & BIT[2 * receiver + 1] != 0


def place_at_random(state: State, seat: i64, dice: Dice, out: vec[i64]) -> None:
    state.waiting |= BIT[seat]
    while state.waiting & BIT[seat]:
        count: i64 = legal(state, seat, out)
        decide(state, seat, out[dice.below(count)])


def heard(state: State, seat: i64, move: i64, listener: i64) -> i64:
    """What `listener` hears: while others decide, only who is ready (§2.5)."""
    if listener == seat:
        return move
    ready: bool = makes_ready(state, seat, move)
    if ready and state.waiting == BIT[seat]:
        if state.phase != DRAFT:
            return move
        left: i64 = seat + 1 if seat + 1 < state.seats else 0
        if listener == left:
            return CARD_HEARD + state.pairs[2 * seat + 1 - move]
        return READY
    if state.box.open and move >= LAY and settles_card(state, seat, move):
        return move
    return READY if ready else NOTHING_NEW
