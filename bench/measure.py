"""Measures the engine as it is imported, and prints JSON. Run twice, compiled and interpreted."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import cast

from bench.yardstick import rounds_per_second
from trufflewood.games import all_games
from trufflewood.games.truffle_scuffle.bots.native_alphabeta import AlphaBeta
from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.state import State
from trufflewood.kit import walk
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.package import Game

SECONDS = 1.0
RUNS = 3
GAMES = 5  # from one deal
NODES = 3000  # of a search


def rate(work: Callable[[int], int]) -> float:
    """Units of work a second: the best of some runs of about a second."""
    best = 0.0
    for _ in range(RUNS):
        made = number = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            made += work(number)
            number += 1
        best = max(best, made / (time.perf_counter() - start))
    return best


def random_play(game: Game) -> float:
    """Decisions a second in random games of two, the deal not counted."""
    dice = Dice(1)
    options = game.choose(2)
    deals = [game.rules.deal(options, Chance(seed_from(seed))) for seed in range(16)]
    return rate(lambda n: int(walk.playouts(game.rules, deals[n % len(deals)], dice, GAMES)))


def alpha_beta() -> float:
    """Nodes a second of Truffle Scuffle's own search, the same positions everywhere."""
    game = all_games()["truffle-scuffle"]
    search = AlphaBeta(ScuffleGuide(game.rules, []), 2**14)
    deals = [cast(State, game.rules.deal(game.choose(2), Chance(seed_from(seed)))) for seed in range(4)]
    return rate(lambda n: search.search(deals[n % len(deals)], NODES, 0.0)[4])


def main() -> None:
    found = {"compiled": not walk.__file__.endswith(".py"), "yardstick": rounds_per_second(), "rates": {}}
    rates: dict[str, float] = {}
    for name, game in all_games().items():
        rates[f"{name}: random decisions"] = random_play(game)
        if name == "truffle-scuffle":
            rates[f"{name}: alpha-beta nodes"] = alpha_beta()
    found["rates"] = rates
    print(json.dumps(found))


if __name__ == "__main__":
    main()
