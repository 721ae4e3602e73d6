"""More than one address should ask for: every refusal is one sentence with a number and a setting, and others get in."""

from __future__ import annotations

import resource
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.faults.client import BOT, ME, PATIENCE, Client, Server, eventually

ELSEWHERE = "127.0.0.9"  # somebody else
SILENT = 1100
FEW_FILES = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))"


@pytest.fixture
def many_files() -> Iterator[None]:
    """This process may hold as many connections as a flood needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def answer(connection: socket.socket) -> tuple[int, Any]:
    """Status and body of what comes on a bare connection until it ends."""
    told = b""
    while part := connection.recv(65536):
        told += part
    head, _, body = told.partition(b"\r\n\r\n")
    return int(head.split()[1]), msgspec.json.decode(body)


def is_ended(connection: socket.socket) -> bool:
    connection.settimeout(PATIENCE)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True


# ---- messages, requests, work


def test_reconnecting_gives_nothing_more(tmp_path: Path) -> None:
    """Each connection stays within its own limit; together they do not."""
    with Server(tmp_path) as server:
        made = server.make(seats=(ME, ME))
        for _ in range(100):
            with server.client(made["table"], made["key"]) as client:
                for _ in range(100):
                    client.send("ping")
                for _ in range(100):
                    if client.until("pong", "refused")["type"] == "refused":
                        break
            if "refused" in client.last:
                break
        refused = client.last["refused"]
        assert refused["key"] == "too-many-messages"
        assert "200 a second" in refused["text"] and "--address-rate" in refused["text"]
        with Client(server.port, made["table"], made["key"], source=ELSEWHERE) as other:
            assert other.ask("say", text="from elsewhere")["type"] == "ack"


def test_a_command_beyond_the_limit_is_answered_by_its_name(tmp_path: Path) -> None:
    with Server(tmp_path, variables={"TRUFFLEWOOD_ADDRESS_RATE": "3"}) as server:
        made = server.make(seats=(ME, ME))
        with server.client(made["table"], made["key"]) as client:
            refused = next(
                told
                for n in range(1000)
                if (told := client.ask("say", id=f"s{n}", text="hello"))["type"] == "refused"
            )
            assert refused["key"] == "too-many-messages" and refused["id"].startswith("s")
            eventually(lambda: client.ask("say", text="later")["type"] == "ack", "never again")


FLOODS = [
    # what is asked                         setting               number
    ("GET", "/api/games",                   "--address-requests", "100 a second"),
    ("GET", "/api/tables/{table}/replay",   "--address-work",     "20 a second"),
    ("GET", "/api/tables/{table}/record",   "--address-work",     "20 a second"),
    ("POST", "/api/tables/{table}/fork",    "--address-work",     "20 a second"),
    ("POST", "/api/replay",                 "--address-work",     "20 a second"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path", "setting", "number"), FLOODS)
def test_a_flood_of_requests(tmp_path: Path, method: str, path: str, setting: str, number: str) -> None:
    with Server(tmp_path) as server:
        made = server.make(seats=(ME, ME))
        path = path.format(table=made["table"])
        body = (
            {"name": "Ana", "at": 0, "seat": 0}
            if path.endswith("fork")
            else {"record": "{}"}
            if method == "POST"
            else None
        )
        found = threading.Event()
        told: list[Any] = []

        def flood() -> None:
            for _ in range(3000):
                if found.is_set():
                    return
                status, said = server.ask(method, path, body, made["key"])
                if status == 429:
                    told.append(said["error"])
                    found.set()

        threads = [threading.Thread(target=flood) for _ in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert told and setting in told[0]["text"] and number in told[0]["text"]
        assert server.ask("GET", "/healthz")[0] == 200, "whoever watches over it still gets in"
        assert server.ask(method, path, body, made["key"], source=ELSEWHERE)[0] != 429


def test_hints_are_bounded_by_address(tmp_path: Path) -> None:
    with Server(tmp_path, variables={"TRUFFLEWOOD_ADDRESS_WORK": "1"}) as server:
        made = server.make(seats=(ME, ME), hints=True, options={"start": 1})
        record = f"/api/tables/{made['table']}/record"
        with server.client(made["table"], made["key"]) as client:
            assert client.moves and client.ask("hint", "hinted")["type"] == "hinted"

            def is_refused() -> Any:
                while server.ask("GET", record, key=made["key"])[0] == 200:
                    pass  # replays, records and hints come out of the same allowance
                told = client.ask("hint", "hinted")
                return told if told["type"] == "refused" else None

            refused = eventually(is_refused, "hints cost nothing")
            assert refused["key"] == "too-much-work" and "1 a second (--address-work)" in refused["text"]
        with Client(server.port, made["table"], made["key"], source=ELSEWHERE) as other:
            assert other.ask("hint", "hinted")["type"] == "hinted"


# ---- connections


def test_a_thousand_silent_connections_keep_nobody_out(tmp_path: Path, many_files: None) -> None:
    with (
        Server(tmp_path, prelude=FEW_FILES.replace("256, 256", "1024, 1024")) as server,
        ExitStack() as until_done,
    ):
        made = server.make(seats=(ME, BOT))
        with server.client(made["table"], made["key"]) as player:
            for _ in range(SILENT):
                until_done.enter_context(closing(server.raw()))
            assert server.ask("GET", "/api/games")[0] == 200, "from the same address"
            assert server.ask("GET", "/api/games", source=ELSEWHERE)[0] == 200, "from another"
            assert player.ask("say", text="nobody who plays makes way")["type"] == "ack"
            with Client(server.port, made["table"], made["key"]) as second:
                assert second.ask("say", text="and one more gets in")["type"] == "ack"


HALF_OPEN = [
    # sent                                                                                        because
    (b"",                                                                                         "nothing at all"),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",                                                    "half of the headers"),
    (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{", "half of a body"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",                                         "a request, and then nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "because"), HALF_OPEN, ids=[row[-1] for row in HALF_OPEN])
def test_a_full_server_lets_the_longest_silent_one_go(tmp_path: Path, sent: bytes, because: str) -> None:
    with Server(tmp_path, prelude=FEW_FILES) as server, ExitStack() as until_done:
        for n in range(300):
            one = until_done.enter_context(closing(server.raw(f"127.0.1.{n % 10}")))
            one.sendall(sent)
        assert server.ask("GET", "/api/games", source=ELSEWHERE)[0] == 200, because


def test_the_newcomer_is_told_where_nobody_is_silent(tmp_path: Path) -> None:
    with (
        Server(tmp_path, variables={"TRUFFLEWOOD_ADDRESS_CONNECTIONS": "3"}) as server,
        ExitStack() as until_done,
    ):
        made = server.make(seats=(ME, ME))
        held = [until_done.enter_context(server.client(made["table"], made["key"])) for _ in range(3)]
        status, told = server.ask("GET", "/api/games", headers={"accept-language": "es"})
        assert status == 429 and told["error"]["key"] == "too-many-connections"
        assert "3 (--address-connections)" in told["error"]["text"] and "dirección" in told["error"]["text"]
        assert server.ask("GET", "/api/games", source=ELSEWHERE)[0] == 200
        held[0].socket.close()
        eventually(lambda: server.ask("GET", "/api/games")[0] == 200, "room that is free again is not given")


def test_sockets_of_one_address(tmp_path: Path) -> None:
    with (
        Server(tmp_path, variables={"TRUFFLEWOOD_ADDRESS_SOCKETS": "2"}) as server,
        ExitStack() as until_done,
    ):
        made = server.make(seats=(ME, ME))
        for _ in range(2):
            until_done.enter_context(server.client(made["table"], made["key"]))
        with server.client(made["table"], made["key"], greet=False) as third:
            refused = third.until("refused")
            assert refused["key"] == "too-many-sockets" and "2 (--address-sockets)" in refused["text"]
            assert third.closed() == 1013
        with Client(server.port, made["table"], made["key"], source=ELSEWHERE) as other:
            assert "welcome" in other.last


# ---- deadlines and sizes


LATE = [
    # sent                                                                       setting              because
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-La",                   "--header-deadline", "half of the headers"),
    (b"POST /api/keys HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n",     "--header-deadline", "all but the empty line"),
    (b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{}", "--body-deadline", "half of the body"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "setting", "because"), LATE, ids=[row[-1] for row in LATE])
def test_a_request_that_never_ends(tmp_path: Path, sent: bytes, setting: str, because: str) -> None:
    quick = {"TRUFFLEWOOD_HEADER_DEADLINE": "0.5", "TRUFFLEWOOD_BODY_DEADLINE": "0.5"}
    with Server(tmp_path, variables=quick) as server, closing(server.raw()) as connection:
        connection.sendall(sent)
        status, told = answer(connection)
        assert status == 408 and f"0.5 seconds ({setting})" in told["error"]["text"], because


def test_a_request_byte_by_byte(tmp_path: Path) -> None:
    """The time runs from the first byte, not from the last."""
    with (
        Server(tmp_path, variables={"TRUFFLEWOOD_HEADER_DEADLINE": "0.5"}) as server,
        closing(server.raw()) as connection,
    ):

        def is_cut() -> bool:
            try:
                connection.sendall(b"X")
            except OSError:
                return True
            return False

        eventually(is_cut, "a request that is written for ever is read for ever")


def test_who_says_nothing_is_not_kept(tmp_path: Path) -> None:
    with Server(tmp_path, variables={"TRUFFLEWOOD_HEADER_DEADLINE": "0.5"}) as server:
        with closing(server.raw()) as silent:
            assert is_ended(silent)
        with closing(server.raw()) as blank:  # empty lines before a request are allowed, not for ever
            blank.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert blank.recv(1) == b"H"
            blank.sendall(b"\r\n")
            while blank.recv(65536):
                pass


HEADS = [
    # sent                                                                              because
    (b"GET /healthz HTTP/1.1\r\nHost: " + b"a" * 100_000 + b"\r\n\r\n",                 "an oversized Host"),
    (b"GET /healthz HTTP/1.1\r\nHost: " + b"a" * 300 + b"\r\n\r\n",                     "longer than a name can be"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1_000_000,             "a header without an end"),
    (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",               "an oversized path"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",    "a thousand headers"),
    (b"GET /healthz HTTP/1.1\r\nHost: [::1\r\n\r\n",                                    "half an address"),
    (b"GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n",                                     "two words"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:99999\r\n\r\n",                         "no such port"),
    (b"GET /healthz HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",                                "not even text"),
    (b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\n\r\n",            "two hosts"),
    (b"GET /healthz HTTP/1.1\r\n\r\n",                                                  "none"),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",                                   "TLS"),
    (b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
     b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
     "more than the reader of handshakes takes"),
]  # fmt: skip


@pytest.mark.parametrize(("sent", "because"), HEADS, ids=[because for _, because in HEADS])
def test_heads_that_cannot_be_read(quiet: Server, sent: bytes, because: str) -> None:
    with closing(quiet.raw()) as connection:
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has been refused already
        status, told = answer(connection)
        assert status == 400 and told["error"]["text"].endswith("."), because


def test_a_flood_on_one_connection(quiet: Server) -> None:
    """Requests one behind the other, without waiting for any answer."""
    before = quiet.peak_memory()
    one = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with closing(quiet.raw()) as connection:

        def is_ended() -> bool:
            try:
                connection.sendall(one * 1000)
            except OSError:
                return True
            return False

        eventually(is_ended, "a flood is not ended")
    assert quiet.ask("GET", "/healthz")[0] == 200
    assert quiet.peak_memory() - before < 16_000, "kilobytes"


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as started:
        yield started


# ---- and those for whom it is made


@pytest.mark.slow
def test_a_club_of_fifty_behind_one_address(tmp_path: Path) -> None:
    """They all open the page, sit down two by two and play, as quickly as a test can: nobody is refused."""
    with Server(tmp_path) as server, ExitStack() as until_done:
        troubles: list[Any] = []

        def arrive(n: int) -> None:
            for path in ("/", "/api/games", "/api/mine", "/api/tables", "/api/games/truffle-scuffle/text",
                         "/api/games/truffle-scuffle/moves"):  # fmt: skip
                status, told = server.ask("GET", path)
                if status not in (200, 401, 503):  # a stranger has no tables; the pages may not be built
                    troubles.append((n, path, status, told))
            for _ in range(12):
                if server.ask("GET", "/favicon.svg")[0] == 429:
                    troubles.append((n, "a file"))

        run_together(arrive, 50)
        assert not troubles
        tables = [server.make(seats=(ME, {"kind": "open"})) for _ in range(25)]
        guests = [server.join(one["table"]) for one in tables]
        seated = [
            until_done.enter_context(server.client(one["table"], one["key"])) for one in (*tables, *guests)
        ]

        def play(n: int) -> None:
            client = seated[n]
            for _ in range(3):
                told = client.ask("say", text="our turn?")
                if told["type"] != "ack":
                    troubles.append((n, told))

        run_together(play, 50)
        assert not troubles


def run_together(does: Callable[[int], None], times: int) -> None:
    threads = [threading.Thread(target=does, args=(n,)) for n in range(times)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
