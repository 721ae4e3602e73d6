"""The first law of secrecy on what crossed a wire, for sockets of tests and of browsers alike."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from trufflewood.kit.chance import Dice
from trufflewood.kit.package import Game
from trufflewood.server import wire
from trufflewood.server.worker import view_type

_message = msgspec.json.Decoder(wire.ToClient)


class Shown(msgspec.Struct):
    """The part of a message that is a view, as it was sent."""

    type: str = ""
    view: msgspec.Raw = msgspec.Raw(b"null")


def views_in(texts: Iterable[str]) -> list[bytes]:
    """Every different view that was sent, as its bytes; each message must be one of the protocol."""
    found: set[bytes] = set()
    for text in texts:
        if not text.startswith('{"game"'):  # the answer to a request has no type
            _message.decode(text)
        found.add(bytes(msgspec.json.decode(text, type=Shown).view))
    return sorted(found - {b"null"})


def imaginable(game: Game, views: Iterable[bytes]) -> int:
    """A world made up from nothing but a view gives the same bytes: no secret is in them."""
    looked = 0
    for looked, raw in enumerate(views, 1):
        view = msgspec.json.decode(raw, type=view_type(game.name))
        world = game.rules.imagine(view, Dice(looked))
        assert msgspec.json.encode(game.rules.view(world, view.seat)) == raw
    return looked


def tells_nothing_of_the_house(texts: Iterable[str], keys: Iterable[str], seed: str) -> None:
    """No key, nor its hash, in any message; the seed in none before the game is over."""
    for text in texts:
        assert not any(key in text for key in keys)
        assert seed not in text or '"state":"over"' in text
