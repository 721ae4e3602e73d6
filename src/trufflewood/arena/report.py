"""What a match showed: a line for each bot, and who took how much from whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from trufflewood.arena.match import Played
from trufflewood.arena.ratings import fit, mean_interval, share_interval


class BotLine(msgspec.Struct, frozen=True):
    name: str
    games: int  # seats it has sat on
    win_rate: float  # share of the victory it took
    interval: tuple[float, float]  # 95 %
    fair_share: float
    points: float  # its average
    score_difference: float  # to the mean of the others; 0 where one plays alone
    score_interval: tuple[float, float]
    elo: float
    elo_interval: tuple[float, float]
    seconds_per_move: float  # forced moves not counted


class Report(msgspec.Struct, frozen=True):
    game: str
    seats: int
    seed: str
    options: Mapping[str, Any]
    games: int
    deals: int
    bots: list[BotLine]  # best first
    matrix: list[list[float | None]]  # what each took from each, in the order of `bots`; None: never met

    @property
    def met(self) -> bool:
        """False where nobody met anybody else, so that there is nothing to rate."""
        return any(share is not None for row in self.matrix for share in row)


def report(game: str, seed: str, options: Mapping[str, Any], played: Sequence[Played]) -> Report:
    """Count a match."""
    seats = len(played[0].players)
    names = list(dict.fromkeys(name for one in played for name in one.players))
    wins = _wins(names, played)
    elos = dict(zip(names, fit(wins), strict=True))
    lines = sorted(
        (_line(name, elos[name], seats, played) for name in names),
        key=lambda line: (-line.elo, -line.win_rate),
    )
    order = [names.index(line.name) for line in lines]
    matrix = [[_rate(wins[a][b], wins[b][a]) if a != b else None for b in order] for a in order]
    deals = len({one.deal for one in played})
    return Report(game, seats, seed, options, len(played), deals, lines, matrix)


def _rate(own: float, other: float) -> float | None:
    return own / (own + other) if own + other else None


def _wins(names: list[str], played: Sequence[Played]) -> list[list[float]]:
    """What each bot took from each: in a game of many, every pair is a part of a game."""
    number = {name: n for n, name in enumerate(names)}
    wins = [[0.0] * len(names) for _ in names]
    for one in played:
        seats = range(len(one.players))
        for a in seats:
            for b in seats:
                if one.players[a] != one.players[b]:
                    took = (
                        1.0 if one.ranks[a] < one.ranks[b] else 0.5 if one.ranks[a] == one.ranks[b] else 0.0
                    )
                    wins[number[one.players[a]]][number[one.players[b]]] += took / (len(one.players) - 1)
    return wins


def _line(name: str, elo: tuple[float, float], seats: int, played: Sequence[Played]) -> BotLine:
    shares: list[float] = []
    points: list[float] = []
    leads: dict[str, list[float]] = {}  # by deal: games of one deal are not independent
    seconds, decisions = 0.0, 0
    for one in played:
        for seat, player in enumerate(one.players):
            if player != name:
                continue
            shares.append(one.shares[seat])
            points.append(one.points[seat])
            others = [score for other, score in enumerate(one.points) if other != seat]
            lead = one.points[seat] - sum(others) / len(others) if others else 0.0
            leads.setdefault(one.deal, []).append(lead)
            seconds += one.seconds[seat]
            decisions += one.decisions[seat]
    rate = sum(shares) / len(shares)
    mean_lead, spread = mean_interval([sum(values) / len(values) for values in leads.values()])
    return BotLine(
        name=name,
        games=len(shares),
        win_rate=rate,
        interval=share_interval(rate, len(shares)),
        fair_share=1 / seats,
        points=sum(points) / len(points),
        score_difference=mean_lead,
        score_interval=spread,
        elo=elo[0],
        elo_interval=(elo[0] - elo[1], elo[0] + elo[1]),
        seconds_per_move=seconds / max(1, decisions),
    )
