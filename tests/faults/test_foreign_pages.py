"""A page elsewhere, or a name that leads here: neither makes a table, nor watches one, nor reads the lobby."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.faults.client import ME, Client, Server

MAKE = {"game": "truffle-scuffle", "name": "Ana", "seats": [ME, ME], "listed": True}
JSON = "application/json"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    allowed = {"TRUFFLEWOOD_ALLOWED_HOSTS": "games.example, *.club.example"}
    with Server(tmp_path_factory.mktemp("data"), variables=allowed) as started:
        yield started


HOSTS = [
    # host                            status  because
    ("127.0.0.1",                     200,    "an address written as a number"),
    ("127.0.0.1:80",                  200,    "with any port, since a proxy may have another"),
    ("localhost:8000",                200,    "this machine's own name"),
    ("LOCALHOST.",                    200,    "however it is written"),
    ("play.localhost",                200,    "browsers look for it on this machine alone"),
    ("[::1]:8000",                    200,    "an address of the longer kind"),
    ("192.0.2.7",                     200,    "a machine on the network"),
    ("games.example",                 200,    "listed"),
    ("Games.Example:8443",            200,    "listed, with a port"),
    ("tuesday.club.example",          200,    "below a name that is listed so"),
    ("club.example",                  421,    "which is not below itself"),
    ("evil.example",                  421,    "a name that leads here"),
    ("games.example.evil.example",    421,    "that only begins like ours"),
    ("evilgames.example",             421,    "or ends like it"),
    ("127.0.0.1.evil.example",        421,    "or looks like an address"),
    ("localhost.evil.example",        421,    "or like this machine"),
    ("evil",                          421,    "a name of the network around"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "status", "because"), HOSTS)
def test_names_by_which_the_server_is_called(server: Server, host: str, status: int, because: str) -> None:
    for path in ("/api/tables", "/healthz", "/api/games"):
        found, told = server.ask("GET", path, headers={"host": host})
        assert found == status, because
        if status != 200:
            assert told["error"]["key"] == "unknown-host" and "--allowed-hosts" in told["error"]["text"]
    for path in ("/", "/t/some-table", "/nowhere"):
        assert (server.ask("GET", path, headers={"host": host})[0] == 421) == (status == 421), because
    found, _ = server.ask("POST", "/api/keys", {}, headers={"host": host})
    assert found == status, because
    with Asked(server, host=host) as asked:
        assert asked == (101 if status == 200 else status), because


ORIGINS = [
    # origin                              host                 may    because
    (None,                                "127.0.0.1:{port}",  True,  "a program, no page"),
    ("http://127.0.0.1:{port}",           "127.0.0.1:{port}",  True,  "the server's own page"),
    ("https://games.example",             "games.example",     True,  "behind a proxy that speaks HTTPS"),
    ("https://games.example",             "games.example:443", True,  "with the port that goes without saying"),
    ("https://games.example",             "127.0.0.1:{port}",  True,  "behind a proxy that calls us by our address"),
    ("http://localhost:8000",             "LOCALHOST:8000",    True,  "however it is written"),
    ("http://evil.example",               "127.0.0.1:{port}",  False, "a page elsewhere"),
    ("http://127.0.0.1:1",                "127.0.0.1:{port}",  False, "another program's page on this machine"),
    ("http://127.0.0.1",                  "127.0.0.1:{port}",  False, "another port"),
    ("http://localhost:{port}",           "127.0.0.1:{port}",  False, "another name"),
    ("null",                              "127.0.0.1:{port}",  False, "a page that hides where it is from"),
    ("",                                  "127.0.0.1:{port}",  False, "nothing"),
    ("http://",                           "127.0.0.1:{port}",  False, "half an origin"),
    ("127.0.0.1:{port}",                  "127.0.0.1:{port}",  False, "the other half"),
    ("file://127.0.0.1:{port}",           "127.0.0.1:{port}",  False, "a file"),
    ("http://[",                          "127.0.0.1:{port}",  False, "nonsense"),
    ("http://127.0.0.1:{port}@evil.example", "127.0.0.1:{port}", False, "a name that looks like ours"),
]  # fmt: skip


@pytest.mark.parametrize(("origin", "host", "may", "because"), ORIGINS)
def test_pages_that_ask(server: Server, origin: str | None, host: str, may: bool, because: str) -> None:
    headers = {"host": host.format(port=server.port)}
    if origin is not None:
        headers["origin"] = origin = origin.format(port=server.port)
    status, told = server.ask("POST", "/api/tables", MAKE, headers=headers)
    assert (status == 200) == may, because
    if not may:
        assert status == 403 and told["error"]["key"] == "foreign-page"
        assert "--allowed-hosts" in told["error"]["text"]
    with Asked(server, **headers) as asked:
        assert asked == (101 if may else 403), because
    assert server.ask("GET", "/api/games", headers=headers)[0] == 200, "what a browser keeps from it anyway"


TYPES = [
    # content type                              status  because
    (JSON,                                      200,    "as it should be"),
    ("Application/JSON; charset=utf-8",         200,    "however it is written"),
    ("text/plain",                              415,    "which any page may send unasked"),
    ("text/plain; application/json",            415,    "the same in disguise"),
    ("application/x-www-form-urlencoded",       415,    "a form"),
    ("multipart/form-data",                     415,    "another"),
    ("",                                        415,    "nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "status", "because"), TYPES)
def test_only_json_changes_something(server: Server, given: str, status: int, because: str) -> None:
    assert server.ask("POST", "/api/tables", MAKE, headers={"content-type": given})[0] == status, because
    found, told = server.ask("POST", "/api/keys", raw=b"", headers={"content-type": given})
    assert found == status, "even where there is no body"
    if status == 415:
        assert told["error"]["key"] == "not-json" and JSON in told["error"]["text"]


def test_a_rebound_name_reads_no_lobby(server: Server) -> None:
    made = server.make(listed=True)
    for path in ("/api/tables", f"/api/tables/{made['table']}", f"/api/tables/{made['table']}/record"):
        status, told = server.ask(
            "GET", path, headers={"host": "evil.example", "origin": "http://evil.example"}
        )
        assert status == 421 and made["table"] not in str(told)


LANGUAGES = [
    # lang       status  because
    ("en",       200,    "English"),
    ("es",       200,    "Spanish"),
    ("es-MX",    200,    "of anywhere"),
    ("null",     400,    "what a program sends that has not asked its user"),
    ("",         400,    "nothing"),
    ("fr",       400,    "not yet"),
    ("espresso", 400,    "no language"),
    ("%00",      400,    "nonsense"),
]  # fmt: skip


@pytest.mark.parametrize(("lang", "status", "because"), LANGUAGES)
def test_languages_that_are_asked_for(server: Server, lang: str, status: int, because: str) -> None:
    found, told = server.ask("GET", f"/api/games?lang={lang}")
    assert found == status, because
    if status == 400:
        assert told["error"]["key"] == "bad-language" and told["error"]["text"].endswith(
            "lang takes en or es."
        )


def test_what_a_browser_prefers_is_never_a_mistake(server: Server) -> None:
    for preferred in ("fr", "null", "", "es-ES,es;q=0.9,en;q=0.8", "*"):
        assert server.ask("GET", "/api/games", headers={"accept-language": preferred})[0] == 200


def test_a_mistake_in_the_list_of_names(tmp_path: Path) -> None:
    server = Server(tmp_path, "--allowed-hosts", "https://games.example/", start=False)
    server.launch()
    with server:
        assert server.wait()[0] == 2
        assert "--allowed-hosts takes names such as" in (tmp_path / "stderr").read_text()


class Asked:
    """The status with which a connection to some table begins: 101 where it may."""

    def __init__(self, server: Server, host: str, origin: str | None = None) -> None:
        self._server, self._host, self._origin = server, host, origin
        self._client: Client | None = None

    def __enter__(self) -> int:
        try:
            self._client = Client(
                self._server.port, "some-table", greet=False, host=self._host, origin=self._origin
            )
        except InvalidStatus as refused:
            return refused.response.status_code
        return 101

    def __exit__(self, *_: object) -> None:
        if self._client:
            self._client.socket.close()
