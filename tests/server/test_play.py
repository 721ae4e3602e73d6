"""Scripted clients play whole games over real sockets, through everything that people do."""

from __future__ import annotations

from random import Random

import pytest

import trufflewood
from tests.faults.client import Client
from tests.server.harness import Running
from tests.witnesses import witness
from trufflewood.games import all_games
from trufflewood.kit.chance import Chance, promise, seed_from
from trufflewood.kit.package import Game

GAMES = pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
TROUBLE = 0.15  # of all decisions


def seats_for(game: Game, people: int) -> list[dict[str, str]]:
    bots = max(0, game.seats.start - people)
    return [{"kind": "me"}, *[{"kind": "open"}] * (people - 1), *[{"kind": "bot"}] * bots]


@GAMES
def test_two_people_play_a_whole_game(server: Running, game: Game) -> None:
    random = Random(11)
    people = min(2, game.seats.stop - 1)
    made = server.make(game=game.name, seats=seats_for(game, people))
    name = made["table"]
    keys = [made["key"]]
    for number in range(1, people):
        assert made["info"]["state"] == "open"
        status, seated = server.ask("POST", f"/api/tables/{name}/seats", {"name": f"Bea {number}"})
        assert status == 200 and seated["seats"] == [number]
        keys.append(seated["key"])
    players = [server.client(name, key) for key in keys]
    watcher = server.client(name)
    assert watcher.last["welcome"]["seat"] is None and watcher.last["welcome"]["mine"] == []
    seen: set[str] = set()
    while True:
        for player in players:
            player.drain()
        if players[0].update["state"] == "over":
            break
        ready = [player for player in players if player.moves]
        if not ready:
            players[0].until("update")  # a bot is thinking
            continue
        player = random.choice(ready)
        number = players.index(player)
        if random.random() < TROUBLE:
            trouble = next((one for one in TROUBLES if one not in seen), "") or random.choice(list(TROUBLES))
            players[number] = player = TROUBLES[trouble](server, player, name, keys[number], random)
            seen.add(trouble)
            continue
        assert player.ask("play", moves=[random.choice(player.moves)])["type"] == "ack"
    watcher.drain()
    assert seen == set(TROUBLES), f"the game was too short for all: {seen}"
    _the_end_is_the_same_for_all(server, [*players, watcher], name, made["info"]["promise"])
    for client in (*players, watcher):
        client.socket.close()


def _the_end_is_the_same_for_all(server: Running, clients: list[Client], name: str, promised: str) -> None:
    last = clients[0].update
    assert last["outcome"]["text"] and last["outcome"]["rule"].startswith("§")
    assert promise(bytes.fromhex(last["seed"])) == promised, "the seed is not the one that was promised"
    for client in clients:
        assert (client.update["outcome"], client.update["seed"]) == (last["outcome"], last["seed"])
    status, home = server.ask("GET", f"/api/tables/{name}/record")
    assert status == 200 and home["whole"]
    again = trufflewood.replay(home["record"])
    assert again.outcome is not None and list(again.outcome.points) == last["outcome"]["points"]
    # a client that comes now hears of every command that stands, and of no other
    with server.client(name) as late:
        standing = [one["version"] for one in late.update["happenings"] if one["kind"] == "play"]
        assert len(standing) + late.update["earlier"] == again.version
        whole = [one["version"] for one in home["happenings"] if one["kind"] == "play"]
        assert whole[late.update["earlier"] :] == standing and len(whole) == again.version


# ---- what goes wrong and what people do; each returns the client that goes on


def reconnect(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """Miss something, come back, and hear exactly what was missed."""
    known = player.update["version"]
    player.socket.close()
    with server.client(name, key) as other:  # a second device
        if other.moves:
            assert other.ask("play", moves=[random.choice(other.moves)])["type"] == "ack"
    back = server.client(name, key, since=known)
    missed = [one["version"] for one in back.update["happenings"]]
    assert missed == list(range(known + 1, back.update["version"] + 1)) and not back.update["fresh"]
    return back


def come_afresh(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """A second tab sees the same table as the first."""
    with server.client(name, key) as other:
        player.drain()
        if other.update["version"] == player.update["version"]:
            assert other.update["view"] == player.update["view"] and other.update["fresh"]
    return player


def repeat(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """Send a command twice, then again over a new connection: taken once."""
    moves = [random.choice(player.moves)]
    command = f"r{random.getrandbits(60)}"
    first = player.ask("play", id=command, moves=moves)
    again = player.ask("play", id=command, moves=moves)
    assert first == again and first["type"] == "ack"
    player.socket.close()
    back = server.client(name, key)
    assert back.ask("play", id=command, moves=moves) == first
    return back


def refused(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """A move that the rules do not allow: one sentence, and nothing has changed."""
    before = player.update["version"]
    game = all_games()[player.last["welcome"]["info"]["game"]]
    wrong = random.choice(sorted({*range(game.moves)} - {*player.moves}))
    answer = player.ask("play", moves=[wrong])
    assert answer["type"] == "refused" and answer["rule"].startswith("§") and answer["rule"] in answer["text"]
    assert player.ask("sketch", "sketched", moves=[wrong])["type"] == "refused"
    assert player.ask("play", moves=[game.moves])["key"] == "bad-move-number"
    assert player.ask("play", moves=[])["key"] == "no-move"
    player.drain()
    if len(player.last["welcome"]["info"]["seats"]) == 2:
        assert player.update["version"] == before
    return player


def undo(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """Sketch a move, play it, and take it back where that is allowed."""
    before = player.update
    moves = [random.choice(player.moves)]
    sketch = player.ask("sketch", "sketched", moves=moves)
    played = player.ask("play", moves=moves)
    assert (sketch["type"], played["type"]) == ("sketched", "ack")
    after = player.update
    if after["version"] == played["version"] and not sketch["stopped"]:
        assert after["view"] == sketch["view"], "the sketch was not what then happened"
    taken = player.ask(random.choice(["undo", "restart"]))
    if taken["type"] == "refused":
        assert taken["key"] in ("undo-revealed", "undo-acted", "game-over", "undo-nothing")
    elif player.update["version"] == taken["version"] == before["version"] + 2:
        assert played["version"] in player.update["happenings"][-1]["undone"]
        if player.update["happenings"][-1]["undone"] == [played["version"]]:
            assert player.update["view"] == before["view"]
    return player


def lend(server: Running, player: Client, name: str, key: str, random: Random) -> Client:
    """Hand the seat to a bot and back; in between the person may not move."""
    seat = player.last["welcome"]["seat"]
    assert player.ask("hand", seat=seat, bot="random")["type"] == "ack"
    answer = player.ask("play", moves=[0])
    assert answer["key"] in ("seat-lent", "game-over"), answer
    answer = player.ask("hand", seat=seat)
    assert answer["type"] == "ack" or answer["key"] == "game-over"
    return player


TROUBLES = {
    "reconnect": reconnect, "come afresh": come_afresh, "repeat": repeat, "refused": refused, "undo": undo,
    "lend": lend,
}  # fmt: skip


@GAMES
def test_a_command_that_reveals_ends_there(server: Running, game: Game) -> None:
    """Nobody learns a hidden card by sending what follows it and seeing it refused."""
    seats = [{"kind": "me"}] * max(2, game.seats.start)
    made = server.make(game=game.name, seats=seats)
    random = Random(3)
    probed = 0
    with server.client(made["table"], made["key"]) as player:
        for _ in range(120):
            for seat in made["seats"]:
                player.send("face", seat=seat)
                player.until("update")
                if player.moves:
                    break
            else:
                break
            move = random.choice(player.moves)
            if player.ask("sketch", "sketched", moves=[move])["stopped"]:
                before = player.update["version"]
                answers = {
                    (answer["type"], answer["key"])
                    for follow in random.sample(range(game.moves), min(12, game.moves))
                    for answer in [player.ask("play", moves=[move, follow])]
                }
                assert answers == {("refused", "after-reveal")}
                player.drain()
                assert player.update["version"] == before
                probed += 1
            assert player.ask("play", moves=[move])["type"] == "ack"
    assert probed or not hides_something(game)


@GAMES
def test_points_are_explained_to_who_asks(server: Running, game: Game) -> None:
    """Every update and every sketch explains its own points, in keys; to nobody who has not asked."""
    made = server.make(game=game.name, seats=[{"kind": "me"}, {"kind": "bot"}])
    random = Random(4)
    own = made["seats"][0]
    with (
        server.client(made["table"], made["key"], explain=True) as player,
        server.client(made["table"], made["key"]) as other,
    ):
        while player.update["state"] != "over":
            if not player.moves:
                player.until("update")
                continue
            update, move = player.update, random.choice(player.moves)
            assert sums(update["explained"]) == update["points"]
            sketched = player.ask("sketch", "sketched", moves=[move])
            after = sums(sketched["explained"])
            if not sketched["stopped"]:
                assert after[own] - update["points"][own] == sketched["change"]
            assert player.ask("play", moves=[move])["type"] == "ack"
            other.drain()
            assert other.update["explained"] is None
        assert sums(player.update["explained"]) == player.update["outcome"]["points"]
        assert '"text"' not in str(player.update["explained"])
        assert other.ask("sketch", "sketched", moves=[0])["type"] == "refused"


def sums(explained: list[list[dict[str, int]]]) -> list[int]:
    return [sum(line["points"] for line in lines) for lines in explained]


def test_a_table_that_hides_points_explains_none_before_the_end(server: Running) -> None:
    made = server.make(game="snack-match", seats=[{"kind": "me"}, {"kind": "bot"}], scores=False)
    with server.client(made["table"], made["key"], explain=True) as player:
        while player.update["state"] != "over":
            if not player.moves:
                player.until("update")
                continue
            assert player.update["explained"] is None and player.update["points"] is None
            past = server.ask("GET", f"/api/tables/{made['table']}/replay?at=0", key=made["key"])[1]
            assert past["explained"] is None and past["points"] is None
            move = player.moves[0]
            assert player.ask("sketch", "sketched", moves=[move])["explained"] is None
            assert player.ask("play", moves=[move])["type"] == "ack"
        assert sums(player.update["explained"]) == player.update["outcome"]["points"]


def hides_something(game: Game) -> bool:
    state = game.rules.deal(game.choose(max(2, game.seats.start)), Chance(seed_from(1)))
    other = state.copy()
    witness(game).shuffle_hidden(other, 0, Random(1))
    return other.dump() != state.dump()


def test_language_changes_at_once(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "me", "name": "Bea"}])
    with server.client(made["table"], made["key"], language="es") as player:
        if not player.moves:
            player.send("face", seat=1)
            player.until("update")
        assert player.ask("play", moves="place c3, place c4")["type"] == "ack"
        spanish = [line["text"] for one in player.update["happenings"] for line in one["lines"]]
        player.send("language", language="en")
        english = [line["text"] for one in player.until("update")["happenings"] for line in one["lines"]]
        assert len(english) == len(spanish) == 2 and english != spanish
        assert any(name in english[0] for name in ("Ana", "Bea"))


def test_pass_and_play(server: Running) -> None:
    """Several seats on one device: it sees one hand at a time, and acts for that seat alone."""
    made = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "me", "name": "Bea"}])
    assert made["seats"] == [0, 1]
    with server.client(made["table"], made["key"]) as device:
        turn = device.update["view"]["waiting"][0]
        device.send("face", seat=1 - turn)
        assert device.until("update")["view"]["seat"] == 1 - turn
        assert device.ask("play", moves=[0], seat=turn)["key"] == "foreign-seat"
        assert device.ask("play", moves=[0])["key"] == "not-your-turn"
        device.send("face", seat=turn)
        assert device.until("update")["view"]["seat"] == turn
        assert device.ask("play", moves=[0], seat=turn)["type"] == "ack"
        device.send("face", seat=5)
        assert device.until("refused")["key"] == "foreign-seat"


def test_a_bot_alone_plays_to_the_end(server: Running) -> None:
    made = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "bot"}])
    with server.client(made["table"], made["key"]) as player:
        assert player.ask("hand", seat=0, bot="random")["type"] == "ack"
        while player.update["state"] != "over":
            player.until("update")
        assert player.update["outcome"]["points"]
