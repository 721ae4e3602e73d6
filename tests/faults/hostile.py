"""What strangers might send: values, messages, frames and requests, most of them wrong in one respect."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NamedTuple

from tests.faults.frames import BINARY, CLOSE, MORE, PING, PONG, TEXT, frame

MESSAGE: Final = 16 * 1024  # bytes that a message on a socket may have
BODY: Final = 256 * 1024  # bytes that a request may have

TEXTS: Final = (
    "", " ", "\0", "\x1b[2J", "\ufeff", "\u202eevil", "\u200d" * 30, "a\u0301" * 40, "🐗" * 30, "ﷺ" * 200, "A" * 3000,
    "\ud800", "<script>alert(1)</script>", "' OR 1=1 --", "../../../../etc/passwd", "%s%n%x", "${7*7}", "{0}", "{seat}",
    "nan", "null", "true", "0", "-1", "1e999", "٣", "Ⅷ", "keep", "c3-b2 green",
)  # fmt: skip
NUMBERS: Final = (
    -1, 0, 1, 8, 9, 255, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 2**64, 10**30, 10**400, 0.5, -0.0, 1e308, 1e-320,
)  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"": None},
    {"type": "play"},
    [None] * 300,
    {"__proto__": {"a": 1}},
)
NOT_JSON: Final = (
    b"", b" ", b"\0", b"{", b"}", b"[", b'"', b"nul", b"NaN", b"-", b"01", b"1.", b"{'type':'ping'}", b"\xef\xbb\xbf{}",
    b'{"type":"ping"}}', b'{"type":"ping"}{"type":"ping"}', b'{"type":"ping",}', b'{"type":}', b'{"type" "ping"}',
    b'{"type":"ping"', b'{"type":"pi\nng"}', b'{"type":"\\x"}', b'{"type":"\\u12"}', b"/*a*/{}", b"undefined", b"[1,2", b"1e",
)  # fmt: skip
JSON_BUT_NO_MESSAGE: Final = (
    b"null", b"true", b"0", b"-0", b'""', b"[]", b"{}", b'"ping"', b'["ping"]', b'[{"type":"ping"}]', b'{"type":null}',
    b'{"type":1}', b'{"type":["ping"]}', b'{"type":""}', b'{"type":"ping","type":"pong"}', b'{"Type":"ping"}', b"1e400",
)  # fmt: skip
FIELDS: Final[dict[str, dict[str, Any]]] = {  # of every message, with something that could stand there
    "hello": {"key": "", "seat": 0, "since": 3, "language": "en", "explain": True},
    "play": {"id": "a", "moves": [0], "seat": 0},
    "sketch": {"id": "a", "moves": [0]},
    "undo": {"id": "a"},
    "restart": {"id": "a"},
    "hint": {"id": "a", "moves": [0]},
    "aids": {"id": "a"},
    "hand": {"id": "a", "seat": 1, "bot": "random"},
    "rise": {"id": "a"},
    "say": {"id": "a", "text": "hello"},
    "face": {"seat": 0},
    "language": {"language": "es"},
    "ping": {},
}
TAGS: Final = (
    "", "Play", "PLAY", "play ", "kick", "ack", "update", "welcome", "refused", "said", "seed", "end", "again", "redeal", "sit",
    "shutdown", "__class__", "\u0000", "p" * 500, "remove", "mute", "lend", "agree", "history", "deck",
)  # fmt: skip
BOTS: Final = (
    "random",
    "greedy",
    "nobody",
    "search:999999999",
    "level99",
    "../worker",
    "random\n",
    "",
    "R",
    "level0",
)
DECKS: Final[tuple[Any, ...]] = (
    "a=1", "=", "[tiles]\n" * 3, '[tiles]\n"white" = 99999', '[tiles]\n"white" = -1', '[tiles]\n"mauve" = 3', '"' * 50 + "=",
    "a." * 900 + "a=1", "a=" + "[" * 900 + "]" * 900, "a=" + "[" * 9000, "\n".join(f"[s{n}]\nk={n}" for n in range(400)),
    "#" + "x" * 20000 + "\n[tiles]\nwhite=1", "a = 1979-05-27T07:32:00Z", "[[tiles]]\nwhite=1", 'a = """' + "\n" * 3000 + '"""',
    {"tiles": {"white": 36}}, {"tiles": {"white": 10**9}}, {"tiles": {"white": True}}, {"tiles": {}}, {"tiles": 3}, {},
    {"x" * 5000: {"y": 1}}, 3, None, ["tiles"], "reconstructed\0", "../reconstructed", "nothing",
)  # fmt: skip


def anything(random: Random, depth: int = 3) -> Any:
    """Any value of JSON."""
    chance = random.random()
    if chance < 0.35:
        return random.choice(TEXTS)
    if chance < 0.7:
        return random.choice(NUMBERS)
    if chance < 0.85 or not depth:
        return random.choice(OTHERS)
    if chance < 0.93:
        return [anything(random, depth - 1) for _ in range(random.randrange(4))]
    return {str(anything(random, 0))[:50]: anything(random, depth - 1) for _ in range(random.randrange(4))}


def written(value: Any, random: Random) -> bytes:
    """As JSON, with all that Python lets one write: lone surrogates, endless numbers, NaN."""
    return json.dumps(value, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def deep(random: Random) -> bytes:
    """Nested as deeply as a message has room for."""
    depth = random.choice((50, 600, 2000, 5000, 8000))
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}")))
    nested = opening * (depth // len(opening)) + b"1" + closing * (depth // len(opening))
    return nested if random.random() < 0.5 else b'{"type":"play","id":"deep","moves":' + nested + b"}"


# ---- messages


@dataclass
class Aim:
    """What an attacker knows: tables, seats and keys to try."""

    mine: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)  # that are legal now
    keys: list[str] = field(default_factory=list)  # of other tables, or made up
    notation: list[str] = field(default_factory=list)  # of the game


def message(random: Random, aim: Aim) -> tuple[str, bytes]:
    """A kind of attack, and what is sent."""
    make = random.choices(_MESSAGES, _WEIGHTS)[0]
    return make.__name__.strip("_").replace("_", " "), make(random, aim)


def _fresh(random: Random) -> str:
    return f"f{random.getrandbits(48):x}"


def _like(random: Random, aim: Aim) -> dict[str, Any]:
    """A message that could be meant well, though it seldom is allowed."""
    kind = random.choice([*FIELDS])
    told = {"type": kind, **FIELDS[kind]}
    if "id" in told:
        told["id"] = _fresh(random)
    if kind == "hello":
        told["key"] = random.choice(["", *aim.keys])
    if "moves" in told:
        told["moves"] = [random.randrange(2000) for _ in range(random.choice((1, 1, 2, 40)))]
    if kind == "hint" and random.random() < 0.999:
        told["moves"] = [-1]  # a bot that thinks is slow, and not what is tried here
    if kind == "hand":
        told["bot"] = random.choice(BOTS[2:])
    return told


def _broken_json(random: Random, aim: Aim) -> bytes:
    if random.random() < 0.6:
        return random.choice(NOT_JSON)
    whole = written(_like(random, aim), random)
    cut = random.randrange(len(whole))
    return random.choice((whole[:cut], whole[:cut] + b'"' + whole[cut:], whole + whole[:cut], whole[cut:]))


def _no_message(random: Random, aim: Aim) -> bytes:
    return random.choice(JSON_BUT_NO_MESSAGE)


def _wrong_types(random: Random, aim: Aim) -> bytes:
    told = _like(random, aim)
    told[random.choice([*told])] = anything(random)
    return written(told, random)


def _huge_numbers(random: Random, aim: Aim) -> bytes:
    kind = random.choice(("play", "face", "hello", "hand", "sketch"))
    number = random.choice((10**400, -(10**30), 2**63, 2**64, 1e308, 10**19))
    told: dict[str, Any] = {
        "type": kind,
        "id": _fresh(random),
        "moves": [number],
        "seat": number,
        "since": number,
    }
    return written({name: told[name] for name in told if name == "type" or name in FIELDS[kind]}, random)


def _deep_nesting(random: Random, aim: Aim) -> bytes:
    return deep(random)


def _unknown_tags(random: Random, aim: Aim) -> bytes:
    return written({**_like(random, aim), "type": random.choice(TAGS)}, random)


def _missing_fields(random: Random, aim: Aim) -> bytes:
    told = _like(random, aim)
    told.pop(random.choice([*told]))
    return written(told, random)


def _unknown_fields(random: Random, aim: Aim) -> bytes:
    name = random.choice(
        ("person", "holder", "seat", "admin", "version", "at", "__class__", "moves", "key", "\0")
    )
    return written({**_like(random, aim), name: anything(random)}, random)


def _wrong_seats(random: Random, aim: Aim) -> bytes:
    seat = random.choice([seat for seat in range(9) if seat not in aim.mine])
    told = random.choice(
        (
            {"type": "play", "moves": [random.choice(aim.moves or [0])], "seat": seat},
            {"type": "hand", "seat": seat, "bot": random.choice(BOTS)},
            {"type": "face", "seat": seat},
            {"type": "hello", "seat": seat},
        )
    )
    return written({**told, "id": _fresh(random)} if told["type"] in ("play", "hand") else told, random)


def _foreign_keys(random: Random, aim: Aim) -> bytes:
    key = random.choice((*aim.keys, "A" * 43, "A" * 42, "=" * 43, "Ä" * 43, "\n" + "A" * 43))
    return written({"type": "hello", "key": key, "seat": random.choice((None, 0, 1))}, random)


def _unicode(random: Random, aim: Aim) -> bytes:
    text = random.choice(TEXTS)
    kind, name = random.choice(
        (("say", "text"), ("play", "moves"), ("say", "id"), ("hand", "bot"), ("sketch", "moves"))
    )
    told = {"type": kind, **FIELDS[kind], "id": _fresh(random)}
    if kind == "hand":
        told["seat"] = 8
    return written({**told, name: text}, random)


def _moves(random: Random, aim: Aim) -> bytes:
    told = random.choice(
        (
            [random.randrange(-5, 5000) for _ in range(random.choice((1, 2, 200, 201, 2000)))],
            [random.choice(aim.moves or [0])] * random.choice((2, 60, 200)),
            ", ".join(random.choice(aim.notation or ["keep"]) for _ in range(random.choice((1, 3, 60)))),
            random.choice(aim.notation or ["keep"])[:-1] + random.choice(TEXTS)[:200],
            random.choice(aim.notation or ["keep"]) * random.choice((1, 9, 99)),
            ",".join("," * random.randrange(200)),
            [],
        )
    )
    return written({"type": random.choice(("play", "sketch")), "id": _fresh(random), "moves": told}, random)


def _same_id(random: Random, aim: Aim) -> bytes:
    kind = random.choice(("play", "undo", "restart", "rise", "say"))
    return written({"type": kind, **FIELDS[kind], "id": "always-the-same"}, random)


def _not_allowed(random: Random, aim: Aim) -> bytes:
    return written(_like(random, aim), random)


def _legal(random: Random, aim: Aim) -> bytes:
    told = random.choice(
        (
            {"type": "play", "moves": [random.choice(aim.moves or [0])]},
            {"type": "sketch", "moves": [random.choice(aim.moves or [0])]},
            {"type": "undo"},
            {"type": "say", "text": "A word"},
        )
    )
    return written({**told, "id": _fresh(random)}, random)


def _too_big(random: Random, aim: Aim) -> bytes:
    size = random.choice((MESSAGE + 1, 2 * MESSAGE, 7 * MESSAGE, 20 * MESSAGE))
    return random.choice(
        (b'{"type":"say","id":"big","text":"' + b"a" * size + b'"}', b" " * size, b"[" * size)
    )


_MESSAGES: Final[Sequence[Callable[[Random, Aim], bytes]]] = (
    _broken_json, _no_message, _wrong_types, _huge_numbers, _deep_nesting, _unknown_tags, _missing_fields, _unknown_fields,
    _wrong_seats, _foreign_keys, _unicode, _moves, _same_id, _not_allowed, _legal, _too_big,
)  # fmt: skip
_WEIGHTS: Final = (8, 5, 12, 5, 2, 6, 6, 6, 8, 5, 8, 10, 2, 12, 4, 0.5)


# ---- frames


class Attack(NamedTuple):
    """Bytes on a socket, and what the client does after them."""

    kind: str
    sent: bytes
    code: int | None = None  # with which the standard lets a server answer; None: it goes on
    leaves: bool = False  # the client goes without waiting for an answer


def frames(random: Random, payload: bytes) -> Attack:
    """Frames that no library would send. `payload` is a message they may carry."""
    half = len(payload) // 2
    start, end = frame(payload[:half], last=False), frame(payload[half:], MORE)
    garbage = random.randbytes(random.randrange(1, 60))
    return random.choice(
        (
            Attack("binary frame", frame(payload, BINARY)),
            Attack("binary garbage", frame(garbage, BINARY)),
            Attack("fragments", start + end),
            Attack("many fragments", _pieces(payload)),
            Attack("ping between fragments", start + frame(b"a", PING) + end),
            Attack("pings and pongs", frame(b"", PING) * 3 + frame(garbage, PONG)),
            Attack("fragment without a start", end, 1002),
            Attack("message inside a fragment", start + frame(b"{}"), 1002),
            Attack("not UTF-8", frame(b'{"type":"\xff\xfe"}'), 1007),
            Attack("surrogate as UTF-8", frame(b'"\xed\xa0\x80"'), 1007),
            Attack("not masked", frame(payload, masked=False), 1002),
            Attack("reserved bits", frame(payload, reserved=random.randrange(1, 8)), 1002),
            Attack("unknown frame", frame(garbage, random.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))), 1002),
            Attack("long ping", frame(b"a" * 126, PING), 1002),
            Attack("ping in fragments", frame(b"a", PING, last=False), 1002),
            Attack("too long", frame(b" " * (9 * MESSAGE)), 1009),
            Attack("too long in fragments", _pieces(b" " * (9 * MESSAGE), 9), 1009),
            Attack("close", frame(random.choice((1000, 1001, 3000, 4999)).to_bytes(2, "big"), CLOSE), 1000),
            Attack("close without a code", frame(b"", CLOSE), 1000),
            Attack("close with a bad code", frame(random.choice((0, 999, 1005, 1006, 5000)).to_bytes(2, "big"), CLOSE), 1002),
            Attack("close with half a code", frame(b"\x03", CLOSE), 1002),
            Attack("close with a bad reason", frame(b"\x03\xe8\xff\xff", CLOSE), 1007),
            Attack("endless frame", b"\x81\xff" + b"\x7f" + b"\xff" * 7 + garbage, 1009),
            Attack("half a frame, then gone", frame(payload)[: half or 1], leaves=True),
            Attack("garbage, then gone", b"\x81" + garbage, leaves=True),
            Attack("gone", b"", leaves=True),
        )
    )  # fmt: skip


def _pieces(payload: bytes, number: int = 12) -> bytes:
    size = max(1, len(payload) // number)
    parts = [payload[at : at + size] for at in range(0, len(payload), size)] or [b""]
    return b"".join(
        frame(part, MORE if place else TEXT, last=place == len(parts) - 1) for place, part in enumerate(parts)
    )


# ---- requests


class Request(NamedTuple):
    """A request as bytes, and what may be expected of it."""

    kind: str
    sent: bytes
    method: str = "GET"
    route: str = ""
    leaves: bool = False  # it is not complete, and the client goes
    alone: bool = False  # nothing can follow it on the same connection


class Routes:
    """Requests made from the server's own description of itself."""

    def __init__(self, described: Any, games: Sequence[str], host: str) -> None:
        self._schemas = described["components"]["schemas"]
        self._games = games
        self._host = host
        self._routes = [
            (method.upper(), path, told)
            for path, one in described["paths"].items()
            for method, told in one.items()
        ]
        self.tables: list[str] = []
        self.keys: list[str] = []
        self.records: list[str] = []

    def request(self, random: Random) -> Request:
        method, path, told = random.choice(self._routes)
        if method == "GET" and random.random() < 0.5:  # what changes something is tried more often
            method, path, told = random.choice(self._routes)
        body, kind = b"", "as described"
        schema = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if schema is not None:
            body, kind = self._body(random, schema, path)
        where = path
        for parameter in told.get("parameters", ()):
            if parameter["in"] == "path":
                where = where.replace("{" + parameter["name"] + "}", self._named(random, parameter["name"]))
        asked = [
            f"{parameter['name']}={_escaped(str(self._value(random, parameter['schema'])))}"
            for parameter in told.get("parameters", ())
            if parameter["in"] == "query" and random.random() < (0.1 if parameter["name"] == "lang" else 0.5)
        ]
        if random.random() < 0.1:
            asked.append(
                random.choice(
                    ("lang=null", "lang=", "lang=fr", "seat=-1", "at=1e9", "at=&at=&at", "%00=%ff", "=", "&")
                )
            )
        if asked:
            where += "?" + "&".join(asked)
        if random.random() < 0.05:
            method, kind = (
                random.choice(("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "POST", "GET")),
                "another method",
            )
        return Request(kind, self._written(random, method, where, body), method, path)

    def _named(self, random: Random, name: str) -> str:
        if random.random() < 0.75:
            known = self.tables if name == "table" else [*self._games]
            return random.choice(known) if known else "x"
        return _escaped(random.choice((*TEXTS, "A" * 22, ".", "..", "%", "a/b", "socket")))[:6000] or "x"

    def _body(self, random: Random, schema: Any, path: str) -> tuple[bytes, str]:
        chance = random.random()
        if chance < 0.08:
            return random.choice((*NOT_JSON, *JSON_BUT_NO_MESSAGE)), "broken body"
        if chance < 0.10:
            return deep(random) * random.choice((1, 10)), "deep body"
        if chance < 0.11:
            return b'{"name":"' + b"a" * random.choice((BODY - 20, BODY + 1, 2 * BODY)) + b'"}', "big body"
        value = self._value(random, schema, random.choice((0, 0.02, 0.1)))
        if isinstance(value, dict):
            if random.random() < 0.15 and value:
                value.pop(random.choice([*value]))
            if random.random() < 0.1:
                value[random.choice(("holder", "host", "seed", "made", "\0", "person"))] = anything(random)
            if "/network" in path and value.get("open") is True:
                value["open"] = 1  # nothing here listens on a network
            if "record" in value and self.records and random.random() < 0.9:
                value["record"] = self._record(random)
            if "game" in value and random.random() < 0.6:
                value["options"] = self._options(random)
        return written(value, random), "as described"

    def _options(self, random: Random) -> Any:
        chance = random.random()
        if chance < 0.4:
            return {}
        if chance < 0.7:
            return {"deck": random.choice(DECKS)}
        return {
            random.choice(("start", "hogs", "stall", "diet", "open", "seats", "deck", "x")): anything(random)
        }

    def _record(self, random: Random) -> str:
        text = random.choice(self.records)
        at = random.randrange(len(text))
        return random.choice(
            (
                text,
                text[:at],
                text[:at] + random.choice(TEXTS) + text[at:],
                text[:at] + text[at + 1 :],
                text.replace("options: {}", "options: " + json.dumps({"deck": random.choice(DECKS)})),
                text.replace("seats: ", "seats: 9"),
                text.replace("\n", "\r\n"),
                text + text,
                text[: text.index("moves:") + 7] + text[at:],
            )
        )

    def _value(self, random: Random, schema: Any, wrong: float = 0.3, name: str = "") -> Any:
        """A value that a schema allows, and now and then one that it does not."""
        if random.random() < wrong:
            return anything(random)
        if "$ref" in schema:
            return self._value(random, self._schemas[schema["$ref"].rpartition("/")[2]], wrong, name)
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self._value(random, random.choice(schema[choice]), wrong, name)
        if "enum" in schema:
            return random.choice(schema["enum"])
        match schema.get("type"):
            case "integer" | "number":
                least, most = schema.get("minimum", 0), schema.get("maximum", 10)
                return random.choice((least, most, random.randint(int(least), int(most))))
            case "string":
                return self._text(random, schema, name)
            case "boolean":
                return random.random() < 0.5
            case "null":
                return None
            case "array":
                number = random.choice((schema.get("minItems", 0), 2, 2, 2, schema.get("maxItems", 3)))
                return [self._value(random, schema.get("items", {}), wrong) for _ in range(number)]
            case "object":
                must = schema.get("required", ())
                return {
                    field: self._value(random, one, wrong, field)
                    for field, one in schema.get("properties", {}).items()
                    if field in must or random.random() < 0.3
                }
        return anything(random)

    def _text(self, random: Random, schema: Any, name: str) -> str:
        known: dict[str, Sequence[str]] = {
            "game": self._games,
            "bot": ("random", "greedy", random.choice(BOTS)),
            "name": ("Ana",),
            "deal": ("", "", "new", *self.tables),
            "policy": ("wait", "bot", "end"),
        }
        if name in known and random.random() < 0.95:
            return random.choice(known[name])
        return random.choice(TEXTS)[: schema.get("maxLength", 50)]

    def _written(self, random: Random, method: str, path: str, body: bytes) -> bytes:
        headers = [f"host: {self._host}"]
        if body or random.random() < 0.5:
            kinds = 12 * ("application/json",) + (
                "text/plain",
                "application/json; charset=latin-1",
                "",
                "multipart/form-data",
            )
            headers.append(f"content-type: {random.choice(kinds)}")
        if body or method == "POST":
            headers.append(f"content-length: {len(body)}")
        chance = random.random()
        if chance < 0.4 and self.keys:
            headers.append(f"authorization: Bearer {random.choice(self.keys)}")
        elif chance < 0.5:
            key = random.choice(("", "x", "A" * 43, "A" * 3000, "Ã" * 43, "\t", "=" * 43))
            headers.append(
                f"authorization: {random.choice(('Bearer', 'Basic', 'bearer', 'BEARER:', ''))} {key}"
            )
        if random.random() < 0.15:
            headers.append(random.choice(ODD_HEADERS))
        return (
            "\r\n".join([f"{method} {path} HTTP/1.1", *headers, "", ""]).encode("latin-1", "replace") + body
        )

    def raw(self, random: Random) -> Request:
        """Bytes that are no good request."""
        host = f"host: {self._host}\r\n"
        get, post = (
            f"GET /api/games HTTP/1.1\r\n{host}",
            f"POST /api/tables HTTP/1.1\r\n{host}content-type: application/json\r\n",
        )
        path = random.choice(PATHS)
        whole = (
            ("unknown method", f"{random.choice(METHODS)} / HTTP/1.1\r\n{host}\r\n"),
            ("unknown version", f"GET / HTTP/{random.choice(('9.9', '3', '1.', 'x', '0.9'))}\r\n{host}\r\n"),
            ("no version", "GET /\r\n\r\n"),
            ("no host", "GET /api/games HTTP/1.1\r\n\r\n"),
            ("two hosts", f"{get}{host}\r\n"),
            ("odd host", f"GET /api/games HTTP/1.1\r\nhost: {random.choice(HOSTS)}\r\n\r\n"),
            ("line without a colon", f"{get}nonsense\r\n\r\n"),
            ("line with a zero", f"{get}x: a\0b\r\n\r\n"),
            ("folded line", f"{get}x: a\r\n b\r\n\r\n"),
            ("space before the colon", f"{get}x : a\r\n\r\n"),
            ("long header", f"{get}x: {'a' * random.choice((9000, 17000, 70000))}\r\n\r\n"),
            ("many headers", get + "".join(f"x{n}: a\r\n" for n in range(random.choice((90, 300)))) + "\r\n"),
            ("long path", f"GET /{'a' * random.choice((3000, 17000, 70000))} HTTP/1.1\r\n{host}\r\n"),
            ("odd path", f"GET {path} HTTP/1.1\r\n{host}\r\n"),
            ("odd length", f"{post}content-length: {random.choice(('-1', 'x', '1e3', '0x10', '9' * 30, '1, 2', ''))}\r\n\r\n"),
            ("length twice", f"{post}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}"),
            ("length and chunks", f"{post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"),
            ("odd encoding", f"{post}transfer-encoding: {random.choice(('gzip', 'chunked, x', 'x', 'identity'))}\r\n\r\n0\r\n\r\n"),
            ("bad chunk", f"{post}transfer-encoding: chunked\r\n\r\n{random.choice(('z', '-1', 'FFFFFFFFFFFFFFFFF', ''))}\r\nab\r\n0\r\n\r\n"),
            ("chunks", f"{post}transfer-encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\nx: y\r\n\r\n"),
            ("compressed body", f"{post}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x8b\x08\0"),
            ("expectation", f"{post}expect: {random.choice(('100-continue', 'x'))}\r\ncontent-length: 2\r\n\r\n{{}}"),
            ("ranges", f"GET {path} HTTP/1.1\r\n{host}range: {random.choice(RANGES)}\r\n\r\n"),
            ("odd upgrade", f"{get}connection: upgrade\r\nupgrade: {random.choice(('h2c', 'websocket', 'x', 'TLS/1.0'))}\r\n\r\n"),
            ("socket elsewhere", f"GET {path} HTTP/1.1\r\n{host}{_upgrade(random)}\r\n"),
            ("odd line ends", f"GET /api/games HTTP/1.1\n{host}\n"),
            ("another protocol", random.choice(("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\0\x01\0\x01\xfc", "HELO a\r\n", "\0" * 40))),
        )  # fmt: skip
        half = (
            ("half a line", get[: random.randrange(1, 12)]),
            ("half the headers", get),
            ("half a body", f"{post}content-length: 200\r\n\r\n{{"),
            ("half a chunk", f"{post}transfer-encoding: chunked\r\n\r\nff\r\n{{"),
            ("nothing", ""),
        )
        if random.random() < 0.15:
            kind, text = random.choice(half)
            return Request(kind, text.encode("latin-1"), leaves=True)
        kind, text = random.choice(whole)
        return Request(kind, text.encode("latin-1"), text.partition(" ")[0], alone=True)


PATHS: Final = (
    "/", "//", "/?", "/..", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../tables.db", "/assets/%2e%2e/index.html", "/assets/",
    "/index.html", "/t/x", "/t/%00", "/g/x", "/%", "/%zz", "/%ff%fe", "/\\..\\", "/api", "/api/", "/api/tables/", "/api/games/x/text",
    "/api/games/%2e%2e/rules", "/api/tables/x/socket", "/healthz/", "http://elsewhere.example/api/games", "*", "x", "/a b",
    "/api/games?" + "a=1&" * 500, "/api/games;x", "/favicon.ico", "/robots.txt", "/.git/config", "/api/tables/" + "%41" * 300,
)  # fmt: skip
METHODS: Final = ("FOO", "G" * 300, "get", "TRACE", "PROPFIND", "G\0T")
HOSTS: Final = (
    "", "elsewhere.example", "localhost.elsewhere.example", "127.0.0.1:x", "[::1", "[", "a" * 300, "a" * 30000, "127.0.0.1:999999",
    "127.0.0.1@elsewhere.example", "a b", "..", "\xff", "0", "127.1", "127.0.0.1/..", "%00", "a,b",
)  # fmt: skip
RANGES: Final = (
    "bytes=0-", "bytes=-1", "bytes=5-2", "bytes=0-0,2-3,-1", "bytes=" + ",".join("0-" for _ in range(500)), "x=1", "bytes=a-b",
    "bytes=99999999999999999999-", "bytes", "bytes=-99999999999999999999", "bytes=1-1" + ",1-1" * 300,
)  # fmt: skip
ODD_HEADERS: Final = (
    "origin: http://elsewhere.example", "origin: null", "origin: \xff", "accept-language: \xff", "accept-language: " + "es," * 900,
    "x-forwarded-for: 1.2.3.4", "forwarded: for=x", "x-forwarded-host: elsewhere.example", "accept: x/y", "accept-encoding: gzip;q=x",
    "if-none-match: *", "if-modified-since: yesterday", "cookie: " + "a=b; " * 500, "connection: keep-alive, x", "te: trailers",
    "content-encoding: br", "sec-fetch-site: cross-site", "expect: 100-continue", "range: bytes=0-1", "upgrade: websocket",
    "x-http-method-override: DELETE", "via: 1.1 x",
)  # fmt: skip


def _upgrade(random: Random) -> str:
    key = random.choice(("AAAAAAAAAAAAAAAAAAAAAA==", "", "x", "\xff"))
    version = random.choice(("13", "8", "x", ""))
    return f"upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: {version}\r\nsec-websocket-key: {key}\r\n"


def _escaped(text: str) -> str:
    return "".join(
        f"%{byte:02x}" if byte < 0x30 or byte > 0x7A else chr(byte)
        for byte in text.encode("utf-8", "surrogatepass")
    )
