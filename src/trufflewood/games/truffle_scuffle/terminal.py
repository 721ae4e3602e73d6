"""Truffle Scuffle drawn with characters."""

from __future__ import annotations

from typing import Final

from trufflewood.games.truffle_scuffle.components import COLOURS, NAMES, ROWS, VILLAGE
from trufflewood.games.truffle_scuffle.view import View
from trufflewood.kit import seen
from trufflewood.kit.words import Words

WIDTH: Final = 11  # of a tile, in characters


def draw(view: seen.View, words: Words) -> str:
    """The forest, then what each player holds."""
    assert isinstance(view, View)
    lines: list[str] = []
    tile = 0
    for width in ROWS:
        indent = " " * ((7 - width) * WIDTH // 2 + 2)
        tiles = range(tile, tile + width)
        lines.append(indent + "".join(_cell(NAMES[one], _truffles(view, one, words)) for one in tiles))
        lines.append(indent + "".join(_cell("", _hogs(view, one, words)) for one in tiles))
        tile += width
    lines.append("")
    for seat in range(2):
        lines.append(_holding(view, seat, words))
    lines.append(f"{words.say('terminal', 'left')}: {_counts(view.left, words)}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(head: str, text: str) -> str:
    return f"{head:<3}{text}".ljust(WIDTH)[:WIDTH]


def _truffles(view: View, tile: int, words: Words) -> str:
    if tile == VILLAGE:
        return words.say("terminal", "village")
    return " ".join(words.name("letters", colour) for colour in view.forest[tile]) or "·"


def _hogs(view: View, tile: int, words: Words) -> str:
    """Hogs by the number of their player; those that have yet to move carry a star."""
    marks: list[str] = []
    for seat in range(2):
        waiting = view.to_go.count(tile) if seat == view.turn else 0
        standing = view.hogs[seat].count(tile)
        marks += [f"@{seat + 1}*"] * waiting + [f"@{seat + 1}"] * (standing - waiting)
    text = " ".join(marks)
    room = WIDTH - 4
    return text if len(text) <= room else f"@×{len(marks)}"


def _holding(view: View, seat: int, words: Words) -> str:
    pile = _counts(view.piles[seat], words)
    name = words.say("terminal", "you" if seat == view.seat else "player", {"n": seat + 1})
    hogs = words.say("terminal", "herd", {"n": len(view.hogs[seat])})
    return f"@{seat + 1} {name}: {pile}   ({hogs})"


def _counts(pile: tuple[int, ...], words: Words) -> str:
    return "  ".join(f"{words.name('letters', colour)} {n}" for colour, n in zip(COLOURS, pile, strict=True))
