"""Luck: the same everywhere, fair, and promised beforehand."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import permutations
from random import Random

import pytest

from trufflewood.kit.bits import count, lowest
from trufflewood.kit.chance import Chance, Dice, new_seed, promise, seed_from
from trufflewood.kit.game import buffer


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


def test_a_draw_is_fair_and_loses_nothing() -> None:
    """Two of the four cards behind the first come first, in each of the twelve ways equally often."""
    dice = Dice(5)
    seen: Counter[tuple[int, int]] = Counter()
    items = buffer(5)
    for _ in range(12_000):
        for n in range(5):
            items[n] = n
        dice.draw(items, 1, 5, 2)
        assert items[0] == 0 and sorted(items) == [0, 1, 2, 3, 4]
        seen[int(items[1]), int(items[2])] += 1
    assert set(seen) == set(permutations(range(1, 5), 2))
    assert all(abs(times - 1000) < 150 for times in seen.values())


def test_bits_are_found_and_counted() -> None:
    random = Random(1)
    for mask in [2**n for n in range(62)] + [1 + random.getrandbits(61) for _ in range(1000)]:
        assert count(mask) == mask.bit_count()
        assert mask & -mask == 2 ** lowest(mask)
    assert lowest(0) == 0
