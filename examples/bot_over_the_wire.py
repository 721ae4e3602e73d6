"""A bot of your own at a table of a server. It needs nothing of Trufflewood but docs/protocol.md.

    trufflewood serve
    python examples/bot_over_the_wire.py http://127.0.0.1:8000 TABLE

TABLE is the last part of the table's link. The bot sits down on the first open seat and plays any
legal move; put your own idea in `choose`. Whether a deck of the players' own is on the table says
`view["options"]`; GET /api/tables/TABLE/deck tells what is in it.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def choose(view: dict[str, Any]) -> int:
    """A move for what one may know."""
    return int(random.choice(view["moves"]))


def sit_down(server: str, table: str) -> str:
    """Take a seat; return the key that opens it."""
    asked = urllib.request.Request(
        f"{server}/api/tables/{table}/seats", json.dumps({"name": "wire bot"}).encode()
    )
    asked.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(asked) as answer:
        return str(json.load(answer)["key"])


def play(server: str, table: str) -> None:
    key = sit_down(server, table)
    latest: dict[str, Any] = {"state": "open", "view": None}
    pending = ""  # the command that has not been answered yet
    with connect(f"{server.replace('http', 'ws', 1)}/api/tables/{table}/socket") as socket:
        socket.send(json.dumps({"type": "hello", "key": key}))
        for text in socket:
            message = json.loads(text)
            if message["type"] == "update":
                latest = message
            elif message.get("id") == pending:
                pending = ""
            if latest["state"] == "over":
                print(latest["outcome"]["text"])
                return
            if latest["view"] and latest["view"]["moves"] and not pending:
                pending = f"{random.getrandbits(64):x}"
                move = choose(latest["view"])
                socket.send(json.dumps({"type": "play", "id": pending, "moves": [move]}))


if __name__ == "__main__":
    play(sys.argv[1].rstrip("/"), sys.argv[2])
