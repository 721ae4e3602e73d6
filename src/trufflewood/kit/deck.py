"""Component files: which copies of what are in the box. `key = copies`, under [sections].

A game says which keys there are; this room reads the file and knows the line of each entry, so
that every fault can be named with its place.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from trufflewood.kit.errors import BadDeck
from trufflewood.kit.options import DeckChoice

MOST_COPIES: Final = 999


class Entry(NamedTuple):
    section: str
    key: str
    copies: int
    line: int


def entries(room: Path, deck: DeckChoice) -> tuple[Entry, ...]:
    """The entries of a deck: by its name beside the game, from the text of a file, or from data."""
    if not isinstance(deck, str):
        return parse(_written(deck), room)
    if is_text(deck):
        return parse(deck, room)
    path = room / "decks" / f"{deck}.toml"
    if not deck.isidentifier() or not path.exists():
        raise BadDeck("unknown-deck", room, deck=deck, known=names(room))
    return parse(path.read_text(encoding="utf-8"), room)


def names(room: Path) -> list[str]:
    """The decks that come with a game."""
    return sorted(path.stem for path in (room / "decks").glob("*.toml"))


def is_text(deck: DeckChoice) -> bool:
    """True for the text of a deck file, as against a name."""
    return isinstance(deck, str) and "=" in deck


def as_data(room: Path, text: str) -> dict[str, dict[str, int]]:
    """The text of a deck file as plain data: what a record keeps."""
    found: dict[str, dict[str, int]] = {}
    for entry in parse(text, room):
        found.setdefault(entry.section, {})[entry.key] = entry.copies
    return found


def _written(deck: dict[str, dict[str, int]]) -> str:
    """Plain data as the text of a deck file, so that faults have a line there too."""
    lines: list[str] = []
    for section, rows in deck.items():
        lines += [f"[{_quoted(section)}]", *(f"{_quoted(key)} = {copies}" for key, copies in rows.items())]
    return "\n".join(lines)


def _quoted(key: str) -> str:
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@lru_cache(maxsize=64)  # a bot imagines a new state, hence its box, at every decision
def parse(text: str, room: Path) -> tuple[Entry, ...]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck("deck-syntax", room, reason=str(error)) from None
    lines = _lines(text)
    found: list[Entry] = []
    for section, rows in data.items():
        if not isinstance(rows, dict):
            raise BadDeck("deck-needs-section", room, line=lines.get(("", section), 0), entry=section)
        for key, copies in rows.items():
            entry = Entry(section, key, copies, lines.get((section, key), 0))
            if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= MOST_COPIES:
                raise BadDeck(
                    "deck-copies", room, line=entry.line, entry=key, value=str(copies), most=MOST_COPIES
                )
            found.append(entry)
    return tuple(found)


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Where each key stands. tomllib has already vouched for the form."""
    found: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*\"?([^\]\"]+?)\"?\s*\]", line)
        entry = re.match(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([\w-]+))\s*=", line)
        if header:
            section = header[1]
        elif entry:
            found[(section, next(part for part in entry.groups() if part is not None))] = number
    return found
