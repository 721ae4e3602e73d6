"""One table: who sits where, what happened, what stands. Knows no socket, no clock and no disk.

Everything that happens is a deed, done in order; the same deeds give the same table after a
restart. `allow` says who may do one, `do` does it or raises, and then nothing has changed.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from trufflewood import face
from trufflewood.kit import deck
from trufflewood.kit.errors import BadMove, BadOption
from trufflewood.kit.outcome import Args
from trufflewood.kit.table import Moves, Table
from trufflewood.server import deeds
from trufflewood.server.deeds import Brief, Chair, Deed, Entry, Setup
from trufflewood.server.errors import ServerError
from trufflewood.server.store import OPEN, OVER, PLAYING

HOUSE: Final = "house"  # the server itself: bots, clocks; no hash of a key looks like this


class Moment(NamedTuple):
    """An instant by two clocks: one that never jumps, by which is decided, and the wall's, to be shown."""

    steady: float
    wall: float


@dataclass(frozen=True)
class Clocks:
    """How late it is. What is decided by time goes by `steady`, whatever happens to the clock on the wall."""

    steady: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time

    def now(self) -> Moment:
        return Moment(self.steady(), self.wall())


class Happened(msgspec.Struct, frozen=True, gc=False):
    """A deed that was done, and what it told."""

    version: int
    kind: str  # of the deed
    seat: int
    at: float
    told: bytes = b""  # events of the game with their hearers, packed
    undone: tuple[int, ...] = ()
    notice: tuple[str, Args] | None = None  # of the table itself, for everybody


class Match:
    """A table of the server. `lock` is held by whoever reads or changes it across an await."""

    def __init__(self, name: str, setup: Setup, now: Moment) -> None:
        game = face.find(setup.game)
        if game.rules_version != setup.rules:
            raise ServerError("old-rules", found=setup.rules, version=game.rules_version)
        self.name = name
        self.setup = setup
        self.deck = None if setup.deck is None else deck.remember(setup.deck)  # held while the table needs it
        self.table = Table(game, setup.seats, bytes.fromhex(setup.seed), setup.options)
        self.happened: list[Happened] = []
        self.commands: dict[str, int] = {}  # the version that each command made
        self.stands: list[int] = []  # the version of each command that the table holds
        self.removed: set[str] = set()  # by the host: hashes of keys, as of those who are muted
        self.muted: set[str] = set(setup.muted)
        self.chairs = [self._muted_or_not(chair) for chair in setup.chairs]
        self.ended = False  # before its end
        self.again = ""
        self.sealed = bool(setup.deal)  # another table of the deal still plays
        self.gone = False  # from memory, for a fresh start from the disk
        self.lock = asyncio.Lock()
        self.since: dict[int, Moment] = {}  # when each waiting seat began to wait
        self._state = ""  # open, playing or over, once it was asked for
        self.made: dict[Any, Any] = {}  # what was made of this version for its guests, until the next
        for number, deed in enumerate(setup.opening, 1):
            self.do(Entry(number, f"opening:{number}", deed, setup.made), now)
        self.arm(now)

    # ---- what is so

    @property
    def version(self) -> int:
        return len(self.happened)

    @property
    def state(self) -> str:
        if not self._state:
            if self.ended or self.table.over:
                self._state = OVER
            else:
                self._state = OPEN if any(chair.open for chair in self.chairs) else PLAYING
        return self._state

    @property
    def opened(self) -> bool:
        """True once the seed and the whole record are anybody's."""
        return self.state == OVER and not self.sealed

    def waiting(self) -> tuple[int, ...]:
        """The seats whose decision the table waits for."""
        return self.table.waiting if self.state == PLAYING else ()

    def must_be_here(self) -> None:
        """Raise where the memory was given up: it may be ahead of the disk, and nothing of it is told."""
        if self.gone:
            raise ServerError("stopping")

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if is_same(chair.holder, person)]

    def standing(self) -> list[Happened]:
        """What happened and was not taken back."""
        gone = {version for one in self.happened for version in one.undone}
        return [one for one in self.happened if one.version not in gone and not one.undone]

    def deadline(self, seat: int) -> Moment | None:
        """When the clock of a seat runs out."""
        if not self.setup.clock or seat not in self.since or self.chairs[seat].bot:
            return None
        steady, wall = self.since[seat]
        return Moment(steady + self.setup.clock, wall + self.setup.clock)

    def brief(self) -> Brief:
        """What can be told of the table as it is now."""
        waiting = self.waiting()
        people = [seat for seat in waiting if not self.chairs[seat].bot]
        return Brief(
            self.name, self.state, self.version, tuple(self.chairs), waiting,
            bot_due=len(people) < len(waiting), timer=self.setup.timer if people else 0,
        )  # fmt: skip

    # ---- who may

    def allow(self, person: str, deed: Deed) -> None:
        """Raise unless `person` may do this; whether the game allows it is another matter."""
        if person == HOUSE:
            return
        if isinstance(deed, deeds.Sit):
            self._may_sit(deed)
            return
        chair = self.chair(deed.seat)
        host = is_same(self.setup.host, person)
        own = is_same(chair.holder, person)
        if isinstance(deed, deeds.Hand):
            if not host and not own:
                raise ServerError("not-host")
            return
        if isinstance(deed, deeds.Remove | deeds.Mute):
            if not host:
                raise ServerError("host-only")
            if own or not chair.holder:
                raise ServerError("no-guest")
            if isinstance(deed, deeds.Mute) and not self.setup.chat:
                raise ServerError("no-chat")
            return
        if isinstance(deed, deeds.Again):
            if not self.seats_of(person):
                raise ServerError("foreign-seat", seat=deed.seat)
            return
        if not own:
            raise ServerError("foreign-seat", seat=deed.seat)
        if isinstance(deed, deeds.Rise):
            return
        if chair.bot:
            raise ServerError("seat-lent")

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < self.table.seats:
            raise BadOption("no-such-seat", seat=str(seat), most=self.table.seats - 1)
        return self.chairs[seat]

    def _may_sit(self, deed: deeds.Sit) -> None:
        if deed.holder in self.removed:
            raise ServerError("removed-from-table")
        if self.setup.listed and self.seats_of(deed.holder):
            raise ServerError("one-seat-each")
        if self.setup.practice:
            raise ServerError("table-full")
        if not any(chair.open for chair in self.chairs):
            raise ServerError("table-full")
        if not self.chair(deed.seat).open:
            raise ServerError("seat-taken")

    def read(self, moves: Moves, language: str) -> list[int]:
        """Moves as numbers, from numbers or from text in the reader's language or English."""
        if isinstance(moves, str):
            return self.table.read(self.table.game.words(language).untranslate(moves))
        return self.table.read(moves)

    # ---- doing

    def do(self, entry: Entry, now: Moment) -> Happened:
        """Do a deed, or raise and change nothing."""
        if entry.seq != self.version + 1:
            raise ServerError("not-kept")
        happened = self._do(entry)
        self.happened.append(happened)
        self.commands[entry.command] = entry.seq
        self._state = ""
        self.made.clear()
        self.arm(now)
        return happened

    def rest(self) -> None:
        """Let go of what was made to be told, until somebody asks again: of many tables it adds up."""
        self.made.clear()
        self.table.rest()

    def unseal(self) -> None:
        """Open the deal: no other table plays it any more."""
        self.sealed = False
        self.made.clear()

    def _do(self, entry: Entry) -> Happened:
        version, deed = entry.seq, entry.deed
        happened = partial(_happened, entry)
        match deed:
            case deeds.Play(seat, moves):
                self.must_play()
                self.table.accept(seat, moves)
                self.stands.append(version)
                self.since.pop(seat, None)
                return happened(self.table.told(-1))
            case deeds.Redeal(seat, seed):
                self.table.redeal(seat, bytes.fromhex(seed))
                self.stands.append(version)
                return happened(self.table.told(-1))
            case deeds.Undo(seat) | deeds.Restart(seat):
                self.must_play()
                before = self.table.version
                mine = [n for n, command in enumerate(self.table.commands) if command.seat == seat]
                if isinstance(deed, deeds.Undo):
                    self.table.undo(seat)
                else:
                    self.table.restart(seat)
                taken = mine[len(mine) - (before - self.table.version) :]
                undone = tuple(self.stands[n] for n in taken)
                self.stands = [version for version in self.stands if version not in undone]
                self.since.pop(seat, None)
                return happened(undone=undone, notice=("took-back", {"seat": seat}))
            case deeds.Sit(seat, name, holder):
                self.chairs[seat] = self._muted_or_not(Chair(name, holder))
                return happened(notice=("sat", {"seat": seat}))
            case deeds.Rise(seat):
                if self.state != OPEN:
                    raise ServerError("begun")
                args: Args = {"seat": seat, "name": self.chairs[seat].name}
                self.chairs[seat] = Chair()
                return happened(notice=("rose", args))
            case deeds.Hand(seat, bot):
                return happened(notice=self._hand(seat, bot))
            case deeds.Remove(seat):
                if self.state != OPEN:
                    raise ServerError("remove-begun")
                guest = self.chairs[seat]
                self.removed.add(guest.holder)
                self.chairs = [Chair() if c.holder == guest.holder else c for c in self.chairs]
                return happened(notice=("removed", {"seat": seat, "name": guest.name}))
            case deeds.Mute(seat, muted):
                holder = self.chairs[seat].holder
                (self.muted.add if muted else self.muted.discard)(holder)
                self.chairs = [self._muted_or_not(chair) for chair in self.chairs]
                return happened(notice=("muted" if muted else "unmuted", {"seat": seat}))
            case deeds.End(seat):
                self.must_play()
                self.ended = True
                return happened(notice=("ended", {"seat": seat}))
            case deeds.Again(_, table):
                if self.state != OVER:
                    raise ServerError("not-over")
                self.again = table
                return happened(notice=("again", {}))
            case deeds.Gap():
                return happened(notice=("gap", {}))

    def _muted_or_not(self, chair: Chair) -> Chair:
        return msgspec.structs.replace(chair, muted=chair.holder in self.muted)

    def _hand(self, seat: int, bot: str) -> tuple[str, Args]:
        chair = self.chair(seat)
        if self.state == OVER:
            raise BadMove("game-over", self.table.game.room)
        if not bot and not chair.holder and self.state == PLAYING:
            raise ServerError("nobodys-seat")
        self.chairs[seat] = msgspec.structs.replace(chair, bot=bot)
        self.since.pop(seat, None)
        args: Args = {"seat": seat, "bot": bot}
        if not chair.holder:
            return "bot-sat" if bot else "reopened", args
        return "lent" if bot else "returned", args

    def must_play(self) -> None:
        if self.state == OVER:
            raise BadMove("game-over", self.table.game.room)
        if self.state == OPEN:
            raise ServerError("not-started", n=sum(chair.open for chair in self.chairs))

    def arm(self, now: Moment) -> None:
        """Start the clocks of seats that have begun to wait, stop the others."""
        waiting = self.waiting()
        self.since = {seat: self.since.get(seat, now) for seat in waiting}

    def can_undo(self, seat: int) -> bool:
        return self.state == PLAYING and not self.chairs[seat].bot and self.table.can_undo(seat)


def _happened(
    entry: Entry, told: bytes = b"", undone: tuple[int, ...] = (), notice: tuple[str, Args] | None = None
) -> Happened:
    kind = str(entry.deed.__struct_config__.tag)
    return Happened(entry.seq, kind, entry.deed.seat, entry.at, told, undone, notice)


def is_same(kept: str, given: str) -> bool:
    """Compare two hashes without telling by the time it takes where they differ; empty is nobody's."""
    return bool(kept) and bool(given) and hmac.compare_digest(kept, given)
