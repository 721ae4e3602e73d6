"""A process in which bots think, or somebody's record is replayed. A question a line, an answer a line.

It is given a view, or a record that its owner sent, and nothing else: no table, no seed, no disk, no socket.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections import OrderedDict
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec

from trufflewood import bots, face
from trufflewood.kit import deck
from trufflewood.kit.errors import TrufflewoodError
from trufflewood.kit.seen import View

DECKS: Final = 64  # of players' own that a process remembers; whoever asks counts along


class Question(msgspec.Struct, frozen=True, tag="think"):
    game: str
    bot: str  # "" asks for hints instead of a move
    budget: int | None  # None is what the bot usually takes
    dice: int  # where the bot's own luck starts
    view: msgspec.Raw
    language: str = "en"
    deck: deck.Data | None = None  # one of the players' own that this process has not been told yet


class Replaying(msgspec.Struct, frozen=True, tag="replay"):
    """A record as somebody sent it, and the position that is wanted."""

    record: str
    at: int | None
    seat: int | None
    language: str


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """A fault of ours: its kind and its place, without the values it happened to."""

    error: str
    where: str


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """A record that cannot be replayed: one sentence, in the language of whoever asked."""

    key: str
    args: dict[str, Any]
    text: str


@lru_cache(maxsize=16)
def view_type(game: str) -> type[View]:
    """The class of a game's views, by the name that every `view.py` gives it."""
    room = face.find(game).room.name
    kind: type[View] = importlib.import_module(f"trufflewood.games.{room}.view").View
    return kind


class Decks:
    """The decks that a process has been told, as it counts them and as whoever asks it does: the first
    to come is the first to go."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, deck.Deck | None] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        return name in self._held

    def add(self, name: str, held: deck.Deck | None = None) -> None:
        self._held[name] = held
        if len(self._held) > DECKS:
            self._held.popitem(last=False)


_decks: Final = Decks()


def answer(line: bytes) -> Any:
    try:
        question = msgspec.json.decode(line, type=Question | Replaying)
        return _replay(question) if isinstance(question, Replaying) else _think(question)
    except Exception as error:
        places = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-6:]))
        return Failed(type(error).__name__, where)


def _think(question: Question) -> int | list[bots.Hint]:
    if question.deck is not None:
        held = deck.remember(question.deck)
        _decks.add(held.name, held)
    view = msgspec.json.decode(question.view, type=view_type(question.game))
    if not question.bot:
        return bots.hint(view, question.budget, question.language)
    return bots.find(question.bot)(view, question.budget, Random(question.dice))


def _replay(asked: Replaying) -> Any:
    # bots start sooner without these
    from trufflewood.server.door import replayed
    from trufflewood.server.errors import ServerError, reason

    try:
        played = face.replay(asked.record, asked.language)
        if asked.seat is not None and asked.seat >= played.seats:
            raise ServerError("no-such-step", at=asked.seat, most=played.seats - 1)
        return replayed(played, asked.at, asked.seat, asked.language)
    except TrufflewoodError as error:
        key, args, _ = reason(error)
        return Refused(key, args, error.say(asked.language))


def main() -> None:
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
