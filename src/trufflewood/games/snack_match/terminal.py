"""Snack Match drawn with characters."""

from __future__ import annotations

from typing import Final

from trufflewood.games.snack_match.components import SHEET, SIZE
from trufflewood.games.snack_match.view import View, Zone
from trufflewood.kit import seen
from trufflewood.kit.words import Words

CELL: Final = 6  # characters a square
COLUMNS: Final = 100


def draw(view: seen.View, words: Words) -> str:
    """Round and diet, every zone with the room it has left, then one's own cards."""
    assert isinstance(view, View)
    lines = [_heading(view, words), *_diet(view, words), ""]
    blocks = [_block(view, seat, words) for seat in range(len(view.zones))]
    while blocks:
        row = [blocks.pop(0)]
        while blocks and sum(map(_width, [*row, blocks[0]])) + 4 * len(row) <= COLUMNS:
            row.append(blocks.pop(0))
        lines += [*_side_by_side(row), ""]
    if view.options.seats == 1:
        lines += _opponent(view, words)
    lines += _hand(view, words)
    return "\n".join(line.rstrip() for line in lines).rstrip()


def _heading(view: View, words: Words) -> str:
    args = {"round": view.round, "rounds": view.rounds, "pile": view.pile}
    return words.say("terminal", "over" if view.phase == "over" else "heading", args)


def _diet(view: View, words: Words) -> list[str]:
    return [
        words.say("terminal", "diet", {"kind": diet.component, "rule": words.name("diet", diet.modification)})
        for diet in view.diet
    ]


# ---- zones


def _block(view: View, seat: int, words: Words) -> list[str]:
    zone = view.zones[seat]
    who = words.say("terminal", "you" if seat == view.seat else "player", {"n": seat + 1})
    title = words.say("terminal", "title", {"who": who, "points": zone.points})
    if seat in view.waiting and view.options.seats > 1:
        title += f" {words.say('terminal', 'deciding')}"
    return [title, *_grid(zone, words)]


def _grid(zone: Zone, words: Words) -> list[str]:
    """What can be seen, within the rows and columns that the zone may still reach."""
    shown = {spot.cell: spot.square for spot in zone.spots}
    columns = _within([ord(cell[0]) - ord("a") for cell in shown])
    rows = _within([int(cell[1]) - 1 for cell in shown])
    lines = ["  " + "".join(f" {'abcdefg'[column]:<{CELL - 1}}" for column in columns)]
    for row in rows:
        cells = [shown.get(f"{'abcdefg'[column]}{row + 1}") for column in columns]
        lines.append(f"{row + 1} " + "".join(_cell(square, words) for square in cells))
    return lines


def _within(used: list[int]) -> range:
    """The rows or columns that the limit of four leaves open; around the middle while nothing lies."""
    if not used:
        return range(2, 5)
    return range(max(0, max(used) - SIZE + 1), min(SHEET, min(used) + SIZE))


def _cell(square: str | None, words: Words) -> str:
    return f" {_short(square, words) if square else '·':<{CELL - 1}}"


def _short(square: str, words: Words) -> str:
    snack, cloth = square.split("/")
    return f"{words.name('short', snack)}·{words.name('short', cloth)}"


def _width(block: list[str]) -> int:
    return max(map(len, block))


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    height = max(map(len, blocks))
    wide = [[line.ljust(_width(block)) for line in block] for block in blocks]
    filled = [block + [" " * _width(block)] * (height - len(block)) for block in wide]
    return ["    ".join(parts) for parts in zip(*filled, strict=True)]


# ---- cards


def _card(key: str, words: Words) -> str:
    return "[ " + " | ".join(_short(square, words) for square in key.split()) + " ]"


def _opponent(view: View, words: Words) -> list[str]:
    lines = [words.say("terminal", "opponent", {"points": view.rival_points})]
    cards = [_card(card, words) for card in view.rival]
    return [*lines, *("  " + "  ".join(cards[n : n + 3]) for n in range(0, len(cards), 3)), ""]


def _hand(view: View, words: Words) -> list[str]:
    lines = [
        words.say("terminal", "hand", {"n": slot + 1, "card": _card(card, words)})
        for slot, card in enumerate(view.hand)
        if card is not None
    ]
    if view.passed is not None:
        lines.append(words.say("terminal", "passed", {"card": _card(view.passed, words)}))
    if view.making is not None:
        args = {"slot": view.making.slot + 1, "place": words.translate(view.making.place)}
        asked = view.zones[view.seat or 0].cards[view.making.asked - 1]
        card = {
            "n": view.making.asked,
            "card": _card(asked.card, words),
            "where": words.translate(asked.place),
        }
        lines.append(words.say("terminal", "asked", args | card))
    return lines
