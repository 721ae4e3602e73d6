"""Moves and positions of Truffle Scuffle as text, both ways.

    place c4        set a first hog               buy red         buy a hog
    d5-e5           move a hog                    stay            a new hog stays on the village
    d5-e5 white     move it and take a truffle    claim           claim the victory

Several moves of a turn are parted by commas.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from trufflewood.games.truffle_scuffle.components import (
    COLOURS,
    NAMES,
    NEIGHBOURS,
    ROOM,
    ROWS,
    STEPS,
    TILE,
    VILLAGE,
    Options,
)
from trufflewood.games.truffle_scuffle.moves import BUY, CLAIM, PICKS, SET, STAY, STEP
from trufflewood.games.truffle_scuffle.state import State
from trufflewood.games.truffle_scuffle.view import ENDINGS, PHASES, View, imagine, view
from trufflewood.kit import game
from trufflewood.kit.chance import Dice
from trufflewood.kit.errors import BadMove

_STEP: Final = re.compile(r"([a-g][1-7])\s*-\s*([a-g][1-7])(?:\s+(\w+))?")
_LETTERS: Final = "wrygb"


def write(move: int) -> str:
    """
    >>> write(12), write(13)
    ('claim', 'a1-a2')
    """
    if move < BUY:
        return f"place {NAMES[NEIGHBOURS[VILLAGE][move - SET]]}"
    if move < STAY:
        return f"buy {COLOURS[move - BUY]}"
    if move < STEP:
        return "claim" if move == CLAIM else "stay"
    step, pick = divmod(move - STEP, PICKS)
    start, end = STEPS[step]
    return f"{NAMES[start]}-{NAMES[end]}" + (f" {COLOURS[pick - 1]}" if pick else "")


def read(text: str) -> list[int]:
    """One or several moves; raises BadMove for what is none."""
    return [_read_one(part.strip().lower()) for part in re.split(r"[,;]", text)]


def _read_one(text: str) -> int:
    verb, _, rest = text.partition(" ")
    if text in ("claim", "stay"):
        return CLAIM if text == "claim" else STAY
    if verb == "buy":
        return BUY + _colour(text, rest.strip())
    if verb == "place":
        if rest.strip() not in [NAMES[tile] for tile in NEIGHBOURS[VILLAGE]]:
            near = [NAMES[tile] for tile in NEIGHBOURS[VILLAGE]]
            raise BadMove("not-beside-village", ROOM, text=text, near=near)
        return SET + NEIGHBOURS[VILLAGE].index(TILE[rest.strip()])
    step = _STEP.fullmatch(text)
    if not step:
        raise BadMove("no-such-move", ROOM, text=text[:60])
    start, end = _tile(text, step[1]), _tile(text, step[2])
    if end == VILLAGE:
        raise BadMove("onto-village", ROOM, text=text)
    if (start, end) not in STEPS:
        near = [NAMES[tile] for tile in NEIGHBOURS[start] if tile != VILLAGE]
        raise BadMove("no-neighbours", ROOM, text=text, start=step[1], near=near)
    pick = 0 if step[3] is None else 1 + _colour(text, step[3])
    return STEP + STEPS.index((start, end)) * PICKS + pick


def _tile(text: str, name: str) -> int:
    if name not in TILE:
        width = ROWS["abcdefg".index(name[0])]
        raise BadMove("no-such-tile", ROOM, text=text, tile=name, row=name[0], n=width)
    return TILE[name]


def _colour(text: str, name: str) -> int:
    if name not in COLOURS:
        raise BadMove("no-such-colour", ROOM, text=text, colour=name, known=list(COLOURS))
    return COLOURS.index(name)


# ---- positions


def write_position(state: game.State) -> str:
    """The whole position, a fact a line; truffles by their first letter."""
    assert isinstance(state, State)
    seen = view(state, None)
    tiles = ["".join(_LETTERS[COLOURS.index(colour)] for colour in shown) or "-" for shown in seen.forest]
    tiles[VILLAGE] = "village"
    rows: list[str] = []
    for width in ROWS:
        rows.append(" ".join(tiles[:width]))
        tiles = tiles[width:]
    return "\n".join(
        [
            f"forest: {' / '.join(rows)}",
            f"hogs: {' | '.join(_names(hogs) for hogs in seen.hogs)}",
            f"piles: {' | '.join(' '.join(map(str, pile)) for pile in seen.piles)}",
            f"turn: {seen.turn} {seen.phase}, to go {_names(seen.to_go)}",
            f"counts: start {seen.start}, fresh {seen.fresh}, bought {seen.bought},"
            f" took {int(seen.took)}, quiet {seen.quiet}",
            f"ending: {seen.ending or '-'} {seen.winner}",
            f"options: {msgspec.json.encode(seen.options).decode()}",
        ]
    )


def read_position(text: str) -> State:
    """The state of a position that `write_position` wrote; raises BadMove where it does not read."""
    try:
        return imagine(_read_view(text), Dice(0))
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise BadMove("bad-position", ROOM, reason=str(error)) from None


def _read_view(text: str) -> View:
    facts = dict(line.split(": ", 1) for line in text.strip().splitlines())
    shown = facts["forest"].replace("/", " ").replace("village", "-").split()
    forest = tuple(() if t == "-" else tuple(COLOURS[_LETTERS.index(one)] for one in t) for t in shown)
    turn = re.fullmatch(r"(\d) ([a-z-]+), to go (.*)", facts["turn"])
    counts = {name: int(n) for name, n in (one.split() for one in facts["counts"].split(", "))}
    ending, winner = facts["ending"].split()
    if turn is None or turn[2] not in PHASES or len(forest) != len(NAMES):
        raise ValueError(facts["turn"])
    if ending not in ENDINGS and ending != "-":
        raise ValueError(ending)
    return View(
        seat=None,
        waiting=(),
        moves=(),
        options=msgspec.json.decode(facts["options"], type=Options),
        start=counts["start"],
        turn=int(turn[1]),
        phase=turn[2],
        forest=forest,
        hogs=tuple(_tiles(part) for part in facts["hogs"].split("|")),
        to_go=_tiles(turn[3]),
        fresh=counts["fresh"],
        bought=counts["bought"],
        took=bool(counts["took"]),
        piles=tuple(tuple(map(int, part.split())) for part in facts["piles"].split("|")),
        left=tuple(sum(tile.count(colour) for tile in forest) for colour in COLOURS),
        quiet=counts["quiet"],
        ending="" if ending == "-" else ending,
        winner=int(winner),
    )


def _names(tiles: tuple[int, ...]) -> str:
    return " ".join(NAMES[tile] for tile in tiles) or "-"


def _tiles(names: str) -> tuple[int, ...]:
    return tuple(TILE[name] for name in names.split() if name != "-")
