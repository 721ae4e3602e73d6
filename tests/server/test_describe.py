"""The protocol is described as it is: types come from the server's own, and the docs name every message."""

from __future__ import annotations

import re
import subprocess
import sys
import typing
from pathlib import Path
from random import Random

import pytest

from tests.server.harness import Running
from tests.server.test_tables import play_out
from trufflewood.games import all_games
from trufflewood.server import api, describe, wire

ROOT = Path(__file__).parents[2]


def test_the_clients_types_are_printed_or_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    describe.main([])
    printed = capsys.readouterr().out
    named = {*typing.get_args(wire.FromClient), *typing.get_args(wire.ToClient), wire.GameInfo, wire.NewTable}
    for name in (
        *(kind.__name__ for kind in named),
        *(f"{game.title().replace('-', '')}View" for game in all_games()),
    ):
        assert f"export interface {name} {{" in printed, name
    describe.main([str(tmp_path / "types")])
    written = [(tmp_path / "types" / name).read_text(encoding="utf-8") for name in describe.FILES]
    assert printed == "".join(f"{text}\n" for text in written)


def test_the_clients_types_are_not_in_the_sources() -> None:
    """They are made anew for each check, so that none can be stale."""
    assert not any(list((ROOT / "frontend" / "src").rglob(name)) for name in describe.FILES)


def test_openapi_is_served_and_complete(server: Running) -> None:
    status, found = server.ask("GET", "/api/openapi.json")
    assert status == 200 and found["openapi"] == "3.1.0"
    assert {(path, method.upper()) for path, ways in found["paths"].items() for method in ways} == {
        (route.path, route.method) for route in api.ROUTES
    }
    wanted = set(re.findall(r"#/components/schemas/(\w+)", str(found)))
    assert wanted <= set(found["components"]["schemas"])


def test_the_docs_name_every_message_and_route() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for union in (wire.FromClient, wire.ToClient):
        for kind in typing.get_args(union):
            assert f"`{kind.__struct_config__.tag}`" in text, kind
    for route in api.ROUTES:
        assert route.path in text, route.path


def test_a_bot_over_the_wire(server: Running) -> None:
    """The example in examples/, under 60 lines, plays a whole game against a person."""
    path = ROOT / "examples" / "bot_over_the_wire.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) < 60
    made = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "open"}], options={"stall": 4})
    address = f"http://127.0.0.1:{server.port}"
    with server.client(made["table"], made["key"]) as client:
        bot = subprocess.Popen(
            [sys.executable, str(path), address, made["table"]], stdout=subprocess.PIPE, text=True
        )
        while client.until("update")["state"] != "playing":
            pass
        play_out(client, Random(1))
        said, _ = bot.communicate(timeout=30)
        assert bot.returncode == 0 and said.strip() == client.update["outcome"]["text"]


@pytest.mark.parametrize("game", all_games())
def test_what_a_client_needs_of_a_game(server: Running, game: str) -> None:
    status, listed = server.ask("GET", "/api/games", lang="es")
    info = next(one for one in listed["games"] if one["game"] == game)
    assert status == 200 and info["title"]
    assert info["bots"][0] == "level1" and "random" in info["bots"]
    moves = server.ask("GET", f"/api/games/{game}/moves")[1]
    assert len(moves) == info["moves"] == len(set(moves))
    english, spanish = (server.ask("GET", f"/api/games/{game}/text", lang=lang)[1] for lang in ("en", "es"))
    assert english.keys() == spanish.keys() and english["events"] != spanish["events"]
    assert b"\xc2\xa71" in server.ask("GET", f"/api/games/{game}/rules?lang=es")[1]
