"""What cards beside a tree are worth, a function for each clause (§13). Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import SPECIES_ROW, TAGS
from trufflewood.games.forest_shuffle.scoring.above_and_below import GNAT, PLANT_TAG
from trufflewood.games.forest_shuffle.scoring.tally import Tally
from trufflewood.games.forest_shuffle.scoring.trees import ALWAYS
from trufflewood.games.forest_shuffle.state import (
    BAT,
    DEER,
    HARE,
    LEFT,
    RIGHT,
    SLOT,
    SPECIES_TAGS,
    TREE_WIDTH,
    State,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64

BAT_SPECIES: Final = SPECIES_ROW["barbastelle-bat"]  # the four bats follow one another
BATS: Final = 4
MARTEN: Final = SPECIES_ROW["beech-marten"]
DORMOUSE: Final = SPECIES_ROW["european-fat-dormouse"]
FALLOW_DEER: Final = SPECIES_ROW["fallow-deer"]
LYNX: Final = SPECIES_ROW["lynx"]
RED_DEER: Final = SPECIES_ROW["red-deer"]
FOX: Final = SPECIES_ROW["red-fox"]
ROE_DEER: Final = SPECIES_ROW["roe-deer"]
SQUEAKER: Final = SPECIES_ROW["squeaker"]
BOAR: Final = SPECIES_ROW["wild-boar"]
WOLF: Final = SPECIES_ROW["wolf"]
CLOVEN_TAG: Final = TAGS.index("cloven")


def side_points(state: State, tally: Tally, species: i64, symbol: i64, tree: i64) -> i64:
    if BAT_SPECIES <= species < BAT_SPECIES + BATS:
        return bat(tally)
    if species == HARE:
        return hare(tally)
    if species == MARTEN:
        return marten(tally)
    if species == DORMOUSE:
        return dormouse(state, tree)
    if species == FALLOW_DEER:
        return fallow_deer(tally)
    if species == GNAT:
        return gnat(tally)
    if species == LYNX:
        return lynx(tally)
    if species == RED_DEER:
        return red_deer(tally)
    if species == FOX:
        return fox(tally)
    if species == ROE_DEER:
        return roe_deer(tally, symbol)
    if species == BOAR:
        return boar(tally)
    if species == WOLF:
        return wolf(tally)
    return ALWAYS[species]  # badger §13.7, squeaker §13.17; bear, raccoon and bee nothing


def bat(tally: Tally) -> i64:
    """§13.1 to §13.4"""
    return 5 if bat_species(tally) >= tally.box.bats else 0


def bat_species(tally: Tally) -> i64:
    """Different species of bats."""
    found: i64 = 0
    species: i64
    for species in range(BAT_SPECIES, BAT_SPECIES + BATS):
        if tally.species[species] > 0:
            found += 1
    return found


def marten(tally: Tally) -> i64:
    """§13.5"""
    return 5 * tally.full


def dormouse(state: State, tree: i64) -> i64:
    """§13.8"""
    return 15 if has_bat(state, tree) else 0


def has_bat(state: State, tree: i64) -> bool:
    slot: i64 = tree * TREE_WIDTH + SLOT
    return _is_bat(state.trees[slot + LEFT]) or _is_bat(state.trees[slot + RIGHT])


def _is_bat(slot: i64) -> bool:
    return slot != 0 and SPECIES_TAGS[slot >> 4] & BIT[BAT] != 0


def hare(tally: Tally) -> i64:
    """§13.9"""
    return tally.species[HARE]


def fallow_deer(tally: Tally) -> i64:
    """§13.10"""
    return 3 * tally.tags[CLOVEN_TAG]


def gnat(tally: Tally) -> i64:
    """§13.11"""
    return tally.tags[BAT]


def lynx(tally: Tally) -> i64:
    """§13.12"""
    return 10 if tally.species[ROE_DEER] > 0 else 0


def red_deer(tally: Tally) -> i64:
    """§13.14"""
    return tally.trees + tally.tags[PLANT_TAG]


def fox(tally: Tally) -> i64:
    """§13.15"""
    return 2 * tally.species[HARE]


def roe_deer(tally: Tally, symbol: i64) -> i64:
    """§13.16"""
    return 3 * tally.symbols[symbol]


def boar(tally: Tally) -> i64:
    """§13.19"""
    return 10 if tally.species[SQUEAKER] > 0 else 0


def wolf(tally: Tally) -> i64:
    """§13.20"""
    return 5 * tally.tags[DEER]
