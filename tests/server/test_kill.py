"""`kill -9` at random instants, in the middle of play: every acknowledged move is there, every table goes on."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from tests.server.harness import Client, Running, settings
from trufflewood.games import all_games

KILLS = 5
pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows knows no kill -9")


class Process:
    """`trufflewood serve` in a process of its own, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        self._log = (self._folder / "log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "trufflewood.cli.main", "serve", "--port", str(self.port),
             "--data", str(self._folder), "--bot-pause", "0", "--rate", "10000", "--bot-processes", "1", "--lang", "en"],
            stdout=subprocess.PIPE, stderr=self._log, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said
        self.port = int(found[1])

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """Ask it to stop, as Ctrl-C does; return what it returned."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
        return code


class Player(threading.Thread):
    """Plays a seat until told to stop, whatever becomes of the server, and remembers what it was promised."""

    def __init__(self, port: int, seated: Any, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.table, self.key = port, seated["table"], seated["key"]
        self.promised: dict[str, tuple[int, list[int]]] = {}  # by command: its version and its moves
        self.stopping = False
        self.trouble: Exception | None = None
        self._random = Random(seed)
        self._sent: tuple[int, str, list[int]] | None = None  # not yet acknowledged
        self._seen = 0

    def run(self) -> None:
        while not self.stopping:
            try:
                self._play()
                return
            except (OSError, WebSocketException):
                time.sleep(0.02)
            except Exception as error:
                self.trouble = error
                return

    def _play(self) -> None:
        with Client(self.port, self.table, self.key, since=self._seen) as client:
            mine = client.last["welcome"]["mine"]
            while not self.stopping:
                self._seen = client.update["version"]
                if client.update["state"] == "over":
                    return
                turn = [seat for seat in client.update["view"]["waiting"] if seat in mine]
                if self._sent is None and turn:
                    client.send("face", seat=turn[0])  # one person may have every seat
                    client.until("update")
                    self._sent = (
                        turn[0],
                        f"k{self._random.getrandbits(64):x}",
                        [self._random.choice(client.moves)],
                    )
                if self._sent is None:
                    with contextlib.suppress(TimeoutError):
                        client.receive(0.2)
                    continue
                seat, command, moves = self._sent
                client.send("face", seat=seat)
                answer = client.ask("play", id=command, moves=moves)
                assert answer["type"] == "ack", answer
                self.promised[command] = (answer["version"], moves)
                self._sent = None


@pytest.mark.parametrize("rounds", [KILLS, pytest.param(40, marks=pytest.mark.slow)])
def test_kill_9_in_the_middle_of_play(tmp_path: Path, rounds: int) -> None:
    random = Random(rounds)
    process = Process(tmp_path)
    try:
        asking = Running(settings(tmp_path), None, process.port)  # type: ignore[arg-type]  # no server of this process
        players: list[Player] = []
        for game in all_games().values():
            seats = max(2, game.seats.start)
            for other in ("me", "bot"):
                made = asking.make(game=game.name, seats=[{"kind": "me"}] + [{"kind": other}] * (seats - 1))
                players.append(Player(process.port, made, len(players)))
        for player in players:
            player.start()
        for _ in range(rounds):
            _some_more_is_promised(players)
            time.sleep(random.random() * 0.5)  # then at any instant
            process.kill()
            _nothing_is_lost(tmp_path / "tables.db", players)
            process.start()
        _some_more_is_promised(players)
        for player in players:
            player.stopping = True
            player.join()
            assert player.trouble is None, player.trouble
        _every_table_goes_on(process.port, players)
        assert process.stop() == 0
        _nothing_is_lost(tmp_path / "tables.db", players)
    finally:
        if process.process.poll() is None:
            process.kill()


def _some_more_is_promised(players: list[Player]) -> None:
    """Wait until the server has acknowledged a few more commands, or every game is over."""
    wanted = sum(len(player.promised) for player in players) + 12
    while sum(len(player.promised) for player in players) < wanted:
        if not any(player.is_alive() for player in players):
            return
        time.sleep(0.01)


def _nothing_is_lost(path: Path, players: list[Player]) -> None:
    kept = sqlite3.connect(path)
    try:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for player in players:
            promised = dict(player.promised)
            rows = kept.execute(
                "SELECT seq, command_id, deed FROM commands WHERE match = ? ORDER BY seq", (player.table,)
            ).fetchall()
            assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1)), "a version is missing"
            found = {command.partition(":")[2]: (seq, deed) for seq, command, deed in rows}
            for command, (version, moves) in promised.items():
                assert command in found, "an acknowledged move is lost"
                assert found[command][0] == version
                assert f'"moves":{moves}'.replace(" ", "").encode() in found[command][1]
    finally:
        kept.close()


def _every_table_goes_on(port: int, players: list[Player]) -> None:
    """Each table that is not over takes another move of ours."""
    for player in players:
        with Client(port, player.table, player.key) as client:
            for _ in range(500):
                if client.update["state"] == "over":
                    break
                client.send("face", seat=next(iter(client.update["view"]["waiting"])))
                if client.until("update", "refused")["type"] == "refused":
                    client.until("update")  # a bot's turn
                    continue
                # a bot may have moved while we faced it, and then ours is refused: look again
                if client.moves and client.ask("play", moves=[client.moves[0]])["type"] == "ack":
                    break
            else:
                raise AssertionError(f"the table {player.table} does not go on")


def test_a_graceful_stop_tells_its_guests(tmp_path: Path) -> None:
    process = Process(tmp_path)
    try:
        asking = Running(settings(tmp_path), None, process.port)  # type: ignore[arg-type]  # no server of this process
        made = asking.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "me"}])
        client = asking.client(made["table"], made["key"])
        assert process.stop() == 0
        assert client.closed() == 1012, "the standard code for: come again soon"
        process.start()
        with asking.client(made["table"], made["key"]) as again:
            assert again.update["view"] == client.update["view"]
        assert process.stop() == 0
    finally:
        if process.process.poll() is None:
            process.kill()
