"""A real table of Snack Match, scored: zones by what can be seen or card by card, as text or JSON.

A zone by what can be seen is rows of squares, a hole is -:

    soda/green soda/blue   soda/green
    -          donut/green sandwich/green

A zone card by card, in the order of placing, tells more: three squares, the cell of the first, where the
others follow, and the earlier cards under which it was slid (it lies over the rest):

    sandwich/green donut/orange soda/blue c4 right
    soda/orange sausage/orange sausage/green d3 down under 1

A blank line parts the zones of a table. Beside them may stand `diet: soda fewest, green corners`, and for the
solo game `opponent: ` with its cards, parted by commas, and `solo_points: both`. JSON has the same words:

    {"zones": [["soda/green soda/blue soda/green"],
               {"cards": [{"card": "…", "place": "c4 right", "under": []}]}],
     "diet": ["soda fewest"], "opponent": ["…"], "solo_points": "own"}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from trufflewood.games.snack_match.components import (
    CELL_NAMES,
    CLOTHS,
    IN_ZONE,
    KINDS,
    NAMES,
    ROOM,
    SIZE,
    SNACKS,
    SQUARES,
    TURNS,
    Options,
)
from trufflewood.games.snack_match.moves import REFUSALS, strip_refusal
from trufflewood.games.snack_match.scoring import largest_group, points, rival_points, rival_score
from trufflewood.games.snack_match.scoring import score as own_score
from trufflewood.games.snack_match.state import (
    BENEATH,
    LAID,
    PLACES,
    STRIP_CELLS,
    ZONE,
    State,
    blank,
    covered,
    lay,
    outline,
    overlapped,
    show,
)
from trufflewood.games.snack_match.view import PLACE_OF, first_cell, turn_of
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.outcome import Line
from trufflewood.kit.package import Sheet
from trufflewood.kit.words import LANGUAGES, words

MOST_ZONES: Final = 9
_CELL: Final = re.compile(r"[a-g][1-7]")


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """A table as it was described: each zone a list of lines."""

    zones: list[list[str]]
    diet: list[str] = []
    opponent: list[str] = []
    solo_points: str = "own"


def score(layout: Any, best: Sequence[str] = ()) -> Sheet:
    """Score every zone, line by line; and find where the cards `best` go best in the first one."""
    described = _from_text(layout) if isinstance(layout, str) else _from_data(layout)
    state = _table(described, best)
    solo = bool(described.opponent)
    seats = [own_score(state, seat) for seat in range(state.seats)]
    notes = [_verdict(state, solo)] if solo or state.seats > 1 else []
    if best:
        notes += _best_notes(state, best, described)
    return Sheet(seats + ([rival_score(state)] if solo else []), notes)


def _verdict(state: State, solo: bool) -> Line:
    own = [int(points(state, seat)) for seat in range(state.seats)]
    if solo:
        return Line("§6.6", 0, "solo-won" if own[0] > rival_points(state) else "solo-lost")
    level = [seat for seat, n in enumerate(own) if n == max(own)]
    if len(level) == 1:
        return Line("§4.4", 0, "leads", {"winner": level})
    largest = [int(largest_group(state, seat)) for seat in level]
    winners = [seat for seat, size in zip(level, largest, strict=True) if size == max(largest)]
    return Line("§4.5", 0, "leads-by-group", {"winner": winners})


# ---- what was written


def _from_text(text: str) -> Layout:
    layout = Layout([])
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        line = line.split("#")[0].strip()
        name, colon, rest = (part.strip() for part in line.partition(":"))
        if colon and name.lower() in ("diet", "dieta"):
            layout.diet += [part.strip() for part in rest.split(",")]
        elif colon and name.lower() in ("opponent", "oponente"):
            layout.opponent += [part.strip() for part in rest.split(",")]
        elif colon and name.lower() == "solo_points":
            layout.solo_points = rest
        elif line:
            block.append(line)
        elif block:
            layout.zones.append(block)
            block = []
    return layout


def _from_data(data: Any) -> Layout:
    if isinstance(data, list):
        data = {"zones": [data]}
    try:
        given = dict(data)
        given["zones"] = [_zone_lines(zone) for zone in given["zones"]]
        return msgspec.convert(given, Layout)
    except (TypeError, ValueError, KeyError, AttributeError):
        raise BadLayout("layout-form", ROOM) from None


def _zone_lines(zone: Any) -> list[str]:
    """The lines of a zone: rows as text or lists of squares, or cards as text or as in a view."""
    if isinstance(zone, dict):
        zone = zone["cards"] if "cards" in zone else zone["rows"]
    lines = []
    for line in zone:
        if isinstance(line, dict):
            under = " ".join(map(str, line.get("under", ())))
            line = f"{line['card']} {line['place']}" + (f" under {under}" if under else "")
        elif isinstance(line, list):
            line = " ".join(square or "-" for square in line)
        lines.append(str(line))
    return lines


@lru_cache(maxsize=1)
def _spoken() -> dict[str, str]:
    """What may be written, in either language: components, rules of the diet, directions."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        book = words(ROOM, language)
        for section in ("kinds", "modifications", "ways"):
            found |= {name.lower(): key for key, name in book.sections[section].items()}
        found |= {name: key for key, name in book.sections.get("notation", {}).items()}
    return found | {word: word for word in (*KINDS, *NAMES, *TURNS, "under")}


def _words(line: str) -> list[str]:
    """The words of a line, each by its key; squares as they stand in SQUARES."""
    known = _spoken()
    return [
        "/".join(known.get(part, part) for part in word.split("/"))
        for word in line.lower().replace(",", " ").split()
    ]


def _square(word: str) -> int:
    if word not in SQUARES:
        raise BadLayout("layout-square", ROOM, square=word, snacks=list(SNACKS), cloths=list(CLOTHS))
    return SQUARES.index(word)


def _three(text: str) -> tuple[int, ...] | None:
    """The squares of a card, or None if this is none."""
    found = _words(text)
    return tuple(map(SQUARES.index, found)) if len(found) == 3 and set(found) <= set(SQUARES) else None


# ---- a state with these zones


class _Cards:
    """The different cards on the table, numbered as they come."""

    def __init__(self) -> None:
        self.faces: list[int] = []

    def add(self, squares: Sequence[int]) -> int:
        self.faces += squares
        return len(self.faces) // 3 - 1


class _Described(NamedTuple):
    """A card of a zone, read."""

    card: int
    place: int
    under: list[int]  # counted from 1


def _table(layout: Layout, best: Sequence[str]) -> State:
    zones = [lines for lines in layout.zones if lines]
    if not zones:
        raise BadLayout("layout-empty", ROOM)
    if len(zones) > MOST_ZONES:
        raise BadLayout("layout-many", ROOM, n=len(zones))
    if layout.opponent and len(zones) > 1:
        raise BadLayout("layout-solo", ROOM, n=len(zones))
    if layout.solo_points not in ("own", "both"):
        raise BadLayout("layout-points", ROOM, value=layout.solo_points)
    box = _Cards()
    read = [_read_zone(lines, number, box) for number, lines in enumerate(zones, 1)]
    rival = [box.add(_rival_card(text)) for text in layout.opponent]
    for text in best:
        squares = _three(text)
        if squares is None:
            raise BadLayout("best-card", ROOM, card=text[:60])
        box.add(squares)
    if rival[IN_ZONE:]:
        raise BadLayout("layout-cards-opponent", ROOM, n=len(rival))
    options = Options(seats=len(zones), solo_points="both" if layout.solo_points == "both" else "own")
    state = blank(options, box.faces, [])
    for n, card in enumerate(rival):
        state.rival[n] = card
    _set_diet(state, layout.diet)
    for seat, zone in enumerate(read):
        if isinstance(zone, dict):
            outline(state, seat, list(zone), list(zone.values()))
        else:
            for described in zone:
                _lay(state, seat, described)
    show(state)
    return state


def _rival_card(text: str) -> tuple[int, ...]:
    squares = _three(text)
    if squares is None:
        raise BadLayout("layout-opponent", ROOM, card=text[:60])
    return squares


def _set_diet(state: State, diet: list[str]) -> None:
    if len(diet) > 2:
        raise BadLayout("layout-diets", ROOM, n=len(diet))
    for n, text in enumerate(diet):
        found = _words(text)
        if len(found) != 2 or found[0] not in KINDS or found[1] not in NAMES:
            raise BadLayout("layout-diet", ROOM, diet=text[:60], known=list(NAMES))
        state.box.diet[2 * n] = KINDS.index(found[0])
        state.box.diet[2 * n + 1] = NAMES.index(found[1])


def _read_zone(lines: list[str], number: int, box: _Cards) -> dict[int, int] | list[_Described]:
    """Cards with their places; or, cell by cell, the squares that can be seen."""
    rows = [_words(line) for line in lines]
    if not any(_CELL.fullmatch(word) for row in rows for word in row):
        return _read_rows(rows, number)
    if len(rows) > IN_ZONE:
        raise BadLayout("layout-cards-many", ROOM, zone=number, n=len(rows))
    return [_read_card(row, number, n, box) for n, row in enumerate(rows, 1)]


def _read_card(row: list[str], zone: int, n: int, box: _Cards) -> _Described:
    place = PLACE_OF.get(" ".join(row[3:5]))
    under = row[5:]
    is_list = not under or (under[0] == "under" and all(re.fullmatch("[1-8]", one) for one in under[1:]))
    if place is None or not is_list or under == ["under"]:
        raise BadLayout("layout-card", ROOM, zone=zone, n=n, card=" ".join(row)[:80])
    return _Described(box.add([_square(word) for word in row[:3]]), place, [int(one) for one in under[1:]])


def _read_rows(rows: list[list[str]], number: int) -> dict[int, int]:
    width = max(map(len, rows))
    if len(rows) > SIZE or width > SIZE:
        raise BadLayout("layout-size", ROOM, zone=number, rows=len(rows), columns=width)
    first = 8 * ((7 - len(rows)) // 2) + (7 - width) // 2  # as far from the edges of the sheet as it can grow
    found = {
        first + 8 * row + column: _square(word)
        for row, words_of_it in enumerate(rows)
        for column, word in enumerate(words_of_it)
        if word != "-"
    }
    if not found:
        raise BadLayout("layout-blank", ROOM, zone=number)
    _check_rows(found, number)
    return found


def _check_rows(squares: dict[int, int], number: int) -> None:
    """Squares that can be seen lie on cards: three in a line, and all of one piece."""
    cells = sum(1 << cell for cell in squares)
    strips = [int(mask) for mask in STRIP_CELLS if int(mask) & ~cells == 0]
    for cell in sorted(squares):
        if not any(mask >> cell & 1 for mask in strips):
            raise BadLayout("layout-alone", ROOM, zone=number, square=SQUARES[squares[cell]])
    piece = cells & -cells
    while True:
        grown = (piece | piece << 1 | piece >> 1 | piece << 8 | piece >> 8) & cells
        if grown == piece:
            break
        piece = grown
    if piece != cells:
        raise BadLayout("layout-apart", ROOM, zone=number)


def _lay(state: State, seat: int, card: _Described) -> None:
    n = int(state.zones[ZONE * seat + LAID]) + 1
    refused = strip_refusal(state, seat, card.place // 2, covered(state, seat))
    if refused:
        key, rule = REFUSALS[refused]
        raise BadLayout("layout-place", ROOM, zone=seat + 1, n=n, reason=_Reason(key), rule=rule)
    there = int(overlapped(state, seat, STRIP_CELLS[card.place // 2]))
    under = sum(1 << other - 1 for other in set(card.under))
    for other in card.under:
        if not there >> other - 1 & 1:
            raise BadLayout("layout-under", ROOM, zone=seat + 1, n=n, other=other)
    for upper in range(n):
        beneath = int(state.zones[ZONE * seat + BENEATH + upper]) & under
        if (there & ~under) >> upper & 1 and beneath:
            lower = beneath.bit_length()
            raise BadLayout("layout-cycle", ROOM, zone=seat + 1, n=n, upper=upper + 1, lower=lower)
    lay(state, seat, card.card, card.place, there & ~under)


class _Reason(BadLayout):
    """A refusal of a placement, as the reason of another error: it then speaks the same language."""

    def say(self, language: str = "en") -> str:
        return words(ROOM, language).say("refusals", self.key)


# ---- the best placement


class _Step(NamedTuple):
    card: int
    place: int
    over: int  # cards of the zone, a bit each
    under: int


def _best_notes(state: State, best: Sequence[str], layout: Layout) -> list[Line]:
    by_cards = bool(_CELL.search(" ".join(_words(" ".join(layout.zones[0])))))
    if len(best) > 2:
        raise BadLayout("best-many", ROOM, n=len(best))
    if by_cards and state.zones[LAID] + len(best) > IN_ZONE:
        raise BadLayout("best-full", ROOM, n=len(best))
    faces = len(state.box.faces) // 3
    value, steps = best_placement(state, list(range(faces - len(best), faces)))
    notes = [Line("§3", 0, "best", {"points": value, "now": int(points(state, 0))})]
    for step in steps:
        squares = [SQUARES[state.box.faces[3 * step.card + n]] for n in range(3)]
        args = {"card": squares, "cell": first_cell(step.place), "turn": turn_of(step.place)}
        notes.append(Line("§3.5", 0, *_layers(step, by_cards, args)))
    if not by_cards:
        top_left = min(cell for cell in range(56) if int(covered(state, 0)) >> cell & 1) // 8 * 8
        left = min(cell % 8 for cell in range(56) if int(covered(state, 0)) >> cell & 1)
        notes += [
            Line("§7.2", 0, "best-corner", {"cell": CELL_NAMES[top_left + left]}),
            Line("§3.5", 0, "best-outline"),
        ]
    return notes


def _layers(step: _Step, by_cards: bool, args: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a card goes over and under; in a zone given by what can be seen, card 0 is all of it."""
    over, under = ([n for n in range(IN_ZONE + 2) if mask >> n & 1] for mask in (step.over, step.under))
    if by_cards:
        return "best-step", args | {"over": [n + 1 for n in over], "under": [n + 1 for n in under]}
    things = ("zone", "first")
    return "best-step-outline", args | {
        "over": [things[n] for n in over],
        "under": [things[n] for n in under],
    }


def best_placement(state: State, cards: list[int]) -> tuple[int, list[_Step]]:
    """The most points that the first zone can have once all these cards lie in it, and how they get there."""
    best: tuple[int, list[_Step]] = (-1000, [])
    for n, card in enumerate(cards):
        rest = cards[:n] + cards[n + 1 :]
        for step in placements(state, 0, card):
            after = state.copy()
            lay(after, 0, step.card, step.place, step.over)
            value, steps = best_placement(after, rest) if rest else (int(points(after, 0)), [])
            if value > best[0]:
                best = (value, [step, *steps])
    return best


def placements(state: State, seat: int, card: int) -> Iterator[_Step]:
    """Every way to lay a card: each place, and each choice of over and under that paper allows (§3.5)."""
    zone = covered(state, seat)
    beneath = [int(state.zones[ZONE * seat + BENEATH + n]) for n in range(IN_ZONE)]
    for place in range(PLACES):
        if strip_refusal(state, seat, place // 2, zone):
            continue
        there = int(overlapped(state, seat, STRIP_CELLS[place // 2]))
        over = there
        while True:
            if all(beneath[n] & there & ~over == 0 for n in range(IN_ZONE) if over >> n & 1):
                yield _Step(card, place, over, there & ~over)
            if not over:
                break
            over = (over - 1) & there
