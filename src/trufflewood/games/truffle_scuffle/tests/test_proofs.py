"""Proofs of Truffle Scuffle agree with plain minimax: by the rules, and by an oracle that solves sets."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from trufflewood import bots
from trufflewood.games.truffle_scuffle import GAME
from trufflewood.games.truffle_scuffle.bots import analyse, endgames
from trufflewood.games.truffle_scuffle.bots.native_prover import NO_MOVE, Prover
from trufflewood.games.truffle_scuffle.bots.native_races import LATEST, Races
from trufflewood.games.truffle_scuffle.components import NEIGHBOURS, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.notation import write_position
from trufflewood.games.truffle_scuffle.scoring import held, proves_victory
from trufflewood.games.truffle_scuffle.state import COLOURS, IN_FOREST, OVER, TURN_BEGINS, State, blank
from trufflewood.games.truffle_scuffle.tests.oracle import CELL, STEPS, Oracle
from trufflewood.games.truffle_scuffle.tests.test_bots import minimax
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.game import legal_moves

FOREST = [tile for tile in range(TILES) if tile != VILLAGE]


def position(
    truffles: list[tuple[int, int]],
    piles: list[list[int]],
    hogs: list[list[int]],
    turn: int,
    options: dict[str, object],
) -> State:
    """A turn that begins, with truffles as (tile, colour); what is nowhere was given up for hogs."""
    state = blank(GAME.choose(2, options))
    for tile, colour in truffles:
        state.ground[tile] += 16**colour
        state.piles[2] += 256**colour
    for seat in range(2):
        state.piles[seat] = sum(256**colour * piles[seat][colour] for colour in range(COLOURS))
        for slot, tile in enumerate(sorted(hogs[seat])):
            state.hogs[4 * seat + slot] = tile
    state.turn, state.phase, state.to_go = turn, TURN_BEGINS, len(hogs[turn])
    return state


# ---- every position of a few hogs, however far the stall


def test_the_oracle_walks_on_the_same_forest() -> None:
    for tile in range(TILES):
        assert {CELL.index(CELL[tile] + step) for step in STEPS if CELL[tile] + step in CELL} == set(
            NEIGHBOURS[tile]
        )


def layout(seed: int) -> Oracle:
    """Two to four truffles, one to three hogs, nobody close to four truffles of a colour."""
    rng = Random(f"layout {seed}")
    herds = ((1, 1), (2, 1), (1, 2))[seed % 3]
    stall = (60, 60, 9, 5, 3)[seed % 5]
    while True:
        truffles = [(rng.choice(FOREST), rng.randrange(COLOURS)) for _ in range(rng.randint(2, 4))]
        piles = [[rng.randint(1, 2) for _ in range(COLOURS)] for _ in range(2)]
        lying = [sum(colour == one for _, one in truffles) for colour in range(COLOURS)]
        if all(max(piles[0][n], piles[1][n]) + lying[n] < 4 for n in range(COLOURS)):
            return Oracle(truffles, piles, herds, stall)


def purchase_layout(seed: int) -> Oracle:
    """A seat with so much of one colour that it can give four and still be ahead, or hardly."""
    rng = Random(f"purchases {seed}")
    buyer = seed % 2
    herds = ((2, 1), (2, 2), (3, 1))[0 if seed % 7 else seed // 7 % 3]
    spots = rng.sample(FOREST, rng.randint(1, 3))
    truffles = [(tile, (rng.randrange(2) + n) % COLOURS) for n, tile in enumerate(spots)]  # three of none
    piles = [[1] * COLOURS, [1] * COLOURS]
    rich = rng.choice([colour for colour in range(COLOURS) if all(colour != one for _, one in truffles)])
    piles[buyer][rich] = rng.randint(4, 7)
    piles[1 - buyer][rich] = rng.randint(0, 2)
    for colour in rng.sample([one for one in range(COLOURS) if one != rich], rng.randint(0, 2)):
        piles[rng.randrange(2)][colour] = 0
    return Oracle(truffles, piles, herds if buyer == 0 else herds[::-1], (60, 60, 7, 4)[seed % 4], buyer)


@pytest.mark.parametrize("layout", [*map(layout, range(15)), *map(purchase_layout, range(15))])
def test_proofs_agree_with_the_oracle(layout: Oracle) -> None:
    oracle = layout
    oracle.solve()
    herds = [herd - (oracle.buyer == seat) for seat, herd in enumerate(oracle.herds)]
    rng = Random(1)
    prover, races = Prover(2**14), Races(LATEST)
    decided = 0
    for _ in range(40):
        turn = rng.randrange(2)
        hogs = [sorted(rng.choice(FOREST) for _ in range(herd)) for herd in herds]
        state = position(oracle.truffles, oracle.piles, hogs, turn, {"stall": oracle.stall})
        value = oracle.value(hogs[0] + hogs[1], turn)
        least, most, _, _ = prover.prove(state, 5_000, 0.0)
        assert least <= (value if turn == 0 else -value) <= most, (hogs, turn)
        decided += least == most
        for seat in range(2):
            gets = value if seat == 0 else -value
            for target in range(2):
                assert gets >= target or not races.holds(state, seat, target), (hogs, turn, seat, target)
    assert decided >= 30


# ---- purchases, all of a colour, and a stall close by


def purchase_position(seed: int) -> State:
    """A hog each and two truffles, four of a colour to buy with, perhaps all of a colour within reach."""
    rng = Random(f"purchase {seed}")
    near = sorted({tile for first in NEIGHBOURS[VILLAGE] for tile in (first, *NEIGHBOURS[first])} - {VILLAGE})
    truffles = [(rng.choice(near), rng.randrange(3)) for _ in range(2)]
    piles = [[rng.randint(0, 2) for _ in range(COLOURS)] for _ in range(2)]
    buyer = rng.randrange(2)
    piles[buyer][rng.randrange(COLOURS)] += 3
    if seed % 4 == 0:
        colour = truffles[0][1]
        truffles = [truffles[0], (truffles[1][0], (colour + 1) % 3)]
        piles[buyer][colour], piles[1 - buyer][colour] = 8, 0
    options: dict[str, object] = {"stall": rng.randint(2, 3)}
    if seed % 5 == 1:
        options["purchases"] = "several"
    if seed % 5 == 2:
        options["claim"] = "automatic"
    if seed % 7 == 3:
        options["hogs"] = "one"
    hogs = [[rng.choice(near)] for _ in range(2)]
    return position(truffles, piles, hogs, rng.randrange(2), options)


@pytest.mark.parametrize("seed", range(40))
def test_proofs_agree_with_plain_minimax_where_hogs_are_bought(seed: int) -> None:
    """Races of one turn let the prover forget the count of quiet turns even so close to a stall."""
    state = purchase_position(seed)
    seen: dict[tuple[int, ...], int] = {}
    sign = 1 if state.turn == 0 else -1
    value = minimax(state, seen)
    for latest in (1, LATEST):
        least, most, move, _ = Prover(2**14, latest).prove(state, 100_000, 0.0)
        assert least <= sign * value <= most
        if move != NO_MOVE:
            after = state.copy()
            GAME.rules.apply(after, state.turn, move)
            assert sign * minimax(after, seen) >= least
    races = Races(LATEST)
    rng = Random(seed)
    walk = state.copy()
    while walk.phase != OVER:
        value = minimax(walk, seen)
        for seat in range(2):
            for target in range(2):
                assert not races.holds(walk, seat, target) or (value if seat == 0 else -value) >= target
        GAME.rules.apply(walk, walk.turn, rng.choice(legal_moves(GAME.rules, walk, walk.turn)))


# ---- the positions of the command


def test_the_end_games_are_fifty_of_each_kind() -> None:
    for left in endgames.LEFT:
        states = endgames.positions(left)
        assert len({write_position(state) for state in states}) == endgames.POSITIONS
        for state in states:
            assert sum(held(state, IN_FOREST)) == left
            assert not any(proves_victory(state, seat) for seat in range(2))


def test_end_games_are_proved() -> None:
    """The aims are for ten seconds a position; so few nodes show the same by themselves."""
    for left, aim in endgames.AIMS.items():
        found = [analyse(state, 8_000) for state in endgames.positions(left)[::3]]
        assert sum(one.claim == "proved" for one in found) >= aim * len(found)
        assert {one.result for one in found} >= {"win", "loss"}


@pytest.mark.parametrize("arguments", [["--positions", "0"], ["--seconds", "-1"], ["--nodes", "0"]])
def test_bad_numbers_are_refused_in_one_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["endgames", *arguments])
    with pytest.raises(SystemExit):
        endgames.main()
    assert "positions, seconds and nodes must be above zero." in capsys.readouterr().err


def test_the_command_prints_a_line_for_each_kind(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["endgames", "--positions", "2", "--nodes", "2000", "--processes", "1"])
    endgames.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [str(left) for left in endgames.LEFT]
    assert all("of 2 proved" in line for line in lines) and "aim 60%" in lines[-1]


# ---- hints, and the two ways to run


HINTED = [
    # truffles              seat 0, hogs  piles                     seat 1, hogs  piles                     the best move
    ([(1, 0), (35, 1)],     [2],          [1, 1, 1, 1, 1],          [30],         [1, 1, 1, 1, 0],          "it wins for certain"),
    ([(1, 0), (2, 1)],      [35],         [1, 1, 1, 1, 1],          [6],          [1, 1, 1, 1, 1],          "against the best play it loses"),
    ([(1, 0), (35, 1)],     [2],          [1, 1, 1, 1, 1],          [30],         [1, 1, 1, 1, 1],          "it draws for certain"),
]  # fmt: skip


@pytest.mark.parametrize(("truffles", "hogs", "own", "rivals", "other", "sentence"), HINTED)
def test_hints_tell_what_is_proved(
    truffles: list[tuple[int, int]],
    hogs: list[int],
    own: list[int],
    rivals: list[int],
    other: list[int],
    sentence: str,
) -> None:
    view = GAME.rules.view(position(truffles, [own, other], [hogs, rivals], 0, {}), 0)
    english, spanish = (bots.hint(view, 4_000, language) for language in ("en", "es"))
    assert english[0].reason.startswith(sentence)
    assert english[0].expected in (0, 0.5, 1) and "demostrado" in spanish[0].reason
    assert english[0].move == bots.find("level5", GAME)(view, 2_000, Random(1))


def test_hints_tell_what_is_only_the_best_found() -> None:
    state = GAME.rules.deal(GAME.choose(2), Chance(seed_from(3)))
    found = bots.hint(GAME.rules.view(state, 1 - state.start if isinstance(state, State) else 0), 3_000)
    assert len(found) == 3
    assert all("your chances are then about" in one.reason and 0 < one.expected < 1 for one in found)


FOUND = """
from trufflewood.games.truffle_scuffle.bots import analyse, endgames
for left in (6, 12):
    for state in endgames.positions(left)[:40:4]:
        print(analyse(state, 400))
"""


def test_compiled_and_interpreted_find_the_same_with_as_many_nodes() -> None:
    said = []
    for pure in ("", "1"):
        environment = {**os.environ, "TRUFFLEWOOD_PURE": pure}
        command = [sys.executable, "-c", FOUND]
        said.append(
            subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        )
    assert said[0] == said[1]
    assert "best found" in said[0] and "proved" in said[0]
