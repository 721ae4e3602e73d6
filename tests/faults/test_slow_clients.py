"""Clients that do not read, do not answer or never come to an end: they are away, and cost next to nothing."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.faults.client import ME, OPEN, Client, Deaf, Server, eventually

QUICK = {"TRUFFLEWOOD_PING_INTERVAL": "0.3", "TRUFFLEWOOD_PING_TIMEOUT": "2"}
BATCHES, BATCH = 20, 40  # questions whose answers fill every buffer between the server and the client


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, "--rate", "1000", variables=QUICK) as started:
        yield started


def play_until(players: list[Client], commands: int, seat: int) -> None:
    """Play so many commands, and then on until a seat must decide."""
    while commands > 0 or players[0].update["view"]["waiting"] != [seat]:
        waiting = players[0].update["view"]["waiting"]
        player = next(one for one in players if set(waiting) & set(one.last["welcome"]["mine"]))
        assert player.play_one()["type"] == "ack"
        for one in players:
            one.drain()
        commands -= 1


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["bot", "end"])
def test_who_stops_reading_is_away(server: Server, policy: str) -> None:
    leaver = {"policy": policy, "after": 5, **({"bot": "random"} if policy == "bot" else {})}
    made = server.make("forest-shuffle", (ME, OPEN), leaver=leaver)
    bea = server.join(made["table"])
    with server.client(made["table"], bea["key"]) as other:
        with server.client(made["table"], made["key"]) as player:
            play_until([player, other], 40, seat=0)
        while other.last["presence"]["online"][0]:
            other.until("presence")
        with Deaf(server.port, made["table"], made["key"], explain=True) as ana:
            while not other.last["presence"]["online"][0]:
                other.until("presence")
            for n in range(BATCHES):
                for _ in range(BATCH // 2):
                    ana.send("language", language="es")
                    ana.send("language", language="en")
                ana.send("say", id=f"b{n}", text=str(n))
                while (
                    other.until("said", "presence")["type"] == "presence"
                    and other.last["presence"]["online"][0]
                ):
                    pass
                if not other.last["presence"]["online"][0]:
                    break

            def is_replaced() -> bool:
                other.drain()
                return not other.last["presence"]["online"][0] and (
                    other.update["state"] == "over" or other.update["seats"][0]["bot"] == "random"
                )

            eventually(is_replaced, "the table waits for somebody who does not read")


@pytest.mark.slow
def test_who_answers_stays_though_the_server_was_busy(server: Server) -> None:
    made = server.make(seats=(ME, ME))
    with server.client(made["table"], made["key"]) as player:
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(4)  # longer than a ping may wait; what follows holds however long it takes
        os.kill(server.process.pid, signal.SIGCONT)
        for _ in range(3):
            assert player.ask("say", text="still here")["type"] == "ack"


@pytest.mark.slow
def test_ten_who_do_not_read_cost_little(server: Server) -> None:
    made = server.make("forest-shuffle", (ME,) * 4)
    with server.client(made["table"], made["key"]) as player:
        play_until([player], 120, seat=0)
    with ExitStack() as until_done:
        deaf = [until_done.enter_context(Deaf(server.port, made["table"], made["key"])) for _ in range(10)]
        with server.client(made["table"], made["key"]) as player:
            before = server.peak_memory()
            for n in range(300):
                for one in deaf:
                    one.send_frame(b'{"type":"language","language":"%s"}' % (b"es" if n % 2 else b"en"))
            player.drain()
            assert server.peak_memory() - before < 24_000, "kilobytes"
            assert player.ask("say", text="nobody else is disturbed")["type"] == "ack"


@pytest.mark.parametrize("kind", [9, 10, 0], ids=["pings", "pongs", "fragments"])
def test_a_flood_of_frames_that_are_no_messages(server: Server, kind: int) -> None:
    made = server.make(seats=(ME, ME))
    with (
        server.client(made["table"], made["key"]) as other,
        Deaf(server.port, made["table"], made["key"]) as flood,
    ):
        flood.send_frame(b'{"type":"say","id":"', last=False)
        before = server.peak_memory()

        def is_cut() -> bool:
            return any(
                not flood.send_frame(b"x" * 100 if kind == 9 else b"", kind, last=kind > 0)
                for _ in range(5000)
            )

        eventually(is_cut, "a flood is not ended")
        other.drain()
        assert server.peak_memory() - before < 16_000, "kilobytes"


def test_a_client_that_only_sends_pongs_does_not_answer(server: Server) -> None:
    """An answer repeats what the ping said, so that only somebody who reads can give it."""
    made = server.make(seats=(ME, OPEN))
    bea = server.join(made["table"])
    with (
        server.client(made["table"], bea["key"]) as other,
        Deaf(server.port, made["table"], made["key"]) as ana,
    ):

        def is_away() -> bool:
            ana.send_frame(b"any", kind=10)
            other.drain()
            return not other.last["presence"]["online"][0]

        eventually(lambda: not is_away(), "Ana never came")
        eventually(is_away, "a pong that answers nothing keeps a seat online")
