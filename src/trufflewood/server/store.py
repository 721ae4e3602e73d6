"""Keeps tables in SQLite. What `append` has returned from is on the disk.

One thread writes. It takes whatever has gathered since its last commit into one transaction, so
that many tables share the price of one sync; each write stands or falls alone in it.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import msgspec

from trufflewood.kit.errors import BadFile
from trufflewood.server.deeds import Deed, Entry, Said, Setup

MOST_AT_ONCE: Final = 500  # writes in one transaction
FORMAT: Final = 1

OPEN, PLAYING, OVER = "open", "playing", "over"

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, deal TEXT NOT NULL, listed INTEGER NOT NULL,
    made REAL NOT NULL, state TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS commands (
    match TEXT NOT NULL REFERENCES matches(id), seq INTEGER NOT NULL, command_id TEXT NOT NULL,
    deed BLOB NOT NULL, at REAL NOT NULL,
    UNIQUE (match, seq), UNIQUE (match, command_id)
) STRICT;
CREATE TABLE IF NOT EXISTS chat (
    match TEXT NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, command_id TEXT NOT NULL,
    said BLOB NOT NULL, UNIQUE (match, number), UNIQUE (match, command_id)
) STRICT;
CREATE TABLE IF NOT EXISTS holders (
    holder TEXT NOT NULL, match TEXT NOT NULL REFERENCES matches(id), UNIQUE (holder, match)
) STRICT;
CREATE INDEX IF NOT EXISTS by_deal ON matches (deal) WHERE deal <> '';
CREATE INDEX IF NOT EXISTS by_state ON matches (state, made);
"""

T = TypeVar("T")
Statement = tuple[str, tuple[Any, ...]]


class AlreadyThere(Exception):
    """A row with this number or this command id exists."""


class Store(Protocol):
    """All that the server asks of a database."""

    async def create(self, match: str, setup: Setup, state: str, holders: Sequence[str]) -> None: ...

    async def append(self, match: str, entry: Entry, state: str, holder: str = "") -> None:
        """Keep a deed, whole and on the disk; raises AlreadyThere."""

    async def say(self, match: str, command: str, said: Said) -> None: ...

    async def load(self, match: str) -> tuple[Setup, list[Entry]] | None: ...

    async def chat(self, match: str, last: int) -> list[Said]: ...

    async def said(self, match: str, command: str) -> int | None:
        """The number of what a command said."""

    async def listed(self, most: int) -> list[str]: ...

    async def held(self, holder: str, most: int) -> list[str]: ...

    async def playing(self) -> list[str]: ...

    async def of_deal(self, deal: str) -> list[tuple[str, str]]:
        """The tables of a deal, each with its state, the oldest first."""

    async def counts(self) -> dict[str, int]: ...

    async def close(self) -> None: ...


class SqliteStore:
    """A file beside which SQLite keeps its write-ahead log."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = _connect(path)
            self._writer.executescript(SCHEMA)
            found = self._writer.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, FORMAT):
                raise sqlite3.DatabaseError(f"format {found}, not {FORMAT}")
            self._writer.execute(f"PRAGMA user_version = {FORMAT}")
            self._reader = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise BadFile("cannot-read", file=str(path), reason=str(error)) from None
        self._reading = threading.Lock()
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_for_ever, name="store", daemon=True)
        self._thread.start()

    # ---- writing

    async def create(self, match: str, setup: Setup, state: str, holders: Sequence[str]) -> None:
        row = (match, msgspec.json.encode(setup), setup.deal, int(setup.listed), setup.made, state)
        await self._write(
            ("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?)", row), *_holds(match, sorted({*holders} - {""}))
        )

    async def append(self, match: str, entry: Entry, state: str, holder: str = "") -> None:
        row = (match, entry.seq, entry.command, msgspec.json.encode(entry.deed), entry.at)
        await self._write(
            ("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", row),
            ("UPDATE matches SET state = ? WHERE id = ? AND state <> ?", (state, match, state)),
            *_holds(match, [holder] if holder else []),
        )

    async def say(self, match: str, command: str, said: Said) -> None:
        row = (match, said.number, command, msgspec.json.encode(said))
        await self._write(("INSERT INTO chat VALUES (?, ?, ?, ?)", row))

    async def _write(self, *statements: Statement) -> None:
        write = _Write(statements, asyncio.get_running_loop())
        self._waiting.put(write)
        await write.done

    def _write_for_ever(self) -> None:
        while True:
            first = self._waiting.get()
            batch: list[_Write] = []
            stop = first is None
            if first is not None:
                batch.append(first)
            while not stop and len(batch) < MOST_AT_ONCE and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    stop = True
                else:
                    batch.append(following)
            if batch:
                self._commit(batch)
            if stop:
                self._writer.close()
                return

    def _commit(self, batch: list[_Write]) -> None:
        """All of a batch in one transaction; nobody hears of it before it is on the disk."""
        failed: dict[int, Exception] = {}
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for number, write in enumerate(batch):
                self._writer.execute("SAVEPOINT one")
                try:
                    for sql, values in write.statements:
                        self._writer.execute(sql, values)
                except sqlite3.IntegrityError as error:
                    self._writer.execute("ROLLBACK TO one")
                    failed[number] = AlreadyThere(str(error))
                self._writer.execute("RELEASE one")
            self._writer.execute("COMMIT")
        except Exception as error:  # a full or broken disk: nothing of it happened, and the thread lives on
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            failed = {number: error for number in range(len(batch))}
        for number, write in enumerate(batch):
            write.finish(failed.get(number))

    # ---- reading

    async def load(self, match: str) -> tuple[Setup, list[Entry]] | None:
        def read(db: sqlite3.Connection) -> tuple[Setup, list[Entry]] | None:
            found = db.execute("SELECT setup FROM matches WHERE id = ?", (match,)).fetchone()
            if found is None:
                return None
            rows = db.execute(
                "SELECT seq, command_id, deed, at FROM commands WHERE match = ? ORDER BY seq", (match,)
            )
            entries = [
                Entry(seq, command, msgspec.json.decode(deed, type=Deed), at)
                for seq, command, deed, at in rows
            ]
            return msgspec.json.decode(found[0], type=Setup), entries

        return await self._read(read)

    async def chat(self, match: str, last: int) -> list[Said]:
        sql = "SELECT said FROM chat WHERE match = ? ORDER BY number DESC LIMIT ?"
        rows = await self._rows(sql, match, last)
        return [msgspec.json.decode(said, type=Said) for (said,) in reversed(rows)]

    async def said(self, match: str, command: str) -> int | None:
        sql = "SELECT number FROM chat WHERE match = ? AND command_id = ?"
        rows = await self._rows(sql, match, command)
        return int(rows[0][0]) if rows else None

    async def listed(self, most: int) -> list[str]:
        sql = "SELECT id FROM matches WHERE state <> 'over' AND listed = 1 ORDER BY state, made DESC LIMIT ?"
        return [match for (match,) in await self._rows(sql, most)]

    async def held(self, holder: str, most: int) -> list[str]:
        sql = (
            "SELECT match FROM holders JOIN matches ON id = match WHERE holder = ? ORDER BY made DESC LIMIT ?"
        )
        return [match for (match,) in await self._rows(sql, holder, most)]

    async def playing(self) -> list[str]:
        return [match for (match,) in await self._rows("SELECT id FROM matches WHERE state = 'playing'")]

    async def of_deal(self, deal: str) -> list[tuple[str, str]]:
        sql = "SELECT id, state FROM matches WHERE deal = ? ORDER BY made, id"
        return [(match, state) for match, state in await self._rows(sql, deal)]

    async def counts(self) -> dict[str, int]:
        return dict(await self._rows("SELECT state, COUNT(*) FROM matches GROUP BY state"))

    async def _rows(self, sql: str, *values: Any) -> list[Any]:
        return await self._read(lambda db: db.execute(sql, values).fetchall())

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def alone() -> T:
            with self._reading:
                return read(self._reader)

        return await asyncio.to_thread(alone)

    async def close(self) -> None:
        """Write what waits, then close the file."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        with self._reading:
            self._reader.close()


class _Write:
    """Statements that belong together, and whoever waits for them."""

    def __init__(self, statements: Sequence[Statement], loop: asyncio.AbstractEventLoop) -> None:
        self.statements = statements
        self.done: asyncio.Future[None] = loop.create_future()
        self._loop = loop

    def finish(self, error: Exception | None) -> None:
        def tell() -> None:
            if self.done.done():
                return
            if error is None:
                self.done.set_result(None)
            else:
                self.done.set_exception(error)

        self._loop.call_soon_threadsafe(tell)


def _holds(match: str, holders: Sequence[str]) -> list[Statement]:
    return [("INSERT OR IGNORE INTO holders VALUES (?, ?)", (holder, match)) for holder in holders]


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db
