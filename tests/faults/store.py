"""What a store holds on the disk, read beside the server: the one place of these tests that knows its form."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec


class Row(NamedTuple):
    """A command that is kept."""

    version: int
    id: str  # as its sender named it
    kind: str
    seat: int
    moves: tuple[int, ...]
    at: float


class Word(NamedTuple):
    """A word of the chat that is kept."""

    number: int
    id: str
    seat: int
    text: str
    at: float


class Kept(NamedTuple):
    sound: bool  # SQLite finds nothing wrong
    states: dict[str, str]  # by table
    rows: dict[str, list[Row]]
    words: dict[str, list[Word]]
    setups: dict[str, str]  # by table, as it is written
    holders: set[str]  # the hashes of keys


def read_store(file: Path) -> Kept:
    """Read a copy, with what the write-ahead log holds, so that a server finds its files as they were left."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / file.name
        for ending in ("", "-wal"):
            if (beside := file.with_name(file.name + ending)).exists():
                shutil.copyfile(beside, copy.with_name(copy.name + ending))
        db = sqlite3.connect(copy)
        try:
            return _read(db)
        finally:
            db.close()


def _read(db: sqlite3.Connection) -> Kept:
    rows: dict[str, list[Row]] = {}
    words: dict[str, list[Word]] = {}
    for table, version, command, deed, at in db.execute(
        "SELECT match, seq, command_id, deed, at FROM commands ORDER BY match, seq"
    ):
        told: Any = msgspec.json.decode(deed)
        row = Row(version, _id(command), told["type"], told["seat"], tuple(told.get("moves", ())), at)
        rows.setdefault(table, []).append(row)
    for table, number, command, said in db.execute(
        "SELECT match, number, command_id, said FROM chat ORDER BY match, number"
    ):
        told = msgspec.json.decode(said)
        word = Word(number, _id(command), told["seat"], told["text"], told["at"])
        words.setdefault(table, []).append(word)
    tables = db.execute("SELECT id, state, setup FROM matches").fetchall()
    return Kept(
        db.execute("PRAGMA integrity_check").fetchone() == ("ok",),
        {table: state for table, state, _ in tables},
        rows,
        words,
        {table: bytes(setup).decode() for table, _, setup in tables},
        {holder for (holder,) in db.execute("SELECT holder FROM holders")},
    )


def _id(command: str) -> str:
    """A command's id without the seat that stands before it."""
    seat, _, own = command.partition(":")
    return own if seat.isdecimal() else command
