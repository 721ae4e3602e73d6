"""Who can open a link: this machine alone, or its network as well. 127.0.0.2 plays the network."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import segno
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.harness import Running, running, settings
from tests.server.process import Served, asking
from trufflewood.server import network

LAN = "127.0.0.2"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with running(settings(tmp_path, lan_address=LAN)) as started:
        yield started


def send(
    to: str, port: int, method: str, path: str, body: Any = None, **headers: str
) -> tuple[int, bytes, Any]:
    """Ask by any address, with any header; the answer also as JSON, where it is."""
    connection = http.client.HTTPConnection(to, port, timeout=20)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, msgspec.json.encode(body) if body is not None else None, given)
        answer = connection.getresponse()
        data = answer.read()
        return answer.status, data, msgspec.json.decode(data) if data[:1] == b"{" else None
    finally:
        connection.close()


def change(port: int, wanted: bool, to: str = "127.0.0.1", **headers: str) -> tuple[int, Any]:
    given = {"content_type": "application/json", **headers}
    status, _, found = send(to, port, "POST", "/api/network", {"open": wanted}, **given)
    return status, found


def is_reached(host: str, port: int) -> bool:
    try:
        return send(host, port, "GET", "/healthz")[0] == 200
    except OSError:
        return False


def drawn(text: str) -> bytes:
    return segno.make(text, error="m").svg_inline(scale=8, border=4).encode()


def leads_to(picture: bytes, link: str) -> bool:
    path = picture.partition(b' d="')[2].partition(b'"')[0]
    return bool(path) and path in drawn(link)


def test_opened_and_closed_again(server: Running) -> None:
    table = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    here = f"http://127.0.0.1:{server.port}"
    code = f"/api/tables/{table}/qr.svg"
    closed = {"origin": here, "only_here": True, "open": False, "may_change": True}
    assert server.ask("GET", "/api/network") == (200, closed)
    assert leads_to(server.ask("GET", code)[1], f"{here}/t/{table}")
    assert not is_reached(LAN, server.port)

    there = f"http://{LAN}:{server.port}"
    opened = {"origin": there, "only_here": False, "open": True, "may_change": True}
    for _ in range(2):  # twice does no harm
        assert change(server.port, True, origin=here) == (200, opened)
    assert server.ask("GET", "/api/network") == (200, opened)
    assert leads_to(server.ask("GET", code)[1], f"{there}/t/{table}")

    guest = {"origin": there, "only_here": False, "open": False, "may_change": False}
    assert send(LAN, server.port, "GET", "/api/network")[2] == guest
    assert leads_to(send(LAN, server.port, "GET", code)[1], f"{there}/t/{table}")
    assert change(server.port, False, LAN)[0] == 403, "a guest does not close the door"

    with connect(f"ws://{LAN}:{server.port}/api/tables/{table}/socket", compression=None) as line:
        line.send('{"type":"hello"}')
        assert msgspec.json.decode(line.recv(20))["type"] == "welcome"
        assert change(server.port, False) == (200, closed)
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(20)
    assert not is_reached(LAN, server.port) and is_reached("127.0.0.1", server.port)
    assert change(server.port, True) == (200, opened), "and again"
    assert is_reached(LAN, server.port)


REFUSED = [
    # headers                                            status  why
    ({"origin": "http://elsewhere.example"},             403,    "a foreign page"),
    ({"origin": "null"},                                 403,    "a page without an origin"),
    ({"host": "elsewhere.example"},                      421,    "a foreign name that leads to this machine"),
    ({"x_forwarded_for": "127.0.0.1"},                   403,    "a proxy"),
    ({"forwarded": "for=127.0.0.1"},                     403,    "a proxy"),
    ({"via": "1.1 proxy"},                               403,    "a proxy"),
    ({"x_real_ip": "127.0.0.1"},                         403,    "a proxy"),
    ({"content_type": "text/plain"},                     415,    "what a foreign page may send unasked"),
    ({"content_type": "application/x-www-form-urlencoded"}, 415, "a form"),
]  # fmt: skip


@pytest.mark.parametrize(("headers", "status", "why"), REFUSED)
def test_who_may_not_open_it(server: Running, headers: dict[str, str], status: int, why: str) -> None:
    found, answer = change(server.port, True, **headers, accept_language="es")
    assert found == status, why
    wanted = {
        403: "se decide solo en el equipo",
        415: "envía esto como application/json",
        421: "--allowed-hosts",
    }[status]
    if "origin" in headers:
        wanted = "de una página de otro sitio"
    assert wanted in answer["error"]["text"]
    assert not is_reached(LAN, server.port)
    if status == 403:
        told = send("127.0.0.1", server.port, "GET", "/api/network", **headers)[2]
        assert not told["may_change"] and not told["open"]


@pytest.mark.parametrize("body", [{}, {"open": "yes"}, {"open": True, "more": 1}, [], None])
def test_what_cannot_be_read_changes_nothing(server: Running, body: Any) -> None:
    status, _, found = send(
        "127.0.0.1", server.port, "POST", "/api/network", body, content_type="application/json"
    )
    assert status == 400 and found["error"]["key"] == "bad-message"
    assert not is_reached(LAN, server.port)


def test_a_server_behind_a_proxy_leaves_it_to_its_owner(tmp_path: Path) -> None:
    chosen = settings(tmp_path, lan_address=LAN, proxies="127.0.0.1", allowed_hosts="games.example")
    with running(chosen) as server:
        assert change(server.port, True)[0] == 403
        assert not server.ask("GET", "/api/network")[1]["may_change"]
        seen = send(
            "127.0.0.1", server.port, "GET", "/api/network", host="games.example", x_forwarded_proto="https"
        )
        assert seen[2] == {
            "origin": "https://games.example",
            "only_here": False,
            "open": False,
            "may_change": False,
        }


def test_a_port_that_is_taken_on_the_network_only(server: Running) -> None:
    with socket.socket() as other:
        other.bind((LAN, server.port))
        other.listen()
        found = change(server.port, True)[1]["origin"]
    host, port = found.removeprefix("http://").split(":")
    assert host == LAN and server.port < int(port) <= server.port + 100 and is_reached(host, int(port))


def test_where_there_is_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "own_address", lambda: "")
    with running(settings(tmp_path, lan=True)) as server:
        status, answer = change(server.port, True)
        assert status == 409 and answer["error"]["text"].startswith("this machine is in no network now")
        assert server.ask("GET", "/api/games")[0] == 200
    with running(settings(tmp_path, lan_address="203.0.113.7")) as server:
        status, answer = change(server.port, True, accept_language="es")
        assert (
            status == 409
            and "Indica otra dirección de este equipo con --lan-address" in answer["error"]["text"]
        )


def test_open_from_the_start(tmp_path: Path) -> None:
    given = ("--port", "0", "--data", str(tmp_path), "--lan-address", LAN, "--lang", "en")
    with Served(*given, "--lan") as served:
        port = served.port()
        assert served.line() == f"On this network: http://{LAN}:{port}"
        assert "Anyone on the same network" in served.line() and "no password" in served.said[-1]
        assert served.line() == "Ctrl-C stops it."
        assert is_reached(LAN, port) and asking(port, tmp_path).ask("GET", "/api/network")[1]["open"]
        assert change(port, False)[1]["only_here"] and not is_reached(LAN, port)
        with Served(*given[:-1], "es", variables={"TRUFFLEWOOD_LAN": "1"}) as second:
            assert second.rest()[:2] == [
                f"Trufflewood ya está abierto en http://127.0.0.1:{port}", f"En esta red: http://{LAN}:{port}",
            ]  # fmt: skip
        assert is_reached(LAN, port), "the one that runs was asked to open"
        assert served.stop() == 0
    with Served(*given[:-4], "--lan-address", "203.0.113.7", "--lang", "es", "--lan") as served:
        assert is_reached("127.0.0.1", served.port())
        assert served.line().startswith("No está abierto a la red: no se puede escuchar en 203.0.113.7")


def test_a_server_that_listens_everywhere_is_open_from_the_start(tmp_path: Path) -> None:
    everywhere = network.Network(settings(tmp_path, lan_address=LAN))
    everywhere.begin("0.0.0.0", 8000, uvicorn_is_not_needed)
    assert everywhere.origin == f"http://{LAN}:8000" and not everywhere.may_change
    asyncio.run(everywhere.close())
    assert everywhere.origin, "what was said at the start stays"


def uvicorn_is_not_needed() -> uvicorn.Config:
    raise AssertionError("one listener is enough")


LOOPBACKS = [
    ("127.0.0.1", True), ("127.8.8.8", True), ("localhost", True), ("::1", True), ("[::1]", True),
    ("::ffff:127.0.0.1", True), ("192.0.2.1", False), ("localhost.example", False), ("", False), ("0.0.0.0", False),
    ("127.0.0.1.example", False), ("::ffff:192.0.2.1", False),
]  # fmt: skip


@pytest.mark.parametrize(("host", "loopback"), LOOPBACKS)
def test_what_means_this_machine(host: str, loopback: bool) -> None:
    assert network.is_loopback(host) == loopback


@pytest.mark.parametrize("without_routes", [False, True])
def test_the_own_address_is_no_loopback(without_routes: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has: nothing, or an address by which others reach it."""
    if without_routes:
        monkeypatch.setattr(network, "FAR", ())
    found = network.own_address()
    assert not found or not ipaddress.ip_address(found).is_loopback


def test_addresses_are_written_as_browsers_read_them() -> None:
    assert network.url("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert network.url("2001:db8::1", 8000) == "http://[2001:db8::1]:8000"
