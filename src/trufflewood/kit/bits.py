"""Bit sets in an `i64`. Compiled.

mypyc 2.4.1 compiles `1 << n` as a 32-bit shift, silently: always read `BIT[n]` instead.
"""

from typing import Final

from trufflewood.kit.native import i64, vec

BIT: Final = vec[i64]([2**n for n in range(62)])
# 2**n leaves another rest for every n when divided by 67: so a rest tells n
_PLACE: Final = vec[i64]([next((n for n in range(66) if 2**n % 67 == rest), 0) for rest in range(67)])


def has(mask: i64, n: i64) -> bool:
    return mask & BIT[n] != 0


def lowest(mask: i64) -> i64:
    """The number of the first bit that is set; 0 if none is."""
    return _PLACE[(mask & -mask) % 67]


def count(mask: i64) -> i64:
    """How many bits are set, of those up to 61. (mypyc 2.4.1 boxes constants from 2**62 on.)"""
    mask -= (mask >> 1) & 0x1555555555555555  # ones in each two bits,
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)  # in each four,
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F  # in each byte
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127
