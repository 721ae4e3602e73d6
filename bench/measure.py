"""Measures the engine as it is imported, and prints JSON. Run twice, compiled and interpreted."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from bench.yardstick import rounds_per_second
from trufflewood.games import all_games
from trufflewood.kit import walk
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.package import Game

SECONDS = 1.0
RUNS = 3
GAMES = 5  # from one deal
DEPTH = 6


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


def alpha_beta(game: Game) -> float:
    """Nodes a second of plain alpha-beta, the same positions everywhere."""
    options = game.choose(2)
    deals = [game.rules.deal(options, Chance(seed_from(seed))) for seed in range(4)]

    def search(n: int) -> int:
        walker = walk.AlphaBeta(game.rules, DEPTH)
        walker.value(deals[n % len(deals)])
        return int(walker.nodes)

    return rate(search)


def main() -> None:
    found = {"compiled": not walk.__file__.endswith(".py"), "yardstick": rounds_per_second(), "rates": {}}
    rates: dict[str, float] = {}
    for name, game in all_games().items():
        rates[f"{name}: random decisions"] = random_play(game)
        if name == "truffle-scuffle":
            rates[f"{name}: alpha-beta nodes"] = alpha_beta(game)
    found["rates"] = rates
    print(json.dumps(found))


if __name__ == "__main__":
    main()
