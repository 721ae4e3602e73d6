"""The bot `alphabeta`, and what it can tell about a position."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, Literal

from trufflewood.bots.guide import logistic
from trufflewood.bots.mind import Budget, Told, checked, imagine, seat_of
from trufflewood.games.truffle_scuffle.bots.guide import GUIDE
from trufflewood.games.truffle_scuffle.bots.native_alphabeta import WON, AlphaBeta
from trufflewood.games.truffle_scuffle.bots.native_judge import ONE
from trufflewood.games.truffle_scuffle.bots.native_prover import NO_MOVE, Prover
from trufflewood.games.truffle_scuffle.moves import apply
from trufflewood.games.truffle_scuffle.scoring import held, proves_victory, winner
from trufflewood.games.truffle_scuffle.state import IN_FOREST, NO_SEAT, OVER, SET_OWN, State
from trufflewood.kit.seen import View

NODES: Final = 120_000  # where nobody says otherwise: an iteration of alpha-beta is a node
MEMORY: Final = 2**18  # positions that a bot remembers
LONG_MEMORY: Final = 2**21  # and whoever has seconds to think
NO_LIMIT: Final = 2**62

PROVABLE: Final = 24  # truffles left when proofs are first tried
NODES_TO_PROVE: Final = 8  # one in so many; a prover's node takes about as long as so many others
TIME_TO_PROVE: Final = 0.75

Result = Literal["win", "draw", "loss"]
RESULTS: Final[dict[int, Result]] = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Finding:
    """What was found, and how sure it is."""

    move: int
    claim: Literal["proved", "best found"]
    result: Result | None  # of the seat in turn; None unless proved
    chance: float  # that the seat in turn wins; 1, 0.5 or 0 where that is proved
    depth: int  # decisions that alpha-beta looked ahead
    nodes: int


@lru_cache(maxsize=2)
def _engine(memory: int) -> AlphaBeta:
    return AlphaBeta(GUIDE, memory)


@lru_cache(maxsize=2)
def _prover(memory: int) -> Prover:
    return Prover(memory)


def analyse(state: State, budget: int | float) -> Finding:
    """Search a position for so many nodes (an int) or seconds (a float)."""
    if state.phase > SET_OWN and sum(held(state, IN_FOREST)) <= PROVABLE:
        return _prove_or_search(state, budget)
    return search(state, budget)


def _prove_or_search(state: State, budget: int | float) -> Finding:
    """Look for a proof first; where it leaves the choice of a move open, alpha-beta chooses."""
    started = time.perf_counter()
    if isinstance(budget, int):
        found = _prover(MEMORY).prove(state, max(1, budget // NODES_TO_PROVE), 0.0)
    else:
        found = _prover(LONG_MEMORY).prove(state, NO_LIMIT, budget * TIME_TO_PROVE)
    least, most, move, nodes = found
    if least == most and move != NO_MOVE and not proves_victory(state, state.turn):
        return Finding(move, "proved", RESULTS[least], (1 + least) / 2, 0, nodes)
    if isinstance(budget, int):
        rest: int | float = max(1, budget - nodes)
    else:
        rest = max(0.001, budget - (time.perf_counter() - started))
    other = search(state, rest)
    if least < most or other.claim == "proved":
        return Finding(other.move, other.claim, other.result, other.chance, other.depth, nodes + other.nodes)
    return Finding(other.move, "proved", RESULTS[least], (1 + least) / 2, other.depth, nodes + other.nodes)


def search(state: State, budget: int | float) -> Finding:
    """Alpha-beta alone."""
    if isinstance(budget, int):
        found = _engine(MEMORY).search(state, budget, 0.0)
    else:
        found = _engine(LONG_MEMORY).search(state, NO_LIMIT, budget)
    move, score, proved, depth, nodes = found
    if not proved:
        # a win seen on one line of several is still only the best found
        return Finding(move, "best found", None, logistic(score / ONE), depth, nodes)
    value = 1 if score >= WON else -1 if score <= -WON else 0
    return Finding(move, "proved", RESULTS[value], (1 + value) / 2, depth, nodes)


def choose(view: View, budget: Budget, rng: Random) -> int:
    """The best move that alpha-beta finds; the budget counts nodes."""
    seat_of(view)
    found = checked(budget, NODES)
    if len(view.moves) == 1:
        return view.moves[0]
    return analyse(_imagined(view, rng), found).move


def hint(view: View, budget: Budget, rng: Random) -> list[Told]:
    """Every move with the chance of victory after it, proved or the best found, best first.

    Half of the thought goes into the best move, the other half into all of them.
    """
    seat = seat_of(view)
    half = _part(checked(budget, NODES), 2)
    state = _imagined(view, rng)
    best = analyse(state, half)
    found = [_after(state, seat, move, _part(half, len(view.moves))) for move in view.moves]
    if best.claim == "proved":  # then no other move is better, however bright it looks
        found = [told._replace(chance=min(told.chance, best.chance)) for told in found]
    if best.result == "loss":
        found = [told._replace(claim="proved") for told in found]
    found = [told for told in found if told.move != best.move]
    found.append(Told(best.move, best.chance, best.claim))
    return sorted(
        found, key=lambda one: (-one.chance, one.claim != "proved", one.move != best.move, one.move)
    )


def _part(budget: int | float, parts: int) -> int | float:
    return max(1, budget // parts) if isinstance(budget, int) else budget / parts


def _after(state: State, seat: int, move: int, budget: int | float) -> Told:
    after = state.copy()
    apply(after, seat, move)
    if after.phase == OVER:
        won = winner(after)
        return Told(move, 0.5 if won == NO_SEAT else float(won == seat), "proved")
    found = analyse(after, budget)
    return Told(move, found.chance if after.turn == seat else 1 - found.chance, found.claim)


def _imagined(view: View, rng: Random) -> State:
    state, _ = imagine(view, rng)
    assert isinstance(state, State)
    return state
