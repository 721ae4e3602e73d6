"""The two secrecy laws, on the bytes that cross real sockets.

(1) A world made up from nothing but what a seat was sent gives the same bytes: no secret in them.
(2) Shuffle all that the rules hide from a seat, in the server's own memory: not one byte of what it
    is sent changes, whatever it asks: first message, sketches, refusals, hints, memory aids, undo,
    reconnects, exports, earlier positions; points line by line with all of them.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from tests.faults.client import Client
from tests.secrecy import imaginable, tells_nothing_of_the_house, views_in
from tests.server.harness import Running, running, settings
from tests.witnesses import name, variants, witness
from trufflewood.games import all_games
from trufflewood.kit.chance import seed_from
from trufflewood.kit.game import State
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table
from trufflewood.server import deeds
from trufflewood.server.deeds import Entry
from trufflewood.server.door import Door
from trufflewood.server.match import HOUSE, Clocks, Match

LOOKS = 5  # moments of a game at which everything is asked twice
TELLINGS = 12  # moves of a game whose telling is compared with another world's


def tables() -> list[tuple[Game, Mapping[str, Any]]]:
    """For each game the variants with the fewest and with the most seats."""
    chosen = []
    for game in all_games().values():
        of_game = sorted((v for g, v in variants() if g is game), key=lambda variant: int(variant["seats"]))
        few = next((v for v in of_game if v["seats"] > 1), of_game[0])
        chosen += [(game, few)] if few is of_game[-1] else [(game, few), (game, of_game[-1])]
    return chosen


@pytest.mark.parametrize(("game", "variant"), tables(), ids=name)
def test_no_byte_tells_a_secret(tmp_path: Path, game: Game, variant: Mapping[str, Any]) -> None:
    check(tmp_path, game, variant, 5)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), variants(), ids=name)
def test_no_byte_tells_a_secret_in_any_variant(
    tmp_path: Path, game: Game, variant: Mapping[str, Any]
) -> None:
    check(tmp_path, game, variant, 6)


STILL = Clocks(lambda: 1000.0, lambda: 1000.0)


def check(folder: Path, game: Game, variant: Mapping[str, Any], seed: int) -> None:
    # a clock that stands still, so that equal worlds give equal bytes
    with running(settings(folder), clocks=STILL) as server, contextlib.ExitStack() as ending:
        ending.enter_context(patch("trufflewood.server.house.new_seed", lambda: seed_from(seed)))
        random = Random(seed)
        seats = int(variant["seats"])
        options = {key: value for key, value in variant.items() if key != "seats"}
        made = server.make(
            game=game.name, seats=[{"kind": "me"}] + [{"kind": "open"}] * (seats - 1), options=options
        )
        table = made["table"]
        keys = [made["key"]]
        for _ in range(seats - 1):
            keys.append(server.ask("POST", f"/api/tables/{table}/seats", {"name": "Bea"})[1]["key"])
        clients = [ending.enter_context(server.client(table, key, explain=True)) for key in keys]
        watcher = ending.enter_context(server.client(table, explain=True))
        match = server.server.house.matches[table]
        decisions = 0
        length = _usual_length(game, variant)
        while True:
            for client in (*clients, watcher):
                client.drain()
            over = not match.table.waiting
            if decisions == 0 or over or random.random() < LOOKS / length:
                for seat in (None, *range(seats)):
                    key = "" if seat is None else keys[seat]
                    same_bytes_in_any_world(server, game, match, seat, key, random)
                    same_past_in_any_world(server, game, match, seat, key, random)
            if over:
                break
            seat = random.choice(match.table.waiting)
            move = random.choice(clients[seat].moves)
            telling = decisions == 0 or random.random() < TELLINGS / length
            expected = other_worlds_tell(game, match, seat, move, random) if telling else {}
            answer = clients[seat].ask("play", moves=[move])
            assert answer["type"] == "ack", answer
            if random.random() < 0.05:
                clients[seat].ask("undo")  # taken or refused: its bytes are looked at as well
            for listener, told in expected.items():
                clients[listener].drain()
                assert told in clients[listener].texts, f"seat {listener} is told of what it cannot know"
            decisions += 1
        everything_sent_can_be_imagined(game, [*clients, watcher], random)
        nothing_of_the_house_is_told([*clients, watcher], match, keys)


def _usual_length(game: Game, variant: Mapping[str, Any]) -> int:
    """How many decisions a random game takes."""
    random = Random(1)
    table = Table(game, int(variant["seats"]), 1, {k: v for k, v in variant.items() if k != "seats"})
    while table.waiting:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    return table.version


# ---- law 2


def same_bytes_in_any_world(
    server: Running, game: Game, match: Match, seat: int | None, key: str, random: Random
) -> None:
    state = match.table._state
    other = state.copy()
    witness(game).shuffle_hidden(other, seat, random)
    wrong = sorted({*range(game.moves)} - {*match.table.view(seat).moves})
    probe = random.sample(wrong, min(8, len(wrong)))
    here = everything(server, match, seat, key, probe)
    with in_place_of(match, other):
        there = everything(server, match, seat, key, probe)
    assert there == here


def everything(server: Running, match: Match, seat: int | None, key: str, wrong: list[int]) -> list[str]:
    """All that can be asked from a seat without changing the table, as bytes, over a fresh connection."""
    asked: list[str] = []
    with server.client(match.name, key, language="es", explain=True) as client:
        for number, move in enumerate(wrong):
            client.ask("play", id=f"p{number}", moves=[move])
            client.ask("sketch", "sketched", id=f"w{number}", moves=[move])
        view = client.update["view"]
        for number, move in enumerate(view["moves"][:: max(1, len(view["moves"]) // 6)]):
            client.ask("sketch", "sketched", id=f"s{number}", moves=[move])
        assert_explained(client)
        client.ask("aids", "aided", id="a")
        if (
            seat is None or seat == match.version % match.table.seats
        ):  # a bot takes its time: one seat each time
            client.ask("hint", "hinted", id="h")
            if view["moves"]:
                client.ask("hint", "hinted", id="i", moves=view["moves"][-1:])
        if not client.update["can_undo"]:
            client.ask("undo", id="u")
            client.ask("restart", id="v")
        client.send("language", language="en")
        client.until("update")
        client.drain()
        asked += client.texts
    with server.client(match.name, key, since=max(0, match.version - 3), explain=True) as client:
        asked += client.texts
    for path in ("", "/record", "/replay?at=0", "/replay"):
        asked.append(str(server.ask("GET", f"/api/tables/{match.name}{path}", key=key)))
    return [text for text in asked if '"type":"presence"' not in text]


def assert_explained(client: Client) -> None:
    """The laws look at explained points only where there are any."""
    update, sketched = client.update, client.last.get("sketched")
    assert [sum(line["points"] for line in lines) for lines in update["explained"]] == update["points"]
    assert sketched is None or len(sketched["explained"]) == len(update["points"])


def same_past_in_any_world(
    server: Running, game: Game, match: Match, seat: int | None, key: str, random: Random
) -> None:
    """An earlier position shows what the seat knew then, whatever has come to light since."""
    at = random.randrange(match.table.version + 1)
    other = match.table.until(at)._state.copy()
    witness(game).shuffle_hidden(other, seat, random)
    path = f"/api/tables/{match.name}/replay?at={at}"
    own = path if seat is None or not match.opened else f"{path}&seat={seat}"
    status, here = server.ask("GET", own, key=key)
    with in_place_of(match, other, at):
        there = server.ask("GET", own, key=key)
    assert there == (status, here)
    assert status == 200 and here["at"] == at and here["view"]["seat"] == seat
    assert [sum(line["points"] for line in lines) for lines in here["explained"]] == here["points"]
    imaginable(game, [msgspec.json.encode(here["view"])])
    if not match.opened:
        assert here["seed"] is None and here["mover"] is None and here["moves"] == []
        foreign = seat or 0 if seat is None else (seat + 1) % match.table.seats
        if foreign != seat:
            assert server.ask("GET", f"{path}&seat={foreign}", key=key)[0] == 403


@contextlib.contextmanager
def in_place_of(match: Match, state: State, at: int | None = None) -> Iterator[None]:
    """The server believes in another world for a while, or in another past."""
    table = match.table
    past = table._past
    kept = table._state, past._kept
    past._kept = dict(past._kept)
    if at is None or at == table.version:
        table._state = state
    else:
        past._kept[at] = state
    _look_anew(match)
    try:
        yield
    finally:
        table._state, past._kept = kept
        _look_anew(match)


def _look_anew(match: Match) -> None:
    match.table._look_anew()
    match.made.clear()


def other_worlds_tell(game: Game, match: Match, seat: int, move: int, random: Random) -> dict[int, str]:
    """For each seat, the bytes by which it would hear of this move in a world that looks the same to it."""
    found: dict[int, str] = {}
    rules = game.rules
    state = match.table._state
    after = state.copy()
    rules.apply(after, seat, move)
    for listener in range(match.table.seats):
        other = state.copy()
        witness(game).shuffle_hidden(other, listener, random)
        if rules.refusal(other, seat, move) or (listener == seat and rules.reveals(state, seat, move)):
            continue
        if rules.heard(state, seat, move, listener) != rules.heard(other, seat, move, listener):
            continue
        other_after = other.copy()
        rules.apply(other_after, seat, move)
        if rules.view(other_after, listener) != rules.view(after, listener):
            continue  # the move itself brings something to light
        twin = _twin(match)
        twin.table._state = other
        _look_anew(twin)
        twin.allow(HOUSE, deeds.Play(seat, (move,)))
        twin.do(Entry(match.version + 1, "twin", deeds.Play(seat, (move,)), 1000.0), STILL.now())
        update = Door(twin, listener, "en", explain=True).update(match.version)
        if listener == seat or not rules.reveals(state, seat, move):
            found[listener] = update.decode()
    return found


def _twin(match: Match) -> Match:
    twin = copy.copy(match)
    twin.table = match.table.until(match.table.version)
    twin.made = {}
    twin.happened, twin.stands = list(match.happened), list(match.stands)
    twin.commands, twin.since = dict(match.commands), dict(match.since)
    return twin


# ---- law 1


def everything_sent_can_be_imagined(game: Game, clients: list[Client], random: Random) -> None:
    for client in clients:
        sent = views_in(client.texts)
        assert imaginable(game, random.sample(sent, min(30, len(sent)))) > 1


# ---- and what belongs to no seat


def nothing_of_the_house_is_told(clients: list[Client], match: Match, keys: list[str]) -> None:
    secrets = [*keys, *(chair.holder for chair in match.chairs), match.setup.host]
    for client in clients:
        tells_nothing_of_the_house(client.texts, secrets, match.setup.seed)
        assert any(match.setup.seed in text for text in client.texts), "the seed is told at the end"
