"""What the server tells its owner: one JSON object a line, and nothing secret in it.

A table is named by a short hash, since its name is what lets people in.
"""

from __future__ import annotations

import hashlib
import sys
import time
import traceback

import msgspec


def note(event: str, **facts: str | int | float | bool | None) -> None:
    line = {"at": round(time.time(), 3), "event": event, **facts}
    sys.stderr.write(msgspec.json.encode(line).decode() + "\n")


def note_failure(event: str, error: BaseException) -> None:
    """A fault of ours: where it happened, without the values it happened to."""
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.name}:{place.lineno}" for place in reversed(places[-6:]))
    note(event, error=type(error).__name__, where=where)


def short(table: str) -> str:
    return hashlib.sha256(table.encode()).hexdigest()[:8]
