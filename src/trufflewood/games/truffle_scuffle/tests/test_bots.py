"""Truffle Scuffle's players: proofs that agree with plain minimax, and judgement that knows the game."""

from __future__ import annotations

from random import Random

import pytest

from trufflewood.bots.guide import logistic
from trufflewood.games.truffle_scuffle import GAME
from trufflewood.games.truffle_scuffle.bots import GUIDE, analyse
from trufflewood.games.truffle_scuffle.bots.alphabeta import search
from trufflewood.games.truffle_scuffle.bots.native_alphabeta import AlphaBeta
from trufflewood.games.truffle_scuffle.bots.native_judge import ONE, Judge
from trufflewood.games.truffle_scuffle.bots.native_path import Path, position_key
from trufflewood.games.truffle_scuffle.bots.native_prover import Prover
from trufflewood.games.truffle_scuffle.components import COLOURS, FOREST, NEIGHBOURS, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.moves import PICKS, STEP, STEP_TO
from trufflewood.games.truffle_scuffle.notation import read_position, write
from trufflewood.games.truffle_scuffle.scoring import winner
from trufflewood.games.truffle_scuffle.state import OVER, State
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.game import legal_moves, seats_in

WORTH = {1: "win", 0: "draw", -1: "loss"}


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


def small_position(seed: int) -> State:
    """One or two hogs a side, a few truffles close together, piles nearly equal, a stall soon to come."""
    rng = Random(seed)
    tiles = ["-"] * TILES
    near = sorted({tile for first in NEIGHBOURS[VILLAGE] for tile in (first, *NEIGHBOURS[first])} - {VILLAGE})
    truffles = rng.randint(2, 4)
    lying = [rng.choice("wrygb") for _ in range(truffles)]
    for letter, tile in zip(lying, rng.sample(near, truffles), strict=True):
        tiles[tile] = letter
    tiles[VILLAGE] = "village"
    rows, start = [], 0
    for width in (4, 5, 6, 7, 6, 5, 4):
        rows.append(" ".join(tiles[start : start + width]))
        start += width
    hogs = [["b3", "c3", "c4", "d3", "d5", "e4"][rng.randrange(6)] for _ in range(2 + (seed % 8 == 0))]
    sides = [sorted(hogs[:1]), sorted(hogs[1:])]
    level = rng.randint(0, 2)
    piles = [[rng.randint(0, 1) + level for _ in COLOURS] for _ in range(2)]
    turn = rng.randrange(2)
    box = {letter: lying.count(letter) for letter in "wrygb"}
    deck = {"empty": FOREST - truffles}
    for letter, name in zip("wrygb", COLOURS, strict=True):
        if box[letter]:
            deck[name] = box[letter]
    options = (
        f'{{"seats":2,"stall":{rng.randint(2, 4)},"deck":{{"tiles":{str(deck).replace(chr(39), chr(34))}}}}}'
    )
    return read_position(
        f"forest: {' / '.join(rows)}\n"
        f"hogs: {' '.join(sides[0])} | {' '.join(sides[1])}\n"
        f"piles: {' '.join(map(str, piles[0]))} | {' '.join(map(str, piles[1]))}\n"
        f"turn: {turn} turn-begins, to go {' '.join(sides[turn])}\n"
        f"counts: start 0, fresh 0, bought 0, took 0, quiet {rng.randint(0, 1)}\n"
        f"ending: - -1\noptions: {options}"
    )


LONG = (11, 13)  # plain minimax takes its time over these
SEEDS = [pytest.param(seed, marks=pytest.mark.slow) if seed in LONG else seed for seed in range(60)]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_proved_agrees_with_plain_minimax(seed: int) -> None:
    """The stall limit included: it is never more than four turns away."""
    state = small_position(seed)
    sign = 1 if state.turn == 0 else -1
    seen: dict[tuple[int, ...], int] = {}
    for found in (analyse(state, 3_000_000), search(state, 3_000_000)):
        assert found.claim == "proved"
        assert found.result == WORTH[sign * minimax(state, seen)]
        after = state.copy()
        GAME.rules.apply(after, state.turn, found.move)
        assert WORTH[sign * minimax(after, seen)] == found.result, write(found.move)


def test_the_small_positions_end_in_every_way() -> None:
    results = {analyse(small_position(seed), 3_000_000).result for seed in range(60)}
    assert results == {"win", "draw", "loss"}


def test_best_found_is_never_called_proved() -> None:
    """At the start nothing can be proved with so little thought, and no result is named."""
    state = GAME.rules.deal(GAME.choose(2), Chance(seed_from(3)))
    assert isinstance(state, State)
    for nodes in (1, 50, 5_000):
        found = analyse(state, nodes)
        assert (found.claim, found.result) == ("best found", None)
        assert 0 <= found.chance <= 1 and found.nodes <= nodes + 20


def test_thinking_twice_gives_the_same() -> None:
    """What was remembered of another position does not show."""
    first = small_position(3)
    found = analyse(first, 20_000)
    analyse(small_position(4), 20_000)
    assert analyse(first, 20_000) == found


def test_different_positions_have_different_keys() -> None:
    rng = Random(5)
    known: dict[int, tuple[int, ...]] = {}
    for seed in range(20):
        state = GAME.rules.deal(GAME.choose(2), Chance(seed_from(seed)))
        assert isinstance(state, State)
        while GAME.rules.waiting(state):
            state.quiet = 0  # not part of the key
            dump = tuple(state.dump()[:3] + state.dump()[5:])  # fresh and who is to go follow from the rest
            if state.phase > 1:
                assert known.setdefault(position_key(Path(state)), dump) == dump
            seat = seats_in(GAME.rules.waiting(state))[0]
            GAME.rules.apply(state, seat, rng.choice(legal_moves(GAME.rules, state, seat)))
    assert len(known) > 1000


def test_the_way_back_leads_to_where_one_came_from() -> None:
    """Moves made and taken back leave no trace, and keys kept on the way are those made afresh."""
    rng = Random(6)
    for seed in range(12):
        variant = {"hogs": "one"} if seed % 4 == 1 else {"purchases": "several"} if seed % 4 == 2 else {}
        state = GAME.rules.deal(GAME.choose(2, variant), Chance(seed_from(seed)))
        assert isinstance(state, State)
        path = Path(state)
        walked: list[tuple[int, list[int], int]] = []
        while GAME.rules.waiting(path.state) and len(walked) < 118:
            move = rng.choice(legal_moves(GAME.rules, path.state, path.state.turn))
            walked.append((move, path.state.dump(), position_key(path)))
            GAME.rules.apply(state, state.turn, move)
            path.go(move)
            assert path.state.dump() == state.dump()
            assert position_key(path) == position_key(Path(state))
        assert len(walked) > 50
        for move, before, key in reversed(walked):
            path.back(move)
            assert (path.state.dump(), position_key(path)) == (before, key)


def test_what_was_searched_before_changes_nothing() -> None:
    """A small table, so that positions often meet in it: the same view must get the same move all the same."""
    states: list[State] = []
    for seed in range(8):
        rng = Random(seed)
        state = GAME.rules.deal(GAME.choose(2), Chance(seed_from(seed)))
        assert isinstance(state, State)
        for _ in range(60 + 10 * seed):
            if GAME.rules.waiting(state):
                GAME.rules.apply(state, state.turn, rng.choice(legal_moves(GAME.rules, state, state.turn)))
        if GAME.rules.waiting(state):
            states.append(state)
    used, used_prover = AlphaBeta(GUIDE, 2**8), Prover(2**8)
    for state in states:
        assert used.search(state, 4_000, 0.0) == AlphaBeta(GUIDE, 2**8).search(state, 4_000, 0.0)
        assert used_prover.prove(state, 2_000, 0.0) == Prover(2**8).prove(state, 2_000, 0.0)
    assert len(states) > 4


def test_alphabeta_judges_as_the_guide_does() -> None:
    """In whole numbers and kept up to date, but the same: hogs on the village, many hogs and late forests included."""
    rng = Random(8)
    judge = Judge(GUIDE)
    worst, seen, on_village = 0.0, 0, 0
    for seed in range(12):
        state = GAME.rules.deal(GAME.choose(2), Chance(seed_from(seed)))
        assert isinstance(state, State)
        judge.begin(state)
        while GAME.rules.waiting(state):
            chance = logistic(judge.worth(state) / ONE)
            worst = max(worst, abs(chance - GUIDE.chance(state, 0)))
            seen += 1
            on_village += VILLAGE in list(state.hogs)
            moves = legal_moves(GAME.rules, state, state.turn)
            move = rng.choice([one for one in moves if one < STEP or (one - STEP) % PICKS] or moves)
            if move >= STEP and (move - STEP) % PICKS:
                judge.gone(STEP_TO[(move - STEP) // PICKS], (move - STEP) % PICKS - 1)
            GAME.rules.apply(state, state.turn, move)
    assert worst < 0.03
    assert seen > 500 and on_village > 20


JUDGEMENTS = [
    # seat 0 holds   seat 1 holds   left in the forest                       seat 0 stands   because
    ("5 0 0 0 0",    "0 5 0 0 0",   "w r y g b w r y g b",                   "even",         "a colour each"),
    ("5 0 0 0 0",    "0 0 0 0 0",   "w r y g b w r y g b",                   "better",       "one colour against none"),
    ("3 2 2 0 0",    "2 3 0 0 0",   "g b",                                   "better",       "one colour more, and little is left"),
    ("9 0 0 0 0",    "1 1 1 1 0",   "b",                                     "worse",        "one colour however large is one point"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "other", "left", "stands", "because"), JUDGEMENTS)
def test_majorities_count(own: str, other: str, left: str, stands: str, because: str) -> None:
    tiles = ["-"] * TILES
    tiles[VILLAGE] = "village"
    for number, letter in enumerate(left.split()):
        tiles[number if number < VILLAGE else number + 1] = letter
    rows, start = [], 0
    for width in (4, 5, 6, 7, 6, 5, 4):
        rows.append(" ".join(tiles[start : start + width]))
        start += width
    state = read_position(
        f"forest: {' / '.join(rows)}\nhogs: c3 | c3\npiles: {own} | {other}\n"
        "turn: 0 turn-begins, to go c3\ncounts: start 0, fresh 0, bought 0, took 0, quiet 0\n"
        'ending: - -1\noptions: {"seats":2}'
    )
    chance = GUIDE.value(state, 0, 2)
    assert abs(chance + GUIDE.value(state, 1, 2) - 1) < 1e-9
    verdict = "even" if abs(chance - 0.5) < 0.02 else "better" if chance > 0.5 else "worse"
    assert verdict == stands, chance
