"""`trufflewood match`: bots against one another, on the same deals from every seat."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from trufflewood import face
from trufflewood.arena import farm, match
from trufflewood.arena.picture import draw
from trufflewood.arena.report import Report, report
from trufflewood.cli import measure, usage
from trufflewood.kit.errors import BadOption
from trufflewood.kit.words import Words

ROOM: Final = Path(__file__).parent
HEADS: Final = ("bot", "won", "lead", "points", "elo", "time")


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("bots", nargs="+", metavar="BOT", help=said.say("help", "bots"))
    measure.arguments(parser, said)


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    match.check(chosen.game, chosen.bots)
    seats = usage.number(chosen.seats, "--seats")
    seats = max(game.seats.start, len(chosen.bots)) if seats is None else seats
    options = usage.options(game, chosen)
    game.choose(seats, options)
    if len(chosen.bots) < 2 and seats > 1:
        raise BadOption("two-bots", ROOM)
    games = usage.number(chosen.games, "--games") or 0
    seed = chosen.seed or "match"
    pairings = match.schedule(chosen.game, chosen.bots, games, seats, options, seed)
    bar = measure.Progress(len(pairings))
    played = farm.run(pairings, usage.number(chosen.workers, "--workers"), chosen.farm, bar)
    found = report(chosen.game, seed, options, played)
    name = game.words(said.language).say("name", "title")
    title = said.say("match", "title", {"game": name, "n": found.games})
    measure.tell(
        chosen,
        said,
        found,
        lambda: draw(found, title, said.say("match", "matrix"), said.say("match", "ladder")),
        lambda: table(found, said),
    )
    return 0


def table(found: Report, said: Words) -> list[str]:
    rows = [[said.say("match", key) for key in HEADS]]
    for line in found.bots:
        least, most = line.score_interval
        lead = f"{line.score_difference:+.1f}"
        if found.deals > 1:
            lead += f" ({least:+.1f} … {most:+.1f})"
        elo = f"{line.elo:.0f} ± {line.elo_interval[1] - line.elo:.0f}"
        rows.append(
            [
                line.name,
                measure.rate(line.win_rate, line.interval),
                lead if found.seats > 1 else "–",
                f"{line.points:.1f}",
                elo if found.met else "–",
                f"{line.seconds_per_move * 1000:.1f} ms",
            ]
        )
    played = {"n": found.games, "deals": found.deals, "seats": found.seats}
    return [said.say("match", "played", played), *measure.columns(rows)]
