"""Stores with games under way, in the form that every version can open: format 1, which newer ones migrate.

A game of four-seat Forest Shuffle has some 350 commands, and its views grow fivefold on the way; to play
hundreds of them over sockets first would take longer than all that is measured. So a few random games are
played here, and each table of the store stands somewhere in one of them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from bench.clients import Seating
from trufflewood import face
from trufflewood.kit.chance import seed_from
from trufflewood.kit.table import Table

GAMES: Final = 40  # different ones in a store
MADE: Final = 1_700_000_000.0  # when, in seconds
SCHEMA: Final = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY, setup BLOB NOT NULL, deal TEXT NOT NULL, listed INTEGER NOT NULL,
    made REAL NOT NULL, state TEXT NOT NULL
) STRICT;
CREATE TABLE commands (
    match TEXT NOT NULL REFERENCES matches(id), seq INTEGER NOT NULL, command_id TEXT NOT NULL,
    deed BLOB NOT NULL, at REAL NOT NULL,
    UNIQUE (match, seq), UNIQUE (match, command_id)
) STRICT;
CREATE TABLE chat (
    match TEXT NOT NULL REFERENCES matches(id), number INTEGER NOT NULL, command_id TEXT NOT NULL,
    said BLOB NOT NULL, UNIQUE (match, number), UNIQUE (match, command_id)
) STRICT;
CREATE TABLE holders (
    holder TEXT NOT NULL, match TEXT NOT NULL REFERENCES matches(id), UNIQUE (holder, match)
) STRICT;
CREATE INDEX by_deal ON matches (deal) WHERE deal <> '';
CREATE INDEX by_state ON matches (state, made);
PRAGMA user_version = 1;
"""
Played = list[tuple[int, int]]  # the seat and the move of each command


def somewhere(length: int, random: Random) -> int:
    """A position to begin at: anywhere but in the last tenth."""
    return random.randrange(length * 9 // 10)


def at(position: int) -> Callable[[int, Random], int]:
    return lambda length, random: min(position, length - 1)


def store(
    file: Path,
    game: str,
    players: int,
    tables: int,
    position: Callable[[int, Random], int] = somewhere,
    first: int = 0,
) -> list[Seating]:
    """Add tables to a store; return who sits there. The same arguments give the same tables."""
    random = Random(f"{game} {players} {first}")
    played = [_game(game, players, number, random) for number in range(min(GAMES, tables))]
    new = not file.exists()
    file.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(file, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = OFF")
        if new:
            db.executescript(SCHEMA)
        db.execute("BEGIN")
        seatings = []
        for number in range(tables):
            seed, moves = played[number % len(played)]
            seating = Seating(
                _text(f"table {game} {first + number}", 16),
                tuple(_text(f"key {game} {first + number} {seat}", 32) for seat in range(players)),
            )
            _write(db, seating, game, seed, moves[: position(len(moves), random)])
            seatings.append(seating)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.close()
    return seatings


def _game(game: str, players: int, number: int, random: Random) -> tuple[bytes, Played]:
    """One game at random, to its end."""
    seed = seed_from(f"load {number}")
    table = Table(face.find(game), players, seed, {})
    moves: Played = []
    while not table.over:
        seat = table.waiting[0]
        move = random.choice(table.view(seat).moves)
        table.play(seat, [move])
        moves.append((seat, move))
    return seed, moves


def _write(db: sqlite3.Connection, seating: Seating, game: str, seed: bytes, moves: Played) -> None:
    holders = [hashlib.sha256(b"trufflewood key:" + key.encode()).hexdigest() for key in seating.keys]
    setup = {
        "game": face.find(game).name, "rules": face.find(game).rules_version, "options": {},
        "seats": len(holders), "seed": seed.hex(), "host": holders[0], "made": MADE,
        "chairs": [{"name": f"Ana {n}", "holder": holder} for n, holder in enumerate(holders, 1)],
    }  # fmt: skip
    raw = json.dumps(setup).encode()
    db.execute("INSERT INTO matches VALUES (?, ?, '', 0, ?, 'playing')", (seating.table, raw, MADE))
    db.executemany("INSERT INTO commands VALUES (?, ?, ?, ?, ?)", _rows(seating.table, moves))
    db.executemany("INSERT INTO holders VALUES (?, ?)", [(holder, seating.table) for holder in holders])


def _rows(table: str, moves: Played) -> Iterator[tuple[str, int, str, bytes, float]]:
    for number, (seat, move) in enumerate(moves, 1):
        deed = b'{"type":"play","seat":%d,"moves":[%d]}' % (seat, move)
        yield table, number, f"{seat}:kept-{number}", deed, MADE + number


def _text(of: str, size: int) -> str:
    """As long as a name or key that the server makes, and as plain."""
    return base64.urlsafe_b64encode(hashlib.sha256(of.encode()).digest()[:size]).decode().rstrip("=")
