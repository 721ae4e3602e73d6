"""How fast tables are served, for every game: the quick look of `make bench`; `make load` takes the long one.

Two players and two who watch at each table; every command is on the disk before anyone is told.

python -m bench.server [TABLES] [SECONDS]
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from bench.clients import SOCKETS, Crowd, Waits, percentile
from bench.serving import HERE, Server, scratch
from trufflewood.face import games


async def measure(game: str, tables: int, seconds: float) -> None:
    """Start a server of its own, let people play at it as fast as it answers, and print what it did."""
    with scratch("real") as data, Server(HERE, data, HERE.raised()) as server:
        crowd = Crowd(server.port, game, 2)
        await crowd.fill(await crowd.add(await crowd.make(tables)))
        waits = Waits(0)
        used, own = server.processor(), time.process_time()
        await crowd.rush(seconds, waits)
        used, own = server.processor() - used, time.process_time() - own
        crowd.close()
    count = len(waits.told)
    print(
        f"{game:20}{count / waits.seconds:>12.0f}{SOCKETS * count / waits.seconds:>12.0f}"
        f"{percentile(waits.told, 0.5):>12.1f}{percentile(waits.told, 0.95):>12.1f}"
        f"{used / count * 1e6:>12.0f}{own / count * 1e6:>12.0f}",
        flush=True,
    )


def main() -> None:
    if sys.platform != "linux":
        print("how fast tables are served: on Linux only, whose /proc tells what a process uses")
        return
    tables, seconds = (*map(float, sys.argv[1:3]), *(20.0, 4.0)[len(sys.argv[1:3]) :])
    print(f"{int(tables)} tables for {seconds:.0f} s, {os.cpu_count()} cores, clients on the same machine")
    heads = ("commands/s", "updates/s", "median ms", "95 % ms", "server µs", "clients µs")
    print(f"{'':20}" + "".join(f"{head:>12}" for head in heads))
    for game in games():
        asyncio.run(measure(game, int(tables), seconds))


if __name__ == "__main__":
    main()
