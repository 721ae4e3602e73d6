"""Where luck comes from. Compiled.

`Chance` decides a deal: a SHA-256 stream from a 256-bit seed, the same on every machine, so
that a seed can be promised by its hash before the deal and checked after the game.
`Dice` is for search: fast, good enough, and never used for anything a player relies on.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from trufflewood.kit.native import i64, vec

SEED_BYTES: Final = 32


def new_seed() -> bytes:
    """256 bits that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(value: object) -> bytes:
    """The seed a person means: 32 bytes as they are, anything else by the hash of its text."""
    if isinstance(value, bytes) and len(value) == SEED_BYTES:
        return value
    return hashlib.sha256(str(value).encode()).digest()


def promise(seed: bytes) -> str:
    """The hash that commits to a seed without telling anything about it."""
    return hashlib.sha256(b"trufflewood promise:" + seed).hexdigest()


class Chance:
    """An endless stream of fair choices from a seed.

    >>> Chance(seed_from(7)).below(6) == Chance(seed_from(7)).below(6)
    True
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._block = 0
        self._bytes = b""

    def _word(self) -> int:
        if not self._bytes:
            self._bytes = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        word = int.from_bytes(self._bytes[:4], "big")
        self._bytes = self._bytes[4:]
        return word

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        if not 0 < n <= 2**32:
            raise ValueError(f"chance chooses below a number from 1 to 2**32, not {n}")
        fair = 2**32 - 2**32 % n  # words from here on would favour small results: draw again
        while True:
            word = self._word()
            if word < fair:
                return word % n

    def shuffle(self, items: list[int]) -> None:
        """Put `items` in a random order, in place; every order is equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


# 2**32 * MULTIPLIER - 1 and half of it are prime, so the period is 2**31 * MULTIPLIER.
MULTIPLIER: Final = 1999999335


class Dice:
    """A multiply-with-carry generator; every product stays below 2**63."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(b"dice:" + str(seed).encode()).digest()
        self.low: i64 = int.from_bytes(digest[:4], "big")
        self.carry: i64 = 1 + int.from_bytes(digest[4:8], "big") % (MULTIPLIER - 2)

    def go_to(self, number: i64) -> None:
        """Go on from a place of its own for every number below 2**31."""
        self.low = (number * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF
        self.carry = 1 + (number * 40503 + 0x7F4A7C15) % (MULTIPLIER - 2)
        _n: i64
        for _n in range(4):  # until near numbers have nothing in common
            self.word()

    def word(self) -> i64:
        """32 random bits."""
        product: i64 = MULTIPLIER * self.low + self.carry
        self.low = product & 0xFFFFFFFF
        self.carry = product >> 32
        return self.low

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, for 0 < n < 2**31."""
        return (self.word() * n) >> 32

    def shuffle(self, items: vec[i64], first: i64, end: i64) -> None:
        """Put `items[first:end]` in a random order, in place."""
        last: i64 = end - 1
        while last > first:
            other: i64 = first + self.below(last + 1 - first)
            kept: i64 = items[last]
            items[last] = items[other]
            items[other] = kept
            last -= 1

    def draw(self, items: vec[i64], first: i64, end: i64, wanted: i64) -> None:
        """Let any `wanted` of `items[first:end]` come first there, in a random order."""
        n: i64 = first
        while n < first + wanted:
            other: i64 = n + self.below(end - n)
            kept: i64 = items[n]
            items[n] = items[other]
            items[other] = kept
            n += 1

    def shuffle_list(self, items: list[int]) -> None:
        """Put a list in a random order, in place: for `imagine`, which is not compiled."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self.below(last + 1))
            items[last], items[other] = items[other], items[last]
