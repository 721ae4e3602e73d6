"""`trufflewood replay`: check a record and tell the game it holds."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import msgspec

from trufflewood import face
from trufflewood.cli import usage
from trufflewood.kit.table import Table
from trufflewood.kit.words import Words

ROOM: Final = Path(__file__).parent


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("file", metavar="FILE", help=said.say("help", "record"))
    parser.add_argument("--at", metavar="N", help=said.say("help", "at"))
    parser.add_argument("--json", action="store_true", help=said.say("help", "json"))


def run(chosen: Namespace, said: Words) -> int:
    table = face.replay(usage.read_file(chosen.file), said.language)
    stop = usage.number(chosen.at, "--at")
    if stop is not None and stop > table.version:
        raise usage.UsageError("at-too-late", ROOM, at=stop, most=table.version)
    if stop is not None:
        table = table.until(stop)
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(_data(table)).decode() + "\n")
        return 0
    words = table.game.words(said.language)
    for number, command in enumerate(table.commands, 1):
        moves = ", ".join(words.translate(table.game.notation.write(move)) for move in command.moves)
        if command.redealt:
            moves = words.say("events", "redealt", {"seat": command.seat})
        print(f"{number:>4}  {said.say('play', 'seat', {'seat': command.seat})}: {moves}")
    print()
    print(table.game.terminal.draw(table.view(None), words))
    print()
    if table.outcome is None:
        print(said.say("play", "unfinished", {"waiting": list(table.waiting)}))
    else:
        print(f"{table.outcome.text[:1].upper()}{table.outcome.text[1:]} ({table.outcome.rule})")
    return 0


def _data(table: Table) -> dict[str, object]:
    return {
        "game": table.game.name,
        "seats": table.seats,
        "promise": table.promise,
        "commands": [
            {"seat": seat, "moves": [table.game.notation.write(move) for move in moves]}
            | ({"redealt": seed.hex()} if seed else {})
            for seat, moves, seed in table.commands
        ],
        "waiting": table.waiting,
        "points": [table.points(seat) for seat in range(table.seats)],
        "outcome": table.outcome,
        "position": table.position(),
    }
