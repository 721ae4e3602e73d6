"""A disk that is full, a log that cannot be written, a file that is damaged, locked or not ours."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.client import ME, Client, Server

REQUESTS = 1500  # whose log fills any pipe


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", "--log", str(tmp_path / "data" / "log")) as started:
        yield started


def kept(server: Server, table: str) -> list[int]:
    """The versions of a table that are on the disk."""
    with sqlite3.connect(f"file:{server.database}?mode=ro", uri=True) as db:
        rows = db.execute("SELECT seq FROM commands WHERE match = ? ORDER BY seq", (table,)).fetchall()
    db.close()
    return [seq for (seq,) in rows]


# ---- full


def test_nobody_hears_of_a_move_that_a_full_disk_did_not_keep(server: Server) -> None:
    """The log lies on the same disk, so that telling of the failure fails too."""
    made = server.make()
    with server.client(made["table"], made["key"]) as player, server.client(made["table"]) as watcher:
        for _ in range(5):
            player.play_one()
        server.fill_disk()
        answer = _answer(player)
        assert answer is None or answer["key"] == "disk-full"
        watcher.closed()
        assert max(one["version"] for one in _updates(watcher)) == 5
    server.fill_disk(False)
    with server.client(made["table"], made["key"]) as player:
        assert player.update["version"] == 5
        assert player.play_one()["version"] == 6
    assert kept(server, made["table"]) == [1, 2, 3, 4, 5, 6]
    server.kill()
    server.start()
    with server.client(made["table"], made["key"]) as player:
        assert player.play_one()["version"] == 7


def test_a_full_disk_says_so(server: Server) -> None:
    made = server.make(seats=(ME, ME))
    with server.client(made["table"], made["key"]) as player:
        server.fill_disk()
        said = player.ask("say", text="hello")
        assert (said["type"], said["key"]) == ("refused", "disk-full") and "disk" in said["text"]
        status, problem = server.ask(
            "POST", "/api/tables", {"game": "truffle-scuffle", "name": "Ana", "seats": [ME, ME]}
        )
        assert (status, problem["error"]["key"]) == (503, "disk-full")
        status, health = server.ask("GET", "/healthz")
        assert (status, health["status"]) == (503, "failing") and "disk" in health["trouble"]
        server.fill_disk(False)
        assert server.ask("GET", "/healthz")[1]["status"] == "ok", "it looks again by itself"
        assert player.ask("say", text="hello")["type"] == "ack"


def _answer(player: Client) -> Any:
    try:
        return player.play_one()
    except ConnectionClosed:
        return None


def _updates(client: Client) -> list[Any]:
    import msgspec

    return [one for one in map(msgspec.json.decode, client.texts) if one["type"] == "update"]


# ---- the log


def test_a_log_that_nobody_reads(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    try:
        with Server(tmp_path, "--log", "-", "--rate", "100000", stderr=writing) as server:
            os.close(writing)
            for _ in range(REQUESTS):
                assert server.ask("GET", "/api/games/truffle-scuffle/rules")[0] == 200
            assert server.stop() == 0
    finally:
        os.close(reading)


@pytest.mark.parametrize("how", ["closed", "broken"])
def test_a_log_that_cannot_be_written(tmp_path: Path, how: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with Server(tmp_path, "--log", "-", stderr=writing, close_stderr=how == "closed") as server:
        os.close(writing)
        made = server.make()
        with server.client(made["table"], made["key"]) as player:
            assert player.play_one()["version"] == 1
        assert server.stop() == 0


# ---- what is on the disk is told, and nothing else


def test_a_version_is_told_only_when_it_is_kept(server: Server) -> None:
    made = server.make()
    with server.client(made["table"], made["key"]) as player, server.client(made["table"]) as watcher:
        player.play_one()
        watcher.until("update")
        seat = player.update["view"]["waiting"][0]
        player.send("face", seat=seat)
        player.until("update")
        with _locked(server.database):
            player.send("play", id="slow", moves=[player.moves[0]])
            for _ in range(20):
                watcher.send("ping")
                assert server.ask("GET", f"/api/tables/{made['table']}")[1]["version"] == 1
            told = _within(watcher, 0.5)
            assert all(one.get("version", 1) == 1 for one in told), told
        assert player.until("ack")["version"] == 2
        assert watcher.until("update")["version"] == 2


def _within(client: Client, seconds: float) -> list[Any]:
    found = []
    try:
        while True:
            found.append(client.receive(seconds))
    except TimeoutError:
        return found


class _locked:
    """Another program holds the file of tables, as a backup by hand might."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_: object) -> None:
        self._db.execute("ROLLBACK")
        self._db.close()


@pytest.mark.slow
def test_a_file_that_another_program_holds(server: Server) -> None:
    made = server.make()
    with server.client(made["table"], made["key"]) as player:
        with _locked(server.database):
            said = player.ask("say", text="hello")
            assert said["key"] == "store-busy" and "another program" in said["text"]
        assert player.ask("say", text="hello")["type"] == "ack"


# ---- gaps


def test_a_table_opens_up_to_a_gap(server: Server) -> None:
    made, whole = server.make(), server.make()
    for one in (made, whole):
        with server.client(one["table"], one["key"]) as player:
            for _ in range(8):
                player.play_one()
    server.stop()
    with sqlite3.connect(server.database) as db:
        db.execute("DELETE FROM commands WHERE match = ? AND seq = 6", (made["table"],))
    db.close()
    server.start()
    with server.client(made["table"], made["key"]) as player:
        assert player.update["version"] == 6 and player.update["happenings"][-1]["kind"] == "gap"
        assert "lost" in player.update["happenings"][-1]["lines"][0]["text"]
        assert player.play_one()["version"] == 7
    with server.client(whole["table"], whole["key"]) as player:
        assert player.update["version"] == 8
    server.kill()
    server.start()
    with server.client(made["table"], made["key"]) as player:
        assert player.play_one()["version"] == 8
    assert kept(server, made["table"]) == list(range(1, 9))
    with sqlite3.connect(server.database) as db:
        rows = db.execute("SELECT seq FROM aside WHERE match = ? ORDER BY seq", (made["table"],)).fetchall()
    db.close()
    assert rows == [(7,), (8,)], "what lay behind the gap is kept for the operator"


def test_a_row_that_cannot_be_read_is_a_gap(server: Server) -> None:
    made = server.make()
    with server.client(made["table"], made["key"]) as player:
        for _ in range(4):
            player.play_one()
    server.stop()
    for broken in (b"{", b'{"type":"play","seat":0,"moves":[4000]}'):
        with sqlite3.connect(server.database) as db:
            db.execute("UPDATE commands SET deed = ? WHERE match = ? AND seq = 3", (broken, made["table"]))
        db.close()
        server.start()
        with server.client(made["table"], made["key"]) as player:
            assert player.update["happenings"][-1]["kind"] == "gap" and player.update["version"] == 3
            player.play_one()
        server.stop()


# ---- files


def test_only_the_owner_can_read_the_files(server: Server) -> None:
    made = server.make()
    with server.client(made["table"], made["key"]) as player:
        player.play_one()
    modes = {
        path.name: stat.S_IMODE(path.stat().st_mode)
        for path in server.folder.iterdir()
        if path.name != "stderr"
    }
    assert modes == dict.fromkeys(
        ["tables.db", "tables.db-wal", "tables.db-shm", "tables.db.lock", "log"], 0o600
    )


DAMAGED = [
    # what                        how the file is changed
    ("another kind of file", lambda data: b"not a database, by any means" * 400),
    ("a page overwritten", lambda data: data[:4096] + b"\xa5" * 8192 + data[12288:]),
    ("cut off", lambda data: data[: len(data) // 2]),
]


@pytest.mark.parametrize(("what", "change"), DAMAGED)
def test_a_damaged_file_ends_with_one_sentence(tmp_path: Path, what: str, change: Any) -> None:
    with Server(tmp_path) as server:
        for _ in range(20):
            made = server.make()
            with server.client(made["table"], made["key"]) as player:
                player.play_one()
        assert server.stop() == 0
    path = tmp_path / "tables.db"
    damaged = change(path.read_bytes())
    path.write_bytes(damaged)
    ended = start(tmp_path)
    assert ended.returncode == 2, what
    assert (
        len(ended.stderr.strip().splitlines()) == 1
        and "is damaged" in ended.stderr
        and "--data" in ended.stderr
    )
    assert path.read_bytes() == damaged, "nothing is changed"


def test_a_folder_that_cannot_be_used_ends_with_one_sentence(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    with Server(closed) as server:
        server.make()
        server.stop()
    for folder, mode in ((closed, 0o000), (closed, 0o555)):
        folder.chmod(mode)
        ended = start(folder, as_nobody=True)
        folder.chmod(0o755)
        assert ended.returncode == 2
        assert len(ended.stderr.strip().splitlines()) == 1 and str(folder) in ended.stderr, ended.stderr


def start(folder: Path, as_nobody: bool = False) -> subprocess.CompletedProcess[str]:
    """Start a server that ends by itself. As nobody: everything is imported before the rights are given up."""
    args = ["serve", "--port", "0", "--data", str(folder), "--no-open", "--lang", "en"]
    program = "import sys\nfrom trufflewood.cli.main import main\nimport trufflewood.server.serve, uvloop, uvicorn\n"
    if as_nobody and os.getuid() == 0:
        program += "import os\nos.setgroups([])\nos.setgid(65534)\nos.setuid(65534)\n"
    program += f"sys.exit(main({args!r}))"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
