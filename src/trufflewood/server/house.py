"""The house: finds tables, takes commands, tells the others, wakes bots and minds the clocks.

A command goes one way: allowed, done in memory, kept on the disk, and only then told. All of it
happens under the lock of its table, so that nobody sees what is not yet kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import heapq
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

import msgspec

from trufflewood import bots, face
from trufflewood.kit.chance import new_seed, seed_from
from trufflewood.kit.errors import TrufflewoodError
from trufflewood.kit.options import changed
from trufflewood.server import deeds, wire
from trufflewood.server.deeds import Brief, Chair, Deed, Entry, Said, Setup
from trufflewood.server.errors import ServerError, clean
from trufflewood.server.journal import note, note_failure, short
from trufflewood.server.match import HOUSE, Clocks, Match, Moment, is_same
from trufflewood.server.reading import settle
from trufflewood.server.settings import Settings
from trufflewood.server.store import OPEN, OVER, PLAYING, AlreadyThere, Store
from trufflewood.server.workers import Pool, Replayer

OVER_AND_OUT: Final = 5.0  # seconds until a finished table that nobody looks at leaves the memory
WOKEN_AT_ONCE: Final = 50  # tables whose bots think; when more are due after a start, they wait for these


class Guest(Protocol):
    """Somebody's connection to a table."""

    person: str
    seat: int | None

    def tell(self) -> None:
        """Send what is new at the table."""

    def put(self, message: bytes) -> None:
        """Send a message, encoded once for all who get it."""

    def drop(self) -> None:
        """End the connection; the client comes again and starts afresh."""


def new_key() -> str:
    return secrets.token_urlsafe(32)


def person_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(b"trufflewood key:" + key.encode()).hexdigest() if key else ""


class House:
    def __init__(self, store: Store, settings: Settings, clocks: Clocks | None = None) -> None:
        self.store = store
        self.settings = settings
        self.clocks = clocks or Clocks()
        self.pool = Pool(settings.bot_processes, settings.bot_deadline)
        self.replayer = Replayer(settings.read_deadline)
        self.matches: dict[str, Match] = {}
        self.guests: dict[str, list[Guest]] = {}
        self.stopping = False
        self._started = self.clocks.now()
        self._loading: dict[str, asyncio.Lock] = {}
        self._touched: dict[str, float] = {}
        self._presence: dict[str, dict[int, tuple[bool, Moment]]] = {}
        self._last_command = 0.0
        self._alarms: list[tuple[float, str]] = []  # when to look at tables that are not in memory; a heap
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._dealing = asyncio.Lock()
        self._rematching = asyncio.Lock()

    # ---- opening and closing

    async def start(self) -> None:
        """Go on with every table at which something happens by itself; the others wait for their guests."""
        due = await self.store.due()
        self._alarms = [(self._started.steady + timer, name) for name, bot_due, timer in due if not bot_due]
        heapq.heapify(self._alarms)
        self.spawn(self._mind_clocks())
        names = [name for name, bot_due, _ in due if bot_due]
        note("waking", tables=len(names))
        self.spawn(self._wake_tables(names))

    async def _wake_tables(self, names: list[str]) -> None:
        for name in names:
            while len(self._thinking) >= WOKEN_AT_ONCE:
                await asyncio.wait(self._thinking.values(), return_when=asyncio.FIRST_COMPLETED)
            await self._wake_table(name)

    async def _wake_table(self, name: str) -> None:
        try:
            await self.find(name)
            self._touched[name] = 0.0  # nobody looks at it
        except TrufflewoodError as error:
            note("cannot-wake", table=short(name), key=error.key)
        except Exception as error:
            note_failure("cannot-wake", error)

    async def stop(self) -> None:
        """Finish what is under way, and close the file."""
        self.stopping = True
        for task in [*self._thinking.values(), *self._tasks]:
            task.cancel()
        await asyncio.gather(*self._thinking.values(), *self._tasks, return_exceptions=True)
        for match in list(self.matches.values()):
            async with match.lock:
                match.gone = True
        await self.pool.close()
        await self.replayer.close()
        await self.store.close()

    def quiet_for(self) -> float:
        """Seconds since somebody played, anywhere."""
        return time.monotonic() - self._last_command

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- tables

    async def find(self, name: str) -> Match:
        """A table by its name, from the memory or from the disk."""
        self._touched[name] = time.monotonic()
        if name in self.matches:
            return self.matches[name]
        async with self._loading.setdefault(name, asyncio.Lock()):
            try:
                if name not in self.matches:
                    self.matches[name] = await self._load(name)
                    self._wake(self.matches[name])
            finally:
                self._loading.pop(name, None)
        return self.matches[name]

    async def _load(self, name: str) -> Match:
        kept = await self.store.load(name)
        if kept is None:
            self._touched.pop(name, None)
            raise ServerError("no-such-table")
        match = self._played_again(name, kept.setup, kept.entries)
        behind = kept.beyond + len(kept.entries) - (match.version - len(kept.setup.opening))
        if behind:
            await self._close_gap(match, behind)
        if match.setup.deal:
            match.sealed = any(state != OVER for _, state in await self.store.of_deal(match.setup.deal))
        if match.brief() != kept.brief:
            await self.store.refresh(match.brief())
        return match

    def _played_again(self, name: str, setup: Setup, entries: list[Entry]) -> Match:
        """The table after its commands, up to one that cannot be done, which is a gap like any other."""
        now = self.clocks.now()
        match = Match(name, setup, now)
        try:
            for entry in entries:
                match.do(entry, now)
        except Exception as error:
            note_failure("cannot-replay", error)
            match = self._played_again(name, setup, entries[: match.version - len(setup.opening)])
        match.since.clear()  # the time the server was away is nobody's
        match.arm(now)
        return match

    async def _close_gap(self, match: Match, aside: int) -> None:
        """Go on before a gap: what lies behind it is kept for the operator, and the players are told."""
        note("gap", table=short(match.name), version=match.version, aside=aside)
        await self.store.put_aside(match.name, match.version)
        entry = Entry(
            match.version + 1, f"gap:{secrets.token_hex(8)}", deeds.Gap(-1, aside), self.clocks.wall()
        )
        match.do(entry, self.clocks.now())
        await self.store.append(entry, match.brief())

    async def brief(self, name: str) -> tuple[Setup, Brief]:
        """What can be told of a table, as it is on the disk."""
        kept = await self.store.brief(name)
        if kept is None:
            raise ServerError("no-such-table")
        setup, brief = kept
        if brief is None:
            match = await self.find(name)
            async with match.lock:
                match.must_be_here()
                brief = match.brief()
        return setup, brief

    async def create(self, asked: wire.NewTable, person: str) -> Match:
        """Make a table; raises with one sentence for whatever is wrong."""
        await self._room_for_one_more()
        game = face.find(asked.game)
        options, deck = await settle(game, len(asked.seats), asked.options, self.settings.read_deadline)
        if options.seats != len(asked.seats):
            raise ServerError("seats-differ", given=len(asked.seats), option=options.seats)
        chairs = tuple(_chair(seat, asked.name, person) for seat in asked.seats)
        if all(chair.bot for chair in chairs):
            raise ServerError("needs-a-person")
        if asked.leaver.policy not in ("wait", "bot", "end") or not 5 <= asked.leaver.after <= 14 * 86400:
            raise ServerError("bad-leaver")
        known_bot(asked.leaver.bot)
        seed, deal = new_seed(), ""
        if asked.seed is not None:
            if asked.deal or asked.listed or any(chair.open for chair in chairs):
                raise ServerError("practice-alone")
            seed = seed_from(asked.seed)
        setup = Setup(
            game=game.name, rules=game.rules_version, options=changed(options), seats=options.seats,
            seed=seed.hex(), chairs=chairs, host=person, made=self.clocks.wall(), deal=deal,
            practice=asked.seed is not None, listed=asked.listed, watch=asked.watch, chat=asked.chat,
            aids=asked.aids, scores=asked.scores, hints=asked.hints, clock=asked.clock, leaver=asked.leaver,
            deck=deck,
        )  # fmt: skip
        if not asked.deal:
            return await self._made(setup)
        async with self._dealing:
            return await self._made(await self._with_deal(setup, asked.deal, person))

    async def fork(
        self, match: Match, asked: wire.Fork, opening: tuple[deeds.Play | deeds.Redeal, ...], person: str
    ) -> Match:
        """A table that goes on from a position of another, for one person and bots."""
        await self._room_for_one_more()
        known_bot(asked.bot)
        me = _chair(wire.NewSeat("me"), asked.name, person)
        chairs = [Chair(bot=asked.bot) for _ in match.chairs]
        chairs[asked.seat] = me
        return await self._made(
            msgspec.structs.replace(
                match.setup, chairs=tuple(chairs), host=person, made=self.clocks.wall(), deal="",
                practice=True, listed=False, leaver=deeds.Leaver(), clock=0, muted=(),
                opening=(*opening, deeds.Redeal(asked.seat, new_seed().hex())),
            )
        )  # fmt: skip

    async def _room_for_one_more(self) -> None:
        if self.stopping:
            raise ServerError("stopping")
        counts = await self.store.counts()
        if counts.get(OPEN, 0) + counts.get(PLAYING, 0) >= self.settings.limits.open_tables:
            raise ServerError("house-full")

    async def _made(self, setup: Setup) -> Match:
        name = secrets.token_urlsafe(16)
        match = Match(name, setup, self.clocks.now())
        await self.store.create(setup, match.brief(), [chair.holder for chair in setup.chairs])
        self.matches[name] = match
        self._touched[name] = time.monotonic()
        note("table", table=short(name), game=setup.game, seats=setup.seats)
        self._wake(match)
        return match

    async def _with_deal(self, setup: Setup, wanted: str, person: str) -> Setup:
        """The same setup with a deal that several tables play: a new one, or one that is named."""
        if wanted == "new":
            return msgspec.structs.replace(setup, deal=secrets.token_urlsafe(12))
        first = await self._deal_of(wanted)
        same = ("game", "rules", "options", "seats")
        if any(getattr(setup, name) != getattr(first.setup, name) for name in same):
            raise ServerError("deal-differs", game=first.setup.game, seats=first.setup.seats)
        await self._new_to_deal(first.setup.deal, person)
        if not first.sealed:
            raise ServerError("deal-open")
        return msgspec.structs.replace(setup, deal=first.setup.deal, seed=first.setup.seed)

    async def _deal_of(self, wanted: str) -> Match:
        tables = await self.store.of_deal(wanted)
        if tables:
            return await self.find(tables[0][0])
        try:
            match = await self.find(wanted)
        except ServerError:
            raise ServerError("no-such-deal") from None
        if not match.setup.deal:
            raise ServerError("deal-not-shared")
        return match

    async def _new_to_deal(self, deal: str, person: str) -> None:
        """A deal is played once by each: whoever has seen it knows too much."""
        for name, _ in await self.store.of_deal(deal):
            match = await self.find(name)
            if match.seats_of(person) or is_same(match.setup.host, person):
                raise ServerError("deal-played")

    async def _open_deal(self, match: Match) -> None:
        """Open a deal if every table of it is over."""
        async with self._dealing:
            tables = await self.store.of_deal(match.setup.deal)
            if any(state != OVER for _, state in tables):
                return
            for name, _ in tables:
                if name in self.matches:
                    self.matches[name].unseal()
                    self._tell(self.matches[name])

    async def sit(self, match: Match, join: wire.Join, person: str) -> list[int]:
        """Take a seat; who has one already and names no other gets that one again."""
        if join.seat is None and match.seats_of(person):
            return match.seats_of(person)
        if match.setup.deal and not match.seats_of(person):
            async with self._dealing:
                await self._new_to_deal_but(match, person)
        name = clean(join.name)
        if not name:
            raise ServerError("no-name")

        def deed() -> Deed:
            free = [seat for seat, chair in enumerate(match.chairs) if chair.open]
            if not free and join.seat is None:
                raise ServerError("table-full")
            return deeds.Sit(free[0] if join.seat is None else join.seat, name, person)

        before = match.seats_of(person)
        await self.act(match, f"sit:{secrets.token_hex(8)}", deed, person)
        mine = match.seats_of(person)
        for seat in set(mine).difference(before):  # its player is away from now on, not since it was open
            self._presence.setdefault(match.name, {})[seat] = (False, self.clocks.now())
        return mine

    async def _new_to_deal_but(self, match: Match, person: str) -> None:
        for name, _ in await self.store.of_deal(match.setup.deal):
            if name != match.name and (await self.find(name)).seats_of(person):
                raise ServerError("deal-played")

    async def rematch(self, match: Match, person: str) -> str:
        """A new table with the same people one seat further on; the same one for all who ask."""
        async with self._rematching:
            match.allow(person, deeds.Again(0, ""))
            if match.state != OVER:
                raise ServerError("not-over")
            if not match.again:
                made = await self._made(self._turned(match))
                seat = match.seats_of(person)[0]
                await self.act(match, "again", deeds.Again(seat, made.name), person)
            return match.again

    def _turned(self, match: Match) -> Setup:
        chairs = [Chair(c.name, c.holder, "" if c.holder else c.bot) for c in match.chairs]
        return msgspec.structs.replace(
            match.setup, seed=new_seed().hex(), chairs=(*chairs[1:], chairs[0]), made=self.clocks.wall(),
            deal="", practice=False, opening=(), muted=tuple(sorted(match.muted)),
        )  # fmt: skip

    # ---- what happens at a table

    async def act(self, match: Match, command: str, deed: Deed | Callable[[], Deed], person: str) -> int:
        """Take a command; return the version it made, now or when it was sent before."""
        async with match.lock:
            if match.gone:
                raise ServerError("stopping")
            if command in match.commands:
                return match.commands[command]
            wanted = deed() if callable(deed) else deed
            match.allow(person, wanted)
            entry = Entry(match.version + 1, command, wanted, self.clocks.wall())
            self._do(match, entry)
            holder = wanted.holder if isinstance(wanted, deeds.Sit) else ""
            try:
                await self.store.append(entry, match.brief(), holder)
            except BaseException as error:  # before all else the memory must not be ahead of the disk
                self._forget(match)
                note_failure("not-kept", error)
                if isinstance(error, AlreadyThere):  # another process serves this table too
                    raise ServerError("stopping") from None
                if isinstance(error, ServerError) or not isinstance(error, Exception):
                    raise
                raise ServerError("not-kept") from None
            self._touched[match.name] = self._last_command = time.monotonic()
            self._tell(match)
            match.rest()
            version = match.version
        if match.state == OVER and match.setup.deal and match.sealed:
            await self._open_deal(match)
        self._wake(match)
        return version

    def _do(self, match: Match, entry: Entry) -> None:
        try:
            match.do(entry, self.clocks.now())
        except TrufflewoodError:
            raise
        except Exception as error:  # a fault of ours may have left half a deed in the memory: start afresh
            self._forget(match)
            note_failure("deed-broke", error)
            raise ServerError("internal") from None

    async def say(self, match: Match, command: str, seat: int, text: str) -> int:
        """Keep a word of the chat, then tell it to all."""
        if not match.setup.chat:
            raise ServerError("no-chat")
        words = clean(text)
        if not words:
            raise ServerError("no-words")
        async with match.lock:
            known = await self.store.said(match.name, command)
            if known is not None:
                return known
            if match.chairs[seat].muted:
                raise ServerError("muted")
            last = await self.store.chat(match.name, 1)
            number = last[0].number + 1 if last else 1
            said = Said(number, seat, match.chairs[seat].name, words, self.clocks.wall())
            await self.store.say(match.name, command, said)
            self._tell_all(match, spoken(said))
            return number

    def lend(self, match: Match, seat: int, bot: str, person: str, by: int) -> Deed:
        """A seat for a bot. Where the host lends another's and its player is there, the player is asked."""
        holder = match.chair(seat).holder
        host = is_same(match.setup.host, person)
        if not bot or not host or not holder or is_same(holder, person) or self.is_away(match, seat):
            return deeds.Hand(seat, bot)
        name, there = match.chairs[seat].name, False
        for guest in self.guests.get(match.name, []):
            if guest.seat is not None and is_same(guest.person, holder):
                guest.put(msgspec.json.encode(wire.Asked(seat, bot, match.chairs[by].name)))
                there = True
        if there:
            raise ServerError("asked-player", name=name)
        raise ServerError("just-left", name=name, n=round(self.settings.away))

    def _tell(self, match: Match) -> None:
        for guest in list(self.guests.get(match.name, [])):
            guest.tell()

    def _forget(self, match: Match) -> None:
        """Let go of a table whose memory may differ from the disk; guests come again."""
        match.gone = True
        if self.matches.get(match.name) is match:
            del self.matches[match.name]
        for guest in self.guests.pop(match.name, []):  # no longer told of what the table becomes
            guest.drop()

    # ---- who is there

    def enter(self, match: Match, guest: Guest) -> None:
        guests = self.guests.setdefault(match.name, [])
        watching = sum(one.seat is None for one in guests)
        if guest.seat is None and watching >= self.settings.limits.watchers:
            raise ServerError("too-many-watchers")
        guests.append(guest)

    def leave(self, match: Match, guest: Guest) -> None:
        guests = self.guests.get(match.name, [])
        with contextlib.suppress(ValueError):
            guests.remove(guest)
        if not guests:
            self.guests.pop(match.name, None)
        self.tell_presence(match)

    def presence(self, match: Match) -> wire.Presence:
        """Who is at the table, and since when; who was never there is away since the table was made."""
        guests = self.guests.get(match.name, [])
        now = self._seen(match)
        seats = range(len(match.chairs))
        return wire.Presence(
            [now[seat][0] for seat in seats],
            [now[seat][1].wall for seat in seats],
            sum(guest.seat is None for guest in guests),
        )

    def _seen(self, match: Match) -> dict[int, tuple[bool, Moment]]:
        """By seat, whether its player is there, and since when; since the start for who never was."""
        known = self._presence.setdefault(match.name, {})
        here = {guest.person for guest in self.guests.get(match.name, []) if guest.seat is not None}
        for seat, chair in enumerate(match.chairs):
            online = bool(chair.holder) and chair.holder in here
            if seat not in known and not online:
                known[seat] = (False, max(self._started, self._made_at(match)))
            elif seat not in known or known[seat][0] != online:
                known[seat] = (online, self.clocks.now())
        return known

    def _made_at(self, match: Match) -> Moment:
        now = self.clocks.now()
        return Moment(now.steady - max(0.0, now.wall - match.setup.made), match.setup.made)

    def is_away(self, match: Match, seat: int) -> bool:
        """True once nobody has answered for a seat for a while."""
        online, since = self._seen(match)[seat]
        return not online and self.clocks.steady() - since.steady >= self.settings.away

    def tell_presence(self, match: Match) -> None:
        self._tell_all(match, self.presence(match))

    def _tell_all(self, match: Match, message: wire.ToClient) -> None:
        encoded = msgspec.json.encode(message)
        for guest in list(self.guests.get(match.name, [])):
            guest.put(encoded)

    # ---- bots

    def _wake(self, match: Match) -> None:
        """Set every bot thinking that the table waits for."""
        if self.stopping or match.gone:
            return
        for seat in match.waiting():
            if match.chairs[seat].bot and (match.name, seat) not in self._thinking:
                task = asyncio.create_task(self._think(match, seat))
                self._thinking[match.name, seat] = task

    async def _think(self, match: Match, seat: int) -> None:
        try:
            if self.settings.bot_pause:
                await asyncio.sleep(self.settings.bot_pause)
            async with match.lock:
                bot = match.chairs[seat].bot
                if seat not in match.waiting() or not bot or match.gone:
                    return
                view = match.table.view(seat)
            move = await self.pool.choose(match.setup.game, bot, view)

            def deed() -> Deed:
                now = match.table.view(seat)
                if (
                    match.chairs[seat].bot != bot
                    or msgspec.structs.replace(now, waiting=view.waiting) != view
                ):
                    raise _ThinkAgain  # somebody took something back, or the seat
                return deeds.Play(seat, (move,))

            await self.act(match, f"bot:{secrets.token_hex(8)}", deed, HOUSE)
        except _ThinkAgain:
            pass
        except TrufflewoodError as error:
            note("bot-refused", table=short(match.name), key=error.key)
        except Exception as error:
            note_failure("bot-broke", error)
        finally:
            self._thinking.pop((match.name, seat), None)
        self._wake(match)

    # ---- clocks

    async def _mind_clocks(self) -> None:
        while True:
            await asyncio.sleep(self.settings.tick)
            while self._alarms and self._alarms[0][0] <= self.clocks.steady():
                await self._wake_table(heapq.heappop(self._alarms)[1])
            for match in list(self.matches.values()):
                try:
                    await self._mind(match)
                except TrufflewoodError as error:
                    note("clock-refused", table=short(match.name), key=error.key)
                except Exception as error:
                    note_failure("clock-broke", error)

    async def _mind(self, match: Match) -> None:
        timed = match.setup.timer and match.state == PLAYING
        if timed:
            for seat in match.waiting():
                if not match.chairs[seat].bot and self._is_late(match, seat):
                    await self._replace(match, seat)
        idle = min(self.settings.idle, OVER_AND_OUT) if match.state == OVER else self.settings.idle
        asleep = time.monotonic() - self._touched.get(match.name, 0) > idle
        bots_due = any(match.chairs[seat].bot for seat in match.waiting())
        if (
            asleep
            and not timed
            and not bots_due
            and not self.guests.get(match.name)
            and not match.lock.locked()
        ):
            match.gone = True
            self.matches.pop(match.name, None)
            self._touched.pop(match.name, None)
            self._presence.pop(match.name, None)

    def _is_late(self, match: Match, seat: int) -> bool:
        now = self.clocks.steady()
        clock = match.deadline(seat)
        if clock is not None and now >= clock.steady:
            return True
        online, since = self._seen(match)[seat]
        waits = match.since[seat].steady if seat in match.since else now
        return not online and now >= max(since.steady, waits) + match.setup.leaver.after

    async def _replace(self, match: Match, seat: int) -> None:
        leaver = match.setup.leaver
        deed = deeds.End(seat) if leaver.policy == "end" else deeds.Hand(seat, leaver.bot)
        await self.act(match, f"late:{seat}:{match.version}", deed, HOUSE)


class _ThinkAgain(Exception):
    pass


def known_bot(name: str) -> str:
    """A bot that strangers may call; raises with the names there are."""
    if name not in bots.BOTS:
        bots.find(name.replace(":", " "))
    return name


def spoken(said: Said) -> wire.Spoken:
    return wire.Spoken(said.number, said.seat, said.name, said.text, said.at)


def _chair(seat: wire.NewSeat, name: str, person: str) -> Chair:
    if seat.kind == "bot":
        return Chair(bot=known_bot(seat.bot))
    if seat.kind == "open":
        return Chair()
    shown = clean(seat.name or name)
    if not shown:
        raise ServerError("no-name")
    return Chair(shown, person)
