"""Bots think in processes of their own: they get a view, they may crash or dawdle, and nobody waits."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

import trufflewood
from tests.server.harness import running, settings
from trufflewood.games import all_games
from trufflewood.kit import deck
from trufflewood.kit.package import Game
from trufflewood.server import workers
from trufflewood.server.worker import Failed, Question, answer
from trufflewood.server.workers import Pool

ME, BOT = {"kind": "me"}, {"kind": "bot"}


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_question_holds_a_view_and_nothing_else(game: Game) -> None:
    table = trufflewood.open(game.name, seed=1)
    seat = table.waiting[0]
    question = Question(game.name, "random", None, 5, msgspec.Raw(msgspec.json.encode(table.view(seat))))
    sent = msgspec.json.encode(question)
    assert answer(sent) in table.legal(seat)
    assert table.seed.hex() not in sent.decode()
    assert set(msgspec.json.decode(sent)) == {
        "type", "game", "bot", "budget", "dice", "view", "language", "deck"
    }  # fmt: skip


def test_a_fault_is_answered_with_its_kind_and_its_place() -> None:
    fault = answer(msgspec.json.encode(Question("snack-match", "random", None, 5, msgspec.Raw(b"{}"))))
    assert isinstance(fault, Failed)
    assert fault.error == "ValidationError" and "_think" in fault.where


def pids(pool: Pool) -> list[int]:
    return [worker._process.pid for worker in pool._all if worker._process is not None]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no kill -9")
def test_a_crashed_worker_is_replaced_and_asked_again(tmp_path: Path) -> None:
    with running(settings(tmp_path)) as server:
        made = server.make(game="truffle-scuffle", seats=[ME, BOT], options={"start": 1, "stall": 20})
        random = Random(2)
        killed: set[int] = set()
        with server.client(made["table"], made["key"]) as client:
            while client.update["state"] != "over":
                if client.moves:
                    client.ask("play", moves=[random.choice(client.moves)])
                else:
                    client.until("update")
                for pid in pids(server.server.house.pool):
                    if len(killed) < 3 and pid not in killed:
                        os.kill(pid, signal.SIGKILL)
                        killed.add(pid)
        assert len(killed) == 3, "and yet the game came to its end"


SLEEPER = "import sys, time\nfor line in sys.stdin: time.sleep(60)"
LIAR = "import sys\nfor line in sys.stdin: print(999999, flush=True)"
BROKEN = """import sys\nfor line in sys.stdin: print('{"type":"failed","error":"KeyError","where":"f:1"}', flush=True)"""
RAMBLER = "import sys\nfor line in sys.stdin: print('x' * 100000, flush=True)"


@pytest.mark.parametrize(
    "program", [SLEEPER, LIAR, RAMBLER, BROKEN], ids=["sleeper", "liar", "rambler", "broken"]
)
def test_a_bot_that_fails_holds_up_no_table(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", program))
    monkeypatch.setattr(workers, "START_UP", 0.3)

    async def run() -> None:
        pool = Pool(1, 0.1)
        table = trufflewood.open("truffle-scuffle", seed=1)
        view = table.view(table.waiting[0])
        assert await pool.choose("truffle-scuffle", "random", view) in view.moves
        assert pool.thinking == 0
        await pool.close()

    asyncio.run(run())


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no kill -9")
def test_a_deck_is_told_once_to_each_process(monkeypatch: pytest.MonkeyPatch) -> None:
    held = deck.remember({"tiles": {"white red": 10, "empty": 26}})
    table = trufflewood.open("truffle-scuffle", seed=1, options={"deck": held.name})
    view = table.view(table.waiting[0])
    failed: list[str] = []
    monkeypatch.setattr(workers, "note", lambda event, **facts: failed.append(f"{event} {facts}"))
    asked: list[bytes] = []
    ask = workers._Worker.ask

    async def heard(worker: workers._Worker, question: bytes, deadline: float) -> bytes:
        asked.append(question)
        return await ask(worker, question, deadline)

    monkeypatch.setattr(workers._Worker, "ask", heard)

    async def run() -> None:
        pool = Pool(1, 20)
        for _ in range(2):
            for _ in range(2):
                assert await pool.choose("truffle-scuffle", "random", view) in view.moves
            process = pool._all[0]._process
            assert process is not None
            process.kill()
            await process.wait()
        await pool.close()

    asyncio.run(run())
    assert not failed
    assert [b"white red" in question for question in asked] == [True, False, True, False]


def test_a_thinking_bot_delays_nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(workers, "COMMAND", (sys.executable, "-c", SLEEPER))
    with running(settings(tmp_path)) as server:
        slow = server.make(game="truffle-scuffle", seats=[BOT, ME], options={"start": 1})
        made = server.make(game="truffle-scuffle", seats=[ME, ME], options={"start": 1})
        with server.client(made["table"], made["key"]) as client:
            for move in (0, 1):
                assert client.ask("play", moves=[move])["type"] == "ack"
        assert server.ask("GET", "/healthz")[1]["bots_thinking"] == 1, "the other table's bot still sleeps"
        with server.client(slow["table"], slow["key"]) as client:
            assert client.update["version"] == 0


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_hint_for_whoever_asks(tmp_path: Path, game: Game) -> None:
    seats = [ME] * max(2, game.seats.start)
    with running(settings(tmp_path)) as server:
        made = server.make(game=game.name, seats=seats)
        with server.client(made["table"], made["key"], language="es") as client:
            client.send("face", seat=client.update["view"]["waiting"][0])
            client.until("update")
            answer = client.ask("hint", "hinted")
            assert {one["move"] for one in answer["advice"]} <= {*client.moves} and answer["advice"]
            assert all(one["reason"] and 0 <= one["expected"] <= 1 for one in answer["advice"])
            first = answer["advice"][0]["move"]
            sketched = client.ask("sketch", "sketched", moves=[first])
            answer = client.ask("hint", "hinted", moves=[first])
            if sketched["moves"]:
                assert {one["move"] for one in answer["advice"]} <= {*sketched["moves"]} and answer["advice"]
            else:
                assert answer["key"] == "turn-made"
        with server.client(made["table"]) as watcher:
            assert watcher.ask("hint", "hinted")["key"] == "only-watching"
        made = server.make(game=game.name, seats=seats, hints=False)
        with server.client(made["table"], made["key"]) as client:
            assert client.ask("hint", "hinted")["key"] == "no-hints"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_memory_aids_where_the_table_has_them(tmp_path: Path, game: Game) -> None:
    seats = [ME] * max(2, game.seats.start)
    with running(settings(tmp_path)) as server:
        made = server.make(game=game.name, seats=seats)
        for key in (made["key"], ""):
            with server.client(made["table"], key, language="es") as client:
                assert all(one["text"] for one in client.ask("aids", "aided")["aids"])
        made = server.make(game=game.name, seats=seats, aids=False)
        with server.client(made["table"], made["key"]) as client:
            assert client.ask("aids", "aided")["key"] == "no-aids"
