"""How fast tables are served: scripted players over real sockets, every command durable before it is told.

python -m bench.server [TABLES] [SECONDS]
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import statistics
import sys
import tempfile
import time
import urllib.request
from random import Random
from typing import Any

from websockets.asyncio.client import connect

from trufflewood.face import games


async def play(port: int, game: str, until: float, waits: list[float], views: list[int]) -> None:
    """One person on every seat of a table, playing at random, until time is up."""
    random = Random(len(views))
    while time.perf_counter() < until:
        seats = 2
        body = {"game": game, "name": "Ana", "seats": [{"kind": "me"}] * seats}
        made = await asyncio.to_thread(_post, f"http://127.0.0.1:{port}/api/tables", body)
        address = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/socket"
        async with connect(address, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "key": made["key"]}))
            update: dict[str, Any] = {"state": "open"}
            sent, seat = 0.0, 0
            while update["state"] != "over" and time.perf_counter() < until:
                message = json.loads(await socket.recv())
                if message["type"] == "update":
                    update = message
                    views.append(1)
                if message["type"] == "ack":
                    waits.append(time.perf_counter() - sent)
                elif message["type"] != "update" or (sent and message["happenings"] and not message["fresh"]):
                    continue
                waiting = update["view"]["waiting"]
                if not waiting:
                    break
                if update["view"]["seat"] != waiting[0]:
                    seat = waiting[0]
                    await socket.send(json.dumps({"type": "face", "seat": seat}))
                    continue
                sent = time.perf_counter()
                command = {
                    "type": "play",
                    "id": secrets.token_hex(8),
                    "moves": [random.choice(update["view"]["moves"])],
                }
                await socket.send(json.dumps(command))


def _post(address: str, body: Any) -> Any:
    """As somebody else every time: one client may make only so many tables an hour."""
    somebody = f"127.{secrets.randbelow(255)}.{secrets.randbelow(255)}.{secrets.randbelow(255)}"
    headers = {"X-Forwarded-For": somebody, "Content-Type": "application/json"}
    asked = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


async def measure(game: str, tables: int, seconds: float) -> None:
    """Start a server of its own, let people play at it, and print what it did."""
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "trufflewood.cli.main", "serve", "--port", "0", "--data", folder,
            "--rate", "100000", "--lang", "en", "--proxies", "127.0.0.1",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            port = int(re.findall(r":(\d+)", (await server.stdout.readline()).decode())[-1])
            waits: list[float] = []
            views: list[int] = []
            until = time.perf_counter() + seconds
            await asyncio.gather(*(play(port, game, until, waits, views) for _ in range(tables)))
            spread = statistics.quantiles([wait * 1000 for wait in waits], n=20)
            print(
                f"{game:20}{len(waits) / seconds:>12.0f}{len(views) / seconds:>12.0f}"
                f"{spread[9]:>12.1f}{spread[18]:>12.1f}",
                flush=True,
            )
        finally:
            with contextlib.suppress(ProcessLookupError):
                server.terminate()
            await server.wait()


def main() -> None:
    tables, seconds = (*map(float, sys.argv[1:3]), *(20.0, 4.0)[len(sys.argv[1:3]) :])
    print(f"{int(tables)} tables for {seconds:.0f} s, {os.cpu_count()} cores, clients on the same machine")
    print(f"{'':20}{'commands/s':>12}{'updates/s':>12}{'median ms':>12}{'95 % ms':>12}")
    for game in games():
        asyncio.run(measure(game, int(tables), seconds))


if __name__ == "__main__":
    main()
