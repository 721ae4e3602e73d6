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
from trufflewood.kit.game import buffer
from trufflewood.kit.walk import playout

MEASURED: Final = {6: 0.6, 8: 2.8, 12: 19.0, 16: 60.0}  # µs, in the trial of nine engines
MEASURED_DECISION: Final = 1 / 3.55  # µs
HANDS: Final = 300
REPEATS: Final = 5  # the fastest counts: others may be using the machine


def decision() -> float:
    """µs for a decision of random play with two players."""
    dice, out = Dice(1), buffer()
    deals = [GAME.rules.deal(GAME.choose(2), Chance(seed_from(seed))) for seed in range(20)]
    best = float("inf")
    for _ in range(REPEATS):
        games = [deal.copy() for deal in deals]
        start = time.perf_counter()
        made = sum(int(playout(GAME.rules, game, dice, out)) for game in games)
        best = min(best, (time.perf_counter() - start) / made)
    return best * 1e6


def random_hands(size: int) -> list[list[int]]:
    """Hands drawn from the whole deck, counted by kind."""
    random = Random(size)
    copies = copies_in("reconstructed")
    box = [kind for kind, n in enumerate(copies) for _ in range(n)]
    drawn = [random.sample(box, size) for _ in range(HANDS)]
    return [[cards.count(kind) for kind in range(len(copies))] for cards in drawn]


def enumeration(size: int) -> tuple[float, float]:
    """µs to enumerate a hand of this size, and the mean number of spends."""
    hands = random_hands(size)
    times = 20 if size < 10 else 1
    best, spends = float("inf"), 0
    for _ in range(REPEATS):
        start = time.perf_counter()
        spends = count_spends(hands, times)
        best = min(best, time.perf_counter() - start)
    return best / (HANDS * times) * 1e6, spends / (HANDS * times)


def main() -> None:
    """Print the table."""
    one = decision()
    print(f"Truffle Shuffle, every way to fill an order (a decision of random play: {one:.2f} µs)")
    print(f"{'cards':>7}{'spends':>9}{'µs':>9}{'decisions':>11}{'then':>7}{'ratio':>7}")
    for size, measured in MEASURED.items():
        cost, spends = enumeration(size)
        then = measured / MEASURED_DECISION
        print(f"{size:>7}{spends:>9.0f}{cost:>9.2f}{cost / one:>11.1f}{then:>7.1f}{cost / one / then:>7.2f}")


if __name__ == "__main__":
    main()
