"""`make load`: how many commands a second the server takes, and how long people wait for them.

Four sockets at each table: two players and two who watch in Truffle Scuffle, four players in Forest Shuffle.
Every table stands somewhere in a game when it starts. Commands are sent by a timetable; each counts from its
instant until the last of the four sockets has been told (and, beside that, until its sender has the `ack`).
The rate is doubled until one command in a hundred waits longer than 50 ms, then the limit is narrowed down.
The highest rate that held must hold again, three times as long: a pause every few seconds is easily missed.

    python -m bench.load --before COMMIT     the commit in a worktree in build/, in the same run
    python -m bench.load --quick             a few minutes instead of twenty
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import resource
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Final

from bench import chart, prepared
from bench.clients import SOCKETS, Crowd, Seating, Trouble, Waits, percentile
from bench.serving import FOLDER, HERE, Checkout, Server, before, machine, scratch

TAIL: Final = 50.0  # milliseconds that 99 of 100 commands may wait
BUSY: Final = 0.25  # cores used by other programs from which on a rate that failed is tried once more
CALM: Final = 10.0  # milliseconds that half of the commands wait where a server is not behind
STEP_DOWN: Final = 3 / 4  # after a highest rate that did not hold again
AGAIN: Final = 3  # times as long as the others: the last try of the highest rate
LOWEST: Final = 1 / 4  # of the first rate: the lowest that is tried
DOUBLED: Final = 5  # the highest: the first, doubled so many times less one


@dataclass(frozen=True)
class Case:
    """A game, how long one at random takes, and the rates to try."""

    game: str
    title: str
    players: int
    commands: int
    first: int  # commands a second
    aim: int  # with the most sockets


CASES: Final = (
    Case("truffle-scuffle", "Truffle Scuffle", 2, 160, 250, 1000),
    Case("forest-shuffle", "Forest Shuffle, four seats", 4, 340, 100, 400),
)


@dataclass(frozen=True)
class Plan:
    """What is measured, and for how long."""

    cases: Sequence[Case]
    sockets: Sequence[int]
    disks: Sequence[str]
    seconds: float  # at each rate
    settle: float  # before each, without counting
    narrowed: int  # times that the gap between the rate that holds and the one that does not is halved


FULL: Final = Plan(CASES, (100, 300, 1000), ("memory", "real"), 4.0, 0.5, 2)
QUICK: Final = Plan(CASES, (100, 1000), ("memory",), 2.5, 0.5, 1)


@dataclass
class Row:
    """One rate, measured. Times in milliseconds, processor time in µs for each command."""

    version: str
    game: str
    sockets: int
    disk: str
    rate: float
    connection: float  # kB for one
    commands: int = 0
    p50: float = inf  # until the last socket was told
    p99: float = inf
    ack_p50: float = inf
    ack_p99: float = inf
    server: float = 0.0
    clients: float = 0.0
    others: float = 0.0  # cores that neither the server nor the clients used
    games: int = 0  # that ended meanwhile
    memory: float = 0.0  # MB of the server
    gave_up: bool = False  # so far behind its timetable that it was ended early
    highest: bool = False  # the highest rate that held, and held again
    trouble: str = ""

    @property
    def holds(self) -> bool:
        return not self.trouble and not self.gave_up and self.p99 <= TAIL

    def __str__(self) -> str:
        if self.trouble:
            return f"{self.rate:6.0f}/s  {self.trouble}"
        return (
            f"{self.rate:6.0f}/s  p50 {self.p50:6.1f} ms  p99 {self.p99:7.1f} ms"
            f"  server {self.server:5.0f} µs  clients {self.clients:4.0f} µs"
            f"  others {self.others:.2f} cores{'  behind' * self.gave_up}"
        )


class Session:
    """A server with its clients, for one row of the table; started again where a rate broke it."""

    def __init__(self, plan: Plan, checkout: Checkout, case: Case, sockets: int, disk: str) -> None:
        self.rows: list[Row] = []
        self._plan, self._checkout, self._case = plan, checkout, case
        self._sockets, self._disk = sockets, disk
        self._open = contextlib.ExitStack()
        self._server: Server
        self._crowd: Crowd
        self._connection = 0.0

    async def start(self) -> None:
        case, tables = self._case, self._sockets // SOCKETS
        data = self._open.enter_context(scratch(self._disk))
        file, seatings = _prepared(case, tables)
        shutil.copyfile(file, data / "tables.db")
        self._server = self._open.enter_context(Server(self._checkout, data, self._checkout.raised()))
        self._server.until_calm()
        self._crowd = Crowd(self._server.port, case.game, case.players)
        added = await self._crowd.add(seatings)
        small = self._server.memory()
        await self._crowd.fill(added)
        self._connection = (self._server.memory() - small) / (self._sockets - tables)
        await self._crowd.play(case.first / 2, 2 * self._plan.settle)

    def stop(self) -> None:
        self._open.close()

    async def step(self, rate: float, longer: bool = False) -> Row:
        """Measure one rate; once more where other programs were in the way."""
        row = await self._try(rate, longer)
        if not row.holds and row.others > BUSY:
            row = min(row, await self._try(rate, longer), key=lambda one: one.p99)
        return row

    async def _try(self, rate: float, longer: bool) -> Row:
        plan, case, crowd, server = self._plan, self._case, self._crowd, self._server
        seconds = (AGAIN if longer else 1) * plan.seconds
        name = self._checkout.name
        row = Row(name, case.game, self._sockets, self._disk, rate, self._connection)
        waits = Waits(rate, most=TAIL / 1000 if longer else 0.0)
        gc.collect()
        try:
            await crowd.stock(2 + round(rate * (seconds + plan.settle) / case.commands))
            await crowd.play(rate, plan.settle)
            done, used, own, all_used = crowd.done, server.processor(), time.process_time(), machine()
            await crowd.play(rate, seconds, waits)
        except Trouble as error:
            row.trouble = str(error)[:200]
            self.stop()
            await self.start()
        else:
            used, own, all_used = server.processor() - used, time.process_time() - own, machine() - all_used
            row.commands = crowd.done - done
            row.p50, row.p99 = percentile(waits.told, 0.5), percentile(waits.told, 0.99)
            row.ack_p50, row.ack_p99 = percentile(waits.acked, 0.5), percentile(waits.acked, 0.99)
            row.server, row.clients = used / row.commands * 1e6, own / row.commands * 1e6
            row.others = max(0.0, all_used - used - own) / waits.seconds
            row.games, row.gave_up, row.memory = waits.games, waits.hopeless, server.memory() / 1000
        self.rows.append(row)
        print(f"    {row}", flush=True)
        return row

    async def search(self, expected: float = 0.0) -> None:
        """Double the rate until it no longer holds, halve the gap, and try the highest again, longer.

        `expected` is what held on another disk: rates between the first and that are left out at the start.
        """
        first = float(self._case.first)
        rates = [first * 2**power for power in range(DOUBLED)]
        near = max((rate for rate in rates if rate <= expected), default=first)
        held, failed = 0.0, 0.0
        for rate in [first, *(rate for rate in rates[1:] if rate >= near)]:
            if not (await self.step(rate)).holds:
                failed = rate
                break
            held = rate
        while failed / 2 > max(held, LOWEST * first / 2):
            if (await self.step(failed / 2)).holds:
                held = failed / 2
            else:
                failed /= 2
        for _ in range(self._plan.narrowed if held and failed else 0):
            rate = (held + failed) / 2
            if (await self.step(rate)).holds:
                held = rate
            else:
                failed = rate
        await self._try_again()

    async def _try_again(self) -> None:
        lowest = LOWEST * self._case.first
        rates = sorted({row.rate for row in self.rows if row.holds})
        while rates:
            rate = rates.pop()
            row = await self.step(rate, longer=True)
            if row.holds:
                row.highest = True
                return
            lower = rate * STEP_DOWN
            if lower >= lowest and (not rates or rates[-1] < lower):
                rates.append(lower)  # the next that held may lie far below, where rates were left out


@cache
def _prepared(case: Case, tables: int) -> tuple[Path, list[Seating]]:
    file = FOLDER / "prepared" / f"{case.game}-{tables}.db"
    file.unlink(missing_ok=True)
    return file, prepared.store(file, case.game, case.players, tables)


async def measure(plan: Plan, checkouts: Sequence[Checkout]) -> list[Row]:
    rows: list[Row] = []
    for case in plan.cases:
        for sockets in plan.sockets:
            for disk in plan.disks:
                for checkout in checkouts:
                    print(f"{case.title}, {sockets:,} sockets, {disk} disk, {checkout.name}", flush=True)
                    session = Session(plan, checkout, case, sockets, disk)
                    found = [best(rows, case, sockets, known, checkout.name) for known in plan.disks]
                    try:
                        await session.start()
                        await session.search(max((row.rate for row in found if row), default=0.0))
                    finally:
                        session.stop()
                    rows += session.rows
    return rows


# ---- what is printed

HEADS: Final = (
    f"{'':26} {'sockets':>7} {'disk':>7} {'':>7} {'a second':>9} {'p50 ms':>7} {'p99 ms':>7} {'ack p99':>8}"
    f" {'server µs':>10} {'clients µs':>11} {'kB/socket':>10} {'others':>7}"
)


def table(plan: Plan, rows: Sequence[Row]) -> Iterator[str]:
    """The highest rates that hold; then both versions at the same rate; then the aims."""
    yield f"highest rate at which 99 of 100 commands are told to all four sockets within {TAIL:.0f} ms"
    yield HEADS
    for case, sockets, disk, version in _ways(plan, rows):
        found = best(rows, case, sockets, disk, version)
        left = f"{case.title:26} {sockets:>7,} {disk:>7} {version:>7}"
        yield f"{left} {_figures(found)}" if found else f"{left} {'none':>9}"
    if len({row.version for row in rows}) > 1:
        yield ""
        yield f"processor time at the same rates: the mean of all at which half wait less than {CALM:.0f} ms"
        yield (
            f"{'':26} {'sockets':>7} {'disk':>7} {'a second':>12} {'µs before':>10} {'after':>6}"
            f" {'ratio':>7} {'p99 before':>11} {'after':>8}"
        )
        for case, sockets, disk, version in _ways(plan, rows):
            pairs = shared(rows, case, sockets, disk) if version == "after" else []
            if pairs:
                old, new = (sum(pair[which].server for pair in pairs) / len(pairs) for which in (0, 1))
                tails = [max(pair[which].p99 for pair in pairs) for which in (0, 1)]
                rates = f"{pairs[0][0].rate:.0f}–{pairs[-1][0].rate:.0f}"
                yield (
                    f"{case.title:26} {sockets:>7,} {disk:>7} {rates:>12} {old:>10.0f} {new:>6.0f}"
                    f" {new / old:>6.2f}× {tails[0]:>11.1f} {tails[1]:>8.1f}"
                )
    most = max(plan.sockets)
    if most >= 1000:
        yield ""
        for case in plan.cases:
            for disk in plan.disks:
                found = best(rows, case, most, disk, HERE.name)
                reached = found.rate if found else 0
                verdict = "reached" if reached >= case.aim else "missed"
                yield (
                    f"aim: {case.title} with {most:,} sockets, {case.aim:,} a second; {disk} disk: "
                    f"{reached:,.0f}, {verdict}"
                )


def best(rows: Sequence[Row], case: Case, sockets: int, disk: str, version: str) -> Row | None:
    return next((row for row in _of(rows, case, sockets, disk, version) if row.highest), None)


def shared(rows: Sequence[Row], case: Case, sockets: int, disk: str) -> list[tuple[Row, Row]]:
    """Both versions at each rate that both kept up with; of several tries the longest."""
    old, new = (
        {
            row.rate: row
            for row in sorted(_of(rows, case, sockets, disk, name), key=lambda row: row.commands)
            if not row.trouble and not row.gave_up
        }
        for name in ("before", "after")
    )
    # a server behind its timetable does more at once, which is no fair comparison
    both = [rate for rate in sorted(old.keys() & new.keys()) if max(old[rate].p50, new[rate].p50) < CALM]
    return [(old[rate], new[rate]) for rate in both]


def _of(rows: Sequence[Row], case: Case, sockets: int, disk: str, version: str) -> list[Row]:
    asked = (case.game, sockets, disk, version)
    return [row for row in rows if (row.game, row.sockets, row.disk, row.version) == asked]


def _ways(plan: Plan, rows: Sequence[Row]) -> Iterator[tuple[Case, int, str, str]]:
    versions = [name for name in ("before", "after") if any(row.version == name for row in rows)]
    for case in plan.cases:
        for sockets in plan.sockets:
            for disk in plan.disks:
                for version in versions:
                    yield case, sockets, disk, version


def _figures(row: Row) -> str:
    return (
        f"{row.rate:>9.0f} {row.p50:>7.1f} {row.p99:>7.1f} {row.ack_p99:>8.1f} {row.server:>10.0f}"
        f" {row.clients:>11.0f} {row.connection:>10.0f} {row.others:>7.2f}"
    )


def report(plan: Plan, rows: Sequence[Row]) -> None:
    lines = [*table(plan, rows)]
    print("\n" + "\n".join(lines), flush=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "table.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (FOLDER / "rows.json").write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")
    titles = {case.game: case.title for case in plan.cases}
    picture = chart.draw([asdict(row) for row in rows], titles, plan.sockets, TAIL)
    (FOLDER / "load.svg").write_text(picture, encoding="utf-8")
    print(f"\nin {_shown(FOLDER)}: table.txt, rows.json, and the picture load.svg")


def _shown(folder: Path) -> str:
    return str(folder.relative_to(HERE.folder))


def run(plan: Plan, commit: str) -> None:
    """Measure and report."""
    if sys.platform != "linux":
        sys.exit("trufflewood: make load reads /proc and /dev/shm, so it runs on Linux only.")
    import uvloop

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    checkouts = [*([before(commit)] if commit else []), HERE]
    for checkout in checkouts:
        checkout.check()
    gc.disable()  # the clients' own pauses are not the server's
    began = time.monotonic()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        rows = runner.run(measure(plan, checkouts))
    report(plan, rows)
    print(f"{(time.monotonic() - began) / 60:.0f} minutes")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description="How the server bears load.")
    parser.add_argument("--before", default="", metavar="COMMIT", help="measure this commit too")
    parser.add_argument("--quick", action="store_true", help="a few minutes instead of twenty")
    parser.add_argument("--game", default="", help="only this one")
    parser.add_argument("--sockets", type=int, default=0, help="only so many, a multiple of four")
    parser.add_argument("--disk", choices=("memory", "real"), default="", help="only with the store there")
    asked = parser.parse_args()
    plan = QUICK if asked.quick else FULL
    cases = [case for case in CASES if asked.game in ("", case.game)]
    if not cases:
        parser.error(f"the games are {', '.join(case.game for case in CASES)}")
    sockets = (asked.sockets,) if asked.sockets else plan.sockets
    disks = (asked.disk,) if asked.disk else plan.disks
    run(replace(plan, cases=cases, sockets=sockets, disks=disks), asked.before)


if __name__ == "__main__":
    main()
