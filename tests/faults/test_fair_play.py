"""The host keeps order at a table and takes no advantage of it: lending, sitting down, removing, muting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.client import ME, OPEN, Client, Server, eventually

THREE: dict[str, Any] = {
    "game": "forest-shuffle",
    "seats": (ME, OPEN, OPEN),
}  # waits for players after the first guest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("fair")
    with Server(folder, variables={"TRUFFLEWOOD_AWAY": "0"}) as started:
        yield started


def sits(server: Server, table: str, key: str = "", **asked: Any) -> tuple[int, str]:
    """Try to sit down: the status, and why not."""
    status, told = server.ask("POST", f"/api/tables/{table}/seats", {"name": "Bea", **asked}, key)
    return status, told["error"]["key"] if status != 200 else ""


def notices(client: Client) -> list[str]:
    """The sentences of the last update."""
    return [line["text"] for one in client.update["happenings"] for line in one["lines"]]


def test_a_player_who_is_there_is_asked_before_a_bot_plays(server: Server) -> None:
    made = server.make(seats=(ME, OPEN))
    table, bea = made["table"], server.join(made["table"], "Bea")
    with server.client(table, made["key"]) as host, server.client(table, bea["key"]) as guest:
        with server.client(table, bea["key"], language="es") as phone:
            before = host.update["version"]
            answer = host.ask("hand", seat=1, bot="random")
            assert answer.get("key") == "asked-player", answer
            assert "Bea" in answer["text"]
            for one in (guest, phone):
                question = one.until("asked")
                assert (question["seat"], question["bot"], question["by"]) == (1, "random", "Ana")
        host.drain()
        assert host.update["version"] == before and not host.update["seats"][1]["lent"], "nothing has changed"
        assert "asked" not in host.last, "it is asked of one player"
        assert guest.ask("hand", seat=0, bot="random")["key"] == "not-host", "a guest asks nobody"
        assert "asked" not in host.last

        assert guest.ask("hand", seat=1, bot="random")["type"] == "ack", "to agree is to do it"
        assert host.ask("hand", seat=1, bot="level1")["key"] == "asked-player", (
            "nor is it another bot by itself"
        )
        assert host.ask("hand", seat=1)["type"] == "ack", "the host may give a seat back"
    with server.client(table, made["key"]) as host:
        eventually(lambda: away(host, 1), "the guest has left")
        assert host.ask("hand", seat=1, bot="random")["type"] == "ack", "who is away is not waited for"
        assert host.ask("hand", seat=0, bot="random")["type"] == "ack", "one's own seat is one's own"


def away(client: Client, seat: int) -> bool:
    client.drain()
    return not client.last["presence"]["online"][seat]


def test_who_left_a_moment_ago_is_not_away_yet(tmp_path: Path) -> None:
    with Server(tmp_path, variables={"TRUFFLEWOOD_AWAY": "3000"}) as server:
        made = server.make(seats=(ME, OPEN))
        bea = server.join(made["table"], "Bea")
        with server.client(made["table"], made["key"]) as host:
            answer = host.ask("hand", seat=1, bot="random")
            assert answer.get("key") == "just-left" and "3000" in answer["text"], answer
            server.client(made["table"], bea["key"]).socket.close()
            eventually(lambda: away(host, 1), "the guest has left")
            assert host.ask("hand", seat=1, bot="random")["key"] == "just-left"


def test_one_key_takes_one_seat_of_a_listed_table(server: Server) -> None:
    made = server.make(**THREE, listed=True)
    bea = server.join(made["table"], "Bea", seat=1)
    assert sits(server, made["table"], bea["key"], seat=2) == (409, "one-seat-each")
    assert sits(server, made["table"], made["key"], seat=2) == (409, "one-seat-each"), "the host neither"
    again = server.join(made["table"], "Bea", bea["key"])
    assert again["seats"] == [1], "who names no seat gets the own one again"
    assert server.join(made["table"], "Carla")["seats"] == [2]


def test_pass_and_play_is_said_when_the_table_is_made(server: Server) -> None:
    shared = server.make(game="forest-shuffle", seats=(ME, ME, OPEN), listed=True)
    assert shared["seats"] == [0, 1]
    among_friends = server.make(**THREE)
    bea = server.join(among_friends["table"], "Bea", seat=1)
    assert server.join(among_friends["table"], "Bruno", bea["key"], seat=2)["seats"] == [1, 2]


def test_a_host_removes_a_guest_before_the_start(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.make(**THREE)
        table, bea = made["table"], server.join(made["table"], "Bea")
        with server.client(table, made["key"]) as host, server.client(table, bea["key"]) as guest:
            refused = [
                (guest, 0, "host-only"),
                (guest, 1, "host-only"),
                (host, 0, "no-guest"),
                (host, 2, "no-guest"),
                (host, 7, "no-such-seat"),
            ]
            for who, seat, key in refused:
                assert who.ask("remove", seat=seat)["key"] == key
            assert host.ask("remove", seat=1)["type"] == "ack"
            told = guest.until("refused")
            assert told["key"] == "removed-from-table" and told["id"] == "", told
            guest.until("update")
            for one in (host, guest):
                assert one.update["seats"][1]["open"]
                assert notices(one)[-1] == "The host has removed Bea from the table.", notices(one)
            assert guest.ask("say", text="hello")["key"] == "only-watching"
        assert sits(server, table, bea["key"]) == (403, "removed-from-table")
        server.kill()
        server.start()
        assert sits(server, table, bea["key"]) == (403, "removed-from-table"), "this is kept"
        back = server.client(table, bea["key"])
        assert back.last["refused"]["key"] == "removed-from-table"
        assert back.closed() == 1008
        with server.client(table, made["key"]) as host:
            assert [seat["open"] for seat in host.update["seats"]] == [False, True, True]
            for name in ("Carla", "Dora"):
                server.join(table, name)
            assert host.ask("remove", seat=1)["key"] == "remove-begun"


def test_a_guest_is_removed_with_all_seats(server: Server) -> None:
    made = server.make(game="forest-shuffle", seats=(ME, OPEN, OPEN, OPEN))
    bea = server.join(made["table"], "Bea", seat=1)
    server.join(made["table"], "Bruno", bea["key"], seat=2)
    with server.client(made["table"], made["key"]) as host:
        assert host.ask("remove", seat=2)["type"] == "ack"
        assert [seat["open"] for seat in host.update["seats"]] == [False, True, True, True]


def test_a_removed_guest_is_shown_out_where_nobody_may_watch(server: Server) -> None:
    made = server.make(**THREE, watch=False)
    bea = server.join(made["table"], "Bea")
    with server.client(made["table"], made["key"]) as host, server.client(made["table"], bea["key"]) as guest:
        assert host.ask("remove", seat=1)["type"] == "ack"
        assert guest.closed() == 1008
        assert guest.last["refused"]["key"] == "removed-from-table"


def test_a_host_mutes_a_guest(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.make(**THREE)
        table, bea = made["table"], server.join(made["table"], "Bea")
        with server.client(table, made["key"]) as host, server.client(table, bea["key"]) as guest:
            assert guest.ask("mute", seat=0, muted=True)["key"] == "host-only"
            assert guest.ask("mute", seat=1, muted=False)["key"] == "host-only"
            assert host.ask("mute", seat=0, muted=True)["key"] == "no-guest"
            assert host.ask("mute", seat=2, muted=True)["key"] == "no-guest"
            assert guest.ask("say", id="first", text="hello")["type"] == "ack"
            assert host.ask("mute", seat=1, muted=True)["type"] == "ack"
            guest.drain()
            for one in (host, guest):
                assert [seat["muted"] for seat in one.update["seats"]] == [False, True, False]
                assert notices(one)[-1] == "The host has muted Bea in the chat."
            assert guest.ask("say", text="hello?")["key"] == "muted"
            assert guest.ask("say", id="first", text="hello")["type"] == "ack", "it was said before"
            assert host.ask("say", text="a moment, please")["type"] == "ack"
            assert guest.ask("rise")["type"] == "ack"
        server.kill()
        server.start()
        server.join(table, "Bea", bea["key"])
        with server.client(table, made["key"]) as host, server.client(table, bea["key"]) as guest:
            assert guest.update["seats"][1]["muted"], "kept, and not shaken off by standing up"
            assert guest.ask("say", text="hello!")["key"] == "muted"
            assert host.ask("mute", seat=1, muted=False)["type"] == "ack"
            guest.drain()
            assert notices(guest)[-1] == "Bea may write in the chat again."
            assert guest.ask("say", text="thank you")["type"] == "ack"
            host.drain()
            said = [one for one in host.texts if '"type":"said"' in one]
            assert not any("hello?" in one or "hello!" in one for one in said)


def test_a_rematch_keeps_who_is_muted(server: Server) -> None:
    made = server.make(seats=(ME, OPEN), options={"stall": 4})
    table, bea = made["table"], server.join(made["table"], "Bea")
    with server.client(table, made["key"]) as host, server.client(table, bea["key"]) as guest:
        assert host.ask("mute", seat=1, muted=True)["type"] == "ack"
        for seat, who in enumerate((host, guest)):
            assert who.ask("hand", seat=seat, bot="random")["type"] == "ack"
        while host.update["state"] != "over":
            host.until("update")
    status, again = server.ask("POST", f"/api/tables/{table}/rematch", key=bea["key"])
    assert status == 200, again
    _, info = server.ask("GET", f"/api/tables/{again['table']}")
    assert [(seat["name"], seat["muted"]) for seat in info["seats"]] == [("Bea", True), ("Ana", False)]


def test_without_a_chat_nobody_is_muted(server: Server) -> None:
    made = server.make(**THREE, chat=False)
    server.join(made["table"], "Bea")
    with server.client(made["table"], made["key"]) as host:
        assert host.ask("mute", seat=1, muted=True)["key"] == "no-chat"


def test_a_sentence_in_both_languages(server: Server) -> None:
    made = server.make(**THREE)
    bea = server.join(made["table"], "Bea")
    with server.client(made["table"], made["key"], language="es") as host:
        assert host.ask("mute", seat=1, muted=True)["type"] == "ack"
        assert notices(host)[-1] == "El anfitrión ha silenciado a Bea en el chat."
        with server.client(made["table"], bea["key"], language="es") as guest:
            assert guest.ask("say", text="hola")["text"].startswith("el anfitrión te ha silenciado")
