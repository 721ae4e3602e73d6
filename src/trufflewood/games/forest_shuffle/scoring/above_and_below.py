"""What cards atop and below are worth, a function for each clause (§11, §12). Compiled."""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import SPECIES_ROW, TAGS
from trufflewood.games.forest_shuffle.scoring.tally import TREE_SPECIES, Rivals, Tally
from trufflewood.games.forest_shuffle.scoring.trees import ALWAYS, BEECH, OAK
from trufflewood.games.forest_shuffle.state import (
    BIRD,
    BOTTOM,
    FACE,
    FACE_SPECIES,
    PAW,
    SLOT,
    TREE_WIDTH,
    State,
)
from trufflewood.kit.native import i64, vec

BUTTERFLY: Final = SPECIES_ROW["camberwell-beauty"]  # the five butterflies follow one another
BUTTERFLIES: Final = 5
BULLFINCH: Final = SPECIES_ROW["bullfinch"]
CHAFFINCH: Final = SPECIES_ROW["chaffinch"]
GOSHAWK: Final = SPECIES_ROW["goshawk"]
WOODPECKER: Final = SPECIES_ROW["great-spotted-woodpecker"]
SQUIRREL: Final = SPECIES_ROW["red-squirrel"]
BLACKBERRIES: Final = SPECIES_ROW["blackberries"]
TOAD: Final = SPECIES_ROW["common-toad"]
FIREFLIES: Final = SPECIES_ROW["fireflies"]
SALAMANDER: Final = SPECIES_ROW["fire-salamander"]
HEDGEHOG: Final = SPECIES_ROW["hedgehog"]
MOSS: Final = SPECIES_ROW["moss"]
STAG_BEETLE: Final = SPECIES_ROW["stag-beetle"]
FERNS: Final = SPECIES_ROW["tree-ferns"]
FROG: Final = SPECIES_ROW["tree-frog"]
STRAWBERRIES: Final = SPECIES_ROW["wild-strawberries"]
ANT: Final = SPECIES_ROW["wood-ant"]
GNAT: Final = SPECIES_ROW["gnat"]

AMPHIBIAN_TAG: Final = TAGS.index("amphibian")
INSECT_TAG: Final = TAGS.index("insect")
PLANT_TAG: Final = TAGS.index("plant")
BUTTERFLY_TAG: Final = TAGS.index("butterfly")

BUTTERFLY_SET: Final = vec[i64]([0, 0, 3, 6, 12, 20])  # §11.1
FIREFLY_SET: Final = vec[i64]([0, 0, 10, 15, 20])  # §12.7
SALAMANDER_SET: Final = vec[i64]([0, 5, 15, 25])  # §12.8


def top_points(state: State, tally: Tally, rivals: Rivals, species: i64, tree: i64) -> i64:
    if species == BULLFINCH:
        return bullfinch(tally)
    if species == CHAFFINCH:
        return chaffinch(state, tree)
    if species == GOSHAWK:
        return goshawk(tally)
    if species == WOODPECKER:
        return woodpecker(tally, rivals)
    if species == SQUIRREL:
        return squirrel(state, tree)
    return ALWAYS[species]  # jay §11.8, owl §11.12; butterflies score together


def bottom_points(state: State, tally: Tally, species: i64, tree: i64) -> i64:
    if species == BLACKBERRIES:
        return blackberries(tally)
    if species == TOAD:
        return toad(state, tree)
    if species == HEDGEHOG:
        return hedgehog(tally)
    if species == MOSS:
        return moss(tally)
    if species == STAG_BEETLE:
        return stag_beetle(tally)
    if species == FERNS:
        return tree_ferns(tally)
    if species == FROG:
        return tree_frog(tally)
    if species == STRAWBERRIES:
        return strawberries(tally)
    if species == ANT:
        return wood_ant(tally)
    return ALWAYS[species]  # turtle §12.12; mushrooms and mole nothing; fireflies and salamanders together


def bullfinch(tally: Tally) -> i64:
    """§11.6"""
    return 2 * tally.tags[INSECT_TAG]


def chaffinch(state: State, tree: i64) -> i64:
    """§11.7"""
    return 5 if stands_on(state, tree, BEECH) else 0


def goshawk(tally: Tally) -> i64:
    """§11.9"""
    return 3 * tally.tags[BIRD]


def woodpecker(tally: Tally, rivals: Rivals) -> i64:
    """§11.10"""
    return 10 if tally.counted_trees() >= rivals.trees else 0


def squirrel(state: State, tree: i64) -> i64:
    """§11.11"""
    return 5 if stands_on(state, tree, OAK) else 0


def blackberries(tally: Tally) -> i64:
    """§12.1"""
    return 2 * tally.tags[PLANT_TAG]


def toad(state: State, tree: i64) -> i64:
    """§12.6"""
    return 5 if state.trees[tree * TREE_WIDTH + SLOT + BOTTOM] & 15 == 2 else 0


def hedgehog(tally: Tally) -> i64:
    """§12.9"""
    return 2 * tally.tags[BUTTERFLY_TAG]


def moss(tally: Tally) -> i64:
    """§12.11"""
    return 10 if tally.counted_trees() >= 10 else 0


def stag_beetle(tally: Tally) -> i64:
    """§12.13"""
    return tally.tags[PAW]


def tree_ferns(tally: Tally) -> i64:
    """§12.14"""
    return 6 * tally.tags[AMPHIBIAN_TAG]


def tree_frog(tally: Tally) -> i64:
    """§12.15"""
    return 5 * tally.species[GNAT]


def strawberries(tally: Tally) -> i64:
    """§12.16"""
    return 10 if tally.tree_species() == TREE_SPECIES else 0


def wood_ant(tally: Tally) -> i64:
    """§12.17"""
    return 2 * tally.below


def fireflies(tally: Tally) -> i64:
    """§12.7, all of them together"""
    return FIREFLY_SET[tally.species[FIREFLIES]]


def salamanders(tally: Tally) -> i64:
    """§12.8, all of them together"""
    return SALAMANDER_SET[tally.species[SALAMANDER]]


def butterflies(tally: Tally) -> i64:
    """§11.1, all sets together; filling set after set is best, as the table grows ever faster."""
    total: i64 = 0
    n: i64 = 0
    size: i64 = butterfly_set(tally, 0)
    while size > 0:
        total += BUTTERFLY_SET[size]
        n += 1
        size = butterfly_set(tally, n)
    return total


def butterfly_set(tally: Tally, n: i64) -> i64:
    """How many species the set number `n` has."""
    size: i64 = 0
    species: i64
    for species in range(BUTTERFLY, BUTTERFLY + BUTTERFLIES):
        if tally.species[species] > n:
            size += 1
    return size


def stands_on(state: State, tree: i64, species: i64) -> bool:
    return FACE_SPECIES[state.trees[tree * TREE_WIDTH + FACE]] == species
