"""What the store has acknowledged is there, whole, whatever happens to the process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from trufflewood.kit.errors import TrufflewoodError
from trufflewood.server.deeds import Brief, Chair, Entry, Play, Said, Setup, Sit
from trufflewood.server.store import OPEN, OVER, PLAYING, AlreadyThere, SqliteStore

SETUP = Setup(
    game="truffle-scuffle", rules=1, options={}, seats=2, seed="00" * 32, host="h", made=1.0,
    chairs=(Chair("Ana", "h"), Chair(bot="random")),
)  # fmt: skip


def brief(name: str, state: str = PLAYING) -> Brief:
    return Brief(name, state, 0, SETUP.chairs, (), bot_due=state == PLAYING, timer=0)


def entry(seq: int, command: str | None = None) -> Entry:
    return Entry(seq, command or f"0:{seq}", Play(0, (seq, seq + 1)), float(seq))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "deep" / "tables.db")
        await store.create(SETUP, brief("a", OPEN), ["h", "", "h"])
        await store.append(entry(1), brief("a", PLAYING))
        await store.append(Entry(2, "s", Sit(1, "Bea", "g"), 2.0), brief("a", PLAYING), holder="g")
        await store.say("a", "c1", Said(1, 0, "Ana", "¡hola!", 3.0))
        await store.close()
        store = SqliteStore(tmp_path / "deep" / "tables.db")
        kept = await store.load("a")
        assert kept == (SETUP, [entry(1), Entry(2, "s", Sit(1, "Bea", "g"), 2.0)], brief("a"), 0)
        assert await store.load("b") is None
        assert await store.held("g", 9) == await store.held("h", 9) == ["a"]
        assert await store.due() == [("a", True, 0)]
        assert [said.text for said in await store.chat("a", 9)] == ["¡hola!"]
        assert await store.said("a", "c1") == 1 and await store.said("a", "c2") is None
        assert await store.counts() == {PLAYING: 1}
        await store.close()

    asyncio.run(run())


REFUSED = [
    # row                          because
    (entry(1, "0:other"), "a table has one command of each number"),
    (entry(2, "0:1"), "a command is taken once"),
]


@pytest.mark.parametrize(("row", "because"), REFUSED)
def test_one_bad_write_spoils_no_other(tmp_path: Path, row: Entry, because: str) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.create(SETUP, brief("a", PLAYING), ["h"])
        await store.create(SETUP, brief("b", PLAYING), ["h"])
        await store.append(entry(1), brief("a", PLAYING))
        bad = store.append(row, brief("a", OVER), holder="g")
        found = await asyncio.gather(bad, store.append(entry(1), brief("b", OVER)), return_exceptions=True)
        assert isinstance(found[0], AlreadyThere) and found[1] is None, because
        assert (await store.load("a")) == (SETUP, [entry(1)], brief("a"), 0)
        assert await store.due() == [("a", True, 0)], "a refused write changes nothing at all"
        assert await store.held("g", 9) == []
        await store.close()

    asyncio.run(run())


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await asyncio.gather(*(store.create(SETUP, brief(f"t{n}", PLAYING), []) for n in range(50)))
        commits: list[str] = []
        store._writer.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
        await asyncio.gather(*(store.append(entry(1), brief(f"t{n}", PLAYING)) for n in range(50)))
        assert len(commits) < 25
        await store.close()

    asyncio.run(run())


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"not a database, by any means" * 100)
    with pytest.raises(TrufflewoodError, match="is damaged"):
        SqliteStore(tmp_path / "tables.db")


WRITER = """
import asyncio, sys
from pathlib import Path
from tests.server.test_store import SETUP, brief, entry
from trufflewood.server.store import PLAYING, SqliteStore

async def table(store, name, first):
    for seq in range(first, 10**9):
        await store.append(entry(seq), brief(name, PLAYING))
        print(name, seq, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    firsts = []
    for name in ("a", "b", "c"):
        kept = await store.load(name)
        if kept is None:
            await store.create(SETUP, brief(name, PLAYING), [])
        firsts.append(1 + (len(kept[1]) if kept else 0))
    await asyncio.gather(*(table(store, name, first) for name, first in zip("abc", firsts)))

asyncio.run(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no kill -9")
def test_kill_9_at_any_instant(tmp_path: Path) -> None:
    random = Random(7)
    path = tmp_path / "tables.db"
    root = Path(__file__).parents[2]
    acknowledged = dict.fromkeys("abc", 0)
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, cwd=root, text=True
        )
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(10 + random.randrange(20))]  # however slow the machine
        time.sleep(random.random() * 0.05)  # then the instant
        os.kill(child.pid, signal.SIGKILL)
        told += child.stdout.readlines()
        child.wait()
        child.stdout.close()
        for line in told:
            if line.endswith("\n") and len(line.split()) == 2:
                acknowledged[line.split()[0]] = int(line.split()[1])
        _nothing_is_lost(path, acknowledged)
    assert min(acknowledged.values()) > 10


def _nothing_is_lost(path: Path, acknowledged: dict[str, int]) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        for name, last in acknowledged.items():
            kept = await store.load(name)
            assert kept is not None
            assert kept[1] == [entry(seq) for seq in range(1, len(kept[1]) + 1)], "a row is half written"
            assert len(kept[1]) >= last, "an acknowledged row is lost"
        await store.close()

    asyncio.run(run())
