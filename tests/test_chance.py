"""Luck: the same everywhere, fair, and promised beforehand."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations

import pytest

from trufflewood.kit.chance import Chance, Dice, new_seed, promise, seed_from


def test_stream_is_sha256_in_counter_mode() -> None:
    """Written out, so that another program can check a deal."""
    seed = seed_from(7)
    assert seed == hashlib.sha256(b"7").digest()
    block = hashlib.sha256(seed + (0).to_bytes(8, "big")).digest()
    words = [int.from_bytes(block[n : n + 4], "big") for n in range(0, 32, 4)]
    chance = Chance(seed)
    assert [chance.below(2**32) for _ in range(8)] == words


def test_shuffle_is_the_same_everywhere() -> None:
    items = list(range(10))
    Chance(seed_from("trufflewood")).shuffle(items)
    assert items == SHUFFLED


SHUFFLED = [8, 5, 0, 9, 4, 3, 7, 6, 1, 2]


def test_shuffle_is_fair() -> None:
    """All 24 orders of four cards, over 24,000 shuffles: chi-square with 23 degrees of freedom."""
    chance = Chance(seed_from("fair"))
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        chance.shuffle(items)
        seen[tuple(items)] += 1
    assert set(seen) == set(permutations(range(4)))
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 49.7  # p = 0.001


def test_numbers_that_would_favour_small_results_are_drawn_again() -> None:
    chance = Chance(seed_from("bias"))
    third = 2**32 // 3 * 2
    found = [chance.below(third) for _ in range(3000)]
    assert abs(sum(n < third // 2 for n in found) - 1500) < 150


def test_promise_tells_nothing_and_binds() -> None:
    seed = new_seed()
    assert len(seed) == 32 and seed != new_seed()
    assert promise(seed) == promise(bytes(seed)) != promise(new_seed())
    assert seed.hex() not in promise(seed)


@pytest.mark.parametrize("seed", [b"", b"short", bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(seed)


def test_dice_are_fair_enough() -> None:
    dice = Dice(1)
    seen = Counter(int(dice.below(6)) for _ in range(60_000))
    assert sum((n - 10_000) ** 2 / 10_000 for n in seen.values()) < 20.5  # p = 0.001
    assert [int(Dice(5).below(1000)) for _ in range(3)] == [int(Dice(5).below(1000))] * 3
