"""What the designer of a game would ask: does a seat win more, how long is it, what wins it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from trufflewood import bots, face
from trufflewood.arena.ratings import mean_interval, share_interval
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.errors import BadOption
from trufflewood.kit.game import WIN, seats_in, utilities
from trufflewood.kit.outcome import Event
from trufflewood.kit.package import Game

_NAMED: Final = re.compile(r"\{(\w+):([\w.-]+)\}")
NOT_THINGS: Final = ("seat", "table")


class SeatLine(msgspec.Struct, frozen=True):
    seat: int  # counted from the one that begins
    win_rate: float
    interval: tuple[float, float]
    points: float
    spread: float  # standard deviation of its points


class ThingLine(msgspec.Struct, frozen=True):
    what: str  # an event of the game and the thing it names, such as a card or an order
    per_game: float
    win_rate: float  # of those who did it, counted each time


class Balance(msgspec.Struct, frozen=True):
    game: str
    seats: int
    bot: str
    games: int
    by_seat: list[SeatLine]
    margin: float  # between the best and the second
    decisions: tuple[float, int, int]  # mean, fewest, most
    endings: dict[str, float]  # share of the games
    things: list[ThingLine]  # most frequent first


def balance(
    name: str, bot: str, games: int, seats: int, options: Mapping[str, Any], seed: str, language: str = "en"
) -> Balance:
    """Let one bot play itself and count."""
    if games < 1:
        raise BadOption("bad-games", value=str(games))
    game = face.find(name)
    bots.find(bot, game)
    shares: list[list[float]] = [[] for _ in range(seats)]
    points: list[list[float]] = [[] for _ in range(seats)]
    margins: list[float] = []
    lengths: list[int] = []
    endings: Counter[str] = Counter()
    done: Counter[str] = Counter()
    won: dict[str, float] = {}
    for deal in range(games):
        chosen = {**options, "start": 0} if "start" not in options and _has_start(game) else dict(options)
        deeds, share, scored, decisions, ending = _watch(game, bot, seats, chosen, f"{seed}/{deal}", language)
        lengths.append(decisions)
        endings[ending] += 1
        best = sorted(scored, reverse=True)
        margins.append(best[0] - best[1] if seats > 1 else 0)
        for seat in range(seats):
            shares[seat].append(share[seat])
            points[seat].append(scored[seat])
        for seat, what in deeds:
            done[what] += 1
            won[what] = won.get(what, 0.0) + share[seat]
    return Balance(
        game=name,
        seats=seats,
        bot=bot,
        games=games,
        by_seat=[_seat_line(seat, shares[seat], points[seat]) for seat in range(seats)],
        margin=sum(margins) / games,
        decisions=(sum(lengths) / games, min(lengths), max(lengths)),
        endings={key: count / games for key, count in endings.most_common()},
        things=[ThingLine(what, count / games, won[what] / count) for what, count in done.most_common()],
    )


def _has_start(game: Game) -> bool:
    """Seats are counted from the one that begins: it is always the first here."""
    return "start" in {field.name for field in msgspec.structs.fields(game.options)}


def _seat_line(seat: int, shares: Sequence[float], points: Sequence[float]) -> SeatLine:
    rate = sum(shares) / len(shares)
    mean, _ = mean_interval(points)
    spread = (sum((one - mean) ** 2 for one in points) / len(points)) ** 0.5
    return SeatLine(seat, rate, share_interval(rate, len(shares)), mean, spread)


def _watch(
    game: Game, bot: str, seats: int, options: Mapping[str, Any], deal: str, language: str
) -> tuple[list[tuple[int, str]], list[float], list[int], int, str]:
    """One game: who did what, the shares, the points, the decisions, how it ended."""
    rules, choose = game.rules, bots.find(bot, game)
    state = rules.deal(game.choose(seats, options), Chance(seed_from(deal)))
    rng = Random(deal)
    deeds: list[tuple[int, str]] = []
    decisions = 0
    while waiting := seats_in(rules.waiting(state)):
        seat = waiting[0]
        view = rules.view(state, seat)
        move = choose(view, None, rng) if len(view.moves) > 1 else view.moves[0]
        decisions += len(view.moves) > 1
        before = state.copy()
        rules.apply(state, seat, move)
        for event in rules.events(before, seat, move, state):
            what = thing(game, event, language)
            if what and event.args.get("seat", seat) == seat:
                deeds.append((seat, what))
    outcome = rules.outcome(state)
    assert outcome is not None
    shares = [share / WIN for share in utilities(rules, state, seats)]
    return deeds, shares, list(outcome.points), decisions, outcome.key


def thing(game: Game, event: Event, language: str) -> str:
    """An event and the things its sentence names; "" where it names none."""
    words = game.words(language)
    template = words.sections["events"][event.key]
    text = template if isinstance(template, str) else template["other"]
    named = [(arg, section) for arg, section in _NAMED.findall(text) if section not in NOT_THINGS]
    found = [
        words.name(section, event.args[arg])
        for arg, section in named
        if "count" not in section and isinstance(event.args.get(arg), str | int)
    ]
    return f"{event.key}: {', '.join(found)}" if found else ""
