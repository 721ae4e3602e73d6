"""Hostile messages and requests by the ten thousand, as a seat, a watcher and a stranger.

    python -m tests.faults.fuzz --messages 100000 --seed 1

Counts what must not be: answers of 5xx, tasks that died, connections that ended without a reason, requests without an
answer, effects (on a table that nobody attacked, or by anything that was not acknowledged) and leaks (keys, hashes of
keys, seeds, names of tables, views of others). `hostile.py` makes what is sent.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from tests.faults import hostile
from tests.faults.client import ME, OPEN, PATIENCE, Server
from tests.faults.frames import CLOSE, Frames, NotUpgraded, frame
from tests.faults.store import read_store
from tests.fixtures import make

RECORDS: Final = Path(make.__file__).parent / "records"
GAMES: Final = ("truffle-scuffle", "truffle-shuffle", "snack-match", "forest-shuffle")
GENEROUS: Final = {  # limits that would stop the fuzz; those that this version knows are set
    "--rate": "1000000", "--address-rate": "1000000", "--address-requests": "1000000", "--address-work": "100000",
    "--address-work-at-once": "1000", "--address-tables": "1000000", "--address-sockets": "1000",
}  # fmt: skip
DEAD: Final = re.compile(r"-broke|Traceback|Task exception|never retrieved|\"internal\"|\"status\":5\d\d")
RUN: Final = re.compile(rb"[A-Za-z0-9_-]{22,}")  # in which a key, a hash, a seed or a name could hide
OWN: Final = re.compile(r"(c\d+|(sit|bot):.*)")  # ids of commands that are no attack
ID: Final = re.compile(rb'"id": ?"([^"]+)"')
FAULTS: Final = (
    "answers of 5xx", "dead tasks", "closes without a reason", "no answer", "effects", "leaks", "server did not stop",
)  # fmt: skip
FLOOD: Final = 3000  # messages or requests, at most, until a limit must be met
LIBRARY_LIMIT: Final = (
    8 * hostile.MESSAGE
)  # bytes; beyond it a frame is not read, so it cannot be answered in words
BATCH: Final = 12  # messages between two looks at what came back
OF_A_TABLE: Final = 2500  # messages, until an attacker makes another table


@dataclass
class Tally:
    """What was sent, what came back, and what should not have been."""

    kinds: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(FAULTS, 0)))
    examples: dict[str, list[str]] = field(default_factory=dict)
    runs: set[bytes] = field(default_factory=set)

    def fault(self, name: str, example: str) -> None:
        self.faults[name] += 1
        found = self.examples.setdefault(name, [])
        example = re.sub(r'"at":[0-9.]+,', "", example)[:600]
        if len(found) < 8 and not any(example[:60] == known[:60] for known in found):
            found.append(example)

    def hear(self, data: bytes) -> None:
        self.runs.update(RUN.findall(data))


# ---- attackers


class Attacker(threading.Thread):
    def __init__(self, fuzz: Fuzz, role: str, messages: int) -> None:
        super().__init__(daemon=True)
        self.fuzz, self.role, self.left = fuzz, role, messages
        self.random = Random(f"{fuzz.seed}:{role}")
        self.tally = Tally()
        self.broken: BaseException | None = None

    def run(self) -> None:
        try:
            while self.left > 0 and not self.fuzz.stopping:
                self.attack()
        except BaseException as error:
            self.broken = error

    def attack(self) -> None:
        raise NotImplementedError

    def count(self, kind: str) -> None:
        self.left -= 1
        self.tally.kinds[f"{self.role}: {kind}"] += 1

    @property
    def source(self) -> str:
        return f"127.{self.random.randrange(1, 250)}.{self.random.randrange(250)}.{self.random.randrange(1, 250)}"


class SocketAttacker(Attacker):
    """Speaks at a table as one who sits there, as one who watches, or as one who was not let in."""

    def __init__(self, fuzz: Fuzz, role: str, messages: int) -> None:
        super().__init__(fuzz, role, messages)
        self.acks: set[tuple[str, str, int]] = set()  # table, id and version
        self.ids: set[str] = set()  # that were sent
        self.views: dict[tuple[str, int, int | None], bytes] = {}
        self._table: make.Table | None = None
        self._until = 0
        self._aim = hostile.Aim()
        self._barriers = 0

    def attack(self) -> None:
        if self._table is None or self.left < self._until:
            self._table = self.fuzz.table(self.role, self.random)
            self._until = self.left - OF_A_TABLE
            self._aim = hostile.Aim(
                keys=self.fuzz.foreign_keys, notation=self.fuzz.notation[self._table.game]
            )
        name = self._table.name
        if self.role == "stranger" and self.random.random() < 0.2:
            name = self.random.choice(("A" * 22, "%00", "x", "%f0%9f%90%97", "A" * 500))
        try:
            with Frames(self.fuzz.server.port, f"/api/tables/{name}/socket", source=self.source) as line:
                self._greet(line)
                for _ in range(self.random.choice((1, 3, 8))):
                    if not self._speak(line, name):
                        return
        except NotUpgraded as refused:
            self.tally.answers[f"HTTP {refused.status}"] += 1
            self.tally.hear(refused.answer)
            if refused.status >= 500:
                self.tally.fault("answers of 5xx", f"{refused.status} to the socket of {name}")
            self.count("socket refused")
        except (OSError, EOFError) as error:
            self.count("socket refused")
            self.tally.fault("closes without a reason", f"handshake at {name}: {error!r}")

    def _speak(self, line: Frames, table: str) -> bool:
        """A batch of messages or one attack on frames; whether the connection goes on."""
        if self.random.random() < 0.1:
            attack = hostile.frames(
                self.random, hostile.message(self.random, self._aim)[1][: hostile.MESSAGE]
            )
            self.count(f"frames, {attack.kind}")
            return self._send(line, table, [(attack.kind, attack.sent)], attack.code, attack.leaves)
        sent: list[tuple[str, bytes]] = []
        while len(sent) < BATCH:
            kind, payload = hostile.message(self.random, self._aim)
            self.count(kind)
            sent.append((kind, frame(payload)))
            self.ids.update(found.decode(errors="replace") for found in ID.findall(payload))
            if not _is_text(payload):
                return self._send(line, table, sent, 1007)
            if len(payload) > LIBRARY_LIMIT:
                return self._send(line, table, sent, 1009)
            if kind == "too big":  # it ends the connection
                break
        return self._send(line, table, sent)

    def _greet(self, line: Frames) -> None:
        """Come in as one may, most of the time."""
        assert self._table is not None
        self._aim.mine = []
        if self.random.random() > (0.1 if self.role == "stranger" else 0.9):
            return
        key = self._table.keys[0] if self.role == "seat" else ""
        line.send("hello", **({"key": key} if key else {}), explain=self.random.random() < 0.2)

    def _send(
        self,
        line: Frames,
        table: str,
        sent: Sequence[tuple[str, bytes]],
        code: int | None = None,
        leaves: bool = False,
    ) -> bool:
        self._barriers += 1
        barrier = f"barrier-{self._barriers}"
        last = msgspec.json.encode({"type": "aids", "id": barrier})
        kinds = ", ".join(kind for kind, _ in sent)
        refused = ""
        try:
            line.socket.sendall(b"".join(data for _, data in sent) + (b"" if leaves or code else frame(last)))
            if leaves:
                return False
            while True:
                opcode, payload = line.read()
                self.tally.hear(payload)
                if opcode == CLOSE:
                    self._closed(payload, code, refused, kinds)
                    return False
                if opcode not in (1, 2):
                    continue
                message = msgspec.json.decode(payload)
                if message["type"] == "refused":
                    refused = message["key"]
                self._hear(table, message)
                if message.get("id") == barrier:
                    return True
        except TimeoutError:
            self.tally.fault("no answer", f"{self.role}: {kinds}")
        except (OSError, EOFError) as error:
            if not refused and code is None:
                self.tally.fault("closes without a reason", f"{self.role}: {error!r} after {kinds}")
            elif code is not None:
                self.tally.fault(
                    "closes without a reason", f"{self.role}: no close frame after {kinds}: {error!r}"
                )
            else:
                self.tally.answers[f"end after {refused}"] += 1
        return False

    def _closed(self, payload: bytes, code: int | None, refused: str, kinds: str) -> None:
        found = int.from_bytes(payload[:2], "big") if payload else 1005
        self.tally.answers[f"close {found}"] += 1
        by_standard = code is not None and found in (code, 1000, 1001, 1002, 1005, 3000, 4999)
        if not refused and not by_standard:
            self.tally.fault("closes without a reason", f"{self.role}: {found} {payload[2:]!r} after {kinds}")

    def _hear(self, table: str, message: Any) -> None:
        kind = message["type"]
        self.tally.answers[f"refused {message['key']}" if kind == "refused" else kind] += 1
        if kind == "refused" and message["key"] == "internal":
            self.tally.fault("answers of 5xx", f"refused internal: {message}")
        if kind == "ack":
            self.acks.add((table, message["id"], message["version"]))
        if kind in ("update", "sketched"):
            view = message["view"]
            if view is not None:
                self._look(table, message, view)

    def _look(self, table: str, message: Any, view: Any) -> None:
        own = {0} if self.role == "seat" else set()
        if view["seat"] not in own | {None} or (
            self.role == "stranger" and table not in self.fuzz.open_to_all
        ):
            self.tally.fault("leaks", f"{self.role} is shown the view of seat {view['seat']} at {table}")
        self._aim.mine = [view["seat"]] if view["seat"] in own else []
        if message["type"] == "update":
            self._aim.moves = view["moves"]
            digest = hashlib.sha256(msgspec.json.encode(view, order="deterministic")).digest()
            known = self.views.setdefault((table, message["version"], view["seat"]), digest)
            if known != digest:
                self.tally.fault("leaks", f"two views of seat {view['seat']} at version {message['version']}")
            if message["state"] == "over":
                self._table = None


def _is_text(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


class RequestAttacker(Attacker):
    """Asks over HTTP, several requests at once or bytes that are none."""

    def __init__(self, fuzz: Fuzz, role: str, messages: int) -> None:
        super().__init__(fuzz, role, messages)
        self.made: list[str] = []  # tables
        self.joined: Counter[str] = Counter()

    def attack(self) -> None:
        if self.random.random() < 0.3:
            asked = [self.fuzz.routes.raw(self.random)]
        else:
            asked = [self.fuzz.routes.request(self.random) for _ in range(self.random.choice((1, 2, 4, 6)))]
        for request in asked:
            self.count(request.kind)
        with contextlib.closing(self.fuzz.server.raw(self.source)) as line:
            try:
                line.sendall(b"".join(request.sent for request in asked))
                if asked[0].leaves:
                    return
            except OSError:
                pass  # what was answered can be read all the same
            self._read(Answers(line), asked)

    def _read(self, answers: Answers, asked: Sequence[hostile.Request]) -> None:
        for number, request in enumerate(asked):
            name = f"{request.kind}: {request.sent[:100]!r} … {request.sent[100:][-350:]!r}"
            try:
                status, headers, body = answers.next(request.method)
            except TimeoutError:
                self.tally.fault("no answer", name)
                return
            except (OSError, EOFError, ValueError) as error:
                self.tally.fault("closes without a reason", f"{error!r} to request {number + 1}, {name}")
                return
            self.tally.hear(body)
            self.tally.hear(repr(headers).encode())
            key = _key_of(headers, body)
            self.tally.answers[f"HTTP {status}" + (f" {key}" if key else "")] += 1
            if status >= 500:
                self.tally.fault("answers of 5xx", f"{status} {key} to {name}")
            if status == 200:
                self._note(request, body)
            if status == 101 or "close" in headers.get("connection", "").lower():
                return

    def _note(self, request: hostile.Request, body: bytes) -> None:
        if request.method != "POST":
            return
        if request.route in ("/api/tables", "/api/tables/{table}/fork", "/api/tables/{table}/rematch"):
            self.made.append(msgspec.json.decode(body)["table"])
        if request.route == "/api/tables/{table}/seats":
            self.joined[msgspec.json.decode(body)["table"]] += 1


class Answers:
    """The answers on a connection, one after the other."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self._line.settimeout(PATIENCE)
        self._kept = b""

    def next(self, method: str) -> tuple[int, dict[str, str], bytes]:
        while True:
            head = self._until(b"\r\n\r\n").decode("latin-1")
            first, *lines = head.split("\r\n")
            status = int(first.split(" ")[1])
            if status >= 200 or status == 101:
                break
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        if status == 101:
            return status, headers, self._rest()
        if method == "HEAD" or status in (204, 304):
            return status, headers, b""
        if "content-length" in headers:
            return status, headers, self._take(int(headers["content-length"]))
        if headers.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(self._until(b"\r\n"), 16):
                body += self._take(size)
                self._take(2)
            self._take(2)
            return status, headers, body
        return status, headers, self._rest()

    def _until(self, end: bytes) -> bytes:
        while end not in self._kept:
            self._more()
        found, _, self._kept = self._kept.partition(end)
        return found

    def _take(self, size: int) -> bytes:
        while len(self._kept) < size:
            self._more()
        found, self._kept = self._kept[:size], self._kept[size:]
        return found

    def _rest(self) -> bytes:
        with contextlib.suppress(EOFError):
            while True:
                self._more()
        found, self._kept = self._kept, b""
        return found

    def _more(self) -> None:
        data = self._line.recv(2**16)
        if not data:
            raise EOFError
        self._kept += data


def _key_of(headers: dict[str, str], body: bytes) -> str:
    if not headers.get("content-type", "").startswith("application/json"):
        return ""
    with contextlib.suppress(msgspec.DecodeError, AttributeError):
        return str(msgspec.json.decode(body).get("error", {}).get("key", ""))
    return ""


# ---- the whole


class Fuzz:
    """A server, a table that nobody attacks, and all who attack the rest."""

    def __init__(self, folder: Path, messages: int, seed: int) -> None:
        self.seed, self.stopping = seed, False
        self.folder = folder
        self._random = Random(seed)
        self.server = Server(folder, *generous())
        self._lock = threading.Lock()
        self.attacked: list[make.Table] = []
        self.of_seat: list[make.Table] = []  # those where an attacker sits
        self.open_to_all: set[str] = set()
        self.notation: dict[str, list[str]] = {}
        self.secrets: set[str] = set()
        self.secrets_known = self.tables_kept = 0
        self.memory: list[int] = []
        self.seconds = 0.0
        share = messages // 8
        self.sockets = [
            SocketAttacker(self, "seat", 2 * share),
            SocketAttacker(self, "watcher", share),
            SocketAttacker(self, "stranger", share),
        ]
        self.requests = [RequestAttacker(self, f"requests {number}", 2 * share) for number in (1, 2)]

    def run(self) -> Tally:
        start = time.monotonic()
        try:
            control = self._prepare()
            before = self._seen(control)
            self.memory.append(self.server.memory())
            attackers: list[Attacker] = [*self.sockets, *self.requests]
            for attacker in attackers:
                attacker.start()
            for attacker in attackers:
                attacker.join()
                if attacker.broken is not None:
                    raise attacker.broken
            self.memory.append(self.server.memory())
            tally = self._sum(attackers)
            self._nothing_has_happened(tally, control, before)
            self._views_are_the_seats_own(tally)
            code = self.server.stop()
            if code:
                tally.fault("server did not stop", f"exit code {code}")
            self._store_holds_what_was_acknowledged(tally)
            self._log_tells_of_no_fault(tally)
            self.seconds = time.monotonic() - start
            return tally
        finally:
            self.stopping = True
            if self.server.process.poll() is None:
                self.server.kill()

    # ---- before

    def _prepare(self) -> make.Table:
        for game in GAMES:
            _, self.notation[game] = self.server.ask("GET", f"/api/games/{game}/moves")
        control = self._two("forest-shuffle", self._random)
        control.play(make.beyond(12))
        control.do(0, "say", text="Nobody else reads this")
        self.secrets |= {control.name, *control.keys}
        over = self._two("snack-match", self._random)
        over.play(lambda update: False)
        waits = self.server.make("forest-shuffle", (ME, OPEN, OPEN))
        stranger = self.server.make("truffle-scuffle", (ME, ME))  # a table of the attackers' own
        self.foreign_keys = [stranger["key"]]
        _, described = self.server.ask("GET", "/api/openapi.json")
        self.routes = hostile.Routes(described, GAMES, f"127.0.0.1:{self.server.port}")
        target = self._two("truffle-shuffle", self._random)
        self.secrets |= {*target.keys, waits["key"]}
        self.routes.tables = [over.name, waits["table"], target.name, stranger["table"]]
        self.routes.keys = [stranger["key"], over.keys[0]]
        self.routes.records = [path.read_text(encoding="utf-8") for path in sorted(RECORDS.glob("*/*.txt"))]
        self.public = over.name
        self.first_tables = {control.name, over.name, waits["table"], stranger["table"], target.name}
        return control

    def _two(self, game: str, random: Random) -> make.Table:
        made = self.server.make(game, (ME, OPEN), hints=False)
        joined = self.server.join(made["table"])
        return make.Table(self.server, made, (made["key"], joined["key"]), random)

    def table(self, role: str, random: Random) -> make.Table:
        """A new table to be attacked: by whoever has its first seat, or by others."""
        with self._lock:
            table = self._two(random.choice(GAMES), random)
            table.play(make.beyond(random.choice((2, 6, 15))))
            self.attacked.append(table)
            if role == "seat":
                self.of_seat.append(table)
            self.open_to_all.add(table.name)  # whoever has its name may watch
            self.secrets |= {table.keys[1]} if role == "seat" else {*table.keys}
            return table

    # ---- after

    def _seen(self, table: make.Table) -> Any:
        _, info = self.server.ask("GET", f"/api/tables/{table.name}")
        mine = [self.server.ask("GET", "/api/mine", key=key) for key in table.keys]
        homes = [self.server.ask("GET", f"/api/tables/{table.name}/record", key=key) for key in table.keys]
        return info, mine, homes, table.facts()

    def _sum(self, attackers: Sequence[Attacker]) -> Tally:
        tally = Tally()
        for attacker in attackers:
            tally.kinds += attacker.tally.kinds
            tally.answers += attacker.tally.answers
            tally.runs |= attacker.tally.runs
            for name, number in attacker.tally.faults.items():
                tally.faults[name] += number
                tally.examples.setdefault(name, []).extend(attacker.tally.examples.get(name, ()))
        return tally

    def _nothing_has_happened(self, tally: Tally, control: make.Table, before: Any) -> None:
        if self._seen(control) != before:
            tally.fault("effects", "the table that nobody attacked has changed")
        with control.client(0) as client:
            seat = client.update["view"]["waiting"][0]
        with control.client(seat) as client:
            if client.ask("play", moves=[client.moves[0]])["type"] != "ack":
                tally.fault("effects", "the table that nobody attacked does not go on")

    def _views_are_the_seats_own(self, tally: Tally) -> None:
        """What attackers saw last is what whoever sits or watches there sees."""
        for table in self.attacked:
            for seat, hello in ((0, {"key": table.keys[0]}), (None, {})):
                with self.server.client(table.name, **hello) as client:
                    update = client.update
                digest = hashlib.sha256(msgspec.json.encode(update["view"], order="deterministic")).digest()
                for attacker in self.sockets:
                    if attacker.views.get((table.name, update["version"], seat), digest) != digest:
                        tally.fault(
                            "leaks", f"{attacker.role} saw another view of seat {seat} at {table.name}"
                        )

    def _store_holds_what_was_acknowledged(self, tally: Tally) -> None:
        kept = read_store(self.server.database)
        for table in self.attacked:
            rows, words = kept.rows.get(table.name, []), kept.words.get(table.name, [])
            lent = any(row.kind == "hand" for row in rows)
            if not lent and any(row.id.startswith("bot:") for row in rows):
                tally.fault("effects", f"{table.name}: a bot has moved that nobody called")
            found = {(row.id, row.version) for row in rows} | {(word.id, word.number) for word in words}
            for attacker in self.sockets:
                told = {(id, version) for name, id, version in attacker.acks if name == table.name}
                if told - found or (told and attacker.role != "seat"):
                    tally.fault(
                        "effects", f"{attacker.role}: acknowledged, not kept {sorted(told - found)[:4]}"
                    )
                found -= told
            # a command may be taken whose sender has gone before the answer
            seat = self.sockets[0].ids if table in self.of_seat else set()
            odd = {(id, version) for id, version in found if not OWN.fullmatch(id) and id not in seat}
            if odd:
                tally.fault(
                    "effects", f"{table.name}: kept, though nobody may have sent it: {sorted(odd)[:4]}"
                )
        made = {name for attacker in self.requests for name in attacker.made}
        known = self.first_tables | {table.name for table in self.attacked} | made
        if odd_ones := {*kept.states} ^ known:
            tally.fault(
                "effects", f"{len(odd_ones)} tables made or missing without an answer: {sorted(odd_ones)[:4]}"
            )
        joined = sum((attacker.joined for attacker in self.requests), Counter[str]())
        for name in self.first_tables:
            sat = sum(row.kind == "sit" for row in kept.rows.get(name, ()))
            if sat > 1 + joined[name]:
                tally.fault("effects", f"{name}: {sat} seats taken, {joined[name]} answers")
        hashes = kept.holders | {
            found for setup in kept.setups.values() for found in re.findall(r'"([0-9a-f]{64})"', setup)
        }
        public = {*re.findall(r'"seed":"([0-9a-f]{64})"', kept.setups[self.public])}
        secrets = {secret.encode() for secret in (self.secrets | hashes) - public}
        over = {name for name, state in kept.states.items() if state == "over"}
        for name in over:  # a game that is over has shown its seed
            secrets -= {seed.encode() for seed in re.findall(r'"seed":"([0-9a-f]{64})"', kept.setups[name])}
        self.secrets_known, self.tables_kept = len(secrets), len(kept.states)
        for run in tally.runs:
            for secret in secrets if len(run) > 64 else secrets & {run}:
                if secret in run:
                    tally.fault("leaks", f"an attacker was told {run[:100]!r}")

    def _log_tells_of_no_fault(self, tally: Tally) -> None:
        for text in (self.folder / "stderr").read_text(errors="replace").splitlines():
            if DEAD.search(text):
                tally.fault("dead tasks", text[:300])


def generous() -> list[str]:
    """The limits of this version, each as high as it goes."""
    helped = subprocess.run(
        [sys.executable, "-m", "trufflewood.cli.main", "serve", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    return [word for name, value in GENEROUS.items() if f"{name} " in helped.stdout for word in (name, value)]


def with_limits(folder: Path, tally: Tally, messages: int) -> None:
    """A flood from one address meets the limits as they are by default, and nobody else does."""
    with Server(folder) as server:
        made = server.make()
        with server.raw("127.0.0.2") as line:
            answers = Answers(line)
            asked = (
                f"GET /api/tables/{made['table']} HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n\r\n".encode()
            )
            for _ in range(messages):
                tally.kinds["flood: requests"] += 1
                try:
                    line.sendall(asked)
                    status, headers, body = answers.next("GET")
                except (OSError, EOFError) as error:
                    tally.fault("closes without a reason", f"a flood of requests: {error!r}")
                    break
                tally.answers[f"flood: HTTP {status} {_key_of(headers, body)}"] += 1
                if status >= 500:
                    tally.fault("answers of 5xx", f"{status} in a flood")
                if status == 429:
                    break
            else:
                tally.fault("no answer", f"{messages} requests were no flood")
        with Frames(server.port, f"/api/tables/{made['table']}/socket", source="127.0.0.4") as frames:
            frames.send("hello")
            refused = ""
            for _ in range(messages):
                tally.kinds["flood: messages"] += 1
                with contextlib.suppress(OSError):
                    frames.send("ping")
            try:
                while True:
                    opcode, payload = frames.read()
                    if opcode == CLOSE:
                        break
                    if (message := msgspec.json.decode(payload))["type"] == "refused":
                        refused = message["key"]
            except (OSError, EOFError):
                pass
            tally.answers[f"flood: refused {refused}"] += 1
            if refused != "too-fast":
                tally.fault("closes without a reason", f"a flood of messages: refused {refused!r}")
        with Frames(server.port, f"/api/tables/{made['table']}/socket", source="127.0.0.3") as frames:
            frames.send("hello")
            if frames.message()["type"] != "welcome":
                tally.fault("effects", "a flood from one address keeps another out")
        if server.ask("GET", "/api/games", source="127.0.0.3")[0] != 200:
            tally.fault("effects", "a flood from one address keeps another out")


def run(folder: Path, messages: int, seed: int) -> tuple[Fuzz, Tally]:
    fuzz = Fuzz(folder / "open", messages, seed)
    tally = fuzz.run()
    with_limits(folder / "limited", tally, FLOOD)
    return fuzz, tally


def report(fuzz: Fuzz, tally: Tally) -> str:
    def rows(title: str, counts: dict[str, int]) -> Iterator[str]:
        yield f"\n{title}"
        yield from (f"  {name:<44}{count:>9,}" for name, count in counts.items())

    lines = [
        *rows("Sent", dict(sorted(tally.kinds.items()))),
        *rows("Answers", dict(sorted(tally.answers.items(), key=lambda one: -one[1]))),
        *rows("Faults", dict(tally.faults)),
        *(f"  {name}: {example}" for name, found in tally.examples.items() for example in found[:8]),
        f"\n{tally.kinds.total():,} messages and requests in {fuzz.seconds:.0f} s; {fuzz.tables_kept:,} tables; "
        f"{len(tally.runs):,} different words looked through for {fuzz.secrets_known:,} secrets; the server held {fuzz.memory[0] // 1024} MB before and {fuzz.memory[-1] // 1024} MB after",
    ]
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description="Send a server hostile messages and requests, and look what it does."
    )
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        fuzz, tally = run(Path(place), chosen.messages, chosen.seed)
    print(report(fuzz, tally))
    return 1 if sum(tally.faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
