"""`make stored`: what stored tables cost: a start with 5,000, one that is loaded, memory as commands go on.

python -m bench.stored --before COMMIT     the commit in a worktree in build/, in the same run
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench import prepared
from bench.clients import Crowd, Seating
from bench.serving import FOLDER, HERE, Checkout, Server, before, scratch

TABLES: Final = 5000
COMMANDS: Final = 100  # at each of them
LOADED: Final = 200  # tables of the second measurement
LONG: Final = 150  # commands at each of those
FEW: Final = 10  # tables from which their memory is counted: what loading any table needs is there then
TEAM: Final = 50  # tables of the third
STEPS: Final = 10
LATER: Final = 10.0  # seconds
SCUFFLE, FOREST = ("truffle-scuffle", 2), ("forest-shuffle", 4)


async def hello(server: Server, seatings: Sequence[Seating]) -> float:
    """Look at tables, one after the other; seconds until the first has answered."""
    crowd = Crowd(server.port, *SCUFFLE)
    began = time.perf_counter()
    first = 0.0
    for seating in seatings:
        for table in await crowd.add([seating]):
            first = first or time.perf_counter() - began
            table.close()
    return first


def starts(checkouts: Sequence[Checkout], tables: int) -> None:
    kept = FOLDER / "prepared" / "stored.db"
    kept.unlink(missing_ok=True)
    half = tables // 2
    prepared.store(kept, *SCUFFLE, half, prepared.at(COMMANDS))
    seatings = prepared.store(kept, *FOREST, tables - half, prepared.at(COMMANDS))
    print(
        f"a start with {tables:,} tables of {COMMANDS} commands, half of them Scuffle, half four-seat Forest"
    )
    print("aim: ready in 2 s, under 300 MB")
    print(
        f"{'':24} {'ready s':>8} {'hello s':>8} {'calm s':>8} {'MB ready':>9} {'MB 10 s':>8} {'MB calm':>8}"
    )
    for checkout in checkouts:
        with scratch("real") as data:
            shutil.copyfile(kept, data / "tables.db")
            for number, what in enumerate(("first start", "second start")):
                if checkout is not HERE and number:
                    continue  # it has nothing to migrate
                with Server(checkout, data, checkout.raised()) as server:
                    ready = server.until_well()
                    small = server.memory()
                    answered = asyncio.run(hello(server, seatings[-1:]))
                    end = server.began + ready + LATER
                    calm = server.until_calm(end)
                    time.sleep(max(0.0, end - time.perf_counter()))
                    later = server.memory()
                    calm = calm or server.until_calm()
                    print(
                        f"{checkout.name + ', ' + what:24} {ready:>8.1f} {answered:>8.2f} {calm:>8.1f}"
                        f" {small / 1000:>9.0f} {later / 1000:>8.0f} {server.memory() / 1000:>8.0f}",
                        flush=True,
                    )
                    server.stop()


def loaded(checkouts: Sequence[Checkout]) -> None:
    print(f"\none loaded table of four-seat Forest with {LONG} commands; aim: under 100 kB beyond its record")
    for checkout in checkouts:
        sizes = []
        record = 0.0
        for tables in (FEW, FEW + LOADED):
            with scratch("memory") as data:
                file = data / "tables.db"
                seatings = prepared.store(file, *FOREST, tables, prepared.at(LONG))
                record = _record(file) / tables / 1000
                with Server(checkout, data, checkout.raised()) as server:
                    server.until_well()
                    server.until_calm()
                    asyncio.run(hello(server, seatings))
                    server.until_calm()
                    sizes.append(server.memory())
        each = (sizes[1] - sizes[0]) / LOADED
        print(f"{checkout.name:24} {each:6.0f} kB, of which its record {record:.0f} kB", flush=True)


def _record(file: Path) -> int:
    """Bytes of what is kept, in the rows alone."""
    db = sqlite3.connect(file)
    try:
        setup, moves = "SELECT SUM(LENGTH(setup)) FROM matches", "SELECT SUM(LENGTH(deed)) FROM commands"
        return sum(int(db.execute(sql).fetchone()[0]) for sql in (setup, moves))
    finally:
        db.close()


def long_run(checkouts: Sequence[Checkout], commands: int) -> None:
    print(f"\nmemory in MB over {commands:,} commands in Truffle Scuffle, {TEAM} tables, as fast as possible")
    heads = [f"{part * 100 // STEPS} %" for part in range(STEPS + 1)]
    print(f"{'':12} {'a second':>9} " + " ".join(f"{head:>6}" for head in heads))
    for checkout in checkouts:
        with scratch("memory") as data:
            seatings = prepared.store(data / "tables.db", *SCUFFLE, TEAM)
            with Server(checkout, data, checkout.raised()) as server:
                server.until_calm()
                seconds, sizes = asyncio.run(_long_run(server, seatings, commands))
        shown = " ".join(f"{size / 1000:>6.0f}" for size in sizes)
        print(f"{checkout.name:12} {commands / seconds:>9.0f} {shown}", flush=True)


async def _long_run(server: Server, seatings: Sequence[Seating], commands: int) -> tuple[float, list[int]]:
    crowd = Crowd(server.port, *SCUFFLE)
    await crowd.fill(await crowd.add(seatings))
    sizes = [server.memory()]
    began = time.perf_counter()
    for _ in range(STEPS):
        await crowd.rush(3600, commands=commands // STEPS)
        sizes.append(server.memory())
    return time.perf_counter() - began, sizes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.stored", description="What stored tables cost.")
    parser.add_argument("--before", default="", metavar="COMMIT", help="measure this commit too")
    parser.add_argument("--tables", type=int, default=TABLES, help="stored ones to start with")
    parser.add_argument("--commands", type=int, default=300_000, help="of the long run")
    asked = parser.parse_args()
    if sys.platform != "linux":
        sys.exit("trufflewood: make stored reads /proc and /dev/shm, so it runs on Linux only.")
    checkouts = [*([before(asked.before)] if asked.before else []), HERE]
    for checkout in checkouts:
        checkout.check()
    starts(checkouts, asked.tables)
    loaded(checkouts)
    long_run(checkouts, asked.commands)


if __name__ == "__main__":
    main()
