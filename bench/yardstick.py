"""A fixed interpreted loop. Speeds are also printed as multiples of it. Never change it.

Its unit is one round of what an interpreted card game mostly does: index a list, compare,
add, call a small function.
"""

from __future__ import annotations

import time

ROUNDS = 200_000


def _step(cards: list[int], place: int, total: int) -> int:
    card = cards[place]
    if card > 6:
        cards[place] = card - 7
        return total + card
    cards[place] = card + 5
    return total - card


def rounds_per_second() -> float:
    """The best of five runs."""
    best = 0.0
    for _ in range(5):
        cards = list(range(13)) * 3
        total = 0
        place = 0
        start = time.perf_counter()
        for n in range(ROUNDS):
            total = _step(cards, place, total)
            place = (place * 5 + n) % 39
        best = max(best, ROUNDS / (time.perf_counter() - start))
    return best


if __name__ == "__main__":
    print(f"{rounds_per_second():,.0f} rounds a second")
