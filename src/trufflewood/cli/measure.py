"""What `match` and `balance` share: where the games are played, the bar, the table, the picture."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from trufflewood.cli import usage
from trufflewood.kit.words import Words

BAR: Final = 40


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("--games", default="100", metavar="N", help=said.say("help", "games"))
    usage.table_arguments(parser, said)
    parser.add_argument("--workers", metavar="N", help=said.say("help", "workers"))
    parser.add_argument("--farm", default="pool", metavar="NAME", help=said.say("help", "farm"))
    parser.add_argument("--picture", metavar="FILE", help=said.say("help", "picture"))
    parser.add_argument("--json", action="store_true", help=said.say("help", "json"))


class Progress:
    """A bar on the terminal, and silence elsewhere."""

    def __init__(self, games: int) -> None:
        self.games = games
        if games:
            self(0)

    def __call__(self, done: int) -> None:
        if not sys.stderr.isatty():
            return
        full = BAR * done // self.games
        bar = f"\r{'█' * full}{'░' * (BAR - full)} {done}/{self.games}"
        print(bar if done < self.games else "\r\033[K", end="", file=sys.stderr, flush=True)


def tell(
    chosen: Namespace,
    said: Words,
    found: msgspec.Struct,
    draw: Callable[[], str],
    lines: Callable[[], list[str]],
) -> None:
    """Draw the picture where one is wanted, then print a table for people or JSON for programs."""
    if chosen.picture:
        usage.write_file(chosen.picture, draw())
    if chosen.json:
        print(msgspec.json.encode(found).decode())
        return
    print("\n".join(lines()))
    if chosen.picture:
        print(said.say("match", "drawn", {"file": chosen.picture}))


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table: the first column begins at the left, figures stand under one another."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if n else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def rate(share: float, interval: Sequence[float]) -> str:
    """A share with its interval: `52.0% (42–62%)`."""
    low, high = interval
    return f"{share:.1%} ({100 * low:.0f}–{high:.0%})"
