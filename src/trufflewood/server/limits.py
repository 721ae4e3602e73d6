"""How much one client may ask for. A client is an address: a key or another socket adds nothing to it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import ipaddress
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

from trufflewood.server.errors import ServerError
from trufflewood.server.settings import Settings

REMEMBERED: Final = 50_000  # clients; the one not seen for longest is forgotten
FILE_COST: Final = 0.2  # of a request: the files of the page are cheap, and come by the dozen
clock: Callable[[], float] = time.monotonic  # by which tokens come back


@functools.lru_cache(4096)
def client_address(host: str) -> str:
    """The address that counts: of IPv6 the network of 64 bits, since a household has all of it."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Bucket:
    """Holds `most` tokens and gains `rate` a second; each message takes one."""

    def __init__(self, rate: float, most: float, now: Callable[[], float] | None = None) -> None:
        self._rate = rate
        self._most = most
        self._left = float(most)
        self._now = now or clock
        self._then = self._now()

    def take(self, tokens: float = 1) -> bool:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < tokens:
            return False
        self._left -= tokens
        return True


class Buckets:
    """A bucket for each client."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str, tokens: float = 1) -> bool:
        bucket = self._of.pop(client, None) or Bucket(self._rate, self._most)
        self._of[client] = bucket
        if len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return bucket.take(tokens)


class Full(Exception):
    """No room is left to wait."""


class Slots:
    """So many at once for each client; the others wait in a row, which has an end too."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._at_once = at_once
        self._most_waiting = waiting
        self._taken: Counter[str] = Counter()
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}

    @contextlib.asynccontextmanager
    async def one(self, client: str) -> AsyncIterator[None]:
        """Raises Full where the row has no more room."""
        await self._wait(client)
        try:
            yield
        finally:
            self._pass_on(client)

    async def _wait(self, client: str) -> None:
        if self._taken[client] < self._at_once:
            self._taken[client] += 1
            return
        row = self._rows.setdefault(client, deque())
        if len(row) >= self._most_waiting:
            raise Full
        turn = asyncio.get_running_loop().create_future()
        row.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                row.remove(turn)
            else:  # the turn came at the same moment
                self._pass_on(client)
            raise

    def _pass_on(self, client: str) -> None:
        row = self._rows.get(client)
        while row:
            turn = row.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._rows.pop(client, None)
        self._taken[client] -= 1
        if self._taken[client] <= 0:
            del self._taken[client]


class Quotas:
    """What each address may ask of this server. A refusal names the number and the setting behind it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        limits = settings.limits
        self._requests = Buckets(
            settings.requests_from_address, settings.requests_from_address * limits.at_once
        )
        messages = settings.messages_from_address
        self._messages = Buckets(messages, messages * limits.at_once_from_address)
        self._tables = Buckets(limits.address_tables / 3600, limits.address_tables)
        self._work = Buckets(limits.address_work, limits.address_work * limits.at_once)
        self._working = Slots(limits.address_work_at_once, limits.work_waiting)
        self.sockets: Counter[str] = Counter()

    def request(self, address: str, tokens: float = 1) -> None:
        if not self._requests.take(address, tokens):
            raise ServerError("too-many-requests", most=self.settings.requests_from_address)

    def message(self, address: str) -> None:
        if not self._messages.take(address):
            raise ServerError("too-many-messages", most=self.settings.messages_from_address)

    def table(self, address: str) -> None:
        if not self._tables.take(address):
            raise ServerError("too-many-tables", most=self.settings.limits.address_tables)

    @contextlib.asynccontextmanager
    async def work(self, address: str) -> AsyncIterator[None]:
        """For what costs a server more than a move does: replays, records, hints."""
        limits = self.settings.limits
        if not self._work.take(address):
            raise ServerError("too-much-work", most=limits.address_work)
        async with contextlib.AsyncExitStack() as until_done:
            try:
                await until_done.enter_async_context(self._working.one(address))
            except Full:
                most = limits.address_work_at_once
                raise ServerError("too-much-at-once", most=most, waiting=limits.work_waiting) from None
            yield

    @contextlib.contextmanager
    def socket(self, address: str) -> Iterator[None]:
        limits = self.settings.limits
        if self.sockets[address] >= limits.address_sockets:
            raise ServerError("too-many-sockets", most=limits.address_sockets)
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]
