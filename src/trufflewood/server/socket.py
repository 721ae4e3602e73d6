"""One connection to a table. What it sends was made by the door, for the seat it looks from."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from trufflewood.kit.errors import TrufflewoodError
from trufflewood.server import deeds, wire
from trufflewood.server.deeds import Deed
from trufflewood.server.door import Door
from trufflewood.server.errors import ServerError, reason
from trufflewood.server.front import LINE, Line
from trufflewood.server.house import House, known_bot, person_of, spoken
from trufflewood.server.journal import note_failure
from trufflewood.server.limits import Bucket, Quotas
from trufflewood.server.match import Match

FIRST_WORD: Final = 15.0  # seconds until `hello` must have come
LAST_WORD: Final = 0.05  # seconds in which a refusal may still follow the decision to part
RESTART: Final = 1012  # close codes of the WebSocket standard
POLICY: Final = 1008
LATER: Final = 1013
LONGEST_REASON: Final = 123  # bytes that the standard gives to the reason of a close

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[wire.FromClient]] = msgspec.json.Decoder(wire.FromClient)


class Connection:
    def __init__(
        self, house: House, match: Match, websocket: WebSocket, quotas: Quotas, address: str
    ) -> None:
        self.house = house
        self.match = match
        self.person = ""
        self.seat: int | None = None
        self._language: str = "en"
        self._explain = False  # the client wants the points line by line
        self._known: int | None = None  # the version the client has
        self._websocket = websocket
        self._quotas, self._address = quotas, address
        self._entered = False
        self._line: Line = websocket.scope["state"][LINE]
        self._task: asyncio.Task[None] | None = None  # in which it runs
        self._parting = False  # it is to end as soon as nothing is under way
        self._acting = False
        rate = house.settings.rate
        self._bucket = Bucket(rate, rate * house.settings.limits.at_once)
        self._code = RESTART
        self._why = ServerError("stopping")  # told with the code, where no refusal has told it

    # ---- out

    def send(self, message: wire.ToClient) -> None:
        self.put(_encoder.encode(message))

    def put(self, message: bytes) -> None:
        """Send a message that is encoded already; a client that leaves too much unread is shown out."""
        if self._is_too_slow:
            return
        most = self.house.settings.limits.behind
        if self._line.unread() > most:
            self._code, self._why = LATER, ServerError("too-slow", most=most)
            self._part()
            return
        self._line.push(message)

    @property
    def _is_too_slow(self) -> bool:
        return self._code == LATER

    def tell(self) -> None:
        """Send what is new at the table. The caller holds its lock."""
        removed = False
        if self.seat is not None and self.seat not in self.match.seats_of(self.person):
            self.seat, self._known = None, None  # stood up: from now on a watcher like any other
            removed = self.person in self.match.removed
            if removed:
                self._refuse("", ServerError("removed-from-table"))
        try:
            self.put(self._door().update(self._known))
        except ServerError as error:
            self._code = _code_of(error)
            if not removed:
                self._refuse("", error)
            self.drop()
            return
        self._known = self.match.version

    def drop(self) -> None:
        """End the connection, after a moment in which a refusal may still follow."""
        asyncio.get_running_loop().call_later(LAST_WORD, self._part)

    def _part(self) -> None:
        self._parting = True
        if self._task and not self._acting:  # what is under way is finished first
            self._task.cancel()

    def _refuse(self, command: str, error: TrufflewoodError) -> None:
        key, args, rule = reason(error)
        self.send(wire.Refused(command, key, args, rule, error.say(self._language)))

    # ---- in

    async def run(self) -> None:
        self._task = asyncio.current_task()
        try:
            await self._read()
        except WebSocketDisconnect:
            return
        except asyncio.CancelledError:
            if not self._parting or self._task is None:
                raise
            self._task.uncancel()
        except Exception as error:
            note_failure("socket-broke", error)
            self._refuse("", ServerError("internal"))
        finally:
            self._task = None
            self.house.leave(self.match, self)
        with contextlib.suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # then it is cut
            await asyncio.wait_for(self._close(), self.house.settings.limits.farewell)

    async def _close(self) -> None:
        why = "" if self._code == POLICY else self._why.say(self._language)
        await self._websocket.close(self._code, why.encode()[:LONGEST_REASON].decode(errors="ignore"))

    async def _read(self) -> None:
        try:
            async with asyncio.timeout(FIRST_WORD):
                hello = await self._next()
                while not isinstance(hello, wire.Hello):
                    if hello is not None:
                        self._refuse(getattr(hello, "id", ""), ServerError("hello-first"))
                    hello = await self._next()
            await self._enter(hello)
            while not self._parting:
                message = await self._next()
                if message is not None:
                    await self._take(message)
        except TimeoutError:
            self._code = POLICY
            self._refuse("", ServerError("hello-first"))
        except _Closed:
            self._code = POLICY
        except ServerError as error:  # may not enter at all
            self._code = _code_of(error)
            self._refuse("", error)

    async def _next(self) -> wire.FromClient | None:
        """The next message that can be read; None after one that cannot, which has been answered."""
        raw = await self._websocket.receive()
        if raw["type"] != "websocket.receive":
            raise WebSocketDisconnect
        text = raw.get("text") or raw.get("bytes") or ""
        if not self._bucket.take():
            self._refuse("", ServerError("too-fast", most=self.house.settings.rate))
            raise _Closed
        if len(text) > self.house.settings.limits.message:
            self._refuse("", ServerError("too-big", most=self.house.settings.limits.message))
            raise _Closed
        try:
            self._quotas.message(self._address)
        except ServerError as error:
            if not self._entered:
                raise  # comes back by itself, rather than wait for a welcome
            self._refuse(_id_of(text), error)
            return None
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(_id_of(text), ServerError("bad-message", reason=str(error)[:200]))
            return None

    async def _enter(self, hello: wire.Hello) -> None:
        self._language, self._explain = hello.language, hello.explain
        self.person = person_of(hello.key)
        if self.match.gone:  # since this connection found it
            self.match = await self.house.find(self.match.name)
        async with self.match.lock:
            mine = self.match.seats_of(self.person)
            if hello.key and not mine:
                removed = self.person in self.match.removed
                raise ServerError("removed-from-table" if removed else "wrong-key")
            if hello.seat is not None and hello.seat not in mine:
                raise ServerError("foreign-seat", seat=hello.seat)
            self.seat = hello.seat if hello.seat is not None else (mine[0] if mine else None)
            welcome = self._door().welcome(self.person)
            self.house.enter(self.match, self)
            self._known = hello.since
            self.send(welcome)
            self.tell()
            if self.match.setup.chat:
                for said in await self.house.store.chat(
                    self.match.name, self.house.settings.limits.chat_kept // 4
                ):
                    self.send(spoken(said))
            self.match.rest()
        self._entered = True
        self.house.tell_presence(self.match)

    async def _take(self, message: wire.FromClient) -> None:
        command = getattr(message, "id", "")
        self._acting = True
        try:
            version = await self._do(message)
            if version is not None:
                self.send(wire.Ack(command, version))
        except TrufflewoodError as error:
            self._refuse(command, error)
        except Exception as error:
            note_failure("command-broke", error)
            self._refuse(command, ServerError("internal"))
        finally:
            self._acting = False

    async def _do(self, message: wire.FromClient) -> int | None:
        """Do what was asked; return a version if it is to be acknowledged."""
        match message:
            case wire.Play(command, moves, seat):
                own = self._own(seat)
                return await self._act(command, lambda: deeds.Play(own, tuple(self._moves(moves))))
            case wire.Sketch(command, moves):
                async with self.match.lock:
                    self._own(None)
                    self.send(self._door().sketched(command, self._moves(moves)))
            case wire.Undo(command):
                return await self._act(command, deeds.Undo(self._own(None)))
            case wire.Restart(command):
                return await self._act(command, deeds.Restart(self._own(None)))
            case wire.AskHint(command, moves):
                async with self.match.lock:
                    view, version = (
                        self._door().may_ask(self._moves(moves) if moves else []),
                        self.match.version,
                    )
                async with self._quotas.work(self._address):
                    hints = await self.house.pool.hint(self.match.setup.game, view, self._language)
                self.send(self._door().hinted(command, version, hints))
            case wire.AskAids(command):
                async with self.match.lock:
                    self.send(self._door().aided(command))
            case wire.Hand(command, seat, bot):
                own, chosen = self._own(None), bot and known_bot(bot)
                lend = partial(self.house.lend, self.match, seat, chosen, self.person, own)
                return await self._act(command, lend)
            case wire.Rise(command):
                return await self._act(command, deeds.Rise(self._own(None)))
            case wire.Remove(command, seat):
                self._own(None)
                return await self._act(command, deeds.Remove(seat))
            case wire.Mute(command, seat, muted):
                self._own(None)
                return await self._act(command, deeds.Mute(seat, muted))
            case wire.Say(command, text):
                return await self.house.say(self.match, f"{self._own(None)}:{command}", self._own(None), text)
            case wire.Face(seat):
                async with self.match.lock:
                    if seat not in self.match.seats_of(self.person):
                        raise ServerError("foreign-seat", seat=seat)
                    self.seat, self._known = seat, None
                    self.tell()
            case wire.Speak(language):
                async with self.match.lock:
                    self._language, self._known = language, None
                    self.tell()
            case wire.Ping():
                async with self.match.lock:  # what is not on the disk yet is not told
                    self.match.must_be_here()
                    self.send(wire.Pong(self.match.version))
            case wire.Hello():
                raise ServerError("hello-once")
        return None

    async def _act(self, command: str, deed: Deed | Callable[[], Deed]) -> int:
        return await self.house.act(self.match, f"{self.seat}:{command}", deed, self.person)

    def _own(self, seat: int | None) -> int:
        """The seat one looks from, which is the one that acts."""
        if self.seat is None:
            raise ServerError("only-watching")
        if seat is not None and seat != self.seat:
            raise ServerError("foreign-seat", seat=seat)
        return self.seat

    def _door(self) -> Door:
        return Door(self.match, self.seat, self._language, self._explain)

    def _moves(self, moves: list[int] | str) -> list[int]:
        return self.match.read(moves, self._language)


def _code_of(error: ServerError) -> int:
    return RESTART if error.key == "stopping" else POLICY


class _Closed(Exception):
    """The client has been told why, and is shown out."""


def _id_of(text: str | bytes) -> str:
    """The id of a message that cannot be read otherwise, so that its sender knows which it was."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        found = msgspec.json.decode(text)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:64]
    return ""
