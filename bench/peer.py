"""One game of OpenSpiel's, searched by its own ISMCTS in C++: simulations a second, and how long they are.

python -m bench.peer gin_rummy

The search in C++ cannot be asked how many decisions it simulated. OpenSpiel has the same algorithm in
Python, so that one is run with the same settings on the same positions, and counted: decisions of players,
in the tree and in the rollout, forced ones included and chance left out, as ours are.
"""

from __future__ import annotations

import json
import random
import sys
import time
from importlib import import_module
from typing import Any, Final

# an extra that `bench.search` and the type checker do without
numpy: Any = import_module("numpy")
pyspiel: Any = import_module("pyspiel")
ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")

DEALS: Final = 4
SECONDS: Final = 0.5  # for each deal
COUNTED: Final = 240  # simulations of a deal, by the search in Python
CURIOSITY: Final = 1.0


def position(game: Any, rng: random.Random) -> Any:
    """The first decision of a deal that has a choice."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        _step(state, rng)
    return state


def _step(state: Any, rng: random.Random) -> bool:
    """Go on at random; True if a player decided."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
        return False
    state.apply_action(rng.choice(state.legal_actions()))
    return True


class Counter:
    """Random rollouts that count: what OpenSpiel's Python search asks of an evaluator."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.rollouts = 0
        self.decisions = 0

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def evaluate(self, state: Any) -> Any:
        self.rollouts += 1
        end = state.clone()
        while not end.is_terminal():
            self.decisions += _step(end, self.rng)
        return numpy.array(end.returns())


class CountingBot(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel is not typed
    """OpenSpiel's search in Python, counting where it decides."""

    entered = 0

    def run_simulation(self, state: Any) -> Any:
        self.entered += not state.is_terminal() and not state.is_chance_node()
        return super().run_simulation(state)


def length(game: Any, state: Any, seed: int) -> float:
    """Decisions of one simulation, on average."""
    counter = Counter(random.Random(seed))
    bot = CountingBot(game, counter, CURIOSITY, COUNTED, random_state=numpy.random.RandomState(seed))
    bot.run_search(state)
    # where a rollout begins nothing was decided in the tree
    return (bot.entered - counter.rollouts + counter.decisions) / COUNTED


def simulations_per_second(state: Any, seed: int) -> float:
    """Of the search in C++: twice as many again until they take long enough to be timed."""
    count = 50
    while True:
        bot = pyspiel.ISMCTSBot(
            seed, pyspiel.RandomRolloutEvaluator(1, seed), CURIOSITY, count, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip
        start = time.process_time()
        bot.step(state)
        took = time.process_time() - start
        if took >= SECONDS:
            return count / took
        count *= 2


def main(name: str) -> None:
    game = pyspiel.load_game(name)
    rng = random.Random(1)
    simulations = decisions = 0.0
    for seed in range(DEALS):
        state = position(game, rng)
        rate = simulations_per_second(state, seed + 1)
        simulations += rate / DEALS
        decisions += rate * length(game, state, seed + 1) / DEALS
    print(json.dumps([simulations, decisions]))


if __name__ == "__main__":
    main(sys.argv[1])
