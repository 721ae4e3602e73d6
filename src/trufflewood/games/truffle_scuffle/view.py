"""What a seat may know in Truffle Scuffle: everything."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from trufflewood.games.truffle_scuffle import components
from trufflewood.games.truffle_scuffle.components import COLOURS, HOGS, NAMES, STEPS, TILES
from trufflewood.games.truffle_scuffle.moves import BUY, CLAIM, PICKS, STAY, STEP, listed, waiting
from trufflewood.games.truffle_scuffle.scoring import held
from trufflewood.games.truffle_scuffle.state import (
    IN_FOREST,
    IN_PILE,
    NOWHERE,
    ON_TILE,
    SET_STARTER,
    State,
    blank,
    on_tile,
)
from trufflewood.kit import seen
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import seats_in
from trufflewood.kit.outcome import EVERYONE, Args, Event

PHASES: Final = ("set-starter", "set-own", "turn-begins", "moving", "over")
ENDINGS: Final = ("", "all-of-a-colour", "last-truffle", "claimed", "stalled")


class View(seen.View, frozen=True, kw_only=True):
    options: components.Options
    start: int  # the starting seat
    turn: int  # the seat that decides
    phase: str  # of PHASES
    forest: tuple[tuple[str, ...], ...]  # the truffles on each tile, in the order of NAMES
    hogs: tuple[tuple[int, ...], ...]  # by seat, the tiles where its hogs stand, ascending
    to_go: tuple[int, ...]  # of the seat in turn, those hogs that have yet to move
    fresh: int  # how many of these may stay on the village
    bought: int  # hogs bought this turn
    took: bool  # a truffle was taken this turn
    piles: tuple[tuple[int, ...], ...]  # by seat, how many truffles of each colour it holds
    left: tuple[int, ...]  # how many of each colour lie in the forest
    quiet: int  # turns in a row without a truffle
    ending: str  # of ENDINGS
    winner: int  # the seat that won early, or -1


class Looks:
    """What each seat sees of a state that no longer changes: all of it, and its own moves."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._open = View(
            seat=None,
            waiting=tuple(seats_in(waiting(state))),
            moves=(),
            options=state.box.options,
            start=int(state.start),
            turn=int(state.turn),
            phase=PHASES[state.phase],
            forest=tuple(map(_shown, state.ground)),
            hogs=tuple(_tiles(state, seat) for seat in range(2)),
            to_go=tuple(int(state.hogs[state.turn * HOGS + slot]) for slot in range(state.to_go)),
            fresh=int(state.fresh),
            bought=int(state.bought),
            took=state.took,
            piles=tuple(tuple(held(state, seat)) for seat in range(2)),
            left=tuple(held(state, IN_FOREST)),
            quiet=int(state.quiet),
            ending=ENDINGS[state.ending],
            winner=int(state.winner),
        )

    def __call__(self, seat: int | None) -> View:
        if seat is None:
            return self._open
        return msgspec.structs.replace(self._open, seat=seat, moves=tuple(listed(self._state, seat)))


def view(state: State, seat: int | None) -> View:
    return Looks(state)(seat)


@lru_cache(maxsize=1024)
def _shown(ground: int) -> tuple[str, ...]:
    return tuple(name for colour, name in enumerate(COLOURS) for _ in range(on_tile(ground, colour)))


def _tiles(state: State, seat: int) -> tuple[int, ...]:
    return tuple(sorted(tile for tile in state.hogs[seat * HOGS : (seat + 1) * HOGS] if tile != NOWHERE))


def imagine(view: View, dice: Dice) -> State:
    """The state of this view: there is only one."""
    state = blank(view.options)
    for tile in range(TILES):
        state.ground[tile] = sum(ON_TILE[COLOURS.index(colour)] for colour in view.forest[tile])
    for seat in range(2):
        first = view.to_go if seat == view.turn else ()
        done = list(view.hogs[seat])
        for tile in first:
            done.remove(tile)
        for slot, tile in enumerate([*first, *done]):
            state.hogs[seat * HOGS + slot] = tile
        state.piles[seat] = _pile(view.piles[seat])
    state.piles[IN_FOREST] = _pile(view.left)
    state.start = view.start
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.to_go = len(view.to_go)
    state.fresh = view.fresh
    state.bought = view.bought
    state.took = view.took
    state.quiet = view.quiet
    state.ending = ENDINGS.index(view.ending)
    state.winner = view.winner
    return state


def _pile(counts: tuple[int, ...]) -> int:
    return sum(IN_PILE[colour] * count for colour, count in enumerate(counts))


def events(before: State, seat: int, move: int, after: State) -> list[Event]:
    args: Args = {"seat": seat}
    if move >= STEP:
        step, pick = divmod(move - STEP, PICKS)
        start, end = STEPS[step]
        args |= {"start": NAMES[start], "end": NAMES[end]}
        if pick:
            args["colour"] = COLOURS[pick - 1]
        found = [Event("moved-and-took" if pick else "moved", args, EVERYONE)]
    elif move < BUY:
        starter = before.phase == SET_STARTER
        args |= {"owner": 1 - seat if starter else seat, "end": NAMES[components.NEIGHBOURS[18][move]]}
        found = [Event("set-other" if starter else "set-own", args, EVERYONE)]
    elif move < STAY:
        found = [Event("bought", args | {"colour": COLOURS[move - BUY]}, EVERYONE)]
    else:
        found = [Event("claimed" if move == CLAIM else "stayed", args, EVERYONE)]
    if after.ending and move != CLAIM:
        found.append(Event(ENDINGS[after.ending] if after.winner < 0 else "ended-early", {}, EVERYONE))
    return found
