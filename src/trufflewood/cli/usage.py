"""What the subcommands share: reading options, files and layouts from the command line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import msgspec

from trufflewood.kit import deck
from trufflewood.kit.chance import SEED_BYTES, Chance
from trufflewood.kit.errors import BadDeck, BadFile, BadLayout, BadOption, TrufflewoodError
from trufflewood.kit.package import Game
from trufflewood.kit.words import Words


class UsageError(TrufflewoodError):
    pass


def table_arguments(parser: ArgumentParser, said: Words) -> None:
    """What describes a table: seats, options, deck, seed."""
    parser.add_argument("--seats", metavar="N", help=said.say("help", "seats"))
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=said.say("help", "option")
    )
    parser.add_argument("--deck", metavar="FILE", help=said.say("help", "deck"))
    parser.add_argument("--seed", metavar="TEXT", help=said.say("help", "seed"))


def options(game: Game, chosen: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for text in chosen.option:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadOption("option-form", Path(__file__).parent, text=text)
        found[name.strip()] = value.strip()
    if chosen.deck:
        known = deck.names(game.room)
        found["deck"] = chosen.deck if chosen.deck in known else _deck_file(game, chosen.deck)
    return found


def _deck_file(game: Game, name: str) -> str:
    """The text of a player's own deck file; the game itself checks what it says."""
    text = read_file(name)
    try:
        game.rules.deal(game.choose(game.seats.start, {"deck": text}), Chance(bytes(SEED_BYTES)))
    except BadDeck as error:
        raise BadDeck("deck-file", file=name, reason=error) from None
    return text


def number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    if not text.isdecimal():
        raise BadOption("not-a-number", Path(__file__).parent, option=name, value=text)
    return int(text)


def read_file(name: str) -> str:
    """The text of a file; `-` is the standard input."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile("cannot-read", file=name, reason=str(error)) from None


def write_file(name: str, text: str) -> None:
    """Write beside it first, then move: a file is never half written."""
    try:
        beside = Path(f"{name}.new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(name)
    except OSError as error:
        raise BadFile("cannot-write", file=name, reason=str(error)) from None


def layout(text: str) -> Any:
    """JSON if it looks like it, else the text itself."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadLayout("bad-json", reason=str(error)) from None
