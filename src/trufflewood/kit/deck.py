"""Component files: which copies of what are in the box. `key = copies`, under [sections].

A game says which keys there are; this room reads the file and knows the line of each entry, so
that every fault can be named with its place.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from trufflewood.kit.errors import BadDeck, BadFile
from trufflewood.kit.options import DeckChoice

MOST_COPIES: Final = 999


class Entry(NamedTuple):
    section: str
    key: str
    copies: int
    line: int  # 0 when it did not come from a file


def entries(room: Path, deck: DeckChoice) -> list[Entry]:
    """The entries of a deck: of the file `decks/NAME.toml` beside the game, or of plain data."""
    if isinstance(deck, str):
        path = room / "decks" / f"{deck}.toml"
        if not deck.isidentifier() or not path.exists():
            raise BadDeck("unknown-deck", room, deck=deck, known=names(room))
        return parse(path.read_text(encoding="utf-8"), room, path.name)
    return [_checked(room, "", Entry(s, k, n, 0)) for s, rows in deck.items() for k, n in rows.items()]


def names(room: Path) -> list[str]:
    """The decks that come with a game."""
    return sorted(path.stem for path in (room / "decks").glob("*.toml"))


def read(path: Path, room: Path) -> dict[str, dict[str, int]]:
    """A player's own file, checked for its form, as the data that options take."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile("cannot-read", file=str(path), reason=str(error)) from None
    found: dict[str, dict[str, int]] = {}
    for entry in parse(text, room, str(path)):
        found.setdefault(entry.section, {})[entry.key] = entry.copies
    return found


def parse(text: str, room: Path, source: str) -> list[Entry]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck("deck-syntax", room, file=source, reason=str(error)) from None
    lines = _lines(text)
    found: list[Entry] = []
    for section, rows in data.items():
        if not isinstance(rows, dict):
            line = lines.get(("", section), 0)
            raise BadDeck("deck-needs-section", room, file=source, line=line, entry=section)
        for key, copies in rows.items():
            found.append(_checked(room, source, Entry(section, key, copies, lines.get((section, key), 0))))
    return found


def _checked(room: Path, source: str, entry: Entry) -> Entry:
    copies = entry.copies
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= MOST_COPIES:
        raise BadDeck(
            "deck-copies",
            room,
            file=source,
            line=entry.line,
            entry=entry.key,
            value=str(copies),
            most=MOST_COPIES,
        )
    return entry


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
