"""A real table of Truffle Scuffle, scored: what each player holds, as JSON or text.

{"players": [{"white": 5, "red": 2}, {"white": 4, "red": 7}]}
white 5, red 2 / white 4, red 7
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from trufflewood.games.truffle_scuffle.components import COLOURS, ROOM
from trufflewood.games.truffle_scuffle.scoring import majorities
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.outcome import Line
from trufflewood.kit.package import Sheet


def score(layout: Any, best: Sequence[str] = ()) -> Sheet:
    if best:
        raise BadLayout("no-best", ROOM)
    players = _from_text(layout) if isinstance(layout, str) else _from_data(layout)
    if len(players) != 2:
        raise BadLayout("two-players", ROOM, n=len(players))
    first, second = players
    for colour, name in enumerate(COLOURS):
        if first[colour] + second[colour] > 9:
            raise BadLayout("too-many", ROOM, colour=name, n=first[colour] + second[colour])
    notes = [
        Line("§5.1", 0, "holds-all", {"seat": seat, "colour": COLOURS[pile.index(9)]})
        for seat, pile in enumerate(players)
        if 9 in pile
    ]
    return Sheet([majorities(first, second), majorities(second, first)], notes)


def _from_text(text: str) -> list[list[int]]:
    players = []
    for part in text.split("/"):
        pile: dict[str, Any] = {}
        for item in filter(None, (one.strip() for one in re.split(r"[,;\n]", part))):
            found = re.fullmatch(r"([a-z]+)\s+(\d+)", item.lower())
            if not found:
                raise BadLayout("bad-item", ROOM, item=item[:40])
            pile[found[1]] = int(found[2])
        players.append(_pile(pile))
    return players


def _from_data(layout: Any) -> list[list[int]]:
    players = layout.get("players") if isinstance(layout, dict) else None
    if not isinstance(players, list) or not all(isinstance(pile, dict) for pile in players):
        raise BadLayout("players-missing", ROOM)
    return [_pile(pile) for pile in players]


def _pile(pile: dict[str, Any]) -> list[int]:
    counts = [0] * len(COLOURS)
    for name, n in pile.items():
        if name not in COLOURS:
            raise BadLayout("unknown-colour", ROOM, colour=name, known=list(COLOURS))
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 9:
            raise BadLayout("bad-count", ROOM, colour=name, n=str(n))
        counts[COLOURS.index(name)] = n
    return counts
