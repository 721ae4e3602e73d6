"""Making, joining, lending, leaving, playing again: tables as people use them."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import trufflewood
from tests.faults.client import Client
from tests.server.harness import Running, running, settings
from trufflewood.server import app
from trufflewood.server.deeds import Setup
from trufflewood.server.match import Clocks, Match

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot"}, {"kind": "open"}
NOBODY = "A" * 43

MAKING = [
    # asked for                                                      status  key                because
    ({"game": "truffle-scufle"},                                     400, "unknown-game-near", "a name is a name"),
    ({"seats": [ME]},                                                400, "only-seats",        "two to a table"),
    ({"seats": [BOT, BOT]},                                          400, "needs-a-person",    "bots alone play no game for people"),
    ({"seats": [ME, {"kind": "bot", "bot": "grandmaster"}]},         400, "unknown-bot",       "there is no such bot"),
    ({"seats": [ME, {"kind": "bot", "bot": "random:99999999"}]},     400, "unknown-bot",       "strangers do not set budgets"),
    ({"seats": [ME, {"kind": "king"}]},                              400, "bad-message",       "a kind of seat that is none"),
    ({"options": {"hogs": "three"}},                                 400, "option-takes-one-of", "the game says what it takes"),
    ({"options": {"hog": "one"}},                                    400, "unknown-option-near", "with the nearest name"),
    ({"options": {"deck": "../../secrets"}},                         400, "unknown-deck",      "a deck is a name, never a path"),
    ({"game": "snack-match", "options": {"seats": 3}},               400, "seats-differ",      "seats are counted once"),
    ({"name": ""},                                                   400, "bad-message",       "everybody has a name"),
    ({"name": "\u200b\u202e "},                                      400, "no-name",           "one that can be seen"),
    ({"name": "x" * 25},                                             400, "bad-message",       "and fits the table"),
    ({"clock": -1},                                                  400, "bad-message",       "time runs forward"),
    ({"leaver": {"policy": "shout"}},                                400, "bad-leaver",        "three policies"),
    ({"leaver": {"policy": "bot", "after": 1}},                      400, "bad-leaver",        "a moment is not leaving"),
    ({"seed": "7", "seats": [ME, OPEN]},                             400, "practice-alone",    "who knows the seed plays bots"),
    ({"seed": "7", "listed": True},                                  400, "practice-alone",    "nobody is invited"),
    ({"seed": "7", "deal": "new"},                                   400, "practice-alone",    "a known seed is no fair deal"),
    ({"deal": "nonsense"},                                           400, "no-such-deal",      "codes are given by the server"),
    ({"flag": True},                                                 400, "bad-message",       "unknown fields are mistakes"),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "status", "key", "because"), MAKING, ids=lambda value: str(value)[:40])
def test_what_makes_no_table(server: Running, asked: Any, status: int, key: str, because: str) -> None:
    usual = {"game": "truffle-scuffle", "name": "Ana", "seats": [ME, BOT]}
    for language in ("en", "es"):
        found, answer = server.ask("POST", "/api/tables", {**usual, **asked}, lang=language)
        assert (found, answer["error"]["key"]) == (status, key), because
        assert answer["error"]["text"] and "/" not in answer["error"]["text"].replace(
            "../../secrets", ""
        ).replace("docs/protocol.md", "")


def test_joining_by_link(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN])
    path = f"/api/tables/{made['table']}"
    assert made["info"]["state"] == "open" and made["key"] not in path
    with server.client(made["table"], made["key"]) as host:
        assert host.update["view"] is None, "nothing is dealt before all sit"
        assert host.ask("play", moves=[0])["key"] == "not-started"
        status, seated = server.ask("POST", f"{path}/seats", {"name": " Bea \u202e "})
        assert status == 200 and seated["seats"] == [1] and seated["info"]["seats"][1]["name"] == "Bea"
        assert host.until("update")["view"]["moves"] is not None and host.update["state"] == "playing"
        assert host.update["happenings"][-1]["lines"][0]["text"] == "Bea sits down."
    again = server.ask("POST", f"{path}/seats", {"name": "Bea"}, key=seated["key"])
    assert again[1]["seats"] == [1], "a double click takes no second seat"
    assert server.ask("POST", f"{path}/seats", {"name": "Carl"})[1]["error"]["key"] == "table-full"
    assert server.ask("POST", f"{path}/seats", {"name": "Carl", "seat": 0})[1]["error"]["key"] == "table-full"
    mine = server.ask("GET", "/api/mine", key=seated["key"])[1]["tables"]
    assert [(one["info"]["table"], one["seats"]) for one in mine] == [(made["table"], [1])]
    status, code = server.ask("GET", f"{path}/qr.svg")
    assert status == 200 and b"<svg" in code


def test_standing_up_before_the_game(server: Running) -> None:
    made = server.make(
        game="truffle-scuffle",
        seats=[
            ME,
            OPEN,
        ],
        listed=True,
    )
    path = f"/api/tables/{made['table']}"
    bea = server.ask("POST", f"{path}/seats", {"name": "Bea", "seat": 1})[1]
    with server.client(made["table"], bea["key"]) as client:
        assert client.ask("rise")["key"] == "begun"
    other = server.make(game="truffle-scuffle", seats=[OPEN, OPEN])
    path = f"/api/tables/{other['table']}"
    carl = server.ask("POST", f"{path}/seats", {"name": "Carl"})[1]
    with server.client(other["table"], carl["key"]) as client:
        assert client.ask("rise")["type"] == "ack"
        for name in ("Dora", "Emil"):
            assert server.ask("POST", f"{path}/seats", {"name": name})[0] == 200
        client.drain()
        assert client.update["view"]["seat"] is None and client.update["view"]["moves"] == []
        assert client.ask("play", moves=[0])["key"] == "only-watching"


def test_the_lobby(server: Running) -> None:
    listed = server.make(game="truffle-scuffle", seats=[ME, OPEN], listed=True)
    private = server.make(game="truffle-scuffle", seats=[ME, OPEN])
    names = [one["table"] for one in server.ask("GET", "/api/tables")[1]["tables"]]
    assert listed["table"] in names and private["table"] not in names


def test_who_may_watch(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, BOT], watch=False)
    with server.client(made["table"]) as stranger:
        assert stranger.last["refused"]["key"] == "no-watching" and "update" not in stranger.last
    assert server.ask("GET", f"/api/tables/{made['table']}/record")[1]["error"]["key"] == "no-watching"


def test_chat_is_kept_apart(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, ME])
    with server.client(made["table"], made["key"]) as one, server.client(made["table"]) as watcher:
        before = one.update["version"]
        assert one.ask("say", id="hi", text="¡hola!\u202e")["version"] == 1
        assert one.ask("say", id="hi", text="¡hola!")["version"] == 1, "said once"
        assert one.ask("say", text="adiós")["version"] == 2
        assert watcher.until("said")["text"] == "¡hola!" and watcher.until("said")["text"] == "adiós"
        assert watcher.ask("say", text="psst")["key"] == "only-watching"
        one.drain()
        assert one.update["version"] == before
    with server.client(made["table"], made["key"]) as late:
        late.drain()
        assert late.last["said"]["text"] == "adiós"
    silent = server.make(game="truffle-scuffle", seats=[ME, ME], chat=False)
    with server.client(silent["table"], silent["key"]) as one:
        assert one.ask("say", text="hello")["key"] == "no-chat"


def test_presence(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN])
    with server.client(made["table"], made["key"]) as one:
        bea = server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})[1]
        with server.client(made["table"], bea["key"]):
            while not all(one.until("presence")["online"]):
                pass
        while one.until("presence")["online"] != [True, False]:
            pass


def test_only_the_host_or_the_holder_lends_a_seat(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN])
    bea = server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})[1]
    with server.client(made["table"], made["key"]) as host, server.client(made["table"], bea["key"]) as guest:
        assert guest.ask("hand", seat=0, bot="random")["key"] == "not-host"
        assert host.ask("hand", seat=1, bot="nobody")["key"] == "unknown-bot"
        assert host.ask("hand", seat=1, bot="random")["key"] == "asked-player"
        assert guest.ask("hand", seat=1, bot="random")["type"] == "ack"
        assert guest.ask("play", moves=[0])["key"] == "seat-lent"
        assert guest.ask("hand", seat=1)["type"] == "ack", "one takes one's own seat back"
    alone = server.make(game="truffle-scuffle", seats=[ME, BOT])
    with server.client(alone["table"], alone["key"]) as host:
        assert host.ask("hand", seat=1)["key"] == "nobodys-seat", "a bot's cards are nobody's to look at"


def play_out(client: Client, random: Random) -> None:
    """Play every seat of this key at random to the end."""
    mine = client.last["welcome"]["mine"]
    while client.update["state"] != "over":
        turn = [seat for seat in client.update["view"]["waiting"] if seat in mine]
        if not turn:
            client.until("update")
            continue
        if client.update["view"]["seat"] != turn[0]:
            client.send("face", seat=turn[0])
            client.until("update")
        assert client.ask("play", moves=[random.choice(client.moves)])["type"] == "ack"


def test_playing_again_one_seat_further_on(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[ME, OPEN], options={"stall": 4})
    path = f"/api/tables/{made['table']}"
    bea = server.ask("POST", f"{path}/seats", {"name": "Bea"})[1]
    assert server.ask("POST", f"{path}/rematch", key=bea["key"])[1]["error"]["key"] == "not-over"
    with server.client(made["table"], made["key"]) as one, server.client(made["table"], bea["key"]) as other:
        random = Random(1)
        while one.update["state"] != "over":
            for client in (one, other):
                client.drain()
                if client.moves and client.update["state"] == "playing":
                    client.ask("play", moves=[random.choice(client.moves)])
        again = server.ask("POST", f"{path}/rematch", key=bea["key"])[1]["table"]
        assert server.ask("POST", f"{path}/rematch", key=made["key"])[1]["table"] == again, (
            "one rematch for all"
        )
        assert server.ask("POST", f"{path}/rematch", key=NOBODY)[1]["error"]["key"] == "foreign-seat"
        one.drain()
        assert one.update["again"] == again
    with server.client(again, made["key"]) as one, server.client(again, bea["key"]) as other:
        assert (one.last["welcome"]["seat"], other.last["welcome"]["seat"]) == (1, 0)
        assert one.last["welcome"]["info"]["promise"] != made["info"]["promise"], "a new deal"


def test_the_same_deal_at_two_tables(server: Running) -> None:
    """Seed, records and others' moves open when the last table of the deal is over."""
    usual: Any = {"game": "truffle-scuffle", "seats": [ME, BOT], "options": {"stall": 4}}
    first = server.make(**usual, deal="new")
    code = first["info"]["deal"]
    second = server.make(**usual, deal=first["table"])
    third = server.make(**usual, deal=code)
    assert second["info"]["promise"] == third["info"]["promise"] == first["info"]["promise"]
    answer = server.ask("POST", "/api/tables", {**usual, "name": "Ana", "deal": code}, key=first["key"])[1]
    assert answer["error"]["key"] == "deal-played"
    answer = server.ask("POST", "/api/tables", {**usual, "name": "Ana", "deal": code, "options": {}})[1]
    assert answer["error"]["key"] == "deal-differs"
    plain = server.make(**usual)
    answer = server.ask("POST", "/api/tables", {**usual, "name": "Ana", "deal": plain["table"]})[1]
    assert answer["error"]["key"] == "deal-not-shared"
    seeds: set[str] = set()
    for number, made in enumerate((first, second, third)):
        with server.client(made["table"]) as stranger:
            assert stranger.last["refused"]["key"] == "sealed"
        with server.client(made["table"], made["key"]) as player:
            play_out(player, Random(number))
            path = f"/api/tables/{made['table']}"
            if number < 2:
                assert player.update["outcome"] and player.update["seed"] is None
                assert server.ask("GET", f"{path}/record")[1]["error"]["key"] == "sealed"
                home = server.ask("GET", f"{path}/record", key=made["key"])[1]
                assert not home["whole"] and home["record"] == ""
                past = server.ask("GET", f"{path}/replay?at=1", key=made["key"])[1]
                assert past["view"] and past["seed"] is None and past["moves"] == []
                assert server.ask("GET", f"{path}/replay")[1]["error"]["key"] == "sealed"
            else:
                while player.update["seed"] is None:
                    player.until("update")
    for made in (first, second, third):
        status, home = server.ask("GET", f"/api/tables/{made['table']}/record")
        assert status == 200 and home["whole"]
        seeds.add(trufflewood.replay(home["record"]).seed.hex())
        assert server.ask("GET", f"/api/tables/{made['table']}/replay?at=1")[0] == 200
    assert len(seeds) == 1
    answer = server.ask("POST", "/api/tables", {**usual, "name": "Eva", "deal": code})[1]
    assert answer["error"]["key"] == "deal-open"


def test_practice(server: Running) -> None:
    usual: Any = {"game": "truffle-scuffle", "seats": [ME, BOT], "seed": "seven"}
    one, other = server.make(**usual), server.make(**usual)
    assert one["info"]["practice"] and one["info"]["promise"] == other["info"]["promise"]
    assert one["info"]["promise"] == trufflewood.open("truffle-scuffle", seed="seven").promise


def test_records_come_home_and_back(server: Running) -> None:
    table = trufflewood.open("truffle-scuffle", seed=3, options={"stall": 4})
    random = Random(3)
    while table.waiting:
        table.play(table.waiting[0], random.choice(table.legal(table.waiting[0])))
    text = table.record()
    status, end = server.ask("POST", "/api/replay", {"record": text})
    assert status == 200 and end["at"] == end["commands"] == table.version and end["outcome"]
    status, start = server.ask("POST", "/api/replay", {"record": text, "at": 0, "seat": 1}, lang="es")
    assert status == 200 and start["view"]["seat"] == 1 and start["mover"] == table.commands[0].seat
    assert (
        server.ask("POST", "/api/replay", {"record": text, "at": 9999})[1]["error"]["key"] == "no-such-step"
    )
    assert server.ask("POST", "/api/replay", {"record": text, "seat": 7})[1]["error"]["key"] == "no-such-step"
    assert server.ask("POST", "/api/replay", {"record": "hello"})[1]["error"]["key"] == "record-first-line"
    during = server.make(game="truffle-scuffle", seats=[ME, ME])
    path = f"/api/tables/{during['table']}"
    status, home = server.ask("GET", f"{path}/record?seat=1", key=during["key"])
    assert status == 200 and not home["whole"] and home["record"] == "" and home["view"]["seat"] == 1
    past = server.ask("GET", f"{path}/replay?at=0&seat=1", key=during["key"])[1]
    assert past["view"]["seat"] == 1 and past["seed"] is None and past["mover"] is None
    assert server.ask("GET", f"{path}/replay?at=1", key=during["key"])[1]["error"]["key"] == "no-such-step"


def test_a_known_game_is_played_on_with_new_cards(server: Running) -> None:
    """What the seat could see is as it was; what it could not is dealt anew, and the record replays."""
    made = server.make(game="truffle-shuffle", seats=[ME, BOT])
    path = f"/api/tables/{made['table']}"
    fork: Any = {"name": "Ana", "at": 6, "seat": 0, "bot": "random"}
    assert server.ask("POST", f"{path}/fork", fork)[1]["error"]["key"] == "not-over"
    play_to_the_end(server, made)
    status, known = server.ask("GET", f"{path}/replay?at=6&seat=0")
    assert status == 200
    assert server.ask("POST", f"{path}/fork", fork | {"at": 9999})[1]["error"]["key"] == "no-such-step"
    at_the_end = fork | {"at": known["commands"]}
    assert server.ask("POST", f"{path}/fork", at_the_end)[1]["error"]["key"] == "fork-over"
    first, worlds = server.server.house.matches[made["table"]], set[str]()
    for _ in range(3):
        status, other = server.ask("POST", f"{path}/fork", fork)
        assert status == 200 and other["info"]["practice"] and other["seats"] == [0]
        match = server.server.house.matches[other["table"]]
        assert match.table.until(6).record() == first.table.until(6).record()
        here = msgspec.json.decode(msgspec.json.encode(match.table.until(7).view(0)))
        assert here == known["view"]
        kept = msgspec.json.decode(msgspec.json.encode(match.setup), type=Setup)
        assert Match("again", kept, Clocks().now()).table.dump() == match.table.until(7).dump(), (
            "as after a restart"
        )
        worlds.add(match.table.until(7).position())
    assert len(worlds) == 3
    play_to_the_end(server, other)
    home = server.ask("GET", f"/api/tables/{other['table']}/record")[1]
    again = trufflewood.replay(home["record"])
    assert again.outcome and any(command.redealt for command in again.commands)
    kinds = [one["kind"] for one in home["happenings"]]
    assert kinds[:7] == ["play"] * 6 + ["redeal"]


def play_to_the_end(server: Running, made: Any) -> None:
    """Play any moves until the table is over."""
    random = Random(5)
    with server.client(made["table"], made["key"]) as player:
        while player.update["state"] != "over":
            if player.moves:
                player.ask("play", moves=[random.choice(player.moves)])
                player.drain()
            else:
                player.until("update")


LEAVING = [
    # policy  then
    ("bot", "a bot plays on"),
    ("end", "the game ends there"),
]


@pytest.mark.parametrize(("policy", "then"), LEAVING)
@pytest.mark.parametrize("how", ["away", "clock"])
def test_who_stays_away(tmp_path: Path, policy: str, then: str, how: str) -> None:
    clock = [1000.0]
    with running(settings(tmp_path, tick=0.02), clocks=Clocks(lambda: clock[0])) as server:
        leaver = {"policy": policy, "after": 60, "bot": "random"}
        made = server.make(
            game="truffle-scuffle", seats=[ME, OPEN], leaver=leaver, clock=30 if how == "clock" else 0,
            options={"start": 1},
        )  # fmt: skip
        bea = server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})[1]
        late = server.client(made["table"], made["key"])
        with server.client(made["table"], bea["key"]) as other:
            assert other.update["view"]["waiting"] == [0]
            if how == "away":
                late.socket.close()
                while other.until("presence")["online"] != [False, True]:
                    pass
            clock[0] += 29
            time.sleep(0.1)
            other.drain()
            assert other.update["state"] == "playing" and not other.update["seats"][0]["lent"], "not yet"
            clock[0] += 40
            while other.update["happenings"][-1]["kind"] not in ("hand", "end"):
                other.until("update")
            lent, state = other.update["seats"][0]["lent"], other.update["state"]
            assert (lent, state) == ((True, "playing") if policy == "bot" else (False, "over")), then
            if policy == "bot":
                with server.client(made["table"], made["key"]) as back:
                    assert back.ask("hand", seat=0)["type"] == "ack", "and takes the seat back"
        late.socket.close()


def test_a_table_sleeps_and_wakes(tmp_path: Path) -> None:
    with running(settings(tmp_path, idle=0.05, tick=0.02)) as server:
        made = server.make(game="truffle-scuffle", seats=[ME, ME])
        with server.client(made["table"], made["key"]) as client:
            seat = client.update["view"]["waiting"][0]
            client.send("face", seat=seat)
            client.until("update")
            client.ask("play", moves=[0])
            view = client.update["view"]
        house = server.server.house
        for _ in range(1500):
            if made["table"] not in house.matches:
                break
            time.sleep(0.02)
        assert made["table"] not in house.matches, "nobody looks: it leaves the memory"
        with server.client(made["table"], made["key"], seat=seat) as client:
            assert client.update["view"] == view


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: the command is refused, nobody hears of it, and it can be sent again."""
    with running(settings(tmp_path)) as server:
        made = server.make(game="truffle-scuffle", seats=[ME, ME], options={"start": 1})
        with server.client(made["table"], made["key"]) as client, server.client(made["table"]) as watcher:
            before = client.update

            async def full(*_: object) -> None:
                raise OSError("no space left on device")

            with monkeypatch.context() as patched:
                patched.setattr(server.server.house.store, "append", full)
                answer = client.ask("play", id="once", moves=[0])
            assert answer["key"] == "not-kept" and client.closed() == 1012
            assert watcher.closed() == 1012 and watcher.update["version"] == 0
        with server.client(made["table"], made["key"]) as client:
            assert client.update["view"] == before["view"]
            assert client.ask("play", id="once", moves=[0])["version"] == 1


def test_a_fault_of_ours_leaves_no_half_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(settings(tmp_path)) as server:
        made = server.make(game="truffle-scuffle", seats=[ME, ME], options={"start": 1})
        with server.client(made["table"], made["key"]) as client:
            match = server.server.house.matches[made["table"]]
            monkeypatch.setattr(match.table, "told", None)  # breaks after the move was made in memory
            answer = client.ask("play", id="once", moves=[0])
            assert answer["key"] == "internal" and "None" not in answer["text"]
        with server.client(made["table"], made["key"]) as client:
            assert client.update["version"] == 0
            assert client.ask("play", id="once", moves=[0])["version"] == 1


def test_the_built_client_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Trufflewood</title>")
    (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "assets" / "main.1a2b.js").write_text("let here = 1")
    monkeypatch.setattr(app, "STATIC", static)
    with running(settings(tmp_path)) as server:
        for path in ("/", "/t/some-table", "/g/truffle-scuffle"):
            status, headers, page = server.ask_all("GET", path)
            assert status == 200 and b"Trufflewood" in page and headers["cache-control"] == "no-cache"
        status, headers, script = server.ask_all("GET", "/assets/main.1a2b.js")
        assert status == 200 and script == b"let here = 1" and "immutable" in headers["cache-control"]
        assert server.ask("GET", "/icon.svg")[0] == 200
        assert server.ask("GET", "/../tables.db")[0] == 404 and server.ask("GET", "/assets/none.js")[0] == 404
        assert server.ask("GET", "/api/games")[0] == 200
