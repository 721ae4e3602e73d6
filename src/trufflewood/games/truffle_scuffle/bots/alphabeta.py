"""The bot `alphabeta`, and what it can tell about a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, Literal

from trufflewood.bots.search import logistic
from trufflewood.bots.mind import Budget, checked, imagine, seat_of
from trufflewood.games.truffle_scuffle.bots.guide import GUIDE
from trufflewood.games.truffle_scuffle.bots.native_alphabeta import WON, AlphaBeta
from trufflewood.games.truffle_scuffle.bots.native_judge import ONE
from trufflewood.games.truffle_scuffle.state import State
from trufflewood.kit.seen import View

NODES: Final = 30_000  # where nobody says otherwise: an iteration of alpha-beta is a node
MEMORY: Final = 2**18  # positions that a bot remembers
LONG_MEMORY: Final = 2**21  # and whoever has seconds to think
NO_LIMIT: Final = 2**62


@dataclass(frozen=True)
class Finding:
    """What was found, and how sure it is."""

    move: int
    claim: Literal["proved", "best found"]
    result: Literal["win", "draw", "loss"] | None  # of the seat in turn; None unless proved
    chance: float  # that the seat in turn wins; 1, 0.5 or 0 where that is proved
    depth: int  # decisions
    nodes: int


@lru_cache(maxsize=2)
def _engine(memory: int) -> AlphaBeta:
    return AlphaBeta(GUIDE, memory)


def analyse(state: State, budget: int | float) -> Finding:
    """Search a position for so many nodes (an int) or seconds (a float)."""
    if isinstance(budget, int):
        found = _engine(MEMORY).search(state, budget, 0.0)
    else:
        found = _engine(LONG_MEMORY).search(state, NO_LIMIT, budget)
    move, score, proved, depth, nodes = found
    if not proved:
        # a win seen on one line of several is still only the best found
        return Finding(move, "best found", None, logistic(score / ONE), depth, nodes)
    result: Literal["win", "draw", "loss"] = "win" if score >= WON else "loss" if score <= -WON else "draw"
    return Finding(move, "proved", result, 0.5 + score / (2 * WON), depth, nodes)


def choose(view: View, budget: Budget, rng: Random) -> int:
    """The best move that alpha-beta finds; the budget counts nodes."""
    seat_of(view)
    found = checked(budget, NODES)
    if len(view.moves) == 1:
        return view.moves[0]
    state, _ = imagine(view, rng)
    assert isinstance(state, State)
    return analyse(state, found).move
