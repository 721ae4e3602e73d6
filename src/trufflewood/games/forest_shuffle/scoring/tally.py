"""What a forest holds, counted once: all that its cards can be paid for. Compiled."""

from __future__ import annotations

from typing import Final, final

from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    ALL_SPECIES,
    NO_SYMBOL,
    SAPLING,
    SPECIES_ROW,
    TAGS,
)
from trufflewood.games.forest_shuffle.state import (
    BOTTOM,
    CARD_FACE,
    FACE,
    FACE_SPECIES,
    FACE_SYMBOL,
    FIRST_HALF,
    LEFT,
    OWNER,
    PLANTED,
    RIGHT,
    SECOND_HALF,
    SLOT,
    SPECIES_TAGS,
    TOP,
    TREE_WIDTH,
    TREES_PLANTED,
    State,
    count,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64, vec

TREE_SPECIES: Final = 8  # the first rows of SPECIES
ALL_TAGS: Final = 10
BEE: Final = SPECIES_ROW["violet-carpenter-bee"]
LINDEN: Final = SPECIES_ROW["linden"]
assert len(TAGS) == ALL_TAGS


@final
class Tally:
    def __init__(self, state: State, seat: i64) -> None:
        self.box = state.box
        self.species: vec[i64] = vec[i64]([0] * (ALL_SPECIES + 1))  # cards of each species
        self.symbols: vec[i64] = vec[i64]([0] * (NO_SYMBOL + 1))  # cards that show each tree symbol
        self.tags: vec[i64] = vec[i64]([0] * ALL_TAGS)  # cards of each category
        self.bees_at: vec[i64] = vec[i64]([0] * (ALL_SPECIES + 1))  # bees at trees of each species
        self.below: i64 = 0  # cards below trees
        self.full: i64 = 0  # fully occupied trees
        self.trees: i64 = count(state, seat, TREES_PLANTED)  # saplings included
        self._count_cards(state, seat)
        self._count_trees(state, seat)

    def _count_cards(self, state: State, seat: i64) -> None:
        card: i64
        for card in range(ALL_CARDS):
            place: i64 = state.place[card]
            where: i64 = place >> 8
            if where < PLANTED:
                continue
            row: i64 = (place & 255) * TREE_WIDTH
            if state.trees[row + OWNER] != seat:
                continue
            face: i64 = CARD_FACE[card]
            if where == SECOND_HALF:
                face += 1
            species: i64 = FACE_SPECIES[face]
            self.species[species] += 1
            self.symbols[FACE_SYMBOL[face]] += 1
            if species == BEE:
                self.bees_at[FACE_SPECIES[state.trees[row + FACE]]] += 1
            tags: i64 = SPECIES_TAGS[species]
            tag: i64
            if where >= FIRST_HALF:
                for tag in range(ALL_TAGS):
                    if tags & BIT[tag] != 0:
                        self.tags[tag] += 1

    def _count_trees(self, state: State, seat: i64) -> None:
        tree: i64
        for tree in range(state.planted):
            row: i64 = tree * TREE_WIDTH
            if state.trees[row + OWNER] != seat:
                continue
            slot: i64 = row + SLOT
            self.below += state.trees[slot + BOTTOM] & 15
            upright: bool = state.trees[slot + TOP] != 0 and state.trees[slot + BOTTOM] != 0
            if upright and state.trees[slot + LEFT] != 0 and state.trees[slot + RIGHT] != 0:
                self.full += 1

    def counted(self, species: i64) -> i64:
        """Trees of a species, each bee at one of them counting as one more (§9.4)."""
        return self.species[species] + self.bees_at[species]

    def counted_trees(self) -> i64:
        """All trees, each bee counting as one more (§9.4)."""
        return self.trees + self.species[BEE]

    def tree_species(self) -> i64:
        """Different tree species; neither saplings nor bees are one (§9.5)."""
        found: i64 = 0
        species: i64
        for species in range(TREE_SPECIES):
            if self.species[species] > 0:
                found += 1
        return found


@final
class Rivals:
    """The most that any other forest counts (§9.6)."""

    def __init__(self, state: State, seat: i64) -> None:
        self.lindens: i64 = 0
        self.trees: i64 = 0
        other: i64
        for other in range(state.box.seats):
            if other != seat:
                lindens: i64 = counted_lindens(state, other)
                trees: i64 = count(state, other, TREES_PLANTED) + bees(state, other)
                if lindens > self.lindens:
                    self.lindens = lindens
                if trees > self.trees:
                    self.trees = trees


def counted_lindens(state: State, seat: i64) -> i64:
    """Lindens of a seat, with the bees at them."""
    found: i64 = 0
    tree: i64
    for tree in range(state.planted):
        row: i64 = tree * TREE_WIDTH
        face: i64 = state.trees[row + FACE]
        if state.trees[row + OWNER] == seat and face != SAPLING and FACE_SPECIES[face] == LINDEN:
            found += 1 + _bees_in(state, row)
    return found


def bees(state: State, seat: i64) -> i64:
    found: i64 = 0
    tree: i64
    for tree in range(state.planted):
        row: i64 = tree * TREE_WIDTH
        if state.trees[row + OWNER] == seat:
            found += _bees_in(state, row)
    return found


def _bees_in(state: State, row: i64) -> i64:
    found: i64 = 0
    if state.trees[row + SLOT + LEFT] >> 4 == BEE:
        found += 1
    if state.trees[row + SLOT + RIGHT] >> 4 == BEE:
        found += 1
    return found
