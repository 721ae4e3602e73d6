"""Tries an installed Trufflewood out, as its first user would. Run it with the Python that has it.

    python tools/trial.py [--compiled | --interpreted]

It plays a whole game of each kind, asks the command line, starts a server, loads its page with all that the
page names, makes a table of each game there, and plays one of them to the end against the server's bot. It
prints what it saw as JSON, and stops with a sentence at the first thing wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

COMMAND = Path(sysconfig.get_path("scripts")) / ("trufflewood.exe" if os.name == "nt" else "trufflewood")
MOVES = 2000  # far more than any game takes
RULES = 200  # bytes; every rule book is longer


def wrong(sentence: str) -> NoReturn:
    sys.exit(f"trial: {sentence}")


def play(name: str) -> dict[str, Any]:
    """A whole game between a greedy bot and random ones, by the library alone; its record is replayed."""
    import trufflewood
    from trufflewood import bots

    table = trufflewood.open(name, seed="trial")
    choose = [bots.find("greedy" if seat == 0 else "random", table.game) for seat in range(table.seats)]
    rng, moves, started = random.Random(1), 0, time.perf_counter()
    while table.waiting:
        if moves == MOVES:
            wrong(f"{name} does not end")
        seat = table.waiting[0]
        table.play(seat, [choose[seat](table.view(seat), None, rng)])
        moves += 1
    again = trufflewood.replay(table.record())
    points = [sum(line.points for line in table.score(seat)) for seat in range(table.seats)]
    if again.waiting or points != [
        sum(line.points for line in again.score(seat)) for seat in range(table.seats)
    ]:
        wrong(f"the record of {name} does not replay")
    return {"moves": moves, "points": points, "seconds": round(time.perf_counter() - started, 2)}


def command(*words: str) -> str:
    done = subprocess.run([str(COMMAND), *words, "--lang", "en"], capture_output=True, text=True)
    if done.returncode:
        wrong(f"trufflewood {' '.join(words)} failed: {done.stderr}")
    return done.stdout.strip()


@contextmanager
def server() -> Iterator[str]:
    """`trufflewood serve` on a free port, with a data folder of its own."""
    with tempfile.TemporaryDirectory() as data, open(Path(data) / "log", "w+") as log:
        asked = [str(COMMAND), "serve", "--port", "0", "--data", data, "--lang", "en", "--no-open"]
        asked += ["--bot-pause", "0", "--rate", "1000"]
        running = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=log, text=True)
        assert running.stdout is not None
        try:
            found = next(
                (m for line in running.stdout if (m := re.search(r"http://[\w.:\[\]]+\d", line))), None
            )
            if found is None:
                log.seek(0)
                wrong(f"the server did not say its address: {log.read()}")
            yield found[0]
        finally:
            running.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
            running.wait(30)
            running.stdout.close()


def get(address: str, body: object = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address, data, {"content-type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return bytes(answer.read())


def visit(address: str, games: list[str]) -> dict[str, Any]:
    """Load the page and what it names; make a table of each game, and read its rules."""
    page = get(f"{address}/").decode()
    assets = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css|svg|webmanifest))"', page)
    if '<div id="app"' not in page or not any(name.endswith(".js") for name in assets):
        wrong(f"the page at / is not the start page: {page[:200]}")
    loaded = sum(len(get(address + name)) for name in assets)
    if "svelte" not in get(f"{address}/third-party-licences.txt").decode():
        wrong("the licences of what the pages contain are missing")
    for game in games:
        made = new_table(address, game)
        if json.loads(get(f"{address}/api/tables/{made['table']}"))["game"] != game:
            wrong(f"the table of {game} is not there")
        if len(get(f"{address}/api/games/{game}/rules")) < RULES:
            wrong(f"the rules of {game} are missing")
    return {"page": len(page) + loaded, "assets": len(assets), "tables": len(games)}


def new_table(address: str, game: str) -> dict[str, Any]:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "level1"}]
    made: dict[str, Any] = json.loads(
        get(f"{address}/api/tables", {"game": game, "name": "trial", "seats": seats})
    )
    return made


def play_bot(address: str, game: str) -> int:
    """A whole game over the socket against the server's bot; returns the number of our moves."""
    from websockets.sync.client import connect  # the server needs it too

    made, rng, moves, pending = new_table(address, game), random.Random(1), 0, ""
    with connect(f"{address.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "key": made["key"]}))
        latest: dict[str, Any] = {"state": "open", "view": None}
        while latest["state"] != "over":
            message = json.loads(socket.recv(timeout=60))
            if message["type"] == "update":
                latest = message
            elif message.get("id") == pending:
                pending = ""
            if latest["view"] and latest["view"]["moves"] and not pending:
                moves, pending = moves + 1, f"{rng.getrandbits(64):x}"
                move = rng.choice(latest["view"]["moves"])
                socket.send(json.dumps({"type": "play", "id": pending, "moves": [move]}))
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--compiled", action="store_true", help="fail if the engine is interpreted")
    which.add_argument("--interpreted", action="store_true", help="fail if the engine is compiled")
    asked = parser.parse_args()

    import trufflewood
    from trufflewood.kit import game

    home = Path(str(trufflewood.__file__)).resolve()
    if "site-packages" not in home.parts:
        wrong(f"{home} is not an installed package")
    engine = "interpreted" if str(game.__file__).endswith(".py") else "compiled"
    if (asked.compiled and engine != "compiled") or (asked.interpreted and engine != "interpreted"):
        wrong(f"the engine is {engine}")
    said = command("--version")
    if trufflewood.__version__ not in said or engine not in said:
        wrong(f"trufflewood --version says {said}, but {trufflewood.__version__} runs {engine}")
    names = trufflewood.games()
    if len(names) != 4:
        wrong(f"there are four games, and {names} were found")
    for name in names:
        command("rules", name)
    found = {"version": said, "engine": engine, "python": sys.version.split()[0]}
    played = {name: play(name) for name in names}
    with server() as address:
        visited = visit(address, names)
        visited["moves"] = play_bot(address, "truffle-scuffle")
    print(json.dumps({**found, "games": played, "server": visited}))


if __name__ == "__main__":
    main()
