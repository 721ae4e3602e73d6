"""Proofs of Truffle Scuffle agree with plain minimax: by the rules, and by an oracle that solves sets."""

from __future__ import annotations

from random import Random

import pytest

from trufflewood.games.truffle_scuffle import GAME
from trufflewood.games.truffle_scuffle.bots.native_prover import NO_MOVE, Prover
from trufflewood.games.truffle_scuffle.bots.native_races import LATEST, Races
from trufflewood.games.truffle_scuffle.components import NEIGHBOURS, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.scoring import winner
from trufflewood.games.truffle_scuffle.state import COLOURS, OVER, TURN_BEGINS, State, blank
from trufflewood.games.truffle_scuffle.tests.oracle import CELL, STEPS, Oracle
from trufflewood.kit.game import legal_moves

FOREST = [tile for tile in range(TILES) if tile != VILLAGE]


def position(
    truffles: list[tuple[int, int]], piles: list[list[int]], hogs: list[list[int]], turn: int, options: dict[str, object]
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
    herds = ((2, 1), (2, 2), (3, 1))[seed % 7 % 3 if seed % 7 == 0 else 0]
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


def minimax(state: State, seen: dict[tuple[int, ...], int]) -> int:
    """1, 0 or -1 for seat 0, by looking at everything."""
    if state.phase == OVER:
        won = winner(state)
        return 0 if won < 0 else 1 if won == 0 else -1
    known = tuple(state.dump())
    if known not in seen:
        sign = 1 if state.turn == 0 else -1
        best = -1
        for move in legal_moves(GAME.rules, state, state.turn):
            after = state.copy()
            GAME.rules.apply(after, state.turn, move)
            best = max(best, sign * minimax(after, seen))
            if best == 1:
                break
        seen[known] = sign * best
    return seen[known]


def purchase_position(seed: int) -> State:
    """A hog each and two truffles, four of a colour to buy with, perhaps all of a colour within reach."""
    rng = Random(f"purchase {seed}")
    near = sorted({tile for first in NEIGHBOURS[VILLAGE] for tile in (first, *NEIGHBOURS[first])} - {VILLAGE})
    truffles = [(rng.choice(near), rng.randrange(3)) for _ in range(2)]
    piles = [[rng.randint(0, 2) for _ in range(COLOURS)] for _ in range(2)]
    buyer = rng.randrange(2)
    piles[buyer][rng.randrange(COLOURS)] += 3
    if seed % 4 == 0:
        tile, colour = truffles[0]
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
