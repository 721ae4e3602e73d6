"""`trufflewood score`: count a real table, line by line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import msgspec

from trufflewood import face
from trufflewood.cli import usage
from trufflewood.kit.words import Words


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("layout", metavar="LAYOUT", help=said.say("help", "layout"))
    parser.add_argument("--best", action="append", default=[], metavar="CARD", help=said.say("help", "best"))
    parser.add_argument("--json", action="store_true", help=said.say("help", "json"))


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    text = chosen.layout
    if text == "-" or _is_file(text):
        text = usage.read_file(text)
    sheet = game.score(usage.layout(text), chosen.best)
    seats = [face.explain(game, lines, said.language) for lines in sheet.seats]
    notes = face.explain(game, sheet.notes, said.language)
    if chosen.json:
        data = {
            "seats": [
                {"points": sum(line.points for line in lines) if sheet.summed else None, "lines": lines}
                for lines in seats
            ],
            "notes": notes,
        }
        sys.stdout.write(msgspec.json.encode(data).decode() + "\n")
        return 0
    for seat, lines in enumerate(seats):
        if sheet.summed:
            total = sum(line.points for line in lines)
            said_total = said.say("play", "points-of", {"seat": seat, "n": total})
            print(said_total[:1].upper() + said_total[1:])
        for line in lines:
            points = line.points if line.points or sheet.summed else ""  # a step of one of several ways
            print(f"  {points:>3}  {line.text} ({line.rule})")
    for note in notes:
        print(f"{note.text[:1].upper()}{note.text[1:]} ({note.rule})")
    return 0


def _is_file(text: str) -> bool:
    try:
        return "\n" not in text and Path(text).is_file()
    except OSError:
        return False
