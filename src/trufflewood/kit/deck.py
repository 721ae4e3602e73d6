"""Component files: which copies of what are in the box. `key = copies`, under [sections].

A game says which keys there are; this room reads the file and knows the line of each entry, so
that every fault can be named with its place.

A deck of somebody's own is named by its content: `remember` gives it a name that begins with #, by which
this process knows it for as long as somebody holds what `remember` returned.
"""

from __future__ import annotations

import hashlib
import re
import threading
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

import msgspec

from trufflewood.kit.errors import BadDeck, cut
from trufflewood.kit.options import DeckChoice

MOST_COPIES: Final = 999
MOST_TEXT: Final = 32 * 1024  # characters of a file, or of all keys of a deck that comes as data
MOST_ENTRIES: Final = 1000  # sections count as well
MOST_NAME: Final = 60  # characters of the name of a deck that comes with a game
DEEPEST: Final = 2  # a deck has [sections] with keys: nothing in it lies deeper
NAME_DIGITS: Final = 32  # so many that nobody can make two decks of one name

Data = dict[str, dict[str, int]]  # section, key, copies


class Entry(NamedTuple):
    section: str
    key: str
    copies: int
    line: int


class Deck:
    """A deck of somebody's own, under a name made from its content. Holding it keeps the name known."""

    def __init__(self, name: str, data: Data) -> None:
        self.name = name
        self.data = data
        self.entries = _of_data(data)


_lock: Final = threading.Lock()
_known: Final[WeakValueDictionary[str, Deck]] = WeakValueDictionary()


def entries(room: Path, deck: DeckChoice) -> tuple[Entry, ...]:
    """The entries of a deck: by its name, from the text of a file, or from data."""
    if not isinstance(deck, str):
        return _checked(deck, room)
    if is_text(deck):
        return parse(deck, room)
    if deck.startswith("#"):
        known = _known.get(deck)
        if known is None:
            raise BadDeck("forgotten-deck", room, deck=cut(deck))
        return known.entries
    path = room / "decks" / f"{deck}.toml"
    if len(deck) > MOST_NAME or not deck.isidentifier() or not path.exists():
        raise BadDeck("unknown-deck", room, deck=cut(deck), known=names(room))
    return parse(path.read_text(encoding="utf-8"), room)


def names(room: Path) -> list[str]:
    """The decks that come with a game."""
    return sorted(path.stem for path in (room / "decks").glob("*.toml"))


def is_text(deck: DeckChoice) -> bool:
    """True for the text of a deck file, as against a name."""
    return isinstance(deck, str) and "=" in deck


def is_own(deck: DeckChoice) -> bool:
    """True for a deck of somebody's own, in whatever form, as against one that comes with the game."""
    return not isinstance(deck, str) or is_text(deck) or deck.startswith("#")


def as_data(room: Path, deck: DeckChoice, limited: bool = True) -> Data:
    """A deck as plain data, without comments: what is kept, and what a record holds.

    Without limits for a deck that was accepted before there were any.
    """
    found: Data = {}
    if limited:
        read = entries(room, deck)
    else:
        read = _parse(deck, room) if isinstance(deck, str) else _of_data(deck)
    for entry in read:
        found.setdefault(entry.section, {})[entry.key] = entry.copies
    return found


def name_of(deck: Data) -> str:
    """The name that a deck has by its content."""
    return "#" + hashlib.sha256(msgspec.json.encode(deck)).hexdigest()[:NAME_DIGITS]


def remember(deck: Data) -> Deck:
    """Know a deck by its name for as long as what is returned is held.

    >>> held = remember({"tiles": {"white red": 10, "empty": 26}})
    >>> held.name
    '#ecbc0785ac3598ecc5205c0eb2bc5f80'
    """
    name = name_of(deck)
    with _lock:
        found = _known.get(name)
        if found is None:
            found = _known[name] = Deck(name, deck)
        return found


def data_of(name: str) -> Data:
    """The data of a deck that is remembered under this name; raises KeyError."""
    return _known[name].data


# ---- reading


def _checked(deck: Data, room: Path) -> tuple[Entry, ...]:
    """The entries of a deck that came as data; faults have the line that they would have in a file."""
    _limit("deck-entries", room, len(deck) + sum(map(len, deck.values())), MOST_ENTRIES)
    size = sum(map(len, deck)) + sum(len(key) for rows in deck.values() for key in rows)
    _limit("deck-size", room, size, MOST_TEXT)
    found = _of_data(deck)
    for entry in found:
        _check_copies(entry, room)
    return found


def _of_data(deck: Data) -> tuple[Entry, ...]:
    found: list[Entry] = []
    line = 0
    for section, rows in deck.items():
        line += 1
        for key, copies in rows.items():
            line += 1
            found.append(Entry(section, key, copies, line))
    return tuple(found)


@lru_cache(maxsize=64)  # a bot imagines a new state, hence its box, at every decision
def parse(text: str, room: Path) -> tuple[Entry, ...]:
    """The entries of a deck file. Its limits are looked at before anything is parsed."""
    _limit("deck-size", room, len(text), MOST_TEXT)
    _check_form(text, room)
    return _parse(text, room)


def _parse(text: str, room: Path) -> tuple[Entry, ...]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck("deck-syntax", room, reason=cut(error, 200)) from None
    except (ValueError, RecursionError):  # Python reads no number of thousands of digits
        raise BadDeck("deck-number", room, most=MOST_COPIES) from None
    lines = _lines(text)
    found: list[Entry] = []
    for section, rows in data.items():
        if not isinstance(rows, dict):
            raise BadDeck("deck-needs-section", room, line=lines.get(("", section), 0), entry=cut(section))
        for key, copies in rows.items():
            entry = Entry(section, key, copies, lines.get((section, key), 0))
            _check_copies(entry, room)
            found.append(entry)
    return tuple(found)


def _check_copies(entry: Entry, room: Path) -> None:
    copies = entry.copies
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 <= copies <= MOST_COPIES:
        key, value = cut(entry.key), cut(copies)
        raise BadDeck("deck-copies", room, line=entry.line, entry=key, value=value, most=MOST_COPIES)


def _limit(key: str, room: Path, found: int, most: int) -> None:
    if found > most:
        raise BadDeck(key, room, n=found, most=most)


# A string or comment is skipped whole, a string also where its end is missing: so that no part of a text is
# looked at twice.
_MARK: Final = re.compile(
    r"(?P<long>\"{3}|'{3})|(?P<skipped>\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?|#[^\n]*)|(?P<mark>[\[\]{}.,=\n])"
)


def _check_form(text: str, room: Path) -> None:
    """Count lines, entries and depth, in one walk through the text: tomllib takes quadratic time for long
    dotted keys, and recurses for nested values."""
    brackets = dots = found = 0
    line = 1
    for part in _MARK.finditer(text):
        mark = part[0]
        if part.lastgroup == "skipped":
            continue
        if part.lastgroup == "long":
            raise BadDeck("deck-form", room, line=line)
        if mark in "[{":
            brackets += 1
        elif mark in "]}":
            brackets -= 1
        elif mark == ".":
            dots += 1
        else:
            dots = 0
            line += mark == "\n"
        found += mark in "[{="
        if max(brackets, dots) > DEEPEST:
            raise BadDeck("deck-form", room, line=line)
    _limit("deck-entries", room, found, MOST_ENTRIES)


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Where each key stands. tomllib has already vouched for the form."""
    found: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = re.match(r"\s*\[([^\]]*)\]", line)
        entry = re.match(r"\s*(?:\"([^\"]*)\"|'([^']*)'|([\w-]+))\s*=", line)
        if header:
            section = header[1].strip().strip("\"'")
        elif entry:
            found[(section, next(part for part in entry.groups() if part is not None))] = number
    return found
