"""What earlier versions kept is opened by this one: every table at its place, every record replayed."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.faults.client import Server, eventually
from tests.fixtures import make

FIXTURES = Path(make.__file__).parent
STORES = sorted((FIXTURES / "stores").iterdir())
RECORDS = sorted((FIXTURES / "records").glob("*/*.txt"))


def told(store: Path) -> dict[str, Any]:
    """What is known of every table of a store, by name."""
    tables: dict[str, Any] = msgspec.json.decode((store / "keys.json").read_bytes())["tables"]
    return tables


def content(file: Path) -> tuple[int, dict[str, list[Any]]]:
    """The format and all rows of a store, without changing a byte of it or of what lies beside it."""
    db = sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)
    try:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
        rows = {name: db.execute(f'SELECT * FROM "{name}" ORDER BY 1, 2').fetchall() for (name,) in names}
        return db.execute("PRAGMA user_version").fetchone()[0], rows
    finally:
        db.close()


@pytest.fixture(scope="module", params=STORES, ids=lambda store: store.name)
def store(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def server(store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Today's server on a copy of the store, with bots that do not move while tables are looked at."""
    folder = tmp_path_factory.mktemp("store")
    shutil.copyfile(store / "tables.db", folder / "tables.db")
    with Server(folder, "--rate", "10000", *make.PATIENT) as running:
        yield running


def test_every_table_is_found_as_it_was_left(server: Server, store: Path) -> None:
    for name, fact in told(store).items():
        status, info = server.ask("GET", f"/api/tables/{fact['table']}")
        assert status == 200, (name, info)
        assert (info["game"], info["version"], info["state"]) == (
            fact["game"],
            fact["version"],
            fact["state"],
        ), name
        assert [seat["name"] for seat in info["seats"]] == fact["seats"], name
        found = make.seen(server, fact["table"], fact["keys"], make.WATCHING in fact["views"])
        assert found == {key: fact[key] for key in ("views", "points", "chat")}, name


def test_a_person_finds_their_tables(server: Server, store: Path) -> None:
    for name, fact in told(store).items():
        for key in filter(None, fact["keys"]):
            _, mine = server.ask("GET", "/api/mine", key=key)
            assert fact["table"] in {one["info"]["table"] for one in mine["tables"]}, name


def test_a_file_of_another_format_is_kept_beside_the_new_one(server: Server, store: Path) -> None:
    before, rows = content(store / "tables.db")
    after = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
    now = after.execute("PRAGMA user_version").fetchone()[0]
    after.close()
    kept = [file for file in server.folder.glob("tables.db.before-*") if file.suffix[-1].isdigit()]
    if now == before:
        assert not kept, "nothing was changed, so nothing is to be kept"
        return
    assert [file.name for file in kept] == [f"tables.db.before-{now}"]
    assert content(kept[0]) == (before, rows)


def test_every_table_goes_on(store: Path, tmp_path: Path) -> None:
    shutil.copyfile(store / "tables.db", tmp_path / "tables.db")
    with Server(tmp_path, "--rate", "10000") as server:
        for name, fact in told(store).items():
            goes_on(server, name, fact)
        assert server.stop() == 0


def goes_on(server: Server, name: str, fact: Any) -> None:
    """It takes a seat, a move of a person, a move of a bot or the wish for a rematch."""
    table, keys = fact["table"], fact["keys"]
    own = next(key for key in keys if key)
    if fact["state"] == "over":
        assert server.ask("POST", f"/api/tables/{table}/rematch", {}, own)[0] == 200, name
        status, home = server.ask("GET", f"/api/tables/{table}/record", key=own)
        assert status == 200 and home["whole"], name
        assert server.ask("POST", "/api/replay", {"record": home["record"]})[0] == 200, name
        return
    if fact["state"] == "open":
        assert server.join(table)["info"]["version"] == fact["version"] + 1, name
        return
    with server.client(table, own) as client:
        bots = {seat for seat, one in enumerate(client.update["seats"]) if one["bot"]}
        people = {seat for seat, key in enumerate(keys) if key} - bots

        def is_ours() -> bool:
            client.drain()
            return client.update["state"] == "over" or bool(people & {*client.update["view"]["waiting"]})

        eventually(is_ours, f"{name}: a bot that is due moves")
        waiting = [seat for seat in client.update["view"]["waiting"] if seat in people]
    if waiting:
        with server.client(table, keys[waiting[0]], seat=waiting[0]) as client:
            assert client.ask("play", moves=[client.moves[0]])["type"] == "ack", name


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_record_replays(server: Server, record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    status, end = server.ask("POST", "/api/replay", {"record": text})
    assert status == 200, end
    assert (
        end["at"]
        == end["commands"]
        == len(text.partition("moves:\n")[2].partition("result:")[0].splitlines())
    )
    assert bool(end["outcome"]) == ("\nresult: " in text)


@pytest.mark.slow
def test_the_next_version_can_add_its_own(tmp_path: Path) -> None:
    make.main([str(tmp_path / "new"), "--version", "next"])
    made = tmp_path / "new" / "stores" / "next"
    assert (made / "tables.db").stat().st_size < 400_000
    assert told(made).keys() == told(STORES[-1]).keys()
    test_every_table_goes_on(made, tmp_path)
