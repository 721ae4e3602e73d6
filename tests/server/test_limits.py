"""Wrong keys, foreign seats, nonsense and floods: one clear answer each, and no effect on any table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness import Running, running, settings
from trufflewood.server import journal
from trufflewood.server import limits as limiting
from trufflewood.server.app import HEADERS
from trufflewood.server.limits import Bucket
from trufflewood.server.settings import Limits

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot"}, {"kind": "open"}
NOBODY = "A" * 43


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server with little patience, for which no time passes: what is too fast does not hang on the machine."""
    monkeypatch.setattr(limiting, "clock", lambda: 0.0)
    limits = Limits(
        at_once=2, address_sockets=3, watchers=1, open_tables=5, address_tables=4, message=1000, body=2000
    )
    chosen = settings(tmp_path_factory.mktemp("data"), rate=20, address_requests=20, limits=limits)
    with running(chosen) as started:
        yield started


HELLOS = [
    # hello                              key             because
    ({"key": NOBODY},                    "wrong-key",    "a key that opens nothing here"),
    ({"key": "short"},                   "bad-message",  "no key looks like this"),
    ({"seat": 0},                        "foreign-seat", "a seat needs its key"),
    ({"language": "fr"},                 "bad-message",  "English and Spanish"),
]  # fmt: skip


@pytest.mark.parametrize(("hello", "key", "because"), HELLOS)
def test_who_does_not_get_in(server: Running, hello: Any, key: str, because: str) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, BOT])
    with server.client(made["table"], greet=False) as client:
        client.send("hello", **hello)
        assert client.until("refused")["key"] == key, because
        assert "update" not in client.last and "welcome" not in client.last


def test_an_unknown_table(server: Running) -> None:
    with server.client("nowhere", greet=False) as client:
        assert client.until("refused")["key"] == "no-such-table" and client.closed() == 1013
    for path in ("", "/record", "/replay", "/qr.svg"):
        status, answer = server.ask("GET", f"/api/tables/nowhere{path}")
        assert (status, answer["error"]["key"]) == (404, "no-such-table")
    assert server.ask("POST", "/api/tables/nowhere/seats", {"name": "Bea"})[0] == 404


MESSAGES = [
    # sent                                                          key             because
    ("hello?",                                                      "bad-message",  "not JSON"),
    ("[]",                                                          "bad-message",  "a message is an object"),
    ('{"type":"win"}',                                              "bad-message",  "no such message"),
    ('{"type":"play"}',                                             "bad-message",  "a command has an id"),
    ('{"type":"play","id":"","moves":[1]}',                         "bad-message",  "and not an empty one"),
    ('{"type":"play","id":"a","moves":[1.5]}',                      "bad-message",  "moves are whole numbers"),
    ('{"type":"play","id":"a","moves":[99999999999999999999999]}',  "bad-move-number", "that fit a machine"),
    ('{"type":"play","id":"a","moves":[9223372036854775807]}',      "bad-move-number", "and the game"),
    ('{"type":"play","id":"a","moves":[-1]}',                       "bad-move-number", "from 0 on"),
    ('{"type":"play","id":"a","moves":"fly away"}',                 "no-such-move", "text is notation"),
    ('{"type":"play","id":"a","moves":[0],"seat":1}',               "foreign-seat", "one acts for the seat one looks from"),
    ('{"type":"play","id":"a","moves":[0],"cheat":true}',           "bad-message",  "unknown fields are mistakes"),
    ('{"type":"face","seat":1}',                                    "foreign-seat", "another's eyes"),
    ('{"type":"hand","id":"a","seat":7,"bot":"random"}',            "no-such-seat", "nobody sits there"),
    ('{"type":"hello"}',                                            "hello-once",   "one greets once"),
    ('{"type":"say","id":"a","text":"\\u200b"}',                    "no-words",     "nothing to see"),
    ("[" * 20_000,                                                  "too-big",      "more than a message holds"),
    ("[" * 10_000,                                                  "bad-message",  "deeper than anybody reads"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "key", "because"), MESSAGES, ids=lambda value: str(value)[:40])
def test_messages_that_change_nothing(server: Running, sent: str, key: str, because: str) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN], options={"start": 1})
    server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})
    with server.client(made["table"], made["key"]) as client:
        client.socket.send(sent)
        answer = client.until("refused")
        assert answer["key"] == key and answer["text"], because
    with server.client(made["table"], made["key"]) as client:
        assert client.update["version"] == 1 and client.moves, "the table is as it was"


def test_a_seat_is_opened_by_its_key_alone(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN])
    bea = server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})[1]
    other = server.make(game="truffle-scuffle", seats=[ME, BOT])
    path = f"/api/tables/{made['table']}"
    assert server.ask("GET", f"{path}/record?seat=0", key=bea["key"])[1]["error"]["key"] == "foreign-seat"
    assert server.ask("GET", f"{path}/record", key=other["key"])[1]["error"]["key"] == "wrong-key"
    assert server.ask("GET", f"{path}/record?seat=x", key=bea["key"])[1]["error"]["key"] == "not-a-number"
    assert server.ask("GET", f"{path}/record", key="not a key")[0] == 401
    assert server.ask("GET", "/api/mine")[0] == 401
    assert server.ask("GET", "/api/mine", key=NOBODY)[1]["tables"] == []
    with server.client(made["table"], bea["key"]) as client:
        assert client.last["welcome"]["mine"] == [1]


REQUESTS = [
    # method  path                      body             status  key               because
    ("GET", "/nowhere",                 None,            404, "no-such-page",      "there is nothing there"),
    ("GET", "/api/../../etc/passwd",    None,            404, "no-such-page",      "nor above it"),
    ("DELETE", "/api/tables",           None,            405, "no-such-method",    "tables are not deleted"),
    ("POST", "/api/tables",             b"{",            400, "bad-message",       "half a message"),
    ("POST", "/api/tables",             b"\xff\xfe",     400, "bad-message",       "not even text"),
    ("POST", "/api/tables",             b"[" * 100_000,  400, "bad-message",       "deeper than anybody reads"),
    ("POST", "/api/tables",             b" " * 300_000,  413, "too-big",           "more than a request holds"),
    ("GET", "/api/games/chess/text",    None,            400, "unknown-game",      "none of ours"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "status", "key", "because"), REQUESTS)
def test_requests_that_are_refused(
    server: Running, method: str, path: str, body: bytes | None, status: int, key: str, because: str
) -> None:
    found, answer = server.ask(method, path, raw=body)
    assert (found, answer["error"]["key"]) == (status, key), because
    text = str(answer)
    assert "Traceback" not in text and ".py" not in text and "site-packages" not in text


def test_every_answer_is_guarded(server: Running) -> None:
    for path in ("/", "/healthz", "/api/games", "/nowhere", "/t/some-table"):
        _, headers, _ = server.ask_all("GET", path)
        for name, value in HEADERS.items():
            assert headers[name] == value
        assert "server" not in headers and "uvicorn" not in str(headers).lower()
    assert "unsafe" not in HEADERS["content-security-policy"]


def test_a_flood_on_a_socket(strict: Running) -> None:
    made = strict.make(game="truffle-scuffle", seats=[ME, ME])
    with strict.client(made["table"], made["key"]) as client:
        with contextlib.suppress(ConnectionClosed):  # it is shown out while it still talks
            for _ in range(200):
                client.send("ping")
        assert client.closed() == 1008 and client.last["refused"]["key"] == "too-fast"
    with strict.client(made["table"], made["key"]) as client:
        assert client.update["version"] == 0


def test_a_flood_of_requests(strict: Running) -> None:
    answers = [strict.ask("GET", "/api/games") for _ in range(80)]
    refused = [answer for status, answer in answers if status == 429]
    assert refused and refused[0]["error"]["key"] == "too-many-requests"
    assert strict.ask("GET", "/healthz")[0] == 200, "whoever watches over it still gets in"


def test_too_many_of_everything(strict: Running) -> None:
    made = strict.make(game="truffle-scuffle", seats=[ME, ME])
    with strict.client(made["table"]), strict.client(made["table"]) as second:
        assert second.last["refused"]["key"] == "too-many-watchers"
    while strict.server.quotas.sockets:  # until the server has noticed that they left
        time.sleep(0.01)
    held = [strict.client(made["table"], made["key"]) for _ in range(3)]
    with strict.client(made["table"], greet=False) as fourth:
        assert fourth.until("refused")["key"] == "too-many-sockets"
    for client in held:
        client.socket.close()
    asked = {"game": "truffle-scuffle", "name": "Ana", "seats": [ME, ME]}
    answers = [strict.ask("POST", "/api/tables", asked) for _ in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["error"]["key"] == "too-many-tables"


def test_a_house_that_is_full(strict: Running) -> None:
    strict.server.quotas._tables = strict.server.quotas._requests  # of these there are enough
    asked = {"game": "truffle-scuffle", "name": "Ana", "seats": [ME, ME]}
    answers = [strict.ask("POST", "/api/tables", asked) for _ in range(6)]
    assert [status for status, _ in answers] == [200] * 5 + [429]
    assert answers[-1][1]["error"]["key"] == "house-full"


def test_tokens_in_a_bucket() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_the_log_tells_no_secret(server: Running, capfd: pytest.CaptureFixture[str]) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, BOT])
    with server.client(made["table"], made["key"]) as client:
        client.ask("say", text="a word between us")
        client.ask("play", moves=[5000])
    server.ask("GET", f"/api/tables/{made['table']}/record", key=made["key"])
    match = server.server.house.matches[made["table"]]
    journal.flush()
    told = capfd.readouterr().err
    lines = [msgspec.json.decode(line) for line in told.splitlines()]
    assert {"table", "request"} <= {line["event"] for line in lines}
    for secret in (made["key"], made["table"], match.setup.seed, match.setup.host, "a word between us"):
        assert secret not in told


def test_keys_are_kept_hashed(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, BOT])
    files = [path.read_bytes() for path in server.settings.data.iterdir()]
    assert not any(made["key"].encode() in data for data in files)
    assert any(made["table"].encode() in data for data in files)
