"""What the server itself may have to refuse. Each is one sentence in text/, with an HTTP status."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from trufflewood.kit.errors import IllegalMove, TrufflewoodError
from trufflewood.kit.outcome import Args, Value
from trufflewood.server import wire

ROOM: Final = Path(__file__).parent

STATUS: Final = {
    "no-such-table": 404, "no-such-page": 404, "no-such-method": 405,
    "wrong-key": 401, "no-key": 401,
    "not-host": 403, "foreign-seat": 403, "no-watching": 403, "only-watching": 403, "sealed": 403,
    "foreign-page": 403, "unknown-host": 421, "late-headers": 408, "late-body": 408,
    "host-only": 403, "muted": 403, "removed-from-table": 403,
    "no-guest": 409, "remove-begun": 409, "one-seat-each": 409, "asked-player": 409, "just-left": 409,
    "not-here": 403, "no-network": 409, "not-on-network": 409, "not-json": 415,
    "seat-taken": 409, "table-full": 409, "not-started": 409, "not-over": 409, "seat-lent": 409,
    "deal-open": 409, "deal-played": 409, "begun": 409, "old-rules": 409,
    "too-big": 413, "too-fast": 429, "too-many-tables": 429, "too-many-sockets": 429,
    "too-many-messages": 429, "too-many-requests": 429, "too-much-work": 429, "too-much-at-once": 429,
    "too-many-connections": 429, "too-many-pipelined": 429, "too-slow": 429, "server-full": 503,
    "too-many-watchers": 429, "house-full": 429,
    "no-deck": 404, "reading-busy": 429,
    "disk-full": 503, "store-busy": 503, "store-damaged": 503,
    "not-kept": 503, "stopping": 503, "no-client": 503, "internal": 500,
}  # fmt: skip


class ServerError(TrufflewoodError):
    """Not a matter of the rules: seats, keys, limits, messages."""

    def __init__(self, key: str, **args: Value) -> None:
        super().__init__(key, ROOM, **args)

    @property
    def status(self) -> int:
        return STATUS.get(self.key, 400)


def status(error: TrufflewoodError) -> int:
    return error.status if isinstance(error, ServerError) else 400


def reason(error: TrufflewoodError) -> tuple[str, wire.Args, str]:
    """Key, arguments and rule of an error, for the wire."""
    if isinstance(error, IllegalMove):
        return error.refusal.key, plain(error.refusal.args), error.refusal.rule
    args: dict[str, Any] = {
        name: str(value) if isinstance(value, Exception) else value
        for name, value in error.args_by_name.items()
    }
    return error.key, args, ""


def problem(error: TrufflewoodError, language: str) -> bytes:
    """The body of an answer over HTTP that says no."""
    key, args, _ = reason(error)
    return msgspec.json.encode(wire.Failed(wire.Problem(key, args, error.say(language))))


def preferred(languages: str) -> str:
    """The language for whoever sent this `Accept-Language`."""
    return "es" if languages.lower().startswith("es") else "en"


def plain(args: Args) -> wire.Args:
    """Arguments of a sentence as the wire knows them: the same, more loosely typed."""
    return cast(wire.Args, args)


def clean(text: str) -> str:
    """What a person typed, on one line and without characters that cannot be seen."""
    joiner = "\u200d"  # of emoji
    shown = "".join(" " if unicodedata.category(c)[0] in "CZ" and c != joiner else c for c in text)
    return " ".join(shown.split())
