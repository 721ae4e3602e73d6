"""Single steps that several moves share; none of them goes on to the next decision. Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import HAND, WINTER, WINTERS
from trufflewood.games.forest_shuffle.moves.numbering import DRAW_TASK
from trufflewood.games.forest_shuffle.state import (
    ACTIVE,
    BOTTOM,
    CARDS_IN_HAND,
    CAVE_SIZE,
    CLEARING_ROW,
    FACE_SIDE,
    FACE_SPECIES,
    HAND_ROOM,
    HAND_ROW,
    HIDES,
    IN_CAVE,
    LAST_HIDE,
    MOLE_CARDS,
    MOLES,
    MOST_TREES,
    NEED,
    NO_SIDE,
    OVER,
    PAW,
    REDRAWN,
    SPECIES_TAGS,
    STASH_NEED,
    STASH_WIDTH,
    TAKEN,
    TOP,
    TREE_WIDTH,
    State,
    change,
    count,
    hold,
    put,
    release,
    uncover,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64

# the rows of the four mushrooms among ACTIVE and NEW (§5.6)
ON_TREES: Final = 0  # chanterelle
ON_PAWS: Final = 1  # fly agaric
ON_BELOW: Final = 2  # parasol mushroom
ON_ATOP: Final = 3  # penny bun


# ---- cards that move


def redraw(state: State, seat: i64) -> None:
    """Six cards go to the box, unseen by the others. No winter card lies so high in the deck."""
    row: i64 = HAND_ROW + seat * HAND_ROOM
    n: i64
    for n in range(row, row + count(state, seat, CARDS_IN_HAND)):
        state.place[state.lists[n]] = REDRAWN * 256 + seat
    put(state, seat, CARDS_IN_HAND, 0)
    for _ in range(HAND):
        hold(state, seat, state.deck[state.drawn])
        state.drawn += 1


def top_card(state: State) -> i64:
    """Draw from the deck, past winter cards; -1 if the third one ended the game (§8.1, §8.2)."""
    while True:
        card: i64 = state.deck[state.drawn]
        state.drawn += 1
        if card != WINTER:
            return card
        state.winters += 1
        if state.winters == WINTERS:
            end_game(state)
            return -1


def draw_one(state: State, seat: i64) -> None:
    card: i64 = top_card(state)
    if card >= 0:
        hold(state, seat, card)


def reveal(state: State) -> None:
    """Turn up the top card of the deck into the clearing (§4.4)."""
    card: i64 = top_card(state)
    if card >= 0:
        uncover(state, card)


def end_game(state: State) -> None:
    """Nothing is finished any more (§8.2)."""
    state.phase = OVER
    n: i64
    for n in range(state.depth):
        state.tasks[n] = 0
    for n in range(MOLES * MOLE_CARDS):
        state.mole[n] = 0
    state.depth = 0
    state.moles = 0
    state.extra = 0


def empty_into_cave(state: State, seat: i64) -> None:
    """A bear takes the whole clearing, what was just paid included (§6.1)."""
    change(state, seat, CAVE_SIZE, state.clearing)
    empty_clearing(state, IN_CAVE * 256 + seat)


def empty_clearing(state: State, place: i64) -> None:
    """All of it goes there."""
    n: i64
    for n in range(CLEARING_ROW, CLEARING_ROW + state.clearing):
        state.place[state.lists[n]] = place
    state.clearing = 0


# ---- what everybody saw (§2.7)


def leaves_hand(state: State, seat: i64, card: i64, place: i64) -> None:
    """A card leaves a hand for all to see."""
    release(state, seat, card, place)
    if state.since[card] >= 0:
        state.since[card] = -1
        change(state, seat, TAKEN, -1)
    note(state, seat)


def note(state: State, seat: i64) -> None:
    """If a hand is smaller than the number of cards seen taken, the rest of these must be hidden."""
    hidden: i64 = count(state, seat, TAKEN) - count(state, seat, CARDS_IN_HAND)
    if hidden <= 0:
        return
    last: i64 = count(state, seat, LAST_HIDE)
    if last < MOST_TREES:
        row: i64 = last * TREE_WIDTH + NEED
        if state.trees[row] < hidden:
            state.trees[row] = hidden
    else:
        row = (last - MOST_TREES) * STASH_WIDTH + STASH_NEED
        if state.stashes[row] < hidden:
            state.stashes[row] = hidden


def hide(state: State, seat: i64, where: i64) -> None:
    change(state, seat, HIDES, 1)
    put(state, seat, LAST_HIDE, where)
    note(state, seat)


# ---- what a card gives


def mushroom_draws(state: State, seat: i64, face: i64) -> i64:
    """Cards that working mushrooms give for placing this one (§5.6)."""
    side: i64 = FACE_SIDE[face]
    if side == NO_SIDE:
        return count(state, seat, ACTIVE + ON_TREES)
    draws: i64 = 0
    if side == TOP:
        draws = count(state, seat, ACTIVE + ON_ATOP)
    elif side == BOTTOM:
        draws = count(state, seat, ACTIVE + ON_BELOW)
    if SPECIES_TAGS[FACE_SPECIES[face]] & BIT[PAW] != 0:
        draws += count(state, seat, ACTIVE + ON_PAWS)
    return draws


def push(state: State, task: i64) -> None:
    if task != 0 and task != DRAW_TASK * 256:
        state.tasks[state.depth] = task
        state.depth += 1


def pop(state: State) -> None:
    state.depth -= 1
    state.tasks[state.depth] = 0
