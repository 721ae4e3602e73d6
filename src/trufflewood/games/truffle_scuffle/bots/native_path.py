"""A position that a search walks through, forth and back, by the rules' own moves. Compiled.

Hogs of a turn may move in any order, with the same end (§3.1), so a search tries one order only. A
truffle taken is never worse for its taker than one left lying, as long as no stall (§5.4) is near:
then a hog that could take one does not pass it by.
"""

from __future__ import annotations

from random import Random
from typing import Final, final

from trufflewood.games.truffle_scuffle.components import HOGS, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.moves import (
    BUY,
    FIRST_STEP,
    PICKS,
    STAY,
    STEP,
    STEP_TO,
    apply,
    refusal,
)
from trufflewood.games.truffle_scuffle.state import (
    COLOURS,
    NO_SEAT,
    NOT_OVER,
    NOWHERE,
    SET_OWN,
    TURN_BEGINS,
    State,
    on_tile,
)
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

DEEPEST: Final = 120  # decisions
FARTHEST: Final = 255  # decisions that a remembered proof may rest on: as many or more
MOST: Final = 128  # moves in one position
ALL_COLOURS: Final = 0xFFFFF  # as they lie on a tile
_KEPT: Final = 6  # numbers for the way back, a move
_COUNTS: Final = 256


def numbers(name: str, count: int) -> list[int]:
    """Random numbers that name a fact; about seventy of them add up to a position, below 2**63."""
    source = Random(f"truffle-scuffle {name}")
    return [source.getrandbits(56) for _ in range(count)]


_GROUND: Final = vec[i64](numbers("ground", TILES * COLOURS * 16))
_HOG: Final = vec[i64](numbers("hogs", 4 * TILES))
_PILE: Final = vec[i64](numbers("piles", 2 * COLOURS * _COUNTS))
_TURN: Final = vec[i64](numbers("turn", 2 * 8 * 8 * 8 * 2))


@final
class Path:
    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.ply: i64 = 0
        self.kept = buffer((DEEPEST + 2) * _KEPT)
        self.lying = buffer(COLOURS)  # of each colour, a number for what lies where
        tile: i64
        colour: i64
        for tile in range(TILES):
            for colour in range(COLOURS):
                lies: i64 = on_tile(state.ground[tile], colour)
                if lies != 0:
                    self.lying[colour] += _GROUND[(tile * COLOURS + colour) * 16 + lies]

    def go(self, move: i64) -> None:
        """Make a move of the seat in turn."""
        state = self.state
        kept = self.kept
        at: i64 = self.ply * _KEPT
        herds: i64 = 0
        slot: i64
        for slot in range(2 * HOGS):
            herds = (herds << 7) | state.hogs[slot]
        kept[at] = herds
        facts: i64 = state.quiet << 1
        if state.took:
            facts += 1
        facts = (facts << 3) | state.bought
        facts = (((facts << 3) | state.fresh) << 3) | state.to_go
        facts = (((facts << 3) | state.phase) << 1) | state.turn
        kept[at + 1] = facts
        kept[at + 2] = state.piles[0]
        kept[at + 3] = state.piles[1]
        kept[at + 4] = state.piles[2]
        if move >= STEP:
            pick: i64 = (move - STEP) % PICKS
            if pick != 0:
                tile: i64 = STEP_TO[(move - STEP) // PICKS]
                kept[at + 5] = state.ground[tile]
                self.lying[pick - 1] -= _difference(state, tile, pick - 1)
        self.ply += 1
        apply(state, state.turn, move)

    def back(self, move: i64) -> None:
        """Take the last move back, which was this one."""
        state = self.state
        kept = self.kept
        self.ply -= 1
        at: i64 = self.ply * _KEPT
        herds: i64 = kept[at]
        slot: i64 = 2 * HOGS
        while slot > 0:
            slot -= 1
            state.hogs[slot] = herds & 127
            herds = herds >> 7
        facts: i64 = kept[at + 1]
        state.turn = facts & 1
        state.phase = (facts >> 1) & 7
        state.to_go = (facts >> 4) & 7
        state.fresh = (facts >> 7) & 7
        state.bought = (facts >> 10) & 7
        state.took = (facts >> 13) & 1 != 0
        state.quiet = facts >> 14
        state.ending = NOT_OVER
        state.winner = NO_SEAT
        state.piles[0] = kept[at + 2]
        state.piles[1] = kept[at + 3]
        state.piles[2] = kept[at + 4]
        if move >= STEP:
            pick: i64 = (move - STEP) % PICKS
            if pick != 0:
                tile: i64 = STEP_TO[(move - STEP) // PICKS]
                state.ground[tile] = kept[at + 5]
                self.lying[pick - 1] += _difference(state, tile, pick - 1)

    def fill(self, out: vec[i64], first: i64, every: bool, colours: i64) -> i64:
        """The moves to be tried, from `out[first]` on; claims are left to whoever asks.

        `every` keeps steps past a truffle; `colours` are those worth taking.
        """
        state = self.state
        end: i64 = first
        if state.phase <= SET_OWN:
            while end < first + BUY:
                out[end] = end - first
                end += 1
            return BUY
        move: i64
        if state.phase == TURN_BEGINS and state.to_go < HOGS:
            for move in range(BUY, STAY):
                if refusal(state, state.turn, move) == 0:
                    out[end] = move
                    end += 1
        slot: i64 = state.turn * HOGS
        last: i64 = slot + 1
        if state.box.one_hog:
            last = slot + state.to_go
        before: i64 = NOWHERE
        while slot < last:
            tile: i64 = state.hogs[slot]
            if tile != before:
                if tile == VILLAGE and state.fresh > 0:
                    out[end] = STAY
                    end += 1
                end = _steps_from(state, tile, out, end, every, colours)
            before = tile
            slot += 1
        return end - first


def _steps_from(state: State, tile: i64, out: vec[i64], end: i64, every: bool, colours: i64) -> i64:
    step: i64 = FIRST_STEP[tile]
    stop: i64 = FIRST_STEP[tile + 1]
    move: i64 = STEP + step * PICKS
    while step < stop:
        ground: i64 = state.ground[STEP_TO[step]] & colours
        if every or ground == 0:
            out[end] = move
            end += 1
        pick: i64 = move
        while ground != 0:
            pick += 1
            if ground & 15 != 0:
                out[end] = pick
                end += 1
            ground = ground >> 4
        move += PICKS
        step += 1
    return end


def _difference(state: State, tile: i64, colour: i64) -> i64:
    """What taking a truffle changes in the number for its colour."""
    at: i64 = (tile * COLOURS + colour) * 16 + on_tile(state.ground[tile], colour)
    if at & 15 == 1:
        return _GROUND[at]
    return _GROUND[at] - _GROUND[at - 1]


def pile_key(seat: i64, colour: i64, many: i64) -> i64:
    return _PILE[(seat * COLOURS + colour) * _COUNTS + many]


def herd_key(state: State) -> i64:
    """A number for whose turn it is, where the hogs are and which have moved."""
    key: i64 = _TURN[
        (((state.turn * 8 + state.phase) * 8 + state.fresh) * 8 + state.bought) * 2 + (1 if state.took else 0)
    ]
    hogs = state.hogs
    slot: i64
    moved: i64 = state.turn * HOGS + state.to_go
    stop: i64 = (state.turn + 1) * HOGS
    for slot in range(2 * HOGS):
        hog: i64 = hogs[slot]
        if hog != NOWHERE:
            row: i64 = 2 * TILES if slot >= HOGS else 0
            if moved <= slot < stop:
                row += TILES
            key += _HOG[row + hog]
    return key


def position_key(path: Path) -> i64:
    """A number for a position, all but its count of quiet turns."""
    key: i64 = herd_key(path.state)
    own: i64 = path.state.piles[0]
    other: i64 = path.state.piles[1]
    at: i64 = 0
    colour: i64
    for colour in range(COLOURS):
        key += path.lying[colour] + _PILE[at + (own & 255)] + _PILE[at + COLOURS * _COUNTS + (other & 255)]
        own = own >> 8
        other = other >> 8
        at += _COUNTS
    return key


def next_move(moves: vec[i64], order: vec[i64], here: i64, stop: i64) -> i64:
    """The move of the highest order before `stop`, swapped into its place."""
    best: i64 = here
    most: i64 = order[here]
    k: i64 = here + 1
    while k < stop:
        if order[k] > most:
            best = k
            most = order[k]
        k += 1
    move: i64 = moves[best]
    moves[best] = moves[here]
    order[best] = order[here]
    moves[here] = move
    return move
