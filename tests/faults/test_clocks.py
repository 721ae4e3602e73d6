"""Clocks and leavers go by a clock that never jumps; a table is loaded when it is needed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.faults.client import BOT, ME, OPEN, Client, Server, eventually

JUMPING = """
import time
from pathlib import Path
from random import Random
_wall, _ahead = time.time, Path({file!r})
time.time = lambda: _wall() + float(_ahead.read_text() or 0)
"""


def test_a_wall_clock_that_jumps_ends_no_game(tmp_path: Path) -> None:
    ahead = tmp_path / "ahead"
    ahead.write_text("0")
    with Server(tmp_path / "data", prelude=JUMPING.format(file=str(ahead))) as server:
        made = server.make(
            seats=(ME, OPEN), clock=600, leaver={"policy": "end", "after": 600}, options={"start": 1}
        )
        other = server.join(made["table"])
        with (
            server.client(made["table"], made["key"]) as ana,
            server.client(made["table"], other["key"]) as bea,
        ):
            assert ana.play_one()["version"] == 2, "after the other has sat down"
            ahead.write_text("4000")
            for _ in range(30):  # and several looks at the clocks pass
                for client in (ana, bea):
                    client.drain()
                server.ask("GET", "/api/games")
            _several_looks(server)
            for client in (ana, bea):
                client.drain()
                assert client.update["state"] == "playing", "both are there, and have hours left"
            ahead.write_text("-4000")
            _several_looks(server)
            bea.drain()
            assert bea.update["state"] == "playing"


def _several_looks(server: Server) -> None:
    """Let the server look at its clocks: another table's clock, which is due, shows that it has."""
    made = server.make(seats=(ME, OPEN), clock=1, leaver={"policy": "end", "after": 5}, options={"start": 1})
    other = server.join(made["table"])
    with server.client(made["table"], other["key"]) as watching:
        eventually(lambda: _state(watching) == "over", "a clock that has run out is seen")


def _state(client: Client) -> str:
    client.drain()
    return str(client.update["state"])


def test_only_tables_that_are_due_are_loaded(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for _ in range(30):
            server.make()
        timed = [server.make(leaver={"policy": "bot", "after": 3600}) for _ in range(5)]
        bots = server.make(seats=(ME, BOT), options={"start": 0})
        server.kill()
        server.start()
        with server.client(bots["table"], bots["key"]) as player:
            while not player.moves:
                player.until("update")
            player.play_one()
            assert server.ask("GET", "/healthz")[1]["tables"] <= 2, "the others wait until somebody comes"
        for one in timed:
            with server.client(one["table"], one["key"]) as player:
                assert player.play_one()["type"] == "ack"


def test_who_is_away_when_the_server_starts_is_away(tmp_path: Path) -> None:
    """A table that nobody opens after a restart is looked at when its policy is due."""
    with Server(tmp_path) as server:
        made = server.make(seats=(ME, OPEN), leaver={"policy": "end", "after": 5}, options={"start": 1})
        other = server.join(made["table"])
        server.kill()
        server.start()
        path = f"/api/tables/{made['table']}"
        eventually(lambda: server.ask("GET", path)[1]["state"] == "over", "the leaver's policy applies")
        with server.client(made["table"], other["key"]) as watching:
            assert watching.update["ended"]


def test_a_long_history_is_not_sent_whole(tmp_path: Path) -> None:
    """Who comes late gets the last part of it, and the rest when they ask."""
    with Server(tmp_path, "--rate", "100000") as server:
        made = server.make(game="forest-shuffle", seats=(ME,) * 5, seed="1")
        random = Random(1)
        with server.client(made["table"], made["key"]) as player:
            while player.update["state"] == "playing" and player.update["version"] < 350:
                assert player.play_one(random.choice)["type"] == "ack"
            last = player.update["version"]
        assert last >= 300
        with server.client(made["table"], made["key"]) as late:
            update = late.update
            assert update["fresh"] and len(update["happenings"]) <= 300
            status, record = server.ask("GET", f"/api/tables/{made['table']}/record", key=made["key"])
            assert status == 200
            whole = [one for one in record["happenings"] if one["kind"] == "play"]
            shown = [one for one in update["happenings"] if one["kind"] == "play"]
            assert [one["version"] for one in whole[update["earlier"] :]] == [one["version"] for one in shown]
