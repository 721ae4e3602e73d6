"""What a library user calls first: find a game, open a table, replay a record, score a layout."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

import msgspec

from trufflewood.games import all_games
from trufflewood.kit import record
from trufflewood.kit.errors import UnknownGame
from trufflewood.kit.outcome import Line
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table


def games() -> list[str]:
    """The names of the games."""
    return list(all_games())


def find(name: str) -> Game:
    """The game called `name`; raises UnknownGame with the nearest name."""
    found = all_games()
    if name in found:
        return found[name]
    near = difflib.get_close_matches(name, found, 1)
    if near:
        raise UnknownGame("unknown-game-near", game=name, near=near[0])
    raise UnknownGame("unknown-game", game=name, known=list(found))


def open(
    name: str,
    seats: int | None = None,
    seed: object = None,
    options: Mapping[str, Any] | None = None,
    language: str = "en",
) -> Table:
    """A table for a new game; the fewest seats for two or more, and an unguessable seed, by default."""
    game = find(name)
    few = max(2, game.seats.start)
    return Table(game, few if seats is None else seats, seed, options, language)


def replay(text: str, language: str = "en") -> Table:
    """The table of a record, checked move by move; raises BadRecord with the line at fault."""
    return record.replay(text, all_games(), language)


def score(name: str, layout: Any, language: str = "en") -> list[list[Line]]:
    """Score a real table from plain data or text: a list of lines for each seat."""
    game = find(name)
    return [explain(game, lines, language) for lines in game.score(layout).seats]


def explain(game: Game, lines: list[Line], language: str) -> list[Line]:
    """The same lines with their sentences."""
    words = game.words(language)
    return [msgspec.structs.replace(line, text=words.say("lines", line.key, line.args)) for line in lines]
