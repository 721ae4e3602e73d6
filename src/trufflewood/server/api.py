"""What can be asked over HTTP. The list at the end is both the routes and their description."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec
import segno

from trufflewood import face
from trufflewood.kit import deck
from trufflewood.server import wire
from trufflewood.server.door import Door, game_info, info
from trufflewood.server.errors import ServerError
from trufflewood.server.house import House, new_key, person_of
from trufflewood.server.match import Match, is_same
from trufflewood.server.network import Network

LOBBY: Final = 60  # tables shown
MINE: Final = 100


@dataclass(frozen=True)
class Call:
    """A request, read and checked."""

    house: House
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    key: str
    language: str
    origin: str  # scheme and host, as the client named them
    only_here: bool  # no other machine can use that origin
    from_here: bool  # whether somebody at the server's own machine asks
    network: Network
    instance: str

    @property
    def invited_to(self) -> str:
        """The origin for links to tables: one that other machines can open, where there is one."""
        return self.network.origin if self.from_here and self.network.origin else self.origin

    @property
    def person(self) -> str:
        return person_of(self.key)

    async def table(self) -> Match:
        return await self.house.find(self.path["table"])

    def number(self, name: str) -> int | None:
        text = self.query.get(name)
        if text is None:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise ServerError("not-a-number", name=name, value=text[:40])
        return int(text)


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    does: Callable[[Call], Awaitable[Any]]
    summary: str
    answer: Any  # the type of the answer; None where it is not JSON
    body: Any = None
    media: str = "application/json"
    query: tuple[str, ...] = ()
    lasting: bool = False  # the same until the server is a newer one
    from_here: bool = False  # only for somebody at the server's own machine
    work: bool = False  # costs more than a move does, and is bounded apart
    makes_table: bool = False


async def healthz(call: Call) -> wire.Health:
    house = call.house
    sockets = sum(map(len, house.guests.values()))
    trouble = await house.store.trouble()
    status: Literal["ok", "stopping", "failing"] = "failing" if trouble else "ok"
    if house.stopping:
        status = "stopping"
    why = ServerError(trouble).say(call.language) if trouble else ""
    return wire.Health(status, why, call.instance, len(house.matches), sockets, house.pool.thinking)


async def network(call: Call) -> wire.Network:
    opened = call.from_here and bool(call.network.origin)
    return wire.Network(
        origin=call.invited_to,
        only_here=call.only_here and not opened,
        open=opened,
        may_change=call.from_here and call.network.may_change,
    )


async def open_network(call: Call) -> wire.Network:
    asked: wire.OpenNetwork = call.body
    await (call.network.open() if asked.open else call.network.close())
    return await network(call)


async def games(call: Call) -> wire.Games:
    return wire.Games([game_info(name, call.language) for name in face.games()])


async def text(call: Call) -> dict[str, Any]:
    return face.find(call.path["game"]).words(call.language).sections


async def moves(call: Call) -> list[str]:
    game = face.find(call.path["game"])
    said = game.words(call.language)
    return [said.translate(game.notation.write(move)) for move in range(game.moves)]


async def rules(call: Call) -> str:
    return face.find(call.path["game"]).rulebook(call.language)


async def keys(call: Call) -> wire.NewKey:
    return wire.NewKey(new_key())


async def make_table(call: Call) -> wire.Seated:
    key = call.key or new_key()
    match = await call.house.create(call.body, person_of(key))
    return await _seated(call, match, key)


async def tables(call: Call) -> wire.Tables:
    found = [await call.house.brief(name) for name in await call.house.store.listed(LOBBY)]
    return wire.Tables([info(setup, brief, call.language) for setup, brief in found])


async def table(call: Call) -> wire.TableInfo:
    return info(*await call.house.brief(call.path["table"]), call.language)


async def join(call: Call) -> wire.Seated:
    key = call.key or new_key()
    match = await call.table()
    await call.house.sit(match, call.body, person_of(key))
    return await _seated(call, match, key)


async def rematch(call: Call) -> wire.Rematch:
    return wire.Rematch(await call.house.rematch(await call.table(), call.person))


async def record(call: Call) -> wire.TakenHome:
    match = await call.table()
    async with match.lock:
        return _door(call, match).record()


async def replay_table(call: Call) -> wire.Replayed:
    match = await call.table()
    seat = call.number("seat")
    async with match.lock:
        if seat is not None:
            match.chair(seat)
        door = Door(match, seat, call.language) if match.opened else _door(call, match)
        return door.replayed(call.number("at"))


async def fork(call: Call) -> wire.Seated:
    key = call.key or new_key()
    match = await call.table()
    asked: wire.Fork = call.body
    async with match.lock:
        match.chair(asked.seat)
        opening = Door(match, None, call.language).may_fork(asked.at)
    return await _seated(call, await call.house.fork(match, asked, opening, person_of(key)), key)


async def replay_record(call: Call) -> msgspec.Raw:
    return await call.house.replayer.replay(call.body, call.language)


async def mine(call: Call) -> wire.MyTables:
    if not call.key:
        raise ServerError("no-key")
    found: list[wire.MyTable] = []
    for name in await call.house.store.held(call.person, MINE):
        setup, brief = await call.house.brief(name)
        seats = [seat for seat, chair in enumerate(brief.chairs) if is_same(chair.holder, call.person)]
        if seats:
            waits = any(seat in brief.waiting and not brief.chairs[seat].bot for seat in seats)
            found.append(wire.MyTable(info(setup, brief, call.language), seats, waits))
    return wire.MyTables(found)


async def table_deck(call: Call) -> wire.DeckInfo:
    setup, _ = await call.house.brief(call.path["table"])
    game = face.find(setup.game)
    name = getattr(game.choose(setup.seats, setup.options), "deck", None)
    if name is None:
        raise ServerError("no-deck")
    return wire.DeckInfo(name, setup.deck or deck.as_data(game.room, name))


async def qr(call: Call) -> bytes:
    await call.house.brief(call.path["table"])
    drawn = io.BytesIO()
    segno.make(f"{call.invited_to}/t/{call.path['table']}", error="m").save(
        drawn, kind="svg", scale=8, border=4
    )
    return drawn.getvalue()


async def openapi(call: Call) -> dict[str, Any]:
    from trufflewood.server import describe

    return describe.openapi()


def _door(call: Call, match: Match) -> Door:
    """The door for a seat of this key, or for whoever watches."""
    mine = match.seats_of(call.person)
    wanted = call.number("seat")
    if call.key and not mine and not match.opened:
        raise ServerError("wrong-key")
    if wanted is not None and wanted not in mine and not match.opened:
        raise ServerError("foreign-seat", seat=wanted)
    return Door(match, wanted if wanted is not None else (mine[0] if mine else None), call.language)


async def _seated(call: Call, match: Match, key: str) -> wire.Seated:
    async with match.lock:
        match.must_be_here()
        seats = match.seats_of(person_of(key))
        facts = info(match.setup, match.brief(), call.language)
    return wire.Seated(table=match.name, key=key, seats=seats, info=facts)


A_GAME, A_TABLE = "/api/games/{game}", "/api/tables/{table}"

ROUTES: Final = (
    Route("GET", "/healthz", healthz, "Whether the server is well", wire.Health),
    Route("GET", "/api/games", games, "The games, their seats, options and bots", wire.Games),
    Route("GET", f"{A_GAME}/text", text, "All sentences of a game, by section and key", dict, lasting=True),
    Route("GET", f"{A_GAME}/moves", moves, "Every move of a game by its number", list[str], lasting=True),
    Route("GET", f"{A_GAME}/rules", rules, "The rules of a game", None, media="text/markdown", lasting=True),
    Route("POST", "/api/keys", keys, "A new key, for a browser to keep", wire.NewKey),
    Route("GET", "/api/mine", mine, "The tables of a key, newest first", wire.MyTables),
    Route("POST", "/api/tables", make_table, "Make a table", wire.Seated, wire.NewTable, makes_table=True),
    Route("GET", "/api/tables", tables, "The lobby: tables that are listed and not over", wire.Tables),
    Route("GET", A_TABLE, table, "A table, as anybody may know it", wire.TableInfo),
    Route("POST", f"{A_TABLE}/seats", join, "Sit down", wire.Seated, wire.Join),
    Route("POST", f"{A_TABLE}/rematch", rematch, "Play again, one seat further on", wire.Rematch),
    Route("GET", f"{A_TABLE}/record", record, "What one may take home", wire.TakenHome, query=("seat",),
          work=True),
    Route("GET", f"{A_TABLE}/replay", replay_table, "An earlier position of a game", wire.Replayed,
          query=("at", "seat"), work=True),
    Route("POST", f"{A_TABLE}/fork", fork, "Play on from a position of a game that is over", wire.Seated,
          wire.Fork, work=True, makes_table=True),
    Route("GET", f"{A_TABLE}/deck", table_deck, "The deck of a table", wire.DeckInfo, lasting=True),
    Route("GET", f"{A_TABLE}/qr.svg", qr, "The link to a table as a QR code", None, media="image/svg+xml"),
    Route("POST", "/api/replay", replay_record, "A position of any record", wire.Replayed, wire.Replay,
          work=True),
    Route("GET", "/api/network", network, "Who can open an invitation", wire.Network),
    Route("POST", "/api/network", open_network, "Listen on the network as well, or no longer", wire.Network,
          wire.OpenNetwork, from_here=True),
    Route("GET", "/api/openapi.json", openapi, "This description", dict, lasting=True),
)  # fmt: skip
