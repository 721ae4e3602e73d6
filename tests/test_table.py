"""The referee: commands whole or not at all, sketches, undo, and records that check themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

import trufflewood
from trufflewood import BadMove, BadOption, BadRecord, IllegalMove, NoUndo, TrufflewoodError, UnknownGame
from trufflewood.games import all_games
from trufflewood.kit.chance import seed_from
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table


def opened(**options: Any) -> trufflewood.Table:
    table = trufflewood.open("truffle-scuffle", seed=7, options={"start": 0, **options})
    table.play(1, "place c3, place d5")
    return table


def finished() -> trufflewood.Table:
    table = opened(stall=3)
    while table.waiting:
        table.play(table.waiting[0], table.legal(table.waiting[0])[0])
    return table


def test_games_are_found_by_their_folders() -> None:
    assert "truffle-scuffle" in trufflewood.games()
    with pytest.raises(UnknownGame, match="Did you mean truffle-scuffle"):
        trufflewood.open("truffle-scufle")


def test_a_command_is_taken_whole_or_not_at_all() -> None:
    table = opened()
    before = table.dump(), table.record(), table.log(0)
    with pytest.raises(TrufflewoodError) as error:
        table.play(0, "c3-b3, c3-b2")
    with pytest.raises(IllegalMove, match=r"§4\.1"):
        table.play(0, "buy white, c3-b3")
    assert (table.dump(), table.record(), table.log(0)) == before
    assert error.value.say("es") != str(error.value)


@pytest.mark.parametrize(
    ("seat", "moves", "says"),
    [
        (1, "d5-d6", "not the turn of player 2"),
        (2, "d5-d6", "no seat 2"),
        (-1, "d5-d6", "no seat -1"),
        (0, 9999, "from 0 to 1056"),
        (0, -1, "from 0 to 1056"),
        (0, 2**63, "from 0 to 1056"),
        (0, [], "at least one move"),
        (0, [True], "from 0 to 1056"),
        (0, "fly", "is no move"),
        (0, "claim", "§5.3"),
    ],
)
def test_bad_input_is_one_sentence_and_changes_nothing(seat: int, moves: Any, says: str) -> None:
    table = opened()
    before = table.dump(), table.record()
    with pytest.raises(TrufflewoodError, match=says) as error:
        table.play(seat, moves)
    assert "\n" not in str(error.value) and "\n" not in error.value.say("es")
    assert (table.dump(), table.record()) == before


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"hog": "one"}, "Did you mean hogs"),
        ({"colour": "red"}, "no option called"),
        ({"hogs": "two"}, "one of all and one"),
        ({"stall": 0}, "from 1 to 1000"),
        ({"stall": "many"}, "from 1 to 1000"),
        ({"start": 2}, "from 0 to 1"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadOption, match=says):
        trufflewood.open("truffle-scuffle", options=options)
    with pytest.raises(BadOption, match="this game has 2 seats, not 3"):
        trufflewood.open("truffle-scuffle", seats=3)


def test_whoever_must_decide_can_go_on_after_a_new_deal() -> None:
    """Somebody who has named an order can fill it, and everybody knows: the new deal must fit that too."""
    for seed in range(0, 400, 4):
        random = Random(seed)
        table = trufflewood.open("truffle-shuffle", seats=2, seed=seed)
        for _ in range(6):
            seat = random.choice(table.waiting)
            table.play(seat, random.choice(table.legal(seat)))
        table.redeal(0, seed_from(f"new deal {seed}"))
        assert all(table.legal(seat) for seat in table.waiting)
        assert trufflewood.replay(table.record()).dump() == table.dump()


def test_points_are_counted_once_for_a_state_and_anew_after_a_command() -> None:
    table = trufflewood.open("snack-match", seats=3, seed=7)
    random = Random(2)
    for _ in range(40):
        first = table.explained(0)
        assert all(one is again for one, again in zip(first, table.explained(0), strict=True))
        assert table.explained(1)[2] is table.explained(None)[2], "what everybody has seen is counted once"
        for asking in (None, 0, 1, 2):
            found = [sum(line.points for line in lines) for lines in table.explained(asking)]
            assert found == [table.points(seat, asking) for seat in range(3)]
            assert found == [sum(line.points for line in table.score(seat, asking)) for seat in range(3)]
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
        assert table.until(table.version - 1).explained(0) == first


def test_sketch_changes_nothing_and_shows_what_would_be() -> None:
    table = opened()
    before = table.dump()
    sketch = table.sketch(0, table.legal(0)[1])
    assert table.dump() == before and not sketch.stopped
    assert sketch.change == 1  # the first truffle is a majority
    assert sketch.moves == ()  # the only hog has moved


@pytest.mark.parametrize("game", ["truffle-shuffle", "snack-match", "forest-shuffle"])
def test_nothing_follows_a_move_that_shows_something_hidden(game: str) -> None:
    """Otherwise a refusal of what follows would be a free look; and the refusal itself tells nothing."""
    table = trufflewood.open(game, seats=2, seed=7)
    random = Random(1)
    probed = 0
    while table.waiting and probed < 5:
        seat = table.waiting[0]
        move = random.choice(table.legal(seat))
        if table.sketch(seat, move).stopped:
            probed += 1
            before = table.dump(), table.record(), table.version
            for follow in random.sample(range(table.game.moves), 10):
                with pytest.raises(BadMove, match="comes last in a command") as error:
                    table.play(seat, [move, follow])
                assert error.value.key == "after-reveal" and "va la última" in error.value.say("es")
            assert (table.dump(), table.record(), table.version) == before
        table.play(seat, move)
    assert probed == 5


def test_a_record_may_go_on_after_a_reveal() -> None:
    """It was accepted once, by hand or by an older version, and nobody chooses again."""
    table = trufflewood.open("forest-shuffle", seats=2, seed=7)
    while table.version < 40:
        table.play(table.waiting[0], table.legal(table.waiting[0])[0])
    lines = table.record().splitlines()
    after = [
        n for n in range(8, len(lines))
        if lines[n][0] == lines[n - 1][0] and table.until(n - 8).sketch(int(lines[n][0]), table.commands[n - 8].moves).stopped
    ]  # fmt: skip
    joined = [*lines[: after[0]], *lines[after[0] + 1 :]]
    joined[after[0] - 1] += "," + lines[after[0]][1:]
    again = trufflewood.replay("\n".join(joined) + "\n")
    assert again.dump() == table.dump() and again.record().splitlines() == joined
    assert again.version == table.version - 1


def test_undo_until_somebody_else_acts() -> None:
    table = opened()
    before = table.dump()
    table.play(0, "c3-b3")
    assert table.can_undo(0)
    table.undo(0)
    assert table.dump() == before
    table.play(0, "c3-b3")
    table.play(1, "d5-d6")
    assert not table.can_undo(0)
    with pytest.raises(NoUndo, match="another player has acted"):
        table.undo(0)
    with pytest.raises(NoUndo, match="nothing of yours"):
        trufflewood.open("truffle-scuffle").undo(0)


def test_restart_takes_back_the_whole_turn() -> None:
    table = trufflewood.open("truffle-scuffle", seed=7, options={"start": 0})
    start = table.dump()
    table.play(1, "place c3")
    table.play(1, "place d5")
    table.restart(1)
    assert table.dump() == start and table.version == 0


def test_a_finished_game_says_so() -> None:
    table = finished()
    assert table.outcome is not None and table.outcome.text
    with pytest.raises(BadMove, match="game is over"):
        table.play(0, "c3-b3")


def test_a_record_replays_to_the_byte() -> None:
    table = finished()
    again = trufflewood.replay(table.record())
    assert again.record() == table.record() and again.dump() == table.dump()
    half = trufflewood.replay(table.until(3).record())
    assert half.version == 3 and half.outcome is None


def test_a_record_keeps_a_deck_of_ones_own() -> None:
    table = opened(deck={"tiles": {"white red": 10, "empty": 26}})
    assert '"white red":10' in table.record()
    assert trufflewood.replay(table.record()).dump() == table.dump()


@pytest.mark.parametrize(
    ("damage", "line", "says"),
    [
        (("trufflewood record 1", "trufflewood record 9"), 1, "begins with"),
        (("game: truffle-scuffle", "game: chess"), 2, "no game called"),
        (("rules: 1", "rules: 0"), 3, "version 0 of the rules"),
        (("seats: 2", "seats: two"), 4, "no number of seats"),
        (("seats: 2", "chairs: 2"), 4, '"seats:" is missing'),
        (("options: {", "options: {{"), 5, "line 5"),
        (('"stall":3', '"stall":"x"'), 5, "stall"),
        (("seed: 7", "seed: x"), 6, "64 digits"),
        (("moves:\n", "moves?\n"), 7, '"moves:" is missing'),
        (("1 place c3", "1 place a1"), 8, "§2.1"),
        (("1 place c3", "0 place c3"), 8, "not the turn"),
        (("1 place c3", "one place c3"), 8, "neither a seat"),
        (("result: points", "result: dots"), 0, "the result is"),
        (("result: ", "0 stay\nresult: "), 0, "game is over"),
    ],
)
def test_a_damaged_record_says_where_and_why(damage: tuple[str, str], line: int, says: str) -> None:
    text = finished().record().replace(*damage)
    with pytest.raises(BadRecord, match=says) as error:
        trufflewood.replay(text)
    assert not line or f"line {line}:" in str(error.value)
    assert error.value.say("es").startswith("línea")


def test_a_record_cut_short_or_gone_on() -> None:
    text = finished().record()
    without = "\n".join(text.splitlines()[:-1]) + "\n"
    with pytest.raises(BadRecord, match="no result follows"):
        trufflewood.replay(without)
    with pytest.raises(BadRecord, match="nothing may follow"):
        trufflewood.replay(text + "0 stay\n")
    with pytest.raises(BadRecord, match="not over"):
        trufflewood.replay("\n".join([*text.splitlines()[:9], text.splitlines()[-1]]))
    with pytest.raises(BadRecord, match="begins with"):
        trufflewood.replay("")


def test_the_seed_is_promised() -> None:
    table = trufflewood.open("truffle-scuffle")
    seed = bytes.fromhex(next(x for x in table.record().splitlines() if x.startswith("seed: "))[6:])
    from trufflewood.kit.chance import promise

    assert promise(seed) == table.promise


def test_exported_names_exist() -> None:
    for name in trufflewood.__all__:
        assert hasattr(trufflewood, name)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_game_played_on_looks_the_same_to_its_player_and_keeps_its_record(game: Game) -> None:
    random = Random(8)
    table = Table(game, max(2, game.seats.start), 8)
    for _ in range(25):
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    before = [msgspec.json.encode(table.view(seat)) for seat in range(table.seats)]
    hidden = table.dump()
    table.redeal(1, b"7" * 32)
    assert msgspec.json.encode(table.view(1)) == before[1]
    if game.name != "truffle-scuffle":  # there all is seen
        assert table.dump() != hidden
    for seat in range(table.seats):
        assert not table.can_undo(seat), "nobody goes back behind it"
    while table.waiting:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
    with pytest.raises(BadMove):
        table.redeal(1, b"7" * 32)
    assert f"redeal 1 {(b'7' * 32).hex()}" in table.record()
    again = trufflewood.replay(table.record())
    assert again.dump() == table.dump() and again.commands == table.commands
