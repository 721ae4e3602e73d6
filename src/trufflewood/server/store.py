"""Keeps tables in SQLite. What `append` has returned from is on the disk.

One thread writes. It takes whatever has gathered since its last commit into one transaction, so
that many tables share the price of one sync; each write stands or falls alone in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

from trufflewood.kit.errors import TrufflewoodError
from trufflewood.server.deeds import Brief, Chair, Deed, Entry, Hand, Rise, Said, Setup, Sit
from trufflewood.server.errors import ServerError
from trufflewood.server.journal import note, note_failure
from trufflewood.server.reading import named

MOST_AT_ONCE: Final = 500  # writes in one transaction
PATIENCE: Final = 5.0  # seconds for a file that another program has locked
CHECKED: Final = (
    64 * 2**20
)  # bytes of a file that is checked before it is served; a larger one is checked behind it
FORMAT: Final = 2

OPEN, PLAYING, OVER = "open", "playing", "over"

# The columns of `matches` from `state` on are what can be told of a table without playing it: deeds.Brief.
# `waiting` is null where a table of an older format has not been opened since.
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, deal TEXT NOT NULL, listed INTEGER NOT NULL,
    made REAL NOT NULL, state TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0, chairs BLOB, waiting INTEGER,
    bot_due INTEGER NOT NULL DEFAULT 0, timer INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS commands (
    match TEXT NOT NULL REFERENCES matches(id), seq INTEGER NOT NULL, command_id TEXT NOT NULL,
    deed BLOB NOT NULL, at REAL NOT NULL,
    UNIQUE (match, seq), UNIQUE (match, command_id)
) STRICT;
CREATE TABLE IF NOT EXISTS aside (
    match TEXT NOT NULL, seq INTEGER NOT NULL, command_id TEXT NOT NULL, deed BLOB NOT NULL, at REAL NOT NULL,
    put_aside REAL NOT NULL
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
CREATE INDEX IF NOT EXISTS by_due ON matches (timer) WHERE bot_due = 1 OR timer > 0;
"""
BRIEF: Final = "id, setup, state, version, chairs, waiting, bot_due, timer"

T = TypeVar("T")
Statement = tuple[str, tuple[Any, ...]]


class AlreadyThere(Exception):
    """A row with this number or this command id exists."""


class Loaded(NamedTuple):
    """What is kept of a table: its commands in order, up to the first that is missing or cannot be read."""

    setup: Setup
    entries: list[Entry]
    brief: Brief | None  # as it was last written; None where a table of an older format was not opened since
    beyond: int  # how many rows lie behind a gap


class Store(Protocol):
    """All that the server asks of a database. What it cannot do, it says as a ServerError."""

    async def create(self, setup: Setup, brief: Brief, holders: Sequence[str]) -> None: ...

    async def append(self, entry: Entry, brief: Brief, holder: str = "") -> None:
        """Keep a deed, whole and on the disk; raises AlreadyThere."""

    async def put_aside(self, match: str, after: int) -> None:
        """Keep what lies behind a gap for whoever runs the server, out of the way of the table."""

    async def refresh(self, brief: Brief) -> None:
        """Write down anew what can be told of a table."""

    async def say(self, match: str, command: str, said: Said) -> None: ...

    async def load(self, match: str) -> Loaded | None: ...

    async def brief(self, match: str) -> tuple[Setup, Brief | None] | None: ...

    async def chat(self, match: str, last: int) -> list[Said]: ...

    async def said(self, match: str, command: str) -> int | None:
        """The number of what a command said."""

    async def listed(self, most: int) -> list[str]: ...

    async def held(self, holder: str, most: int) -> list[str]: ...

    async def due(self) -> list[tuple[str, bool, int]]:
        """Tables where something happens by itself: whether a bot must decide, seconds until a clock may."""

    async def of_deal(self, deal: str) -> list[tuple[str, str]]:
        """The tables of a deal, each with its state, the oldest first."""

    async def counts(self) -> dict[str, int]: ...

    async def trouble(self) -> str:
        """Why nothing can be written or read now, as the key of a sentence; "" where all is well."""

    async def close(self) -> None: ...


class SqliteStore:
    """A file beside which SQLite keeps its write-ahead log. Only its owner can read them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._trouble = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            _only_for_its_owner(path)
            self._writer = _connect(path)
            _prepare(self._writer, path)
            self._reader = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise _cannot_open(path, error) from None
        self._reading = threading.Lock()
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_for_ever, name="store", daemon=True)
        self._thread.start()
        if path.stat().st_size > CHECKED:
            threading.Thread(target=self._check_behind, name="store-check", daemon=True).start()

    def _check_behind(self) -> None:
        """Check a large file while it is served."""
        with contextlib.suppress(sqlite3.ProgrammingError):  # closed meanwhile
            db = _connect(self._path)
            found = _damage(db)
            db.close()
            if found:
                note("store-damaged", found=found)
                self._trouble = "store-damaged"

    # ---- writing

    async def create(self, setup: Setup, brief: Brief, holders: Sequence[str]) -> None:
        row = (
            brief.table,
            msgspec.json.encode(setup),
            setup.deal,
            int(setup.listed),
            setup.made,
            *_told(brief),
        )
        await self._write(
            ("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row),
            *_holds(brief.table, sorted({*holders} - {""})),
        )

    async def append(self, entry: Entry, brief: Brief, holder: str = "") -> None:
        row = (brief.table, entry.seq, entry.command, msgspec.json.encode(entry.deed), entry.at)
        await self._write(
            ("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", row),
            (UPDATE, (*_told(brief), brief.table)),
            *_holds(brief.table, [holder] if holder else []),
        )

    async def refresh(self, brief: Brief) -> None:
        await self._write((UPDATE, (*_told(brief), brief.table)))

    async def put_aside(self, match: str, after: int) -> None:
        await self._write(
            (
                "INSERT INTO aside SELECT *, ? FROM commands WHERE match = ? AND seq > ?",
                (time.time(), match, after),
            ),
            ("DELETE FROM commands WHERE match = ? AND seq > ?", (match, after)),
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
        try:
            try:
                failed = self._try(batch, apart=False)
            except sqlite3.IntegrityError:  # rarely: then each stands or falls alone
                self._start_afresh()
                failed = self._try(batch, apart=True)
            self._trouble = ""
        except Exception as error:  # a full or broken disk: nothing of it happened, and the thread lives on
            failed = dict.fromkeys(range(len(batch)), self._failed(error))
            self._start_afresh()
        _finish(batch, failed)

    def _try(self, batch: list[_Write], apart: bool) -> dict[int, Exception]:
        """Commit a batch; with `apart`, without those of it that are there already."""
        failed: dict[int, Exception] = {}
        execute = self._writer.execute
        execute("BEGIN IMMEDIATE")
        for number, write in enumerate(batch):
            if apart:
                execute("SAVEPOINT one")
            try:
                for sql, values in write.statements:
                    execute(sql, values)
            except sqlite3.IntegrityError as error:
                if not apart:
                    raise
                execute("ROLLBACK TO one")
                failed[number] = AlreadyThere(str(error))
            if apart:
                execute("RELEASE one")
        execute("COMMIT")
        return failed

    def _start_afresh(self) -> None:
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()
                self._writer = _connect(self._path)

    def _failed(self, error: Exception) -> ServerError:
        """What went wrong, as a sentence for whoever waits for it."""
        note_failure("store-failed", error)
        failure = ServerError(_KEYS.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "not-kept"))
        self._trouble = failure.key
        return failure

    # ---- reading

    async def load(self, match: str) -> Loaded | None:
        def read(db: sqlite3.Connection) -> Loaded | None:
            found = db.execute(f"SELECT {BRIEF} FROM matches WHERE id = ?", (match,)).fetchone()
            if found is None:
                return None
            rows = db.execute(
                "SELECT seq, command_id, deed, at FROM commands WHERE match = ? ORDER BY seq", (match,)
            ).fetchall()
            setup, brief = _brief(found)
            entries = _without_gap(rows, len(setup.opening) + 1)
            return Loaded(setup, entries, brief, len(rows) - len(entries))

        return await self._read(read)

    async def brief(self, match: str) -> tuple[Setup, Brief | None] | None:
        rows = await self._rows(f"SELECT {BRIEF} FROM matches WHERE id = ?", match)
        return _brief(rows[0]) if rows else None

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

    async def due(self) -> list[tuple[str, bool, int]]:
        sql = "SELECT id, bot_due, timer FROM matches WHERE bot_due = 1 OR timer > 0 ORDER BY timer"
        return [(match, bool(bot_due), timer) for match, bot_due, timer in await self._rows(sql)]

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

        try:
            return await asyncio.to_thread(alone)
        except sqlite3.Error as error:
            raise self._failed(error) from None

    async def trouble(self) -> str:
        if self._trouble:  # it may have passed since
            with contextlib.suppress(ServerError):
                await self._rows("SELECT COUNT(*) FROM matches")
                await self._write((f"PRAGMA user_version = {FORMAT}", ()))  # always writes a page
        return self._trouble

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


def _finish(batch: list[_Write], failed: dict[int, Exception]) -> None:
    """Tell all who wait, at once: each call to another thread's loop wakes it anew."""

    def tell() -> None:
        for number, write in enumerate(batch):
            if write.done.done():
                continue
            if number in failed:
                write.done.set_exception(failed[number])
            else:
                write.done.set_result(None)

    with contextlib.suppress(RuntimeError):  # the loop was closed, and nobody waits any more
        batch[0].done.get_loop().call_soon_threadsafe(tell)


# What SQLite says (https://www.sqlite.org/rescode.html), as the key of a sentence.
_KEYS: Final = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_IOERR: "disk-full",
    sqlite3.SQLITE_READONLY: "disk-full",
    sqlite3.SQLITE_BUSY: "store-busy",
    sqlite3.SQLITE_LOCKED: "store-busy",
    sqlite3.SQLITE_CORRUPT: "store-damaged",
    sqlite3.SQLITE_NOTADB: "store-damaged",
}
UPDATE: Final = (
    "UPDATE matches SET state = ?, version = ?, chairs = ?, waiting = ?, bot_due = ?, timer = ? WHERE id = ?"
)


def _holds(match: str, holders: Iterable[str]) -> list[Statement]:
    return [("INSERT OR IGNORE INTO holders VALUES (?, ?)", (holder, match)) for holder in holders]


# ---- rows


def _told(brief: Brief) -> tuple[Any, ...]:
    waiting = sum(1 << seat for seat in brief.waiting)
    chairs = msgspec.json.encode(brief.chairs)
    return brief.state, brief.version, chairs, waiting, int(brief.bot_due), brief.timer


def _brief(row: tuple[Any, ...]) -> tuple[Setup, Brief | None]:
    table, setup, state, version, chairs, waiting, bot_due, timer = row
    known = msgspec.json.decode(setup, type=Setup)
    if waiting is None:
        return known, None
    seats = tuple(seat for seat in range(known.seats) if waiting >> seat & 1)
    sitting = msgspec.json.decode(chairs, type=tuple[Chair, ...])
    return known, Brief(table, state, version, sitting, seats, bool(bot_due), timer)


def _without_gap(rows: list[tuple[int, str, bytes, float]], first: int) -> list[Entry]:
    found: list[Entry] = []
    for wanted, (seq, command, deed, at) in enumerate(rows, first):
        if seq != wanted:
            break
        try:
            found.append(Entry(seq, command, msgspec.json.decode(deed, type=Deed), at))
        except msgspec.DecodeError:
            break
    return found


# ---- the file


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _only_for_its_owner(path: Path) -> None:
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError, NotImplementedError):
            file.chmod(0o600)


def _cannot_open(path: Path, error: Exception) -> ServerError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return ServerError("damaged-tables", file=str(path), reason=str(error))
    reason = getattr(error, "strerror", None) or str(error)
    return ServerError("cannot-use", file=str(path), reason=reason)


def _damage(db: sqlite3.Connection) -> str:
    """What a quick look finds wrong with a file; "" where it finds nothing."""
    try:
        found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        found = str(error)
    return "" if found == "ok" else " ".join(found.split())


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    """Check a file, and bring it to today's format, after a copy of it as it was is laid beside it."""
    if path.stat().st_size <= CHECKED and (found := _damage(db)):
        raise ServerError("damaged-tables", file=str(path), reason=found)
    tables = db.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
    found_format = db.execute("PRAGMA user_version").fetchone()[0]
    if not tables:
        db.executescript(SCHEMA)
        db.execute(f"PRAGMA user_version = {FORMAT}")
    elif found_format > FORMAT or found_format < 1:
        raise ServerError("newer-tables", file=str(path), found=found_format, known=FORMAT)
    elif found_format < FORMAT:
        _copy(db, path.with_name(f"{path.name}.before-{FORMAT}"))
        db.execute("BEGIN IMMEDIATE")
        try:
            for step in MIGRATIONS[found_format - 1 :]:
                step(db)
            db.execute(f"PRAGMA user_version = {FORMAT}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
        note("migrated", before=found_format, now=FORMAT)


def _copy(db: sqlite3.Connection, path: Path) -> None:
    """Lay a copy of the tables beside them; one that is there already was made before the same change."""
    if path.exists():
        return
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_RDWR | os.O_CREAT, 0o600))
    with contextlib.closing(sqlite3.connect(unfinished)) as copy:
        db.backup(copy)
    unfinished.replace(path)


def _to_2(db: sqlite3.Connection) -> None:
    """What can be told of a table without playing it stands in its row; rows behind a gap have a place; a
    deck of the players' own stands apart from the options, without its comments."""
    for column in (
        "version INTEGER NOT NULL DEFAULT 0", "chairs BLOB", "waiting INTEGER",
        "bot_due INTEGER NOT NULL DEFAULT 0", "timer INTEGER NOT NULL DEFAULT 0",
    ):  # fmt: skip
        db.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    for statement in SCHEMA.split(";"):
        db.execute(statement)
    seated: dict[str, list[Deed]] = {}
    sql = 'SELECT match, deed FROM commands WHERE deed NOT LIKE \'{"type":"play"%\' ORDER BY match, seq'
    for match, deed in db.execute(sql):
        with contextlib.suppress(msgspec.DecodeError):
            seated.setdefault(match, []).append(msgspec.json.decode(deed, type=Deed))
    rows = db.execute("SELECT id, setup, state FROM matches").fetchall()
    for match, setup_json, state in rows:
        setup = msgspec.json.decode(setup_json, type=Setup)
        chairs = list(setup.chairs)
        for deed in seated.get(match, []):
            if isinstance(deed, Sit):
                chairs[deed.seat] = Chair(deed.name, deed.holder)
            elif isinstance(deed, Rise):
                chairs[deed.seat] = Chair()
            elif isinstance(deed, Hand):
                chairs[deed.seat] = msgspec.structs.replace(chairs[deed.seat], bot=deed.bot)
        may_be_due = state == PLAYING and any(chair.bot for chair in chairs)
        db.execute(
            "UPDATE matches SET version = ?, chairs = ?, bot_due = ?, timer = ? WHERE id = ?",
            (len(setup.opening), msgspec.json.encode(chairs), int(may_be_due),
             setup.timer if state == PLAYING else 0, match),
        )  # fmt: skip
        with contextlib.suppress(TrufflewoodError):  # such a table says why when it is opened
            if (apart := named(setup)) is not setup:
                kept = (msgspec.json.encode(apart), match)
                db.execute("UPDATE matches SET setup = ? WHERE id = ?", kept)
    db.execute(
        "UPDATE matches SET version = (SELECT MAX(seq) FROM commands WHERE match = id) "
        "WHERE id IN (SELECT match FROM commands)"
    )


MIGRATIONS: Final = (_to_2,)  # each from the format of its place, counted from 1, to the next
