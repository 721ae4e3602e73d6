"""`kill -9` at random instants under load, with other faults mixed in: what was told is kept, and every table goes on.

    python -m tests.faults.crash --kills 200 --seed 1

Tables of every game are played by people and bots, watched, joined, talked at and taken back, by clients that repeat
what was not acknowledged. Meanwhile the disk is full for a while, the log cannot be written, clients stop reading, and
the server is killed. The seed fixes which faults follow one another; the instants are those of this machine. After
every kill all that any client has heard is looked for in the file.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import http.client
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from websockets.exceptions import WebSocketException

from tests.faults.client import BOT, ME, OPEN, PATIENCE, Client, Server
from tests.faults.frames import Frames, NotUpgraded
from tests.faults.store import Kept, Row, Word, read_store

GAMES: Final = ("truffle-scuffle", "truffle-shuffle", "snack-match", "forest-shuffle")
LOGS: Final = ("file", "file", "closed", "dead pipe", "unread pipe")  # where the standard error leads
STEPS: Final = (  # a life ends after the last
    ("play",),
    ("play", "disk full", "disk free", "play"),
    ("play", "disk full"),
    ("play", "disk full", "disk free", "play", "disk full", "disk free", "play"),
)
NOT_NOW: Final = (
    "not-kept",
    "disk-full",
    "stopping",
    "internal",
)  # refusals after which a command is sent again
TROUBLE: Final = (OSError, EOFError, WebSocketException, http.client.HTTPException, NotUpgraded)
MIXED_IN: Final = ("disk", "log", "slow")  # the faults beside kill -9
GENEROUS: Final = ("--rate", "1000000")
T = TypeVar("T")
A_WHILE: Final = 0.4  # seconds, at most, between a step of the plan and the next


# ---- what was heard


class Ack(NamedTuple):
    table: str
    id: str
    kind: str
    moves: tuple[int, ...]
    version: int


class Refused(NamedTuple):
    """A command that was sent once and refused: it must not be found."""

    table: str
    id: str


class Version(NamedTuple):
    """A number that somebody was told; all up to it must be kept."""

    table: str
    version: int


class Happening(NamedTuple):
    table: str
    version: int
    kind: str
    seat: int
    at: float
    undone: tuple[int, ...]


class Seen(NamedTuple):
    """What a seat saw at a version: the same at all times."""

    table: str
    version: int
    seat: int | None
    view: bytes


class Said(NamedTuple):
    table: str
    number: int
    seat: int
    text: str
    at: float


class Joined(NamedTuple):
    table: str
    seat: int


Fact = Ack | Refused | Version | Happening | Seen | Said | Joined


def facts_of(table: str, message: Any) -> Iterator[Fact]:
    """All that a message claims to be so."""
    match message["type"]:
        case "update":
            yield Version(table, message["version"])
            yield from happenings_of(table, message["happenings"])
            if message["view"] is not None:
                view = hashlib.sha256(msgspec.json.encode(message["view"], order="deterministic")).digest()
                yield Seen(table, message["version"], message["view"]["seat"], view)
        case "welcome":
            yield Version(table, message["info"]["version"])
        case "pong" | "sketched" | "hinted" | "aided":
            yield Version(table, message["version"])
        case "said":
            yield Said(table, message["number"], message["seat"], message["text"], message["at"])


def happenings_of(table: str, told: Any) -> Iterator[Happening]:
    for one in told:
        yield Happening(table, one["version"], one["kind"], one["seat"], one["at"], tuple(one["undone"]))


class Ledger:
    """Compares all that was heard with what is kept."""

    def __init__(self) -> None:
        self.faults: Counter[str] = Counter(dict.fromkeys(FAULTS, 0))
        self.examples: dict[str, str] = {}
        self.checked: Counter[str] = Counter()
        self._seen: dict[tuple[str, int, int | None], bytes] = {}
        self._undone: dict[tuple[str, int], tuple[int, ...]] = {}
        self._rows: dict[str, list[Row]] = {}  # as they were after the last kill

    def check(self, kept: Kept, facts: Sequence[Fact]) -> None:
        self.expect(kept.sound, "damaged files", "SQLite finds the file damaged")
        for table, rows in kept.rows.items():
            whole = [row.version for row in rows] == list(range(1, len(rows) + 1))
            self.expect(whole, "holes", f"{table}: versions {[row.version for row in rows][-5:]} at the end")
            before = self._rows.get(table, [])
            self.expect(rows[: len(before)] == before, "lost", f"{table}: rows that were kept have changed")
            ids = Counter(row.id for row in rows)
            self.expect(len(ids) == len(rows), "doubled", f"{table}: {ids.most_common(1)}")
        self._rows = kept.rows
        rows_of = {table: {row.version: row for row in rows} for table, rows in kept.rows.items()}
        by_id = {table: {row.id: row for row in rows} for table, rows in kept.rows.items()}
        words_of = {table: {word.number: word for word in words} for table, words in kept.words.items()}
        words_by_id = {table: {word.id: word for word in words} for table, words in kept.words.items()}
        for fact in facts:
            self.checked[type(fact).__name__] += 1
            rows_by_version = rows_of.get(fact.table, {})
            found: Row | Word | None
            match fact:
                case Ack(table, id, kind, moves, version):
                    found = (words_by_id if kind == "say" else by_id).get(table, {}).get(id)
                    if found is None:
                        self.expect(False, "lost", f"{table}: {fact} was acknowledged")
                    elif isinstance(found, Word):
                        self.expect(found.number == version, "doubled", f"{fact}, kept as {found}")
                    else:
                        self.expect(found.version == version, "doubled", f"{fact}, kept as {found}")
                        same = found.kind == kind and found.moves == moves
                        self.expect(same, "lost", f"{fact}, kept as {found}")
                case Refused(table, id):
                    known = id in by_id.get(table, {}) or id in words_by_id.get(table, {})
                    self.expect(not known, "refused but kept", f"{fact}")
                case Version(table, version):
                    last = max(rows_by_version, default=0)
                    self.expect(
                        version <= last, "told but not kept", f"heard {version}, kept on disk {last}: {table}"
                    )
                case Happening(table, version, kind, seat, at, undone):
                    row = rows_by_version.get(version)
                    same = row is not None and (row.kind, row.seat, row.at) == (kind, seat, at)
                    self.expect(same, "told but not kept", f"heard {fact}, kept on disk {row}")
                    before_that = self._undone.setdefault((table, version), undone)
                    self.expect(undone == before_that, "told differently", f"{fact}, before {before_that}")
                case Seen(table, version, seat, view):
                    first = self._seen.setdefault((table, version, seat), view)
                    self.expect(
                        first == view, "told differently", f"{table} at version {version}, seat {seat}"
                    )
                case Said(table, number, seat, text, at):
                    word = words_of.get(table, {}).get(number)
                    same = word is not None and (word.seat, word.text, word.at) == (seat, text, at)
                    self.expect(same, "told but not kept", f"heard {fact}, kept on disk {word}")
                case Joined(table, seat):
                    sat = any(row.kind == "sit" and row.seat == seat for row in rows_by_version.values())
                    self.expect(sat, "lost", f"{fact}")

    def expect(self, so: bool, fault: str, example: str) -> None:
        if not so:
            self.faults[fault] += 1
            self.examples.setdefault(fault, example)


FAULTS: Final = (
    "lost", "doubled", "told but not kept", "told differently", "refused but kept", "holes", "damaged files",
    "server did not answer", "server did not start", "server did not stop", "tables that do not go on",
)  # fmt: skip


# ---- the clients


class Slot:
    """A place where one table after the other is played by the same people."""

    def __init__(self, number: int, game: str, with_bots: bool, random: Random) -> None:
        self.game = game
        self.random = random
        self.with_bots = with_bots
        self.source = f"127.0.{1 + number}.1"  # an address of its own: limits are by address
        self.table = ""
        self.key = ""
        self.over = False
        self.is_rematch = False
        self.all: list[str] = []  # every table that was played here
        self.moved = 0  # commands acknowledged in this life of the server

    def seats(self) -> list[Any]:
        if not self.with_bots:
            return [ME, OPEN]
        most = 2 if self.game == "truffle-scuffle" else 3
        return [ME, BOT, ME][:most]


class Guest(threading.Thread):
    """Somebody at a table, who comes again whatever becomes of the server, and notes what is told."""

    def __init__(self, load: Load, slot: Slot, number: int) -> None:
        super().__init__(daemon=True)
        self.load, self.slot, self.number = load, slot, number
        self.source = slot.source.removesuffix("1") + str(number + 1)
        self.random = Random(slot.random.getrandbits(64))
        self.facts: list[Fact] = []
        self.counts: Counter[str] = Counter()
        self.broken: BaseException | None = None

    def run(self) -> None:
        while not self.load.stopping:
            try:
                self.visit()
            except TROUBLE:
                self.counts["connections lost"] += 1
                time.sleep(0.02 + 0.03 * self.random.random())
            except BaseException as error:
                self.broken = error
                return

    def visit(self) -> None:
        raise NotImplementedError

    def hear(self, table: str, message: Any) -> None:
        self.facts += facts_of(table, message)
        self.counts[message["type"]] += 1
        if message["type"] == "refused":
            self.load.refusals[message["key"]] += 1

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> Any:
        """The answer to a request, or None where it is refused for now."""
        status, answer = self.load.server.ask(method, path, body, key, source=self.source)
        if status == 200:
            return answer
        self.load.refusals[answer["error"]["key"] if isinstance(answer, dict) else str(status)] += 1
        time.sleep(0.03)
        return None

    @contextlib.contextmanager
    def connected(self, table: str, key: str = "") -> Iterator[Hearing | None]:
        client = Hearing(self, table)
        try:
            client.send("hello", **({"key": key} if key else {}))
            if client.until("welcome", "refused")["type"] == "refused":
                time.sleep(0.05)
                yield None
            else:
                client.until("update")
                yield client
        finally:
            client.socket.close()


class Hearing(Client):
    def __init__(self, guest: Guest, table: str) -> None:
        self._guest, self._table = guest, table
        super().__init__(guest.load.server.port, table, greet=False, source=guest.source)

    def receive(self, timeout: float = PATIENCE) -> Any:
        message = super().receive(timeout)
        self.texts.clear()  # all that matters is kept as facts
        self._guest.hear(self._table, message)
        return message


@dataclass
class Command:
    table: str
    id: str
    kind: str
    seat: int
    fields: dict[str, Any]
    sent: int = 0

    def ack(self, version: int) -> Ack:
        return Ack(self.table, self.id, self.kind, tuple(self.fields.get("moves", ())), version)


class Player(Guest):
    """Plays, takes back and talks. A command that was not acknowledged is sent again, with its id."""

    def __init__(self, load: Load, slot: Slot, number: int) -> None:
        super().__init__(load, slot, number)
        self._key = ""
        self._joined = ""  # the table
        self._pending: Command | None = None

    def visit(self) -> None:
        slot = self.slot
        if self.number == 0 and (not slot.table or slot.over):
            self._make()
        table = slot.table
        if not table or (slot.over and self._pending is None):
            time.sleep(0.05)
            return
        if not self._has_seat(table):
            return
        with self.connected(table, self._key) as client:
            if client is not None:
                self._play(client, table)

    def _make(self) -> None:
        """A table, or half of the time a rematch."""
        slot = self.slot
        again = bool(slot.table) and not slot.with_bots and self.random.random() < 0.5
        if again:
            found = self.ask("POST", f"/api/tables/{slot.table}/rematch", {}, self._key)
        else:
            body = {
                "game": slot.game,
                "name": "Ana",
                "seats": slot.seats(),
                "listed": not slot.with_bots and self.random.random() < 0.5,
            }
            found = self.ask("POST", "/api/tables", body, self._key)
        if found is not None:
            self._key = slot.key = found.get("key", self._key)
            slot.is_rematch = again
            slot.all.append(found["table"])
            slot.table, slot.over = found["table"], False

    def _has_seat(self, table: str) -> bool:
        if self.number == 0 or self._joined == table:
            return True
        found = self.ask("POST", f"/api/tables/{table}/seats", {"name": "Bea"}, self._key)
        if found is None:
            return False
        self._key, self._joined = found["key"], table
        if not self.slot.is_rematch:  # there nobody has to sit down
            self.facts += [Joined(table, seat) for seat in found["seats"]]
        return True

    def _play(self, client: Hearing, table: str) -> None:
        sent = False
        while not self.load.stopping:
            if self._pending is not None and self._pending.table != table:
                self._pending = None  # of a table that is over
            if self._pending is None:
                if client.update["state"] == "over":
                    self.slot.over = True
                    return
                if self.random.random() < 0.01:
                    self._look_again(table)
                if self.random.random() < 0.01:
                    return  # and comes again
                self._pending, sent = self._choose(client, table), False
            if self._pending is not None and not sent:
                self._send(client, self._pending)
                sent = True
            try:
                message = client.receive(0.1)
            except TimeoutError:
                continue
            if self._pending is None or message.get("id") != self._pending.id:
                continue
            if message["type"] == "ack":
                self.facts.append(self._pending.ack(message["version"]))
                self._pending = None
                self.load.acks += 1
                self.slot.moved += 1
            elif message["type"] == "refused":
                if message["key"] in NOT_NOW:
                    time.sleep(0.02)
                    sent = False
                else:
                    if self._pending.sent == 1:  # another copy may have been taken meanwhile
                        self.facts.append(Refused(table, self._pending.id))
                    self._pending = None

    def _choose(self, client: Hearing, table: str) -> Command | None:
        update, view = client.update, client.update["view"]
        mine = client.last["welcome"]["mine"]
        fresh = f"{self.random.getrandbits(64):x}"
        chance = self.random.random()
        if chance < 0.03:
            return Command(table, fresh, "say", mine[0], {"text": f"Hello {fresh}"})
        if view is None:
            return None
        if update["can_undo"] and chance < 0.12:
            return Command(table, fresh, "undo", view["seat"], {})
        turn = [seat for seat in view["waiting"] if seat in mine]
        if not turn:
            return None
        if view["seat"] not in turn:
            client.send("face", seat=turn[0])
            client.until("update", "refused")
            return None
        if not view["moves"]:
            return None
        return Command(table, fresh, "play", view["seat"], {"moves": [self.random.choice(view["moves"])]})

    def _send(self, client: Hearing, command: Command) -> None:
        if len(client.last["welcome"]["mine"]) > 1:
            client.send("face", seat=command.seat)
        for _ in range(2 if self.random.random() < 0.05 else 1):  # twice is once
            command.sent += 1
            client.send(command.kind, id=command.id, **command.fields)

    def _look_again(self, table: str) -> None:
        info = self.ask("GET", f"/api/tables/{table}")
        if info is not None:
            self.facts.append(Version(table, info["version"]))
        home = self.ask("GET", f"/api/tables/{table}/record", key=self._key)
        if home is not None:
            self.facts += happenings_of(table, home["happenings"])


class Watcher(Guest):
    """Listens, and asks now and then how far the table is."""

    def visit(self) -> None:
        table = self.slot.table
        if not table:
            time.sleep(0.05)
            return
        with self.connected(table) as client:
            while client is not None and not self.load.stopping and self.slot.table == table:
                if self.random.random() < 0.05:
                    client.send("ping")
                with contextlib.suppress(TimeoutError):
                    client.receive(0.2)


class Slow(Guest):
    """Opens a connection and does not read it: for a while, or until the server ends. Half of them have a seat."""

    def visit(self) -> None:
        table, life = self.slot.table, self.load.life
        if not table or not self.load.running.is_set():
            time.sleep(0.05)
            return
        key = self.slot.key if self.random.random() < 0.5 else ""
        path = f"/api/tables/{table}/socket"
        with Frames(self.load.server.port, path, source=self.source, receive_buffer=4096) as frames:
            frames.send("hello", **({"key": key} if key else {}))
            while not (self.load.slow_ones_read.is_set() or self.load.stopping or self.load.life != life):
                time.sleep(0.02)
            frames.socket.settimeout(0.5)
            while not self.load.stopping:  # what has come until the connection ended counts as told, too
                with contextlib.suppress(TimeoutError):
                    self.hear(table, frames.message())
                if self.load.life == life and not self.load.slow_ones_read.is_set():
                    return


# ---- the plan


class Life(NamedTuple):
    """What happens to one process of the server, from its start to its kill."""

    log: str
    starting: bool  # killed while it starts
    steps: tuple[str, ...]
    slow_ones_read: bool  # after a while; else never again


def plan(seed: int, number: int, mixed_in: Sequence[str] = MIXED_IN) -> Life:
    """Shuffled by blocks, so that a short run meets every kind of fault, too."""
    random = Random(f"{seed}:{number}")
    log = _of_block(LOGS, seed, number)
    steps = _of_block(STEPS, seed, number)
    starting = _of_block((True, *9 * (False,)), seed, number)
    return Life(
        log if "log" in mixed_in else "file",
        starting,
        steps if "disk" in mixed_in else ("play",),
        random.random() < 0.5,
    )


def _of_block(choices: Sequence[T], seed: int, number: int) -> T:
    block, place = divmod(number, len(choices))
    return Random(f"{seed}:{block}:{len(choices)}").sample(choices, len(choices))[place]


@dataclass
class Load:
    """A server that is killed again and again, and all who speak to it meanwhile."""

    folder: Path
    seed: int
    patience: float = PATIENCE
    mixed_in: Sequence[str] = MIXED_IN
    stopping: bool = False
    life: int = 0
    acks: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    happened: Counter[str] = field(default_factory=Counter)
    running: threading.Event = field(default_factory=threading.Event)
    slow_ones_read: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.ledger = Ledger()
        self._random = Random(self.seed)
        self._checked: dict[int, int] = {}
        self.server = Server(self.folder, *GENEROUS, start=False)
        self.slots: list[Slot] = []
        self.guests: list[Guest] = []
        for game in GAMES:
            for with_bots in (False, True):
                slot = Slot(len(self.slots), game, with_bots, Random(self._random.getrandbits(64)))
                self.slots.append(slot)
                kinds = [Player, Watcher, Slow] if with_bots else [Player, Player, Watcher]
                if "slow" not in self.mixed_in:
                    kinds = [kind for kind in kinds if kind is not Slow]
                self.guests += [kind(self, slot, number) for number, kind in enumerate(kinds)]

    # ---- one life after the other

    def run(self, kills: int, say: Callable[[str], None] = lambda text: None) -> None:
        start = time.monotonic()
        for number in range(kills):
            self._live(plan(self.seed, number, self.mixed_in))
            if (number + 1) % 10 == 0 or number + 1 == kills:
                told = self.ledger.checked["Version"] + self.ledger.checked["Happening"]
                faults = sum(self.ledger.faults.values())
                say(
                    f"{number + 1:>4} kills  {self.ledger.checked['Ack']:>7} acknowledged  {told:>8} told  "
                    f"{faults:>3} faults  {time.monotonic() - start:>5.0f} s"
                )
        self._last_life()

    def _live(self, life: Life) -> None:
        self.life += 1
        with self._log(life.log) as log:
            self.server = self._next(log)
            self.happened[f"log: {life.log}"] += 1
            if life.starting:
                self.server.launch()
                time.sleep(self._random.random() * 0.6)
                self.server.kill()
                self.happened["killed while starting"] += 1
            elif self._start():
                if life.log == "dead pipe":
                    log.close_reader()
                self._follow(life)
                self.server.kill()
            self.running.clear()
        self._check()

    def _next(self, log: Log) -> Server:
        server = Server(self.folder, *GENEROUS, stderr=log.writer, close_stderr=log.closed, start=False)
        server.port = self.server.port
        return server

    def _start(self) -> bool:
        try:
            self.server.start()
        except AssertionError as error:
            self.ledger.expect(False, "server did not start", str(error)[:300])
            self.server.kill()
            return False
        for guest in self.guests:
            if not guest.is_alive() and guest.ident is None:
                guest.start()
        self.slow_ones_read.clear()
        self.running.set()
        return True

    def _follow(self, life: Life) -> None:
        for slot in self.slots:
            slot.moved = 0
        for number, step in enumerate(life.steps):
            if step == "disk full":
                self.happened["disk full"] += 1
            if step.startswith("disk"):
                self.server.fill_disk(step == "disk full")
            if not self._is_answered(full=step == "disk full"):
                example = f"life {self.life}: {life} at step {number + 1}"
                self.ledger.expect(False, "server did not answer", example)
                return
            if number == len(life.steps) // 2 and life.slow_ones_read:
                self.slow_ones_read.set()
                self.happened["slow clients read again"] += 1
            time.sleep(self._random.random() * A_WHILE)
        if life.steps[-1] == "disk full":
            self.happened["killed while the disk was full"] += 1

    def _is_answered(self, full: bool) -> bool:
        """Whether a few more commands are taken, or refused while the disk is full."""
        acks, refusals = self.acks, self.refusals.total()
        return self._wait(lambda: self.acks > acks + 12 or (full and self.refusals.total() > refusals + 3))

    def _wait(self, so: Callable[[], bool]) -> bool:
        end = time.monotonic() + self.patience
        while not so():
            self._all_well()
            if time.monotonic() > end or self.server.process.poll() is not None:
                return False
            time.sleep(0.01)
        return True

    def _all_well(self) -> None:
        for guest in self.guests:
            if guest.broken is not None:
                raise guest.broken

    @contextlib.contextmanager
    def _log(self, kind: str) -> Iterator[Log]:
        log = Log(kind)
        try:
            yield log
        finally:
            log.close()

    # ---- what is kept

    def _check(self, everything: bool = False) -> None:
        fresh: list[Fact] = []
        for guest in self.guests:
            start = 0 if everything else self._checked.get(id(guest), 0)
            end = len(guest.facts)
            fresh += guest.facts[start:end]
            self._checked[id(guest)] = end
        if self.server.database.exists():
            self.ledger.check(read_store(self.server.database), fresh)

    def _last_life(self) -> None:
        """Without a fault: every table takes another move, or is over and can be replayed."""
        self.life += 1
        with self._log("file") as log:
            self.server = self._next(log)
            if not self._start():
                return
            for slot in self.slots:
                slot.moved = 0
            self._wait(lambda: all(slot.moved or slot.over for slot in self.slots))
            for slot in self.slots:
                well = bool(slot.moved or slot.over)
                self.ledger.expect(well, "tables that do not go on", f"{slot.game}: {slot.table}")
            self.stopping = True
            for guest in self.guests:
                guest.join(self.patience)
            self._all_well()
            for table in self.tables:
                self._can_be_replayed(table)
            code = self.server.stop()
            self.ledger.expect(code == 0, "server did not stop", f"exit code {code}")
        self.ledger.checked.clear()
        self._check(everything=True)

    def _can_be_replayed(self, table: str) -> None:
        status, info = self.server.ask("GET", f"/api/tables/{table}")
        well = status == 200
        if well and info["state"] == "over":
            _, home = self.server.ask("GET", f"/api/tables/{table}/record")
            status, end = self.server.ask("POST", "/api/replay", {"record": home.get("record", "")})
            well = status == 200 and end["outcome"] is not None
            self.happened["games played to the end"] += 1
        self.ledger.expect(well, "tables that do not go on", f"{table}: {status} {info}")

    @property
    def tables(self) -> list[str]:
        return [table for slot in self.slots for table in slot.all]

    def report(self) -> str:
        """What happened, what was heard and what was found wrong, as a table."""
        heard = sum((guest.counts for guest in self.guests), Counter[str]())
        groups: list[tuple[str, dict[str, int]]] = [
            ("Happened", {"tables": len(self.tables), **dict(sorted(self.happened.items()))}),
            ("Refused meanwhile", dict(self.refusals.most_common())),
            ("Heard", dict(heard.most_common())),
            ("Looked for on the disk", dict(self.ledger.checked.most_common())),
            ("Faults", dict(self.ledger.faults)),
        ]
        lines: list[str] = []
        for title, counts in groups:
            lines += ["", title, *(f"  {name:<32}{count:>9,}" for name, count in counts.items())]
        lines += [f"  first {fault}: {example[:300]}" for fault, example in self.ledger.examples.items()]
        return "\n".join(lines)


class Log:
    """Where the standard error of a server leads: a file on the same disk, nowhere, or a pipe nobody reads."""

    def __init__(self, kind: str) -> None:
        self.closed = kind == "closed"
        self.writer: int | None = None
        self._reader: int | None = None
        if kind.endswith("pipe"):
            self._reader, self.writer = os.pipe()
            fcntl.fcntl(self.writer, fcntl.F_SETPIPE_SZ, 4096)

    def close_reader(self) -> None:
        if self._reader is not None:
            os.close(self._reader)
            self._reader = None

    def close(self) -> None:
        self.close_reader()
        if self.writer is not None:
            os.close(self.writer)
            self.writer = None


def run(
    folder: Path,
    kills: int,
    seed: int,
    patience: float = PATIENCE,
    mixed_in: Sequence[str] = MIXED_IN,
    say: Callable[[str], None] = lambda text: None,
) -> Load:
    load = Load(folder, seed, patience, mixed_in)
    try:
        load.run(kills, say)
    finally:
        load.stopping = True
        process = getattr(load.server, "process", None)
        if process is not None and process.poll() is None:
            load.server.kill()
    return load


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description="Kill the server again and again, and look for what it told."
    )
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help="seconds without an answer: it hangs"
    )
    parser.add_argument(
        "--mixed-in", default=",".join(MIXED_IN), help="faults beside kill -9, by default all"
    )
    chosen = parser.parse_args(words)
    mixed_in = chosen.mixed_in.split(",")
    with tempfile.TemporaryDirectory() as place:
        load = run(
            Path(place),
            chosen.kills,
            chosen.seed,
            chosen.patience,
            mixed_in,
            lambda text: print(text, flush=True),
        )
    print(load.report())
    return 1 if sum(load.ledger.faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
