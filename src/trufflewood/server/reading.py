"""Reads what strangers send, off the loop and with a deadline: nobody waits for somebody else's text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from trufflewood import face
from trufflewood.kit import deck
from trufflewood.kit.chance import SEED_BYTES, Chance
from trufflewood.kit.options import Options
from trufflewood.kit.package import Game
from trufflewood.server.deeds import Setup
from trufflewood.server.errors import ServerError

# Its own, and one alone: the store's threads never wait behind a stranger's deck.
_THREAD: Final = ThreadPoolExecutor(1, "reading")


async def settle(
    game: Game, seats: int, given: Mapping[str, Any], deadline: float
) -> tuple[Options, deck.Data | None]:
    """The options of a new table, checked; a deck of somebody's own is named in them, and comes apart."""
    if not deck.is_own(given.get("deck", "")):
        return game.choose(seats, given), None
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(deadline):
            return await loop.run_in_executor(_THREAD, _settle, game, seats, given)
    except TimeoutError:
        raise ServerError("slow-to-read", seconds=f"{deadline:g}") from None


def _settle(game: Game, seats: int, given: Mapping[str, Any]) -> tuple[Options, deck.Data | None]:
    options: Any = game.choose(seats, given)
    data = deck.as_data(game.room, options.deck)
    game.rules.deal(msgspec.structs.replace(options, deck=data), Chance(bytes(SEED_BYTES)))
    return msgspec.structs.replace(options, deck=deck.name_of(data)), data


def named(setup: Setup) -> Setup:
    """A setup of an earlier version with its deck apart: it stood among the options, whole."""
    choice = setup.options.get("deck", "")
    if setup.deck is not None or not deck.is_own(choice):
        return setup
    data = deck.as_data(face.find(setup.game).room, choice, limited=False)
    options = {**setup.options, "deck": deck.name_of(data)}
    return msgspec.structs.replace(setup, options=options, deck=data)
