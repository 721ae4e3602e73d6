"""`make strength`: what the bots are claimed to be, row by row, measured until it is clear.

Each row is a match with an aim. Rows take turns, a batch of games each, until their 95 % interval lies on one
side of the aim or the most games are played. What was played is kept in a file, so that a run goes on where
the last one stopped; the same seed gives the same games. No batch is begun after the time given, and the
table is printed as it stands. `python -m trufflewood.arena.strength --help` says more.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from trufflewood.arena import farm, match
from trufflewood.arena.ratings import share_interval

MOST_GAMES: Final = 400
BATCH: Final = 24  # whole deals for two, three and four seats
MINUTES: Final = 110.0  # and a last batch
LONGEST_MOVE: Final = 0.2  # seconds that a level may take
SLACK: Final = 0.05  # below a fair share, that "not worse" must rule out
SEED: Final = "strength"


@dataclass(frozen=True)
class Row:
    game: str
    seats: int
    strong: str
    weak: str  # fills all other seats
    aim: float  # share of victories
    slow: bool = True  # not in the short version
    not_worse: bool = False  # the aim is a fair share, and it is enough not to fall short of it by much

    @property
    def name(self) -> str:
        others = f"{self.seats - 1} × {self.weak}" if self.seats > 2 else self.weak
        return f"{self.game}, {self.strong} against {others}"


def _rows() -> tuple[Row, ...]:
    found: list[Row] = []
    for game in ("truffle-scuffle", "truffle-shuffle", "snack-match", "forest-shuffle"):
        two_only = game == "truffle-scuffle"
        best = "alphabeta" if two_only else "search:400"
        found.append(Row(game, 2, "greedy", "random", 0.97, slow=False))
        found.append(Row(game, 2, best, "greedy", 0.90 if two_only else 0.75, slow=False))
        found += [Row(game, 2, f"level{n + 1}", f"level{n}", 0.65) for n in range(1, 5)]
        if two_only:
            found.append(Row(game, 2, "alphabeta:100000", "alphabeta:10000", 0.5, not_worse=True))
            continue
        found.append(Row(game, 2, "search:1000", "search:100", 0.6))
        found.append(Row(game, 4, "search:100", "random", 0.90))
        for seats in (3, 4):
            found.append(Row(game, seats, "search:400", "greedy", 1.6 / seats))
            found.append(Row(game, seats, "search:1000", "search:100", 1 / seats, not_worse=True))
    return tuple(found)


ROWS: Final = _rows()


class Result(msgspec.Struct):
    """What was played of one row so far."""

    row: str
    games: int = 0
    share: float = 0.0  # sum of the shares of victories
    points: float = 0.0  # sum of the strong bot's points
    seconds: float = 0.0
    decisions: int = 0
    work: float = 0.0  # seconds of all seats together

    @property
    def rate(self) -> float:
        return self.share / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        return share_interval(self.rate, self.games)

    def verdict(self, row: Row, most: int) -> str:
        """met or missed once the interval is clear of the aim, open if it never is; "" to play on."""
        low, high = self.interval
        if self.games and low >= row.aim:
            return "met"
        if self.games and high < row.aim:
            return "missed"
        if self.games and row.not_worse and low >= row.aim - SLACK:
            return "not worse"
        return "" if self.games < most else "open"

    def batch_takes(self, workers: int) -> float:
        """Seconds that a batch is likely to take."""
        return self.work / max(1, self.games) * BATCH / workers


def measure(row: Row, kept: Result, games: int, workers: int | None = None) -> None:
    """Play `games` more of a row, whole deals, and add them up."""
    pairings = match.schedule(row.game, [row.strong, row.weak], kept.games + games, row.seats, {}, SEED)
    for one in farm.run(pairings[kept.games :], workers):
        seat = one.players.index(row.strong)
        kept.games += 1
        kept.share += one.shares[seat]
        kept.points += one.points[seat]
        kept.seconds += one.seconds[seat]
        kept.decisions += one.decisions[seat]
        kept.work += sum(one.seconds)


def read(file: Path) -> dict[str, Result]:
    if not file.exists():
        return {}
    found = msgspec.json.decode(file.read_bytes(), type=list[Result])
    return {one.row: one for one in found}


def write(file: Path, results: dict[str, Result]) -> None:
    beside = file.with_suffix(".new")
    beside.write_bytes(msgspec.json.format(msgspec.json.encode(list(results.values()))))
    beside.replace(file)


def line(row: Row, kept: Result, most: int) -> str:
    low, high = kept.interval
    each = kept.seconds / max(1, kept.decisions)
    slow = "  over 200 ms" if row.strong.startswith("level") and each > LONGEST_MOVE else ""
    return (
        f"{row.name:62} {kept.rate:6.1%} ({low:4.0%}–{high:4.0%})  aim {row.aim:4.0%}  {kept.games:4} games"
        f"  {kept.points / max(1, kept.games):6.1f} points  {1000 * each:6.1f} ms"
        f"  {kept.verdict(row, most) or 'not finished'}{slow}"
    )


def run(rows: Sequence[Row], file: Path, most: int, workers: int | None, minutes: float) -> None:
    """Play a batch of every row that is not decided, again and again while there is time; print them all."""
    results = read(file)
    stop = time.monotonic() + 60 * minutes
    count = workers or os.cpu_count() or 1

    def in_time(row: Row) -> bool:
        kept = _kept(results, row)
        return not kept.verdict(row, most) and time.monotonic() + kept.batch_takes(count) < stop

    while left := [row for row in rows if in_time(row)]:
        for row in filter(in_time, left):
            kept = _kept(results, row)
            print(f"{len(left)} rows to go: {row.name}", file=sys.stderr, flush=True)
            measure(row, kept, min(BATCH, most - kept.games), workers)
            write(file, results)
    for row in rows:
        print(line(row, _kept(results, row), most))


def _kept(results: dict[str, Result], row: Row) -> Result:
    return results.setdefault(row.name, Result(row.name))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="strength", description=__doc__)
    parser.add_argument("words", nargs="*", help="only rows whose name has all of these words")
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="the most games of a row (400)")
    parser.add_argument(
        "--file", type=Path, default=Path("build/strength.json"), help="where results are kept"
    )
    parser.add_argument("--workers", type=int, help="processes; by default one a core")
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="after which no more games are begun (110)"
    )
    parser.add_argument("--short", action="store_true", help="only the rows of the short version")
    chosen = parser.parse_args(arguments)
    rows = [row for row in ROWS if all(word in row.name for word in chosen.words)]
    rows = [row for row in rows if not (chosen.short and row.slow)]
    chosen.file.parent.mkdir(parents=True, exist_ok=True)
    run(rows, chosen.file, chosen.games, chosen.workers, chosen.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
