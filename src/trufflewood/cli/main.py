"""The command `trufflewood`. Each subcommand is a file beside this one."""

from __future__ import annotations

import argparse
import difflib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import trufflewood
from trufflewood.cli import balance, bench, match, play, replay, rules, score, serve
from trufflewood.cli.usage import UsageError
from trufflewood.kit import game
from trufflewood.kit.errors import TrufflewoodError
from trufflewood.kit.words import LANGUAGES, Words, words

ROOM: Final = Path(__file__).parent
COMMANDS: Final = {
    "play": play,
    "serve": serve,
    "replay": replay,
    "score": score,
    "rules": rules,
    "match": match,
    "balance": balance,
    "bench": bench,
}
PROBLEMS: Final = {  # what argparse says, in English only, and our sentence for it
    r"unrecognized arguments: (.*)": "unrecognized",
    r"the following arguments are required: (.*)": "required",
    r"argument (.*): expected one argument": "needs-a-value",
    r"argument (--lang): invalid choice": "which-language",
}


class _Parser(argparse.ArgumentParser):
    """Reports what is wrong as one sentence of ours."""

    def error(self, message: str) -> NoReturn:
        for pattern, key in PROBLEMS.items():
            if found := re.match(pattern, message):
                raise UsageError(key, ROOM, what=found[1], command=self.prog)
        raise UsageError("usage", ROOM, what=message, command=self.prog)


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _language(given)
    said = words(ROOM, language)
    try:
        return _run(given, said)
    except TrufflewoodError as error:
        print(f"trufflewood: {error.say(language)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1


def _run(given: list[str], said: Words) -> int:
    parser = _parser(said)
    if not given:
        parser.print_help()
        return 0
    if not given[0].startswith("-") and given[0] not in COMMANDS:
        near = difflib.get_close_matches(given[0], COMMANDS, 1)
        raise UsageError("unknown-command", ROOM, what=given[0], known=near or list(COMMANDS))
    chosen = parser.parse_args(given)
    if chosen.version:
        print(version(said))
        return 0
    if chosen.command is None:
        raise UsageError("no-command", ROOM, known=list(COMMANDS))
    return int(COMMANDS[chosen.command].run(chosen, said))


def _parser(said: Words) -> _Parser:
    parser = _Parser(prog="trufflewood", description=said.say("help", "trufflewood"), add_help=True)
    parser.add_argument("--version", action="store_true", help=said.say("help", "version"))
    parser.add_argument("--lang", choices=LANGUAGES, default=said.language, help=said.say("help", "lang"))
    parts = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, command in COMMANDS.items():
        part = parts.add_parser(
            name,
            help=said.say("help", name),
            description=said.say("help", f"{name}-more"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        part.add_argument("--lang", choices=LANGUAGES, default=said.language, help=said.say("help", "lang"))
        command.arguments(part, said)
    return parser


def _language(given: list[str]) -> str:
    """--lang, else the language of the shell, else English."""
    for number, word in enumerate(given):
        value = word.partition("=")[2] if "=" in word else "".join(given[number + 1 : number + 2])
        if word.partition("=")[0] == "--lang" and value in LANGUAGES:
            return value
    shell = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "es" if shell.startswith("es") else "en"


def version(said: Words) -> str:
    compiled = not game.__file__.endswith(".py")
    how = said.say("help", "compiled" if compiled else "interpreted")
    return f"trufflewood {trufflewood.__version__} ({how})"


if __name__ == "__main__":
    sys.exit(main())
