"""Decks and records that strangers send: nobody waits for them, and no table carries their text about."""

from __future__ import annotations

import gzip
import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import trufflewood
from tests.faults.client import BOT, ME, Client, Server, eventually

GAMES: Final = Path(trufflewood.__file__).parent / "games"
WITH_DECKS: Final = ("snack-match", "truffle-scuffle", "truffle-shuffle")
TILES: Final = {"tiles": {"white red": 10, "green": 6, "empty": 20}}
DOTTED: Final = "a." * 28000 + "a=1"


def text_of(game: str, comment: int = 0) -> str:
    """A deck of the game as the text of a file, with a comment of so many characters."""
    shipped = GAMES / game.replace("-", "_") / "decks" / "reconstructed.toml"
    return f"# {'x' * comment}\n{shipped.read_text(encoding='utf-8')}"


def wish(game: str = "truffle-scuffle", **options: Any) -> dict[str, Any]:
    return {"game": game, "name": "Ana", "seats": [ME, ME], "options": options}


# ---- what is too much is refused before it is parsed

HOSTILE = {
    "long dotted key":      DOTTED,
    "shorter dotted key":   "a." * 15000 + "a=1",
    "dotted section":       f"[{'a.' * 15000}a]\nb=1",
    "nested lists":         "a=" + "[" * 16000,
    "nested tables":        "a={" * 8000,
    "a key behind a string": "a = ['''\n\"''', {" + "a." * 15000 + "a=1}]",
    "a line of spaces":     "a=[\n[" + " " * 30000 + "\n]]",
    "quotes":               '[a]\n"' + '\\"' * 15000 + "=1",
    "a long number":        f"[a]\nb = {'9' * 30000}",
    "a long hex number":    f"[a]\nb = 0x{'f' * 30000}",
    "many lines":           "[a]\n" + "".join(f"k{n}=1\n" for n in range(3000)),
    "a long comment":       text_of("truffle-scuffle", 240_000),
    "a long key":           f"[tiles]\n{'k' * 30000} = 36",
    "a long name":          "a" * 100_000,
    "a forgotten deck":     "#" + "0" * 32,
    "many keys as data":    {"tiles": {f"k{n}": 1 for n in range(10_000)}},
    "a long key as data":   {"tiles": {"k" * 100_000: 36}},
    "a huge number as data": {"tiles": {"white": 10**30}},
    "no deck at all":       [[[[[[]]]]]],
    "nested data":          msgspec.Raw(b"[" * 900 + b"]" * 900),
}  # fmt: skip


def test_hostile_decks_are_refused_with_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for what, deck in HOSTILE.items():
            for language in ("en", "es"):
                status, answer = server.ask("POST", f"/api/tables?lang={language}", wish(deck=deck))
                assert status == 400, (what, answer)
                text = answer["error"]["text"]
                assert 10 < len(text) < 700 and "\n" not in text, (what, text)
        limits = {server.ask("POST", "/api/tables", wish(deck=HOSTILE[what]))[1]["error"]["key"] for what in
                  ("long dotted key", "shorter dotted key", "many lines")}  # fmt: skip
        assert limits == {"deck-size", "deck-form", "deck-entries"}
        assert server.ask("POST", "/api/tables", wish("forest-shuffle", deck=DOTTED))[0] == 400, (
            "it has no decks"
        )


def test_twenty_hostile_decks_cost_next_to_nothing(tmp_path: Path) -> None:
    """One of them took a whole server 14 seconds; the twenty together are not one second's work."""
    with Server(tmp_path) as server, ThreadPoolExecutor(20) as threads:
        made = server.make()
        with server.client(made["table"], made["key"]) as client:
            before = server.processor_time()
            asked = [threads.submit(server.ask, "POST", "/api/tables", wish(deck=DOTTED)) for _ in range(20)]
            client.drain()
            assert client.play_one()["type"] == "ack"
            assert all(one.result()[0] == 400 for one in asked)
            assert server.processor_time() - before < 5


def test_other_texts_are_refused_whole_too(tmp_path: Path) -> None:
    """Moves in notation, options and numbers: whatever is sent, one sentence comes back."""
    hostile = ["a1" + " " * 1990 + "!", "a1-a2" + " " * 1990 + "!", "stay," * 390, "buy " + "x" * 1990, "at " * 660,
               "play " + "oak/" * 490, "fill " + "small-" * 330, "lay 1 " + "a" * 1990, "'-" * 1000]  # fmt: skip
    with Server(tmp_path) as server:
        for game in (*WITH_DECKS, "forest-shuffle"):
            made = server.make(game)
            with server.client(made["table"], made["key"]) as client:
                for text in hostile:
                    for kind in ("play", "sketch"):
                        refused = client.ask(kind, "sketched", moves=text)
                        assert refused["type"] == "refused" and len(refused["text"]) < 1200, (game, text[:20])
        wrong: list[dict[str, Any]] = [
            {"x" * 100_000: 1},
            {"start": 10**40},
            {"start": "y" * 100_000},
            {"stall": [[[[]]]]},
        ]
        for options in wrong:
            status, answer = server.ask("POST", "/api/tables", wish(**options))
            assert status == 400 and len(answer["error"]["text"]) < 700


def test_the_command_line_has_the_same_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from trufflewood.cli.main import main

    file = tmp_path / "deck.toml"
    for text in (DOTTED, "a=" + "[" * 16000, f"[a]\nb = {'9' * 30000}"):
        file.write_text(text)
        assert main(["play", "truffle-scuffle", "--deck", str(file)]) != 0
        said = capsys.readouterr().err
        assert str(file) in said and said.count("\n") == 1 and "Traceback" not in said


# ---- a deck is named, and who needs it asks once


def test_views_and_lists_name_a_deck(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        plain = server.make(options={"start": 0})
        with server.client(plain["table"], plain["key"]) as client:
            most = max(map(len, client.texts)) + 1000
        tables = [server.make(options={"deck": text_of("truffle-scuffle", 30_000), "start": 0}, listed=True)
                  for _ in range(5)]  # fmt: skip
        made = tables[0]
        name = made["info"]["options"]["deck"]
        assert re.fullmatch(r"#[0-9a-f]{32}", name)
        key = made["key"]
        with server.client(made["table"], key) as client, server.client(made["table"]) as watcher:
            assert client.play_one()["type"] == "ack"
            client.ask("sketch", "sketched", moves=[client.moves[0]] if client.moves else [0])
            watcher.drain()
            assert (
                client.update["view"]["options"]["deck"] == watcher.update["view"]["options"]["deck"] == name
            )
            assert max(map(len, client.texts + watcher.texts)) < most
        for path in ("/api/tables", f"/api/tables/{made['table']}", f"/api/tables/{made['table']}/record",
                     f"/api/tables/{made['table']}/replay?at=0"):  # fmt: skip
            status, answer = server.ask("GET", path, key="" if path == "/api/tables" else key)
            assert status == 200 and len(msgspec.json.encode(answer)) < 6 * most, path
        status, mine = server.ask("GET", "/api/mine", key=key)
        assert mine["tables"][0]["info"]["options"]["deck"] == name

        status, deck = server.ask("GET", f"/api/tables/{made['table']}/deck")
        assert status == 200 and deck["name"] == name
        assert sum(deck["sections"]["tiles"].values()) == 36
        status, deck = server.ask("GET", f"/api/tables/{plain['table']}/deck")
        assert status == 200 and deck["name"] == "reconstructed" and deck["sections"]
        forest = server.make("forest-shuffle")
        assert server.ask("GET", f"/api/tables/{forest['table']}/deck")[1]["error"]["key"] == "no-deck"
        assert server.ask("GET", "/api/tables/nowhere/deck")[0] == 404


def test_the_same_deck_has_the_same_name(tmp_path: Path) -> None:
    written = "\n".join(f'"{tile}" = {copies}' for tile, copies in TILES["tiles"].items())
    with Server(tmp_path) as server:
        tables = [server.make(options={"deck": deck}) for deck in (TILES, f"# mine\n[tiles]\n{written}")]
        first, second = (made["info"]["options"]["deck"] for made in tables)
        assert first == second
        again = server.make(options={"deck": first})
        assert server.ask("GET", f"/api/tables/{again['table']}/deck")[1]["sections"] == TILES
        shared = server.make(seats=[ME, BOT], options={"deck": TILES}, deal="new")
        other = server.make(
            seats=[ME, BOT], options={"deck": f"[tiles]\n{written}"}, deal=shared["info"]["deal"]
        )
        assert other["info"]["promise"] == shared["info"]["promise"], "the same deck: the same deal"
        turned = {"tiles": dict(reversed(TILES["tiles"].items()))}
        body = {**wish(deck=turned), "seats": [ME, BOT], "deal": shared["info"]["deal"]}
        assert server.ask("POST", "/api/tables", body)[1]["error"]["key"] == "deal-differs"


@pytest.mark.slow
@pytest.mark.parametrize("game", WITH_DECKS)
def test_a_deck_of_ones_own_is_played_to_the_end(tmp_path: Path, game: str) -> None:
    """Bots, hints, aids, sketches, earlier positions, a restart, the record, its replay, a fork and a rematch."""
    options: dict[str, Any] = {"deck": text_of(game, 1000)}
    if game == "truffle-scuffle":
        options["stall"] = 4
    with Server(tmp_path, "--rate", "1000") as server:
        made = server.make(game, [ME, BOT], options=options)
        table, key = made["table"], made["key"]
        name = made["info"]["options"]["deck"]
        with server.client(table, key) as client:
            while not client.moves:
                client.until("update")
            assert client.ask("hint", "hinted")["advice"]
            assert client.ask("aids", "aided")["type"] == "aided"
            assert (
                client.ask("sketch", "sketched", moves=[client.moves[0]])["view"]["options"]["deck"] == name
            )
            client.play_one()
        assert server.stop() == 0
        server.start()
        with server.client(table, key) as client:
            to_the_end(client)
            assert client.update["view"]["options"]["deck"] == name
        assert "bot-failed" not in (tmp_path / "stderr").read_text()

        status, home = server.ask("GET", f"/api/tables/{table}/record", key=key)
        assert status == 200 and '"deck":{' in home["record"] and "#" not in home["record"]
        status, now = server.ask("GET", f"/api/tables/{table}/replay?at=3&seat=0", key=key)
        status, then = server.ask("POST", "/api/replay", {"record": home["record"], "at": 3, "seat": 0})
        assert status == 200, then
        assert (
            then["view"].pop("options")["deck"]
            == server.ask("GET", f"/api/tables/{table}/deck")[1]["sections"]
        )
        assert now["view"].pop("options")["deck"] == name
        assert then["view"] == now["view"] and then["points"] == now["points"]
        status, fork = server.ask(
            "POST", f"/api/tables/{table}/fork", {"name": "Ana", "at": 3, "seat": 0}, key
        )
        assert status == 200 and fork["info"]["options"]["deck"] == name
        status, again = server.ask("POST", f"/api/tables/{table}/rematch", {}, key)
        assert status == 200
        assert server.ask("GET", f"/api/tables/{again['table']}")[1]["options"]["deck"] == name


def to_the_end(client: Client) -> None:
    while client.update["state"] != "over":
        if {*client.update["view"]["waiting"]} & {*client.last["welcome"]["mine"]}:
            client.play_one()
        else:
            client.until("update")


def test_a_table_with_a_deck_text_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    """Kept by 0.2.0, with a comment of 240 kB that went out in every message."""
    kept = Path(__file__).with_name("own_deck_0.2.0.db.gz")
    (tmp_path / "tables.db").write_bytes(gzip.decompress(kept.read_bytes()))
    table, key = "0S33zljObkf24hPvYq4xIQ", "M3OqI5Hntdx0GeKuri3b35x3IC6LDeGdZr27Z8hD4ko"
    with Server(tmp_path) as server:
        with server.client(table, key) as client:
            assert client.update["version"] == 6
            for _ in range(4):
                assert client.play_one()["type"] == "ack"
            assert client.ask("hint", "hinted")["type"] in ("hinted", "refused")
            assert max(map(len, client.texts)) < 20_000
        assert len(msgspec.json.encode(server.ask("GET", "/api/tables")[1])) < 5_000
        assert server.ask("GET", f"/api/tables/{table}/deck")[1]["sections"] == TILES


# ---- records are replayed apart, with a deadline


def children(server: Server) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            if re.search(rf"^PPid:\s+{server.process.pid}$", status.read_text(), re.MULTILINE):
                found.append(int(status.parent.name))
        except OSError:
            continue  # it has just ended
    return found


def record_of(server: Server) -> str:
    made = server.make(options={"start": 0, "stall": 2})
    with server.client(made["table"], made["key"]) as client:
        to_the_end(client)
    return str(server.ask("GET", f"/api/tables/{made['table']}/record", key=made["key"])[1]["record"])


def test_a_replay_that_hangs_delays_nobody(tmp_path: Path) -> None:
    with Server(tmp_path, "--rate", "1000") as server, ThreadPoolExecutor(20) as threads:
        record = record_of(server)
        assert children(server) == [], "no bot has been asked"
        assert server.ask("POST", "/api/replay", {"record": record})[0] == 200
        (replaying,) = children(server)
        os.kill(replaying, signal.SIGSTOP)
        asked = [
            threads.submit(server.ask, "POST", "/api/replay", {"record": record}, source=f"127.0.0.{n}")
            for n in range(2, 22)
        ]
        made = server.make(seats=[ME, BOT])
        with server.client(made["table"], made["key"]) as client:
            while not client.moves:
                client.until("update")
            assert client.ask("hint", "hinted")["advice"], "bots think"
            assert client.play_one()["type"] == "ack", "and people play"
        busy = eventually(
            lambda: [one.result() for one in asked if one.done()], "more than a few may not wait"
        )
        assert all(status == 429 and "again" in answer["error"]["text"] for status, answer in busy)
        os.kill(replaying, signal.SIGCONT)
        assert sum(one.result()[0] == 200 for one in asked) >= 1
        assert {one.result()[0] for one in asked} == {200, 429}


def test_a_replay_has_a_deadline(tmp_path: Path) -> None:
    with Server(tmp_path, "--rate", "1000", "--read-deadline", "0.2") as server:
        record = record_of(server)
        assert server.ask("POST", "/api/replay", {"record": record})[0] == 200, (
            "a new process may take its time"
        )
        (replaying,) = children(server)
        os.kill(replaying, signal.SIGSTOP)
        status, answer = server.ask("POST", "/api/replay", {"record": record})
        assert status == 400 and "--read-deadline" in answer["error"]["text"]
        assert replaying not in children(server), "it is killed"
        assert server.ask("POST", "/api/replay", {"record": record})[0] == 200, "and another comes"


def test_hostile_records_are_refused_with_one_sentence(tmp_path: Path) -> None:
    with Server(tmp_path, "--rate", "1000") as server:
        record = record_of(server)
        head = record.partition("moves:\n")[0]
        options = re.compile("options: .*")
        hostile = {
            "nothing": "",
            "one long line": "x" * 200_000,
            "many lines": "\n" * 100_000,
            "a long game": record.replace("truffle-scuffle", "t" * 190_000),
            "nested options": options.sub("options: " + "[" * 90_000, record),
            "a dotted deck": options.sub(f'options: {{"deck": "{DOTTED}"}}', record),
            "a forgotten deck": options.sub(f'options: {{"deck": "#{"0" * 32}"}}', record),
            "a long move": f"{head}moves:\n0 a1{' ' * 190_000}!\n",
            "many moves": f"{head}moves:\n0 {'stay,' * 38_000}stay\n",
            "a long result": record.replace("result: ", "result: " + "9" * 190_000),
        }
        for what, text in hostile.items():
            for language in ("en", "es"):
                status, answer = server.ask("POST", f"/api/replay?lang={language}", {"record": text})
                assert status == 400, (what, answer)
                said = answer["error"]["text"]
                assert 10 < len(said) < 1200 and "\n" not in said, (what, said)
        too_far = server.ask("POST", "/api/replay", {"record": record, "at": 10**30})
        assert too_far[0] == 400 and too_far[1]["error"]["key"] == "no-such-step"
        status, answer = server.ask("POST", "/api/replay?lang=es", {"record": record, "at": 1, "seat": 1})
        assert status == 200 and answer["at"] == 1 and answer["seat"] == 1


def test_processes_write_to_no_pipe_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.make(seats=[ME, BOT])
        with server.client(made["table"], made["key"]) as client:
            while not client.moves:
                client.until("update")
            assert client.ask("hint", "hinted")["advice"]
        status, answer = server.ask("POST", "/api/replay", {"record": ""})
        assert status == 400, answer
        found = children(server)
        assert len(found) == 2, "one thinks, one replays"
        assert {os.readlink(f"/proc/{pid}/fd/2") for pid in found} == {"/dev/null"}
