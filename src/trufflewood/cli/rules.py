"""`trufflewood rules`: the rules of a game, or one of them by its number."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from trufflewood import face
from trufflewood.cli import usage
from trufflewood.kit.words import Words


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("number", nargs="?", metavar="§", help=said.say("help", "number"))


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    if chosen.number is None:
        print(game.rulebook(said.language))
        return 0
    found = game.rule(chosen.number, said.language)
    if found is None:
        raise usage.UsageError("no-such-rule", Path(__file__).parent, number=chosen.number)
    print(found)
    return 0
