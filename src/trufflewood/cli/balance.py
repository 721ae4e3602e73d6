"""`trufflewood balance`: what a game's designer would ask, answered by many games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import msgspec

from trufflewood import face
from trufflewood.arena.balance import Balance, balance
from trufflewood.arena.picture import bars
from trufflewood.cli import usage
from trufflewood.kit.words import Words

SHOWN = 30


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("--bot", default="greedy", metavar="NAME", help=said.say("help", "balance-bot"))
    parser.add_argument("--games", default="100", metavar="N", help=said.say("help", "games"))
    usage.table_arguments(parser, said)
    parser.add_argument("--picture", metavar="FILE", help=said.say("help", "picture"))
    parser.add_argument("--json", action="store_true", help=said.say("help", "json"))


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    seats = usage.number(chosen.seats, "--seats") or max(2, game.seats.start)
    options = usage.options(game, chosen)
    game.choose(seats, options)
    games = usage.number(chosen.games, "--games") or 0
    found = balance(chosen.game, chosen.bot, games, seats, options, chosen.seed or "balance", said.language)
    if chosen.picture:
        usage.write_file(chosen.picture, picture(found, said))
    if chosen.json:
        print(msgspec.json.encode(found).decode())
    else:
        show(found, said)
        if chosen.picture:
            print(said.say("match", "drawn", {"file": chosen.picture}))
    return 0


def show(found: Balance, said: Words) -> None:
    print(said.say("balance", "games", {"n": found.games, "bot": found.bot, "seats": found.seats}))
    for line in found.by_seat:
        args = {
            "n": line.seat + 1,
            "rate": f"{line.win_rate:.1%}",
            "low": f"{line.interval[0]:.0%}",
            "high": f"{line.interval[1]:.0%}",
            "points": f"{line.points:.1f}",
            "spread": f"{line.spread:.1f}",
        }
        print("  " + said.say("balance", "seat", args))
    mean, fewest, most = found.decisions
    print(said.say("balance", "margin", {"margin": f"{found.margin:.1f}"}))
    print(said.say("balance", "length", {"mean": f"{mean:.0f}", "fewest": fewest, "most": most}))
    for key, share in found.endings.items():
        print("  " + said.say("balance", "ending", {"key": key, "share": f"{share:.0%}"}))
    print(said.say("balance", "things"))
    for thing in found.things[:SHOWN]:
        print(f"  {thing.what:44} {thing.per_game:7.2f}  {thing.win_rate:6.1%}")


def picture(found: Balance, said: Words) -> str:
    rows: list[tuple[str, float, str]] = []
    for line in found.by_seat:
        low, high = line.interval
        note = f"{line.win_rate:.1%} ({low:.0%}–{high:.0%}), {line.points:.1f} ± {line.spread:.1f}"
        rows.append((said.say("balance", "place", {"n": line.seat + 1}), line.win_rate, note))
    rows += [
        (one.what, one.win_rate, f"{one.win_rate:.0%}, {one.per_game:.2f} ×") for one in found.things[:SHOWN]
    ]
    args = {"n": found.games, "bot": found.bot, "seats": found.seats}
    return bars(said.say("balance", "games", args), rows)
