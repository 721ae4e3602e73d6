"""Points (§6), and how a game ended. Compiled."""

from __future__ import annotations

from trufflewood.games.truffle_scuffle import components
from trufflewood.games.truffle_scuffle.state import (
    ALL_OF_A_COLOUR,
    CLAIMED,
    COLOURS,
    IN_FOREST,
    LAST_TRUFFLE,
    NO_SEAT,
    NOT_OVER,
    STALLED,
    State,
    in_pile,
)
from trufflewood.kit.game import WIN
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Line, Outcome


def points(state: State, seat: i64) -> i64:
    """One for each colour of which `seat` holds more (§6.1)."""
    own: i64 = state.piles[seat]
    other: i64 = state.piles[1 - seat]
    total: i64 = 0
    while own != 0:
        if own & 255 > other & 255:
            total += 1
        own = own >> 8
        other = other >> 8
    return total


def score(state: State, seat: i64) -> list[Line]:
    """The same points, a line for each colour that somebody holds."""
    return majorities(held(state, seat), held(state, 1 - seat))


def held(state: State, seat: i64) -> list[int]:
    """What a seat holds of each colour."""
    return [int(in_pile(state.piles[seat], colour)) for colour in range(COLOURS)]


def majorities(own: list[int], other: list[int]) -> list[Line]:
    lines: list[Line] = []
    for colour in range(COLOURS):
        mine, theirs = own[colour], other[colour]
        if mine or theirs:
            key = "more" if mine > theirs else "fewer" if mine < theirs else "tied"
            args: Args = {"colour": components.COLOURS[colour], "own": mine, "other": theirs}
            lines.append(Line("§6.1", int(mine > theirs), key, args))
    return lines


def proves_victory(state: State, seat: i64) -> bool:
    """True if `seat` wins even when every truffle left in the forest goes to the opponent (§5.3)."""
    piles = state.piles
    mine: i64 = piles[seat]
    best: i64 = piles[1 - seat] + piles[IN_FOREST]  # no colour can overflow its eight bits
    box: i64 = state.box.truffles
    lead: i64 = 0
    while box != 0:
        own: i64 = mine & 255
        other: i64 = best & 255
        if own > other:
            lead += 1
        elif own < other:
            lead -= 1
            if other == box & 255:
                return False  # the opponent might still gather all of it (§5.1)
        mine = mine >> 8
        best = best >> 8
        box = box >> 8
    return lead > 0


def winner(state: State) -> i64:
    """The seat that has won a finished game; NO_SEAT for a draw."""
    if state.winner != NO_SEAT:
        return state.winner
    lead: i64 = points(state, 0) - points(state, 1)
    if lead > 0:
        return 0
    if lead < 0:
        return 1
    return NO_SEAT


def result(state: State, out: vec[i64]) -> None:
    won: i64 = winner(state)
    seat: i64
    for seat in range(2):
        out[seat] = WIN // 2 if won == NO_SEAT else WIN if won == seat else 0


def outcome(state: State) -> Outcome | None:
    if state.ending == NOT_OVER:
        return None
    won = int(winner(state))
    ranks = (1, 1) if won == NO_SEAT else (1, 2) if won == 0 else (2, 1)
    counted = (int(points(state, 0)), int(points(state, 1)))
    args: Args = {"winner": max(won, 0), "most": max(counted), "least": min(counted)}
    if state.ending == ALL_OF_A_COLOUR:
        args["colour"] = components.COLOURS[complete_colour(state, won)]
        return Outcome(ranks, counted, "§5.1", "all-of-a-colour", args)
    if state.ending == CLAIMED:
        return Outcome(ranks, counted, "§5.3", "claimed", args)
    drawn = "-drawn" if won == NO_SEAT else ""
    if state.ending == STALLED:
        args["turns"] = int(state.box.stall)
        return Outcome(ranks, counted, "§5.4", "stalled" + drawn, args)
    assert state.ending == LAST_TRUFFLE
    return Outcome(ranks, counted, "§6.2", "counted" + drawn, args)


def complete_colour(state: State, seat: i64) -> i64:
    """The colour of which a seat holds every truffle in the box; -1 if there is none."""
    colour: i64
    for colour in range(COLOURS):
        all_of_it: i64 = in_pile(state.box.truffles, colour)
        if all_of_it != 0 and in_pile(state.piles[seat], colour) == all_of_it:
            return colour
    return -1
