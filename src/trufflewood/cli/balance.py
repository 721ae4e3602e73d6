"""`trufflewood balance`: what a game's designer would ask, answered by many games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from trufflewood import face
from trufflewood.arena.balance import Balance, DeedTable, balance
from trufflewood.arena.plots import plots
from trufflewood.cli import measure, usage
from trufflewood.kit.package import Game
from trufflewood.kit.words import Words


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=said.say("help", "game"))
    parser.add_argument("--bot", default="greedy", metavar="NAME", help=said.say("help", "balance-bot"))
    measure.arguments(parser, said)


def run(chosen: Namespace, said: Words) -> int:
    game = face.find(chosen.game)
    seats = usage.number(chosen.seats, "--seats")
    seats = max(2, game.seats.start) if seats is None else seats
    options = usage.options(game, chosen)
    game.choose(seats, options)
    games = usage.number(chosen.games, "--games") or 0
    found = balance(
        chosen.game,
        chosen.bot,
        games,
        seats,
        options,
        chosen.seed or "balance",
        said.language,
        usage.number(chosen.workers, "--workers"),
        chosen.farm,
        measure.Progress(games),
    )

    def say(key: str, **args: object) -> str:
        return said.say("balance", key, args)

    name = game.words(said.language).say("name", "title")
    title = say("title", game=name, n=found.games, bot=found.bot, seats=found.seats)
    measure.tell(
        chosen, said, found, lambda: plots(found, title, say), lambda: [title, *table(found, game, said)]
    )
    return 0


def table(found: Balance, game: Game, said: Words) -> list[str]:
    heads = [said.say("balance", key) for key in ("from-start", "won", "points", "spread")]
    seats = [
        [
            said.say("balance", "place", {"n": line.seat + 1}),
            measure.rate(line.win_rate, line.interval),
            f"{line.points:.1f}",
            f"± {line.spread:.1f}",
        ]
        for line in found.by_seat
    ]
    scores, lengths = _spread(found.scores), _spread(found.lengths)
    words = game.words(said.language)
    endings = "; ".join(f"{share:.0%} {words.name('endings', key)}" for key, share in found.endings.items())
    head = [said.say("balance", "intervals")]
    points = [said.say("balance", "scores", scores)]
    if found.seats > 1:
        head.append(said.say("balance", "fair", {"fair": f"{found.fair_share:.0%}"}))
        points.append(said.say("balance", "margin", {"margin": f"{found.margin:.1f}"}))
    lines = [
        " ".join(head),
        "",
        *measure.columns([heads, *seats]),
        *_verdicts(found, said),
        "",
        " ".join(points),
        said.say("balance", "length", lengths),
        said.say("balance", "endings", {"endings": endings}),
    ]
    for deed in found.deeds:
        if deed.things:
            lines += ["", *_deed(deed, found.fair_share, said)]
    return lines


def _verdicts(found: Balance, said: Words) -> list[str]:
    """Which seats win more or less than their share, as far as the games tell."""
    if found.seats == 1:
        return []
    keys = {line.seat: _sign(line.interval, found.fair_share) for line in found.by_seat}
    sure = [
        said.say("balance", key, {"n": seat + 1, "games": found.games})
        for seat, sign in keys.items()
        if (key := {"▲": "more", "▼": "less"}.get(sign))
    ]
    return sure or [said.say("balance", "even", {"games": found.games})]


def _sign(interval: tuple[float, float], fair: float) -> str:
    low, high = interval
    return "▲" if low > fair else "▼" if high < fair else ""


def _spread(counts: dict[int, int]) -> dict[str, str]:
    """Mean, least, most, and the middle half of what came up."""
    values = [value for value, count in counts.items() for _ in range(count)]
    quarter = len(values) // 4
    return {
        "mean": f"{sum(values) / len(values):.1f}",
        "least": str(values[0]),
        "most": str(values[-1]),
        "low": str(values[quarter]),
        "high": str(values[-1 - quarter]),
    }


def _deed(deed: DeedTable, fair: float, said: Words) -> list[str]:
    heads = [deed.title, *(said.say("balance", key) for key in ("per-game", "players", "by-winners")), ""]
    rows = [
        [
            one.name,
            f"{one.per_game:.2f}",
            f"{one.players:.0%}",
            measure.rate(one.win_rate, one.interval),
            _sign(one.interval, fair),
        ]
        for one in deed.things
    ]
    return measure.columns([heads, *rows])
