"""`trufflewood match`: bots against one another, on the same deals from every seat."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

import msgspec

from trufflewood import face
from trufflewood.arena import farm, match
from trufflewood.arena.picture import draw
from trufflewood.arena.report import Report, report
from trufflewood.cli import usage
from trufflewood.kit.errors import BadOption
from trufflewood.kit.words import Words

ROOM: Final = Path(__file__).parent
BAR: Final = 40


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("bots", nargs="+", metavar="BOT", help=said.say("help", "bots"))
    parser.add_argument("--games", default="100", metavar="N", help=said.say("help", "games"))
    usage.table_arguments(parser, said)
    parser.add_argument("--workers", metavar="N", help=said.say("help", "workers"))
    parser.add_argument("--farm", default="pool", metavar="NAME", help=said.say("help", "farm"))
    parser.add_argument("--picture", metavar="FILE", help=said.say("help", "picture"))
    parser.add_argument("--json", action="store_true", help=said.say("help", "json"))


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    match.check(chosen.game, chosen.bots)
    seats = usage.number(chosen.seats, "--seats") or max(game.seats.start, len(chosen.bots))
    options = usage.options(game, chosen)
    game.choose(seats, options)
    if len(chosen.bots) < 2 and seats > 1:
        raise BadOption("two-bots", ROOM)
    games = usage.number(chosen.games, "--games") or 0
    seed = chosen.seed or "match"
    pairings = match.schedule(chosen.game, chosen.bots, games, seats, options, seed)
    played = farm.run(
        pairings, usage.number(chosen.workers, "--workers"), chosen.farm, progress(len(pairings))
    )
    found = report(chosen.game, seed, options, played)
    if chosen.picture:
        name = game.words(said.language).say("name", "title")
        words = {"game": name, "n": found.games}
        title = said.say("match", "title", words)
        usage.write_file(
            chosen.picture, draw(found, title, said.say("match", "matrix"), said.say("match", "ladder"))
        )
    if chosen.json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, said)
        if chosen.picture:
            print(said.say("match", "drawn", {"file": chosen.picture}))
    return 0


class progress:
    """A bar on the terminal, and silence elsewhere."""

    def __init__(self, all_of_them: int) -> None:
        self.all = all_of_them

    def __call__(self, done: int) -> None:
        if not sys.stderr.isatty():
            return
        full = BAR * done // self.all
        end = "\r" if done < self.all else "\r\033[K"
        print(f"\r{'█' * full}{'░' * (BAR - full)} {done}/{self.all}", end=end, file=sys.stderr, flush=True)


def show(found: Report, said: Words) -> None:
    print(said.say("match", "played", {"n": found.games, "deals": found.deals, "seats": found.seats}))
    heads = [said.say("match", key) for key in ("bot", "won", "lead", "points", "elo", "time")]
    rows = [heads]
    for line in found.bots:
        low, high = line.interval
        least, most = line.score_interval
        rows.append(
            [
                line.name,
                f"{line.win_rate:.1%} ({low:.0%}–{high:.0%})",
                f"{line.score_difference:+.1f} "
                + (f"({least:+.1f} … {most:+.1f})" if found.deals > 1 else "(?)"),
                f"{line.points:.1f}",
                f"{line.elo:.0f} ± {line.elo_interval[1] - line.elo:.0f}",
                f"{line.seconds_per_move * 1000:.1f} ms",
            ]
        )
    widths = [max(len(row[n]) for row in rows) for n in range(len(heads))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
