"""What it costs to enumerate every way to fill an order, beside a decision of random play.

python -m bench.truffle_shuffle_orders

The last columns compare with the figures that the method was chosen by (0.6, 2.8, 19 and 60 µs at 0.28 µs
a decision): a ratio of 1 is as dear as then, and more than 2 is too dear.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final

from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import copies_in
from trufflewood.games.truffle_shuffle.scoring import count_spends
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.walk import playout

MEASURED: Final = {6: 0.6, 8: 2.8, 12: 19.0, 16: 60.0}  # µs, in the trial of nine engines
MEASURED_DECISION: Final = 1 / 3.55  # µs
HANDS: Final = 300
TIMES: Final = {6: 12, 8: 4, 12: 1, 16: 1}  # a few milliseconds each
REPEATS: Final = 25  # the fastest counts: others may be using the machine


def decision() -> float:
    """µs for a decision of random play with two players."""
    dice = Dice(1)
    games = [GAME.rules.deal(GAME.choose(2), Chance(seed_from(seed))) for seed in range(20)]
    start = time.perf_counter()
    made = sum(int(playout(GAME.rules, game, dice)) for game in games)
    return (time.perf_counter() - start) / made * 1e6


def random_hands(size: int) -> list[list[int]]:
    """Hands drawn from the whole deck, counted by kind."""
    random = Random(size)
    copies = copies_in("reconstructed")
    box = [kind for kind, n in enumerate(copies) for _ in range(n)]
    drawn = [random.sample(box, size) for _ in range(HANDS)]
    return [[cards.count(kind) for kind in range(len(copies))] for cards in drawn]


def enumeration(hands: list[list[int]], times: int) -> float:
    """µs to enumerate a hand."""
    start = time.perf_counter()
    count_spends(hands, times)
    return (time.perf_counter() - start) / (HANDS * times) * 1e6


def main() -> None:
    """Print the table."""
    hands = {size: random_hands(size) for size in MEASURED}
    one, costs = float("inf"), dict.fromkeys(MEASURED, float("inf"))
    for _ in range(REPEATS):
        one = min(one, decision())
        for size in MEASURED:
            costs[size] = min(costs[size], enumeration(hands[size], TIMES[size]))
    print(f"Truffle Shuffle, every way to fill an order (a decision of random play: {one:.2f} µs)")
    print(f"{'cards':>7}{'spends':>9}{'µs':>9}{'decisions':>11}{'then':>7}{'ratio':>7}")
    for size, measured in MEASURED.items():
        spends = count_spends(hands[size], 1) / HANDS
        cost, then = costs[size] / one, measured / MEASURED_DECISION
        print(f"{size:>7}{spends:>9.0f}{costs[size]:>9.2f}{cost:>11.1f}{then:>7.1f}{cost / then:>7.2f}")


if __name__ == "__main__":
    main()
