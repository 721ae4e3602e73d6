"""Forest Shuffle drawn with characters."""

from __future__ import annotations

import textwrap
from typing import Final

from trufflewood.games.forest_shuffle.components import (
    CARD_ROW,
    CARDS,
    FACES,
    SIDES,
    SPECIES,
    SPECIES_ROW,
    TAGS,
    key_of,
)
from trufflewood.games.forest_shuffle.view import Place, Tree, View
from trufflewood.kit import seen
from trufflewood.kit.words import Words

WIDTH: Final = 100


def draw(view: seen.View, words: Words) -> str:
    """Each forest, then the clearing, then one's own hand and what is asked."""
    assert isinstance(view, View)
    lines: list[str] = []
    for seat, place in enumerate(view.places):
        lines += _forest(view, seat, place, words)
        lines.append("")
    lines += _wrapped(words.say("terminal", "clearing"), [_card(one, words) for one in view.clearing], words)
    deck = {"deck": view.deck, "winters": view.winters, "box": len(view.box)}
    lines.append(words.say("terminal", "deck", deck))
    if view.seat is not None:
        lines.append("")
        lines += _hand(view.places[view.seat], words)
    asked = _asked(view, words)
    if asked:
        lines += ["", asked]
    return "\n".join(lines)


def _forest(view: View, seat: int, place: Place, words: Words) -> list[str]:
    name = words.say("terminal", "you" if seat == view.seat else "player", {"n": seat + 1})
    mark = "> " if seat in view.waiting else "  "
    facts = {"name": name, "hand": place.hand, "cave": place.cave, "points": place.points}
    lines = [mark + words.say("terminal", "place", facts)]
    if place.taken and seat != view.seat:
        taken = [_card(number, words) for number, _ in place.taken]
        lines += _wrapped("    " + words.say("terminal", "taken"), taken, words)
    for number, tree in enumerate(place.trees, 1):
        lines += _tree(number, tree, words)
    return lines


def _tree(number: int, tree: Tree, words: Words) -> list[str]:
    """`3 oak: top goshawk · left hare ×2`"""
    name = words.name("species", tree.species)
    if tree.species == "sapling" and tree.card:
        name += f" ({_card(tree.card, words)})"
    slots = [
        f"{words.name('sides', side)} {_halves(getattr(tree, side), side, words)}"
        for side in SIDES
        if getattr(tree, side)
    ]
    text = f"{number:>5} {name}" + (": " + " · ".join(slots) if slots else "")
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * 8)


def _halves(numbers: tuple[int, ...], side: str, words: Words) -> str:
    faces = [face for number in numbers for face in CARDS[CARD_ROW[number]].faces if FACES[face].side == side]
    name = words.name("species", FACES[faces[0]].species)
    return name if len(faces) == 1 else f"{name} ×{len(faces)}"


def _card(number: int, words: Words) -> str:
    faces = CARDS[CARD_ROW[number]].faces
    return "/".join(words.name("species", FACES[face].species) for face in faces) + f" {number}"


def _hand(place: Place, words: Words) -> list[str]:
    lines = [words.say("terminal", "hand")]
    for number in place.cards:
        faces = CARDS[CARD_ROW[number]].faces
        lines.append(f"  {number:>3}  " + "  |  ".join(_face(face, words) for face in faces))
    return lines


def _face(face: int, words: Words) -> str:
    """`top Goshawk (2, Oak)`: the side, the name, the cost and the tree symbol."""
    shown = FACES[face]
    cost = SPECIES[SPECIES_ROW[shown.species]].cost
    side = words.name("sides", shown.side) + " " if shown.side else ""
    symbol = "" if not shown.side else ", " + words.name("species", shown.symbol)
    return f"{side}{words.name('species', shown.species)} ({cost}{symbol})"


def _asked(view: View, words: Words) -> str:
    """What the table waits for."""
    if not view.waiting:
        return words.say("terminal", "over")
    species = key_of(view.playing) if view.playing >= 0 else ""
    if view.phase == "placing":
        side = FACES[view.playing].side
        return words.say("terminal", "ask-placing", {"species": species, "side": side})
    if view.phase == "paying":
        return words.say("terminal", "ask-paying", {"species": species, "n": view.due})
    if view.phase == "choice":
        kind, number = view.tasks[-1]
        tag = TAGS[number] if kind == "free" else "bat"
        return words.say("terminal", f"ask-{kind}", {"n": number, "tag": tag})
    return words.say("terminal", f"ask-{view.phase}")


def _wrapped(head: str, items: list[str], words: Words) -> list[str]:
    text = f"{head}: " + (", ".join(items) or words.say("table", "nothing"))
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, drop_whitespace=True) if items else [text]
