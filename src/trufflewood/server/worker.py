"""A process in which bots think. Reads a question a line, answers with a move, or with hints, a line.

It is given a view and nothing else: no table, no seed, no disk, no socket.
"""

from __future__ import annotations

import importlib
import sys
from functools import lru_cache
from random import Random

import msgspec

from trufflewood import bots, face
from trufflewood.kit.seen import View


class Question(msgspec.Struct, frozen=True):
    game: str
    bot: str  # "" asks for hints instead of a move
    budget: int | None  # None is what the bot usually takes
    dice: int  # where the bot's own luck starts
    view: msgspec.Raw
    language: str = "en"


@lru_cache(maxsize=16)
def view_type(game: str) -> type[View]:
    """The class of a game's views, by the name that every `view.py` gives it."""
    room = face.find(game).room.name
    kind: type[View] = importlib.import_module(f"trufflewood.games.{room}.view").View
    return kind


def answer(line: bytes) -> int | list[bots.Hint]:
    question = msgspec.json.decode(line, type=Question)
    view = msgspec.json.decode(question.view, type=view_type(question.game))
    if not question.bot:
        return bots.hint(view, question.budget, question.language)
    return bots.find(question.bot)(view, question.budget, Random(question.dice))


def main() -> None:
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
