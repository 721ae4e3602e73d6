"""Clients for load: four sockets at each table, so cheap that the server is what is measured.

A socket reads frames and looks at the first bytes of a message. Only the update of the seat that must decide
is decoded. Commands are sent by a timetable: an instant for each, whatever the server does. A command waits
for the one before it at its table, and that wait counts, from its instant on.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import re
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

SOCKETS: Final = 4  # at each table
AT_ONCE: Final = 20  # connections that are opened side by side
PATIENCE: Final = 60.0  # seconds until a run is given up
HOPELESS: Final = 2.0  # seconds; a rate at which a command waits this long is given up early
LOOK: Final = 0.1  # seconds between looks for such commands
TICK: Final = 0.001  # seconds; what is due within one is sent together
NO_MASK: Final = bytes(4)  # the standard asks for a mask, and this one leaves the bytes as they are
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10  # kinds of frames
FINAL, MASKED = 0x80, 0x80
VERSION: Final = re.compile(rb'\{"type":"update","version":(\d+)')


class _Turn(msgspec.Struct):
    waiting: list[int]
    moves: list[int]


class _Update(msgspec.Struct):
    version: int
    state: str
    view: _Turn | None


class _Seated(msgspec.Struct):
    table: str
    key: str
    seats: list[int]


_update: Final = msgspec.json.Decoder(_Update)


class Trouble(Exception):
    """The server refused something, or closed a socket."""


@dataclass(frozen=True)
class Seating:
    """A table to sit down at: its name, and the key of each player in the order of the seats."""

    table: str
    keys: tuple[str, ...]


@dataclass
class Waits:
    """What a step of a run saw: for each command the seconds from its instant."""

    rate: float
    most: float = 0.0  # seconds; ends as soon as more than one command in a hundred has waited longer
    seconds: float = 0.0
    acked: list[float] = field(default_factory=list)  # until its sender had the `ack`
    told: list[float] = field(default_factory=list)  # until the last of the table's sockets had the update
    games: int = 0  # that ended
    hopeless: bool = False  # so late that it was given up before its time
    failed: bool = False  # ended before its time, since `most` cannot be kept any more

    def is_lost(self, planned: int) -> bool:
        return self.most > 0 and sum(wait > self.most for wait in self.told) > 0.01 * planned


def percentile(waits: Sequence[float], share: float) -> float:
    """Milliseconds within which this share of the waits ended."""
    ordered = sorted(waits)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] * 1000 if ordered else math.inf


def addresses() -> Iterator[str]:
    """Addresses of this machine, so that no limit for one address is met."""
    for number in itertools.count(1):
        yield f"127.{1 + number // 62500 % 250}.{1 + number // 250 % 250}.{1 + number % 250}"


class Link(asyncio.Protocol):
    """One socket at a table."""

    def __init__(self, seat: Seat, host: str, hello: bytes) -> None:
        self.seat = seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: Any = None
        self._rest = b""
        self._upgraded = False
        self._hello = hello
        self._host = host

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        path = f"/api/tables/{self.seat.table.name}/socket"
        transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dHJ1ZmZsZXdvb2QtbG9hZA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self._trouble("a socket was closed without a word")

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        if not self._upgraded:
            end = data.find(b"\r\n\r\n") + 4
            if end < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._trouble(data[:400].decode(errors="replace"))
                return
            self._upgraded, at = True, end
            self.send(self._hello)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start], "big")
            end = start + length
            if end > size or start > size:
                break
            kind = data[at] & 15
            if kind == TEXT:
                self._heard(data, start, end)
            elif kind == PING:
                self._transport.write(bytes((FINAL | PONG, MASKED | length)) + NO_MASK + data[start:end])
            elif kind == CLOSE:
                code = int.from_bytes(data[start : start + 2], "big")
                self._trouble(f"a socket was closed with code {code}: {data[start + 2 : end].decode()}")
            at = end
        self._rest = data[at:]

    def send(self, text: bytes) -> None:
        length = len(text)
        if length < 126:
            head = bytes((FINAL | TEXT, MASKED | length))
        else:
            head = bytes((FINAL | TEXT, MASKED | 126)) + length.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + text)

    def close(self) -> None:
        self.seat.link = None
        if not self._transport.is_closing():
            self._transport.write(bytes((FINAL | CLOSE, MASKED | 2)) + NO_MASK + (1000).to_bytes(2, "big"))
            self._transport.close()

    def _heard(self, data: bytes, start: int, end: int) -> None:
        table = self.seat.table
        if data.startswith(b'{"type":"update"', start):
            found = VERSION.match(data, start)
            version = int(found[1]) if found else _update.decode(data[start:end]).version
            self.seat.update = data[start:end]
            table.was_told(version)
            if not self.ready.done():
                self.ready.set_result(None)
        elif data.startswith(b'{"type":"ack"', start):
            table.was_acked()
        elif data.startswith(b'{"type":"refused"', start):
            self._trouble(data[start:end].decode())

    def _trouble(self, what: str) -> None:
        if self.seat.link is not self:
            return
        if not self.ready.done():
            self.ready.set_exception(Trouble(what))
        self.seat.table.crowd.trouble(what)


class Seat:
    """A place at a table, for a player or (without a key) for somebody who watches."""

    def __init__(self, table: Table, number: int, key: str) -> None:
        self.table = table
        self.number = number
        self.key = key
        self.link: Link | None = None
        self.update = b""  # the last, not decoded yet


class Table:
    """One game, and whose turn it is."""

    def __init__(self, crowd: Crowd, seating: Seating, source: str) -> None:
        self.crowd = crowd
        self.name = seating.table
        self.source = source
        keys = [*seating.keys, *[""] * SOCKETS][: max(SOCKETS, len(seating.keys))]
        self.seats = [Seat(self, number, key) for number, key in enumerate(keys)]
        self.instants: deque[float] = deque()  # of the commands that are due and not sent
        self._players = len(seating.keys)
        self._version = -1
        self._began = 0.0  # the instant of the command that is under way; 0 for none
        self._counts = True
        self._left = 0  # sockets that have not been told of it
        self._acked = True
        self._next = self.seats[0]
        self._move = 0
        self._over = False

    async def connect(self, sockets: Sequence[Seat]) -> None:
        for seat in sockets:
            words: dict[str, Any] = {"type": "hello", "explain": True, "language": "en"}
            if seat.key:
                words["key"] = seat.key
            link = await self.crowd.open(seat, msgspec.json.encode(words))
            await asyncio.wait_for(link.ready, PATIENCE)

    def sit_down(self) -> None:
        """All are there: look whose turn it is."""
        self._version = _update.decode(self.seats[0].update).version
        self._look()

    def close(self) -> None:
        for seat in self.seats:
            if seat.link is not None:
                seat.link.close()

    @property
    def is_busy(self) -> bool:
        return self._began > 0

    @property
    def is_over(self) -> bool:
        return self._over

    @property
    def since(self) -> float:
        """The instant of the oldest command that is not answered."""
        return self._began if self._began and self._counts else self.instants[0] if self.instants else 0.0

    def due(self, instant: float) -> None:
        self.instants.append(instant)
        if not self._began and not self._over:
            self._send()

    def was_told(self, version: int) -> None:
        if not self._began or version != self._version + 1:
            return
        self._left -= 1
        if not self._left:
            waits = self.crowd.waits
            if waits is not None and self._counts:
                waits.told.append(time.perf_counter() - self._began)
            if self._acked:
                self._done()

    def was_acked(self) -> None:
        if not self._began:
            return
        self._acked = True
        waits = self.crowd.waits
        if waits is not None and self._counts:
            waits.acked.append(time.perf_counter() - self._began)
        if not self._left:
            self._done()

    def forget(self) -> None:
        """No more commands; the one that is under way no longer counts."""
        self.instants.clear()
        self._counts = False

    def _done(self) -> None:
        self._version += 1
        self._began = 0.0
        self.crowd.done += 1
        self._look()
        if self._over:
            self.crowd.ended(self)
        elif self.instants:
            self._send()

    def _send(self) -> None:
        self._began = self.instants.popleft()
        self._counts = True
        self._left, self._acked = len(self.seats), False
        link = self._next.link
        if link is None:
            raise Trouble("a player is away")
        link.send(b'{"type":"play","id":"%d","moves":[%d]}' % (self._version + 1, self._move))

    def _look(self) -> None:
        found = _update.decode(self._next.update)
        view = found.view
        if view is None or not view.waiting or found.state == "over":
            self._over = True
            return
        if self._next.number not in view.waiting:
            self._next = self.seats[view.waiting[0]]
            view = _update.decode(self._next.update).view
        if view is None or not view.moves:
            raise Trouble("the seat whose turn it is was given no moves")
        self._move = self.crowd.random.choice(view.moves)


class Crowd:
    """All tables of a run, and the timetable."""

    def __init__(self, port: int, game: str, players: int, seed: int = 1) -> None:
        self.tables: list[Table] = []
        self.waits: Waits | None = None
        self.random = Random(seed)
        self.done = 0  # commands
        self.troubles: list[str] = []
        self._port = port
        self._game = game
        self._players = players
        self._addresses = addresses()
        self._spare: list[Seating] = []
        self._replacing: set[asyncio.Task[None]] = set()

    # ---- tables

    async def open(self, seat: Seat, hello: bytes) -> Link:
        link = seat.link = Link(seat, f"127.0.0.1:{self._port}", hello)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: link, "127.0.0.1", self._port, local_addr=(seat.table.source, 0))
        return link

    async def add(self, seatings: Sequence[Seating]) -> list[Table]:
        """Tables with one socket each; `fill` brings the others."""
        added = [Table(self, seating, next(self._addresses)) for seating in seatings]
        await self._together([lambda table=table: table.connect(table.seats[:1]) for table in added])
        return added

    async def fill(self, tables: Sequence[Table]) -> None:
        await self._together([lambda table=table: table.connect(table.seats[1:]) for table in tables])
        for table in tables:
            table.sit_down()
        self.tables += tables
        self.random.shuffle(self.tables)

    async def make(self, count: int) -> list[Seating]:
        """Tables by the server itself, each from another address."""
        made: list[Seating] = []

        async def one() -> None:
            source = next(self._addresses)
            seats = [{"kind": "me"}, *[{"kind": "open"}] * (self._players - 1)]
            body = {"game": self._game, "name": "Ana", "seats": seats}
            first = await self._post("/api/tables", body, source)
            path = f"/api/tables/{first.table}/seats"
            others = [await self._post(path, {"name": f"Bea {n}"}, source) for n in range(1, self._players)]
            made.append(Seating(first.table, (first.key, *(other.key for other in others))))

        await self._together([one for _ in range(count)])
        return made

    async def stock(self, count: int) -> None:
        """Make tables now that follow those whose game ends during the next step."""
        self._spare += await self.make(count - len(self._spare))

    def ended(self, table: Table) -> None:
        """Another table takes the place of one whose game is over, and its share of the timetable."""
        if self.waits is not None:
            self.waits.games += 1
        task = asyncio.get_running_loop().create_task(self._replace(table))
        self._replacing.add(task)
        task.add_done_callback(self._replaced)

    def _replaced(self, task: asyncio.Task[None]) -> None:
        self._replacing.discard(task)
        error = task.exception()
        if error is not None:
            self.trouble(f"{type(error).__name__}: {error}")

    async def _replace(self, table: Table) -> None:
        table.close()
        seating = self._spare.pop() if self._spare else (await self.make(1))[0]
        following = Table(self, seating, next(self._addresses))
        await following.connect(following.seats)
        following.sit_down()
        self.tables[self.tables.index(table)] = following
        late = time.perf_counter()
        for instant in table.instants:
            following.due(max(instant, late))  # the players change tables: no time of the server's

    def close(self) -> None:
        for table in self.tables:
            table.close()

    def trouble(self, what: str) -> None:
        self.troubles.append(what)

    async def _together(self, works: Sequence[Any]) -> None:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(work: Any) -> None:
            async with gate:
                await work()

        await asyncio.gather(*map(one, works))

    async def _post(self, path: str, body: Any, source: str) -> _Seated:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=(source, 0))
        try:
            raw = msgspec.json.encode(body)
            head = (
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nConnection: close\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
            )
            writer.write(head.encode() + raw)
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
        finally:
            writer.close()
        head_of, _, told = answer.partition(b"\r\n\r\n")
        if not head_of.startswith(b"HTTP/1.1 200"):
            raise Trouble(told.decode(errors="replace") or head_of.decode(errors="replace"))
        return msgspec.json.decode(told, type=_Seated)

    # ---- the timetable

    async def play(self, rate: float, seconds: float, waits: Waits | None = None) -> None:
        """Send commands at a rate; `waits` keeps what they met. Returns when all are answered."""
        self.waits = waits
        start = time.perf_counter()
        count, number = round(rate * seconds), 0
        look = start
        while number < count and not self.troubles:
            now = time.perf_counter()
            while number < count and start + number / rate <= now:
                self.tables[number % len(self.tables)].due(start + number / rate)
                number += 1
            if waits is not None and now - look > LOOK:
                look = now
                waits.hopeless, waits.failed = self._is_hopeless(now), waits.is_lost(count)
                if waits.hopeless or waits.failed:
                    break
            await asyncio.sleep(max(TICK, start + number / rate - time.perf_counter()))
        await self._finish(waits)
        if waits is not None:
            waits.seconds = time.perf_counter() - start if waits.hopeless or waits.failed else seconds
        self.waits = None
        if self.troubles:
            raise Trouble(self.troubles[0])

    async def rush(self, seconds: float, waits: Waits | None = None, commands: int = 0) -> None:
        """As fast as the answers come: one command under way at every table."""
        self.waits = waits
        start = time.perf_counter()
        first = self.done
        while time.perf_counter() < start + seconds and not (commands and self.done - first >= commands):
            for table in self.tables:
                if not table.is_busy and not table.is_over:
                    table.due(time.perf_counter())
            if self.troubles:
                raise Trouble(self.troubles[0])
            await asyncio.sleep(TICK)
        if waits is not None:
            waits.seconds = time.perf_counter() - start
        await self._finish(waits)
        self.waits = None

    def _is_hopeless(self, now: float) -> bool:
        return any(since and now - since > HOPELESS for since in (table.since for table in self.tables))

    async def _finish(self, waits: Waits | None) -> None:
        """Wait for the last answers; what has none when a rate was given up counts as it stands."""
        if waits is not None and waits.hopeless:
            now = time.perf_counter()
            for table in self.tables:
                late = [now - instant for instant in table.instants]
                if table.is_busy:
                    late.append(now - table.since)
                waits.told += late
                waits.acked += late
                table.forget()
        end = time.perf_counter() + PATIENCE
        while self._replacing or any(table.is_busy or table.instants for table in self.tables):
            if time.perf_counter() > end or self.troubles:
                raise Trouble(self.troubles[0] if self.troubles else "commands were never answered")
            await asyncio.sleep(TICK)
