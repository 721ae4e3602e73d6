"""Points (§4), the Special Diet (§5), the automatic opponent (§6), and how a game ended. Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match import components
from trufflewood.games.snack_match.components import CELL_NAMES, KINDS, SHEET, SIZE
from trufflewood.games.snack_match.state import NOTHING, OVER, SEEN, ZONE, State, covered
from trufflewood.kit.bits import BIT, count
from trufflewood.kit.game import WIN
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Line, Outcome, ranks_of

LEAST: Final = 3  # squares of a group that counts (§4.3)

# the modifications, in the order of components.MODIFICATIONS
FEWEST: Final = 0
CORNERS: Final = 1
GROUPS: Final = 2
LINES: Final = 3
MOST: Final = 4
ISOLATED: Final = 5
CENTRE: Final = 6
PAIRS: Final = 7
WORTH: Final = vec[i64]([points for _, points, _ in components.MODIFICATIONS])

FIRST_ROW: Final = 0x7F
FIRST_COLUMN: Final = 0x01010101010101
_JUDGED: Final = vec[i64]([-1] * 2**16)

ROWS: Final = vec[i64]([sum(2 ** (8 * row + column) for column in range(SHEET)) for row in range(SHEET)])
COLUMNS: Final = vec[i64]([sum(2 ** (8 * row + column) for row in range(SHEET)) for column in range(SHEET)])


# ---- groups


def first_group(cells: i64) -> i64:
    """The group of the first of these cells: all that hang together side by side (§4.2)."""
    group: i64 = 0
    grown: i64 = cells & -cells
    while grown != group:
        group = grown
        grown = (group | group << 1 | group >> 1 | group << 8 | group >> 8) & cells
    return group


def corner(zone: i64) -> i64:
    """Where the smallest rectangle around a zone begins: shifted by it, a zone fits into 4 by 4 (§3.4)."""
    found: i64 = 0
    while zone != 0 and zone & FIRST_ROW == 0:
        zone = zone >> 8
        found += 8
    while zone != 0 and zone & FIRST_COLUMN == 0:
        zone = zone >> 1
        found += 1
    return found


def window(cells: i64) -> i64:
    """The first four cells of the first four rows as sixteen bits."""
    return cells & 15 | cells >> 4 & 240 | cells >> 8 & 3840 | cells >> 12 & 61440


def judged(cells: i64) -> i64:
    """The points for all groups of one component (§4.3) times 32, and the size of the largest (§4.5).

    The cells lie in the first four rows and columns: one of 2**16 sets, and each is judged only once.
    """
    known: i64 = window(cells)
    if _JUDGED[known] < 0:
        _JUDGED[known] = _judge(cells)
    return _JUDGED[known]


def _judge(cells: i64) -> i64:
    total: i64 = 0
    largest: i64 = 0
    while cells:
        group: i64 = first_group(cells)
        cells &= ~group
        size: i64 = count(group)
        if size >= LEAST:
            total += size - 2
        if size > largest:
            largest = size
    return 32 * total + largest


def groups_of(cells: i64, least: i64, most: i64) -> i64:
    """How many groups of one component have from `least` to `most` squares."""
    found: i64 = 0
    while cells:
        group: i64 = first_group(cells)
        cells &= ~group
        size: i64 = count(group)
        if least <= size <= most:
            found += 1
    return found


def largest_group(state: State, seat: i64) -> i64:
    """The size of the largest group of any kind (§4.5)."""
    start: i64 = corner(covered(state, seat))
    first: i64 = seat * ZONE + SEEN
    best: i64 = 0
    n: i64
    for n in range(first, first + 8):
        size: i64 = judged(state.zones[n] >> start) & 31
        if size > best:
            best = size
    return best


# ---- the Special Diet


def first_line(lines: vec[i64], zone: i64) -> i64:
    """The first of the rows or columns that a zone reaches."""
    n: i64 = 0
    while n < SHEET - 1 and lines[n] & zone == 0:
        n += 1
    return n


def last_line(lines: vec[i64], zone: i64) -> i64:
    n: i64 = SHEET - 1
    while n > 0 and lines[n] & zone == 0:
        n -= 1
    return n


def edges(lines: vec[i64], zone: i64) -> i64:
    """The first and the last row, or column, of the smallest rectangle around a zone."""
    return lines[first_line(lines, zone)] | lines[last_line(lines, zone)]


def inside(lines: vec[i64], zone: i64) -> i64:
    """The rows, or columns, between the first and the last."""
    found: i64 = 0
    n: i64
    for n in range(first_line(lines, zone) + 1, last_line(lines, zone)):
        found |= lines[n]
    return found


def full_lines(cells: i64) -> i64:
    """How many rows and columns of four these cells fill."""
    found: i64 = 0
    n: i64
    for n in range(SHEET):
        if count(cells & ROWS[n]) == SIZE:
            found += 1
        if count(cells & COLUMNS[n]) == SIZE:
            found += 1
    return found


def others_fewest(state: State, seat: i64, kind: i64) -> i64:
    """The least that another zone shows of a component, as far as it was shown (§5.3, §6.7, §8.12)."""
    least: i64 = 99
    if state.seats == 1:
        return rival_count(state, kind) if state.rival[0] != NOTHING else least
    other: i64
    for other in range(state.seats):
        if other != seat:
            own: i64 = count(known_cells(state, other, kind))
            if own < least:
                least = own
    return least


def others_most(state: State, seat: i64, kind: i64) -> i64:
    """The most that another zone shows of a component (§5.7)."""
    if state.seats == 1:
        return rival_count(state, kind)
    most: i64 = 0
    other: i64
    for other in range(state.seats):
        if other != seat:
            own: i64 = count(known_cells(state, other, kind))
            if own > most:
                most = own
    return most


def known_cells(state: State, seat: i64, kind: i64) -> i64:
    """Where everybody has seen a component in a zone."""
    if state.box.open:
        return state.zones[seat * ZONE + SEEN + kind]
    return state.shown[8 * seat + kind]


def times(state: State, seat: i64, kind: i64, modification: i64) -> i64:
    """How often a diet card applies to a zone (§5.3 to §5.10)."""
    cells: i64 = state.zones[seat * ZONE + SEEN + kind]
    if modification == FEWEST:
        return 1 if count(cells) <= others_fewest(state, seat, kind) else 0
    if modification == MOST:
        return 1 if count(cells) >= others_most(state, seat, kind) else 0
    if modification == GROUPS:
        return groups_of(cells, 1, 16)
    if modification == ISOLATED:
        return groups_of(cells, 1, 1)
    if modification == PAIRS:
        return groups_of(cells, 2, 2)
    if modification == LINES:
        return full_lines(cells)
    zone: i64 = covered(state, seat)
    if modification == CORNERS:
        return count(cells & edges(ROWS, zone) & edges(COLUMNS, zone))
    return count(cells & inside(ROWS, zone) & inside(COLUMNS, zone))


# ---- the points of a seat


def points(state: State, seat: i64) -> i64:
    """Its own zone as it lies; where zones are compared, the others' as they were shown (§8.12)."""
    start: i64 = corner(covered(state, seat))
    first: i64 = seat * ZONE + SEEN
    total: i64 = 0
    n: i64
    for n in range(first, first + 8):
        total += judged(state.zones[n] >> start) >> 5
    return total + diet_points(state, seat)


def diet_points(state: State, seat: i64) -> i64:
    """What the Special Diet gives or takes, as the zone lies (§5)."""
    total: i64 = 0
    n: i64
    for n in range(2):
        if state.box.diet[2 * n] != NOTHING:
            modification: i64 = state.box.diet[2 * n + 1]
            total += WORTH[modification] * times(state, seat, state.box.diet[2 * n], modification)
    return total


def score(state: State, seat: i64) -> list[Line]:
    """The same points, a line for each group that counts and for each diet card."""
    lines = [
        line
        for kind in range(len(KINDS))
        for line in group_lines(int(state.zones[seat * ZONE + SEEN + kind]), KINDS[kind])
    ]
    for n in range(2):
        if state.box.diet[2 * n] != NOTHING:
            lines.append(diet_line(state, seat, int(state.box.diet[2 * n]), int(state.box.diet[2 * n + 1])))
    return lines


def group_lines(cells: i64, kind: str) -> list[Line]:
    found: list[Line] = []
    while cells:
        group: i64 = first_group(cells)
        cells &= ~group
        size = int(count(group))
        if size >= LEAST:
            names = [CELL_NAMES[cell] for cell in range(len(CELL_NAMES)) if group & BIT[cell]]
            found.append(Line("§4.3", size - 2, "group", {"kind": kind, "n": size, "cells": names}))
    return found


def diet_line(state: State, seat: i64, kind: int, modification: int) -> Line:
    name, worth, rule = components.MODIFICATIONS[modification]
    n = int(times(state, seat, kind, modification))
    key = name
    if modification in (FEWEST, MOST) and not n:
        key = "not-" + name
    return Line(rule, worth * n, key, {"kind": KINDS[kind], "n": n})


# ---- the automatic opponent


def rival_count(state: State, kind: i64) -> i64:
    """How many squares of a component the opponent's zone has; all of them can be seen (§6.3)."""
    found: i64 = 0
    n: i64
    square: i64
    for n in range(8):
        card: i64 = state.rival[n]
        if card == NOTHING:
            continue
        for square in range(3):
            face: i64 = state.box.faces[3 * card + square]
            if (face // 4 if kind < 4 else 4 + face % 4) == kind:
                found += 1
    return found


def commonest(state: State, first: i64) -> i64:
    """The commonest snack (from kind 0) or tablecloth (from kind 4) of both zones (§6.5, §8.11)."""
    best: i64 = first
    kind: i64
    for kind in range(first, first + 4):
        if commonness(state, kind) > commonness(state, best):
            best = kind
    return best


def commonness(state: State, kind: i64) -> i64:
    """The squares of a kind in both zones; among equals those in the opponent's zone decide."""
    theirs: i64 = rival_count(state, kind)
    return 64 * (theirs + count(state.zones[SEEN + kind])) + theirs


def rival_worth(state: State, kind: i64) -> i64:
    """The opponent's points if this kind is the commonest (§6.5, §6.8)."""
    found: i64 = rival_count(state, kind)
    if state.box.both_zones:
        found += count(state.zones[SEEN + kind])
    return found


def rival_points(state: State) -> i64:
    return rival_worth(state, commonest(state, 0)) + rival_worth(state, commonest(state, 4))


def rival_score(state: State) -> list[Line]:
    """The opponent's points, line by line."""
    rule = "§6.8" if state.box.both_zones else "§6.5"
    key = "commonest-both" if state.box.both_zones else "commonest"
    found: list[Line] = []
    for first in (0, 4):
        kind = commonest(state, first)
        n = int(rival_worth(state, kind))
        found.append(Line(rule, n, key, {"kind": KINDS[kind], "n": n}))
    return found


# ---- the end


def standing(state: State, seat: i64) -> i64:
    """Points and tie-break as one number (§4.4, §4.5)."""
    return 64 * points(state, seat) + largest_group(state, seat)


def result(state: State, out: vec[i64]) -> None:
    if state.seats == 1:
        out[0] = WIN if points(state, 0) > rival_points(state) else 0
        return
    best: i64 = standing(state, 0)
    winners: i64 = 0
    seat: i64
    for seat in range(state.seats):
        own: i64 = standing(state, seat)
        out[seat] = own
        if own > best:
            best = own
    for seat in range(state.seats):
        if out[seat] == best:
            winners += 1
    for seat in range(state.seats):
        out[seat] = WIN // winners if out[seat] == best else 0


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    counted = tuple([int(points(state, seat)) for seat in range(state.seats)])
    if state.seats == 1:
        return solo_outcome(state, counted)
    largest = [int(largest_group(state, seat)) for seat in range(state.seats)]
    ranks = ranks_of([(counted[seat], largest[seat]) for seat in range(state.seats)])
    winners = [seat for seat in range(state.seats) if ranks[seat] == 1]
    level = [seat for seat in range(state.seats) if counted[seat] == max(counted)]
    args: Args = {"winner": winners, "n": max(counted), "size": largest[winners[0]]}
    if len(winners) > 1:
        return Outcome(ranks, counted, "§4.6", "shared", args)
    if len(level) > 1:
        return Outcome(ranks, counted, "§4.5", "largest-group", args)
    return Outcome(ranks, counted, "§4.4", "most-points", args)


def solo_outcome(state: State, counted: tuple[int, ...]) -> Outcome:
    theirs = int(rival_points(state))
    won = counted[0] > theirs
    args: Args = {"own": counted[0], "other": theirs}
    return Outcome((1 if won else 2,), counted, "§6.6", "solo-won" if won else "solo-lost", args)
