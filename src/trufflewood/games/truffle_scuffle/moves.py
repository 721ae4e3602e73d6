"""What a seat may do in Truffle Scuffle, and what then happens. Compiled.

0 …    5   set a hog on a tile next to the village
6 …   10   buy a hog with four truffles of a colour
11         let a hog that was bought this turn stay on the village
12         claim the victory
13 … 1056  move a hog one step and take a truffle of a colour, or none
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.truffle_scuffle import components
from trufflewood.games.truffle_scuffle.components import HOGS, PRICE, STEPS, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.scoring import proves_victory
from trufflewood.games.truffle_scuffle.state import (
    ALL_OF_A_COLOUR,
    CLAIMED,
    COLOURS,
    IN_FOREST,
    IN_PILE,
    LAST_TRUFFLE,
    MOVING,
    NO_SEAT,
    NOWHERE,
    ON_TILE,
    OVER,
    SET_OWN,
    SET_STARTER,
    STALLED,
    TURN_BEGINS,
    State,
    herd,
    in_pile,
    on_tile,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Refusal

SET: Final = 0
BUY: Final = 6
STAY: Final = 11
CLAIM: Final = 12
STEP: Final = 13
PICKS: Final = 6  # none, or one of five colours
MOVES: Final = 1057
assert STEP + PICKS * len(STEPS) == MOVES

BESIDE_VILLAGE: Final = vec[i64](components.NEIGHBOURS[VILLAGE])
STEP_FROM: Final = vec[i64]([start for start, _ in STEPS])
STEP_TO: Final = vec[i64]([end for _, end in STEPS])
FIRST_STEP: Final = vec[i64](  # of each tile; the steps of a tile follow one another
    [sum(start < tile for start, _ in STEPS) for tile in range(TILES + 1)]
)

REFUSALS: Final = (
    ("", ""),
    ("not-your-turn", "§2.2"),
    ("set-first", "§2.1"),
    ("set-already", "§2.1"),
    ("buy-late", "§4.1"),
    ("buy-again", "§4.2"),
    ("herd-complete", "§4.2"),
    ("too-few-truffles", "§4.1"),
    ("only-new-hogs-stay", "§4.3"),
    ("others-stay-anyway", "§7.1"),
    ("not-proved", "§5.3"),
    ("no-hog-there", "§3.1"),
    ("hog-has-moved", "§3.1"),
    ("no-such-truffle", "§3.4"),
)
NOT_YOUR_TURN: Final = 1
SET_FIRST: Final = 2
SET_ALREADY: Final = 3
BUY_LATE: Final = 4
BUY_AGAIN: Final = 5
HERD_COMPLETE: Final = 6
TOO_FEW_TRUFFLES: Final = 7
ONLY_NEW_HOGS_STAY: Final = 8
OTHERS_STAY_ANYWAY: Final = 9
NOT_PROVED: Final = 10
NO_HOG_THERE: Final = 11
HOG_HAS_MOVED: Final = 12
NO_SUCH_TRUFFLE: Final = 13


def waiting(state: State) -> i64:
    if state.phase == OVER:
        return 0
    return BIT[state.turn]


# ---- may I?


def refusal(state: State, seat: i64, move: i64) -> i64:
    if state.phase == OVER or seat != state.turn:
        return NOT_YOUR_TURN
    if state.phase <= SET_OWN:
        return 0 if move < BUY else SET_FIRST
    if move < BUY:
        return SET_ALREADY
    if move < STAY:
        return _purchase_refused(state, move - BUY)
    if move == STAY:
        if state.fresh > 0:
            return 0
        return OTHERS_STAY_ANYWAY if state.box.one_hog else ONLY_NEW_HOGS_STAY
    if move == CLAIM:
        return 0 if proves_victory(state, seat) else NOT_PROVED
    return _step_refused(state, move - STEP)


def _purchases_refused(state: State) -> i64:
    if state.phase != TURN_BEGINS:
        return BUY_LATE
    if state.bought > 0 and not state.box.several_purchases:
        return BUY_AGAIN
    if herd(state, state.turn) == HOGS:
        return HERD_COMPLETE
    return 0


def _purchase_refused(state: State, colour: i64) -> i64:
    refused: i64 = _purchases_refused(state)
    if refused == 0 and in_pile(state.piles[state.turn], colour) < PRICE:
        return TOO_FEW_TRUFFLES
    return refused


def _step_refused(state: State, number: i64) -> i64:
    step: i64 = number // PICKS
    pick: i64 = number % PICKS
    start: i64 = STEP_FROM[step]
    first: i64 = state.turn * HOGS
    slot: i64 = 0
    while slot < HOGS and state.hogs[first + slot] != start:
        slot += 1
    if slot == HOGS:
        return NO_HOG_THERE
    if slot >= state.to_go:
        return HOG_HAS_MOVED
    if pick > 0 and on_tile(state.ground[STEP_TO[step]], pick - 1) == 0:
        return NO_SUCH_TRUFFLE
    return 0


def legal(state: State, seat: i64, out: vec[i64]) -> i64:
    """Fill `out` with the moves of `seat`, ascending."""
    if state.phase == OVER or seat != state.turn:
        return 0
    count: i64 = 0
    if state.phase <= SET_OWN:
        while count < BUY:
            out[count] = count
            count += 1
        return count
    if _purchases_refused(state) == 0:
        pile: i64 = state.piles[seat]
        colour: i64
        for colour in range(COLOURS):
            if pile & 255 >= PRICE:
                out[count] = BUY + colour
                count += 1
            pile = pile >> 8
    if state.fresh > 0:
        out[count] = STAY
        count += 1
    if proves_victory(state, seat):
        out[count] = CLAIM
        count += 1
    hogs = state.hogs
    first: i64 = seat * HOGS
    before: i64 = NOWHERE
    slot: i64
    for slot in range(state.to_go):
        tile: i64 = hogs[first + slot]
        if tile != before:  # identical hogs on one tile are offered once
            count = _steps_from(state, tile, out, count)
        before = tile
    return count


def listed(state: State, seat: i64) -> list[int]:
    """The same moves as a list, for callers that are not compiled."""
    out = buffer()
    count: i64 = legal(state, seat, out)
    return [int(out[n]) for n in range(count)]


def _steps_from(state: State, tile: i64, out: vec[i64], count: i64) -> i64:
    tiles = state.ground
    step: i64 = FIRST_STEP[tile]
    end: i64 = FIRST_STEP[tile + 1]
    move: i64 = STEP + step * PICKS
    while step < end:
        out[count] = move
        count += 1
        ground: i64 = tiles[STEP_TO[step]]
        pick: i64 = move
        while ground != 0:
            pick += 1
            if ground & 15 != 0:
                out[count] = pick
                count += 1
            ground = ground >> 4
        move += PICKS
        step += 1
    return count


# ---- what then happens


def apply(state: State, seat: i64, move: i64) -> None:
    if move >= STEP:
        _move_hog(state, seat, move - STEP)
    elif move < BUY:
        _set_hog(state, BESIDE_VILLAGE[move])
    elif move < STAY:
        _buy_hog(state, seat, move - BUY)
    elif move == STAY:
        _hog_goes(state, seat, VILLAGE, VILLAGE)
        state.fresh -= 1
        _after_a_hog(state)
    else:
        _end(state, CLAIMED, seat)


def _set_hog(state: State, tile: i64) -> None:
    """The player who does not start sets both first hogs (§2.1)."""
    if state.phase == SET_STARTER:
        state.hogs[state.start * HOGS] = tile
        state.phase = SET_OWN
    else:
        state.hogs[(1 - state.start) * HOGS] = tile
        _begin_turn(state, state.start)


def _begin_turn(state: State, seat: i64) -> None:
    state.turn = seat
    state.phase = TURN_BEGINS
    state.to_go = herd(state, seat)
    state.fresh = 0
    state.bought = 0
    state.took = False


def _buy_hog(state: State, seat: i64, colour: i64) -> None:
    state.piles[seat] -= PRICE * IN_PILE[colour]
    first: i64 = seat * HOGS
    slot: i64 = state.to_go
    while slot > 0 and state.hogs[first + slot - 1] > VILLAGE:
        state.hogs[first + slot] = state.hogs[first + slot - 1]
        slot -= 1
    state.hogs[first + slot] = VILLAGE
    state.to_go += 1
    state.bought += 1
    if not state.box.one_hog:
        state.fresh += 1
    if state.box.automatic_claim:
        _declare(state)


def _move_hog(state: State, seat: i64, number: i64) -> None:
    step: i64 = number // PICKS
    pick: i64 = number % PICKS
    start: i64 = STEP_FROM[step]
    end: i64 = STEP_TO[step]
    _hog_goes(state, seat, start, end)
    if start == VILLAGE and state.fresh > 0:
        state.fresh = _fresh_left(state, seat)
    if pick > 0:
        _take(state, seat, end, pick - 1)
    if state.phase != OVER:
        _after_a_hog(state)


def _hog_goes(state: State, seat: i64, start: i64, end: i64) -> None:
    """Take a hog out of those that have yet to move, and sort it in among those that have."""
    hogs = state.hogs
    slot: i64 = seat * HOGS
    stop: i64 = slot + HOGS
    last: i64 = slot + state.to_go - 1
    while hogs[slot] != start:
        slot += 1
    while slot < last:
        hogs[slot] = hogs[slot + 1]
        slot += 1
    while slot + 1 < stop and hogs[slot + 1] < end:
        hogs[slot] = hogs[slot + 1]
        slot += 1
    hogs[slot] = end
    state.to_go -= 1


def _fresh_left(state: State, seat: i64) -> i64:
    """Hogs on the village are alike: as many may stay as were bought, while there are so many."""
    standing: i64 = 0
    first: i64 = seat * HOGS
    slot: i64
    for slot in range(state.to_go):
        if state.hogs[first + slot] == VILLAGE:
            standing += 1
    return standing if standing < state.fresh else state.fresh


def _take(state: State, seat: i64, tile: i64, colour: i64) -> None:
    piles = state.piles
    one: i64 = IN_PILE[colour]
    state.ground[tile] -= ON_TILE[colour]
    piles[IN_FOREST] -= one
    piles[seat] += one
    state.took = True
    if in_pile(piles[seat], colour) == in_pile(state.box.truffles, colour):
        _end(state, ALL_OF_A_COLOUR, seat)
    elif piles[IN_FOREST] == 0:
        _end(state, LAST_TRUFFLE, NO_SEAT)
    elif state.box.automatic_claim:
        _declare(state)


def _after_a_hog(state: State) -> None:
    state.phase = MOVING
    if state.to_go > 0 and not state.box.one_hog:
        return
    if state.box.one_hog:
        _sort_herd(state, state.turn)
    state.quiet += 1
    if state.took:
        state.quiet = 0
    if state.quiet >= state.box.stall:
        _end(state, STALLED, NO_SEAT)
    else:
        _begin_turn(state, 1 - state.turn)


def _sort_herd(state: State, seat: i64) -> None:
    """Where one hog moves a turn, the others stand before it in any order: sort them all."""
    first: i64 = seat * HOGS
    sorted_to: i64
    for sorted_to in range(1, HOGS):
        slot: i64 = sorted_to
        while slot > 0 and state.hogs[first + slot - 1] > state.hogs[first + slot]:
            tile: i64 = state.hogs[first + slot]
            state.hogs[first + slot] = state.hogs[first + slot - 1]
            state.hogs[first + slot - 1] = tile
            slot -= 1


def _declare(state: State) -> None:
    """Declare a victory that could be claimed (§7.3)."""
    seat: i64
    for seat in range(2):
        if proves_victory(state, seat):
            _end(state, CLAIMED, seat)


def _end(state: State, ending: i64, winner: i64) -> None:
    state.phase = OVER
    state.ending = ending
    state.winner = winner
    state.to_go = 0
    state.fresh = 0
    _sort_herd(state, 0)
    _sort_herd(state, 1)


# ---- for people


def why(state: State, seat: int, move: int) -> Refusal:
    key, rule = REFUSALS[refusal(state, seat, move)]
    args: Args = {}
    if BUY <= move < STAY:
        colour = move - BUY
        args = {"colour": components.COLOURS[colour], "n": int(in_pile(state.piles[seat], colour))}
    elif move >= STEP:
        step, pick = divmod(move - STEP, PICKS)
        start, end = STEPS[step]
        args = {"start": components.NAMES[start], "end": components.NAMES[end]}
        if pick:
            args["colour"] = components.COLOURS[pick - 1]
    return Refusal(rule, key, args)
