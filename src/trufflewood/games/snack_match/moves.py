"""What a seat may do in Snack Match, and what then happens. Compiled.

0, 1         keep the first or the second card drawn
2 … 281      lay a card of the hand: slot by slot, strip by strip, read forwards and backwards
282 … 288    the card being laid goes over the first … seventh card of the zone
289 … 295    it goes under that card
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match.components import SHEET
from trufflewood.games.snack_match.state import (
    BENEATH,
    DRAFT,
    FIRST_ACROSS,
    FIRST_DOWN,
    FIRST_OF_DOWN,
    FREE,
    LAID,
    MAKING,
    MAKING_ON,
    MAKING_OVER,
    MAKING_UNDER,
    NOTHING,
    OVER,
    PLACE,
    PLACES,
    STRIP_CELLS,
    STRIP_TOUCHES,
    ZONE,
    State,
    begin_card,
    begin_round,
    covered,
    in_hand,
    lay,
    overlapped,
    show,
)
from trufflewood.kit.bits import BIT, count, lowest
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Refusal

TWICE_LOWEST: Final = vec[i64]([2 * int(lowest(row)) for row in range(2**SHEET)])

KEEP: Final = 0
LAY: Final = 2
GO_OVER: Final = 282
GO_UNDER: Final = 289
MOVES: Final = 296

REFUSALS: Final = (
    ("", ""),
    ("game-over", "§4.1"),
    ("decided", "§2.5"),
    ("choose-first", "§2.2"),
    ("chosen-already", "§2.4"),
    ("laid-already", "§2.4"),
    ("layers-first", "§3.5"),
    ("no-card-on-the-way", "§3.5"),
    ("asked-of-another", "§3.5"),
    ("first-in-the-middle", "§3.2"),
    ("too-large", "§3.4"),
    ("apart", "§3.3"),
)
GAME_OVER: Final = 1
DECIDED: Final = 2
CHOOSE_FIRST: Final = 3
CHOSEN_ALREADY: Final = 4
LAID_ALREADY: Final = 5
LAYERS_FIRST: Final = 6
NO_CARD_ON_THE_WAY: Final = 7
ASKED_OF_ANOTHER: Final = 8
FIRST_IN_THE_MIDDLE: Final = 9
TOO_LARGE: Final = 10
APART: Final = 11


# ---- what may be done


def waiting(state: State) -> i64:
    return state.waiting


def asked(state: State, seat: i64) -> i64:
    """The card of the zone of which the next question is: over or under? NOTHING if all is settled.

    It is the uppermost of those not settled yet (the earliest, if there are several): then both answers
    are possible, and "over" also settles all that lie beneath it (§3.5).
    """
    base: i64 = seat * ZONE
    zones = state.zones
    if zones[base + MAKING] == NOTHING:
        return NOTHING
    open_ones: i64 = zones[base + MAKING_ON] & ~(zones[base + MAKING_OVER] | zones[base + MAKING_UNDER])
    if open_ones == 0:
        return NOTHING
    upper: i64 = open_ones
    while open_ones != 0:
        upper &= ~zones[base + BENEATH + lowest(open_ones)]
        open_ones &= open_ones - 1
    return lowest(upper)


def strip_refusal(state: State, seat: i64, strip: i64, zone: i64) -> i64:
    """Why a card cannot lie on a strip, beside or across the cells where cards lie; 0 if it can."""
    base: i64 = seat * ZONE
    if state.zones[base + LAID] == 0:
        if strip == FIRST_ACROSS:
            return 0
        if strip == FIRST_DOWN:
            return 0
        return FIRST_IN_THE_MIDDLE
    if STRIP_CELLS[strip] & ~state.zones[base + FREE]:
        return TOO_LARGE
    if STRIP_TOUCHES[strip] & zone == 0:
        return APART
    return 0


def refusal(state: State, seat: i64, move: i64) -> i64:
    if state.phase == OVER:
        return GAME_OVER
    if state.waiting & BIT[seat] == 0:
        return DECIDED
    if move < LAY:
        return 0 if state.phase == DRAFT else CHOSEN_ALREADY
    if state.phase == DRAFT:
        return CHOOSE_FIRST
    question: i64 = asked(state, seat)
    if move < GO_OVER:
        if question != NOTHING:
            return LAYERS_FIRST
        slot: i64 = (move - LAY) // PLACES
        if state.held & BIT[2 * seat + slot] == 0:
            return LAID_ALREADY
        return strip_refusal(state, seat, (move - LAY) % PLACES // 2, covered(state, seat))
    if question == NOTHING:
        return NO_CARD_ON_THE_WAY
    card: i64 = move - GO_OVER if move < GO_UNDER else move - GO_UNDER
    return 0 if card == question else ASKED_OF_ANOTHER


def why(state: State, seat: int, move: int) -> Refusal:
    key, rule = REFUSALS[refusal(state, seat, move)]
    args: Args = {}
    if key in ("layers-first", "asked-of-another"):
        args["card"] = int(asked(state, seat)) + 1
    return Refusal(rule, key, args)


def legal(state: State, seat: i64, out: vec[i64]) -> i64:
    """All moves that `refusal` allows, ascending."""
    if state.waiting & BIT[seat] == 0:
        return 0
    if state.phase == DRAFT:
        out[0] = KEEP
        out[1] = KEEP + 1
        return 2
    question: i64 = asked(state, seat)
    if question != NOTHING:
        out[0] = GO_OVER + question
        out[1] = GO_UNDER + question
        return 2
    held: i64 = (state.held >> (2 * seat)) & 3
    found: i64 = _list_strips(state, seat, LAY if held & 1 else LAY + PLACES, out)
    if held == 3:  # the second card goes where the first can
        n: i64
        for n in range(found):
            out[found + n] = out[n] + PLACES
        found += found
    return found


def _list_strips(state: State, seat: i64, first: i64, out: vec[i64]) -> i64:
    """List the places on all strips that `strip_refusal` allows, by sets of cells.

    A strip is free if its first cell, the next and the one after are; it is beside or across the zone if
    one of them is a cell of the zone or shares an edge with one.
    """
    zones = state.zones
    base: i64 = seat * ZONE
    if zones[base + LAID] == 0:
        out[0] = first + 2 * FIRST_ACROSS
        out[1] = first + 2 * FIRST_ACROSS + 1
        out[2] = first + 2 * FIRST_DOWN
        out[3] = first + 2 * FIRST_DOWN + 1
        return 4
    free: i64 = zones[base + FREE]
    zone: i64 = covered(state, seat)
    near: i64 = zone | zone << 1 | zone >> 1 | zone << 8 | zone >> 8
    across: i64 = free & free >> 1 & free >> 2 & (near | near >> 1 | near >> 2)
    down: i64 = free & free >> 8 & free >> 16 & (near | near >> 8 | near >> 16)
    found: i64 = _list_rows(across, SHEET - 2, first, out, 0)
    return _list_rows(down, SHEET, first + 2 * FIRST_OF_DOWN, out, found)


def _list_rows(starts: i64, width: i64, first: i64, out: vec[i64], found: i64) -> i64:
    """Both ways to read a card on each strip that starts on these cells; a row has `width` strips."""
    while starts != 0:
        row: i64 = starts & 127
        while row != 0:
            move: i64 = first + TWICE_LOWEST[row]
            row &= row - 1
            out[found] = move
            out[found + 1] = move + 1
            found += 2
        starts = starts >> 8
        first += 2 * width
    return found


def listed(state: State, seat: i64) -> list[int]:
    """The same moves as a list, for callers that are not compiled."""
    out = buffer()
    found: i64 = legal(state, seat, out)
    return [int(out[n]) for n in range(found)]


# ---- what then happens


def apply(state: State, seat: i64, move: i64) -> None:
    decide(state, seat, move)
    if state.waiting == 0:
        close_phase(state)


def decide(state: State, seat: i64, move: i64) -> None:
    """Do what one seat does; the phase stays open even if it was the last."""
    base: i64 = seat * ZONE
    zones = state.zones
    if move < LAY:
        if move != KEEP:
            kept: i64 = state.pairs[2 * seat + 1]
            state.pairs[2 * seat + 1] = state.pairs[2 * seat]
            state.pairs[2 * seat] = kept
        state.waiting &= ~BIT[seat]
        return
    if move < GO_OVER:
        slot: i64 = 0 if move < LAY + PLACES else 1
        begin_card(state, seat, slot, move - LAY - slot * PLACES)
    elif move < GO_UNDER:
        card: i64 = move - GO_OVER
        beneath: i64 = BIT[card] | zones[base + BENEATH + card]
        zones[base + MAKING_OVER] |= beneath & zones[base + MAKING_ON]
    else:
        zones[base + MAKING_UNDER] |= BIT[move - GO_UNDER]
    if asked(state, seat) == NOTHING:
        finish_card(state, seat)


def finish_card(state: State, seat: i64) -> None:
    """The card lies; in the solo game the other one goes to the opponent (§6.3)."""
    base: i64 = seat * ZONE
    zones = state.zones
    slot: i64 = 0 if zones[base + MAKING] < PLACES else 1
    place: i64 = zones[base + MAKING] - slot * PLACES
    over: i64 = zones[base + MAKING_OVER]
    zones[base + MAKING] = NOTHING
    zones[base + MAKING_OVER] = 0
    zones[base + MAKING_UNDER] = 0
    zones[base + MAKING_ON] = 0
    lay(state, seat, in_hand(state, seat, slot), place, over)
    state.held &= ~BIT[2 * seat + slot]
    if state.seats == 1:
        state.rival[state.round - 1] = in_hand(state, seat, 1 - slot)
        state.held = 0
    if state.held & (BIT[2 * seat] | BIT[2 * seat + 1]) == 0:
        state.waiting &= ~BIT[seat]


def close_phase(state: State) -> None:
    """All have decided: cards change hands, or zones are shown and a new round begins (§2.3, §2.5)."""
    if state.phase == DRAFT:
        state.phase = PLACE
        state.waiting = BIT[state.seats] - 1
        return
    show(state)
    if state.round < state.box.rounds:
        begin_round(state)
        return
    state.phase = OVER
    n: i64
    for n in range(2 * state.seats):
        state.pairs[n] = NOTHING


def settles_card(state: State, seat: i64, move: i64) -> bool:
    """True if the move is the last word on a card: it then lies."""
    base: i64 = seat * ZONE
    zones = state.zones
    if move < GO_OVER:
        return overlapped(state, seat, STRIP_CELLS[(move - LAY) % PLACES // 2]) == 0
    left: i64 = zones[base + MAKING_ON] & ~(zones[base + MAKING_OVER] | zones[base + MAKING_UNDER])
    if move < GO_UNDER:
        return left & ~(BIT[move - GO_OVER] | zones[base + BENEATH + move - GO_OVER]) == 0
    return left == BIT[move - GO_UNDER]


def makes_ready(state: State, seat: i64, move: i64) -> bool:
    """True if `seat` has then decided all that this phase asks of it."""
    if move < LAY:
        return True
    own: i64 = state.held & (BIT[2 * seat] | BIT[2 * seat + 1])
    return settles_card(state, seat, move) and (state.seats == 1 or count(own) == 1)


def reveals(state: State, seat: i64, move: i64) -> bool:
    """The last to decide sees at once what comes of it: cards received, zones shown, cards drawn.

    What ends a phase stands, also where nothing new is seen: when the last card of all is laid (§8.13).
    """
    return state.waiting == BIT[seat] and makes_ready(state, seat, move)
