"""A game as the rest of the house sees it: one `GAME` per folder of `games/`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from trufflewood.kit.game import Rules, State
from trufflewood.kit.options import Options, choose
from trufflewood.kit.outcome import Aid, Line
from trufflewood.kit.seen import View
from trufflewood.kit.words import Words, words


class Notation(Protocol):
    """The room `notation.py` of a game: moves and positions as text, both ways."""

    def write(self, move: int) -> str: ...

    def read(self, text: str) -> list[int]:
        """One or several moves; raises BadMove."""

    def write_position(self, state: State) -> str: ...

    def read_position(self, text: str) -> State: ...


class Terminal(Protocol):
    """The room `terminal.py`: a view drawn with characters."""

    def draw(self, view: View, words: Words) -> str: ...


@dataclass(frozen=True)
class Sheet:
    """What `trufflewood score` found on a real table."""

    seats: list[list[Line]]  # what each seat's cards are worth, line by line
    notes: list[Line] = field(default_factory=list)  # about the whole table; no points
    summed: bool = True  # False where lines are alternatives, as the orders of one hand


class Score(Protocol):
    """The room `sheet.py`: a real table, from plain data or text; raises BadLayout.

    `best` names cards still to be placed, in a game that can say where.
    """

    def __call__(self, layout: Any, best: Sequence[str] = ()) -> Sheet: ...


@dataclass(frozen=True)
class Game:
    name: str  # with hyphens, as people type it
    room: Path
    rules: Rules
    rules_version: int  # grows when a ruling changes, so that old records can say so
    moves: int
    seats: range
    options: type[Options]
    notation: Notation
    terminal: Terminal
    score: Score
    memory: Callable[[Any], list[Aid]] = lambda view: []  # the room `memory.py`: what a view adds up to

    def choose(self, seats: int, given: Mapping[str, Any] | None = None) -> Options:
        """The options of one table, checked."""
        return choose(self.options, self.room, self.seats, {"seats": seats, **(given or {})})

    def words(self, language: str) -> Words:
        return words(self.room, language)

    def rulebook(self, language: str) -> str:
        """The rules in our words, numbered."""
        name = "RULES.md" if language == "en" else f"RULES.{language}.md"
        return (self.room / name).read_text(encoding="utf-8")

    def rule(self, number: str, language: str) -> str | None:
        """One rule by its number ("§3.2", "3.2" or a chapter "3"); None if there is no such rule."""
        wanted = number.strip().lstrip("§")
        chapter = re.compile(rf"^## §{re.escape(wanted)}\b.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
        single = re.compile(rf"^\*\*§{re.escape(wanted)}\*\*.*?(?=^\*\*§|^## |\Z)", re.MULTILINE | re.DOTALL)
        found = (chapter if "." not in wanted else single).search(self.rulebook(language))
        return found[0].strip() if found else None
