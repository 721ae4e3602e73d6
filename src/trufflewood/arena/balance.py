"""What the designer of a game would ask: does a seat win more, how long is it, what wins it.

What is worth counting stands in [balance] of the game's text: the events, and the thing they name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from trufflewood import bots, face
from trufflewood.arena import farm
from trufflewood.arena.match import Pairing, Played, play
from trufflewood.arena.ratings import mean_interval, part_interval, share_interval
from trufflewood.kit.errors import BadOption
from trufflewood.kit.outcome import Event, may_hear
from trufflewood.kit.package import Game

_THING: Final = re.compile(r"\{(\w+):([\w.-]+)\}")


class SeatLine(msgspec.Struct, frozen=True):
    seat: int  # counted from the one that begins
    win_rate: float
    interval: tuple[float, float]
    points: float
    spread: float  # standard deviation of its points


class ThingLine(msgspec.Struct, frozen=True):
    what: str  # such as a card or an order, as records name it
    name: str  # for people
    per_game: float  # times, all seats together
    players: float  # share of the players who did it at least once in their game
    win_rate: float  # share of the times that whoever did it won
    interval: tuple[float, float]


class DeedTable(msgspec.Struct, frozen=True):
    deed: str
    title: str
    things: list[ThingLine]  # most frequent first


class Balance(msgspec.Struct, frozen=True):
    game: str
    seats: int
    bot: str
    games: int
    fair_share: float
    by_seat: list[SeatLine]
    margin: float  # between the best and the second
    scores: dict[int, int]  # how many players had so many points
    lengths: dict[int, int]  # how many games had so many decisions with a choice
    endings: dict[str, float]  # share of the games
    deeds: list[DeedTable]


@dataclass(frozen=True)
class Watched:
    """One game, and how often each seat did each thing: (seat, deed, thing)."""

    played: Played
    deeds: Counter[tuple[int, str, str]]


def balance(
    name: str,
    bot: str,
    games: int,
    seats: int,
    options: Mapping[str, Any],
    seed: str,
    language: str = "en",
    workers: int | None = 1,
    where: str = "pool",
    progress: Callable[[int], None] = lambda done: None,
) -> Balance:
    """Let one bot play itself and count."""
    if games < 1:
        raise BadOption("bad-games", value=str(games))
    game = face.find(name)
    bots.find(bot, game)
    game.choose(seats, options)
    chosen = _first_begins(game, seats, options)
    pairings = [Pairing(name, chosen, (bot,) * seats, f"{seed}/{deal}") for deal in range(games)]
    watched = farm.each(watch, pairings, workers, where, progress)
    played = [one.played for one in watched]
    endings = Counter(one.ending for one in played)
    return Balance(
        game=name,
        seats=seats,
        bot=bot,
        games=games,
        fair_share=1 / seats,
        by_seat=[_seat_line(seat, played) for seat in range(seats)],
        margin=sum(_margin(one.points) for one in played) / games,
        scores=dict(sorted(Counter(points for one in played for points in one.points).items())),
        lengths=dict(sorted(Counter(sum(one.decisions) for one in played).items())),
        endings={key: count / games for key, count in endings.most_common()},
        deeds=_tables(game, watched, language),
    )


def _first_begins(game: Game, seats: int, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Options by which seat 0 begins, so that seats are counted from there; where all begin, as given."""
    chosen = {"start": 0, **options}
    try:
        game.choose(seats, chosen)
    except BadOption:
        return options
    return chosen


def _margin(points: Sequence[int]) -> int:
    best = sorted(points, reverse=True)
    return best[0] - best[1] if len(best) > 1 else 0


def _seat_line(seat: int, played: Sequence[Played]) -> SeatLine:
    rate = sum(one.shares[seat] for one in played) / len(played)
    mean, _ = mean_interval([one.points[seat] for one in played])
    spread = (sum((one.points[seat] - mean) ** 2 for one in played) / len(played)) ** 0.5
    return SeatLine(seat, rate, share_interval(rate, len(played)), mean, spread)


def watch(pairing: Pairing) -> Watched:
    """Play one game and count what its players did."""
    game = face.find(pairing.game)
    deeds: Counter[tuple[int, str, str]] = Counter()

    def tell(seat: int, event: Event) -> None:
        # what others are told later of a secret deed was counted when it was done
        if may_hear(event, seat) and event.args.get("seat", seat) == seat:
            for deed, thing in things(game, event):
                deeds[seat, deed, thing] += 1

    return Watched(play(pairing, tell), deeds)


def things(game: Game, event: Event) -> list[tuple[str, str]]:
    """The deeds worth counting in an event, each with the thing it names; of a list, each one."""
    found: list[tuple[str, str]] = []
    for deed, told in _counted(game, "en").items():
        if event.key in told["events"]:
            field = _THING.fullmatch(told["thing"])
            value = event.args[field[1]] if field else deed
            found += [(deed, str(one)) for one in (value if isinstance(value, list) else [value])]
    return found


def _counted(game: Game, language: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = game.words(language).sections.get("balance", {})
    return found


def _tables(game: Game, watched: Sequence[Watched], language: str) -> list[DeedTable]:
    words = game.words(language)
    tables: list[DeedTable] = []
    for deed, told in _counted(game, language).items():
        field = _THING.fullmatch(told["thing"])
        names = words.sections[field[2]] if field else {deed: told["thing"]}
        # the stable sort keeps things that are as frequent in the order in which the game lists them
        lines = [_thing_line(deed, thing, name, watched) for thing, name in names.items()]
        done = sorted((line for line in lines if line.per_game), key=lambda line: -line.per_game)
        tables.append(DeedTable(deed, str(told["title"]), done))
    return tables


def _thing_line(deed: str, thing: str, name: str, watched: Sequence[Watched]) -> ThingLine:
    parts: list[tuple[float, float]] = []  # of each game: how often by its winner, and at all
    players = did = 0
    for one in watched:
        times = [one.deeds[seat, deed, thing] for seat in range(len(one.played.shares))]
        players += len(times)
        did += sum(map(bool, times))
        if any(times):
            won = sum(count * share for count, share in zip(times, one.played.shares, strict=True))
            parts.append((won, sum(times)))
    rate, interval = part_interval(parts) if parts else (0.0, (0.0, 1.0))
    per_game = sum(of for _, of in parts) / len(watched)
    return ThingLine(thing, name, per_game, did / players, rate, interval)
