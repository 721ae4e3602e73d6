"""What trees are worth, a function for each clause (§10). Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import SPECIES, SPECIES_ROW
from trufflewood.games.forest_shuffle.scoring.tally import LINDEN, TREE_SPECIES, Rivals, Tally
from trufflewood.games.forest_shuffle.state import SLOT, TREE_WIDTH, State
from trufflewood.kit.native import i64, vec

OAK: Final = SPECIES_ROW["oak"]
SILVER_FIR: Final = SPECIES_ROW["silver-fir"]
BEECH: Final = SPECIES_ROW["beech"]
SYCAMORE: Final = SPECIES_ROW["sycamore"]
HORSE_CHESTNUT: Final = SPECIES_ROW["horse-chestnut"]

ALWAYS: Final = vec[i64]([species.points for species in SPECIES] + [0])  # points that never change
CHESTNUTS: Final = vec[i64]([0, 1, 4, 9, 16, 25, 36, 49])  # §10.8


def tree_points(state: State, tally: Tally, rivals: Rivals, species: i64, tree: i64) -> i64:
    if species == LINDEN:
        return linden(tally, rivals)
    if species == OAK:
        return oak(tally)
    if species == SILVER_FIR:
        return silver_fir(state, tree)
    if species == BEECH:
        return beech(tally)
    if species == SYCAMORE:
        return sycamore(tally)
    return ALWAYS[species]  # birch §10.4, douglas fir §10.7; chestnuts score together


def linden(tally: Tally, rivals: Rivals) -> i64:
    """§10.1"""
    return 3 if tally.counted(LINDEN) >= rivals.lindens else 1


def oak(tally: Tally) -> i64:
    """§10.2"""
    return 10 if tally.tree_species() == TREE_SPECIES else 0


def silver_fir(state: State, tree: i64) -> i64:
    """§10.3"""
    return 2 * attached(state, tree)


def beech(tally: Tally) -> i64:
    """§10.5"""
    return 5 if tally.counted(BEECH) >= tally.box.beeches else 0


def sycamore(tally: Tally) -> i64:
    """§10.6"""
    return tally.trees


def horse_chestnuts(tally: Tally) -> i64:
    """§10.8, all of them together"""
    n: i64 = tally.counted(HORSE_CHESTNUT)
    return CHESTNUTS[n if n < 7 else 7]


def attached(state: State, tree: i64) -> i64:
    """Cards in the slots of a tree."""
    slot: i64 = tree * TREE_WIDTH + SLOT
    found: i64 = 0
    side: i64
    for side in range(4):
        found += state.trees[slot + side] & 15
    return found
