"""Bit sets in an `i64`. Compiled.

mypyc 2.4.1 compiles `1 << n` as a 32-bit shift, silently: always read `BIT[n]` instead.
"""

from typing import Final

from trufflewood.kit.native import i64, vec

BIT: Final = vec[i64]([2**n for n in range(62)])
_ONES: Final = vec[i64]([bin(byte).count("1") for byte in range(256)])


def has(mask: i64, n: i64) -> bool:
    return mask & BIT[n] != 0


def count(mask: i64) -> i64:
    """How many bits are set; `mask` is not negative."""
    total: i64 = 0
    while mask != 0:
        total += _ONES[mask & 255]
        mask = mask >> 8
    return total
