"""What a forest is worth and what one more card would bring to it: the points at once, fast. Compiled.

A forest is counted once, tree by tree; what a face would add then follows from the counts. What depends on
the tree that it lies at is taken at the best tree there is.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    ALL_SPECIES,
    NO_SYMBOL,
    SPECIES,
    TAGS,
)
from trufflewood.games.forest_shuffle.moves.may import has_slot
from trufflewood.games.forest_shuffle.scoring.above_and_below import (
    AMPHIBIAN_TAG,
    ANT,
    BLACKBERRIES,
    BULLFINCH,
    BUTTERFLIES,
    BUTTERFLY,
    BUTTERFLY_SET,
    BUTTERFLY_TAG,
    CHAFFINCH,
    FERNS,
    FIREFLIES,
    FIREFLY_SET,
    FROG,
    GNAT,
    GOSHAWK,
    HEDGEHOG,
    INSECT_TAG,
    MOSS,
    PLANT_TAG,
    SALAMANDER,
    SALAMANDER_SET,
    SQUIRREL,
    STAG_BEETLE,
    STRAWBERRIES,
    WOODPECKER,
)
from trufflewood.games.forest_shuffle.scoring.beside import (
    BAT_SPECIES,
    BATS,
    BOAR,
    CLOVEN_TAG,
    DORMOUSE,
    FALLOW_DEER,
    FOX,
    LYNX,
    MARTEN,
    RED_DEER,
    ROE_DEER,
    SQUEAKER,
    WOLF,
)
from trufflewood.games.forest_shuffle.scoring.tally import ALL_TAGS, BEE, LINDEN, TREE_SPECIES
from trufflewood.games.forest_shuffle.scoring.trees import (
    ALWAYS,
    BEECH,
    CHESTNUTS,
    HORSE_CHESTNUT,
    OAK,
    SILVER_FIR,
    SYCAMORE,
)
from trufflewood.games.forest_shuffle.state import (
    BAT,
    BIRD,
    BOTTOM,
    CARD_FACE,
    CAVE_SIZE,
    DEER,
    FACE,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    HARE,
    LEFT,
    LONE_TOADS,
    MOST_SEATS,
    NO_SIDE,
    OWNER,
    PAW,
    PLANTED,
    RIGHT,
    SECOND_HALF,
    SLOT,
    SPECIES_TAGS,
    TOAD,
    TOP,
    TREE_WIDTH,
    TREES_PLANTED,
    State,
    count,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

AT_FIR: Final = 2  # §10.3
AT_HOME: Final = 5  # chaffinch §11.7 and squirrel §11.11
WITH_BAT: Final = 15  # §13.8
TWO_TOADS: Final = 10  # §12.6
SET: Final = 10  # oaks §10.2, woodpeckers, moss, strawberries, lynxes, boars
EACH: Final = 5  # beeches §10.5, bats §13.1


def _tag(species: int, n: int) -> int:
    """The row of the n-th tag of a species; ALL_TAGS for none."""
    tags = SPECIES[species].tags.split()
    return TAGS.index(tags[n]) if n < len(tags) else ALL_TAGS


FIRST_TAG: Final = vec[i64]([_tag(species, 0) for species in range(ALL_SPECIES)] + [ALL_TAGS])
SECOND_TAG: Final = vec[i64]([_tag(species, 1) for species in range(ALL_SPECIES)] + [ALL_TAGS])
assert all(len(species.tags.split()) <= 2 for species in SPECIES)


@final
class Gains:
    """The counts of one forest. Stays right while no forest changes; `study` counts anew."""

    def __init__(self, state: State, seat: i64) -> None:
        self.state = state
        self.seat = seat
        self.species = buffer(ALL_SPECIES + 1)  # cards of each species; saplings last
        self.tags = buffer(ALL_TAGS + 1)  # cards of each category; those without one last
        self.per_tag = buffer(ALL_TAGS + 1)  # what others in the forest score for one more of a category
        self.symbols = buffer(NO_SYMBOL + 1)  # cards that show each tree symbol; only where roe deer are
        self.roe_deer = buffer(NO_SYMBOL + 1)  # roe deer by the symbol that they show
        self.lindens = buffer(MOST_SEATS)  # of each seat, with the bees at them
        self.bees = buffer(MOST_SEATS)
        self.study(state, seat)

    def study(self, state: State, seat: i64) -> None:
        self.state = state
        self.seat = seat
        self.seen_symbols: bool = False
        self.bees_at_beeches: i64 = 0
        self.bees_at_chestnuts: i64 = 0
        self.by_place: i64 = 0  # points that depend on the tree a card lies at
        self.below: i64 = 0  # cards below trees
        self.full: i64 = 0  # fully occupied trees
        self.fir_room: i64 = 0  # mask of the sides that are free at some silver fir
        self.beech_top: bool = False
        self.oak_top: bool = False
        self.bat_room: i64 = 0  # mask of the sides that are free opposite a bat
        self.dormouse_room: i64 = 0  # and opposite a dormouse that has no bat
        n: i64
        for n in range(ALL_SPECIES + 1):
            self.species[n] = 0
        for n in range(ALL_TAGS + 1):
            self.tags[n] = 0
        for n in range(MOST_SEATS):
            self.lindens[n] = 0
            self.bees[n] = 0
        self._count_trees()
        self.trees: i64 = count(state, seat, TREES_PLANTED)  # saplings included
        self.counted: i64 = self.trees + self.bees[seat]  # §9.4
        self.most_lindens: i64 = 0  # of any other seat (§9.6)
        self.most_trees: i64 = 0
        for n in range(state.box.seats):
            if n != seat:
                if self.lindens[n] > self.most_lindens:
                    self.most_lindens = self.lindens[n]
                trees: i64 = count(state, n, TREES_PLANTED) + self.bees[n]
                if trees > self.most_trees:
                    self.most_trees = trees
        self.tree_species: i64 = 0
        for n in range(TREE_SPECIES):
            if self.species[n] != 0:
                self.tree_species += 1
        self.bat_species: i64 = 0
        for n in range(BAT_SPECIES, BAT_SPECIES + BATS):
            if self.species[n] != 0:
                self.bat_species += 1
        self._weigh_tags()

    def _count_trees(self) -> None:
        trees = self.state.trees
        tree: i64
        for tree in range(self.state.planted):
            row: i64 = tree * TREE_WIDTH
            owner: i64 = trees[row + OWNER]
            species: i64 = FACE_SPECIES[trees[row + FACE]]
            bees: i64 = 0
            if trees[row + SLOT + LEFT] >> 4 == BEE:
                bees += 1
            if trees[row + SLOT + RIGHT] >> 4 == BEE:
                bees += 1
            self.bees[owner] += bees
            if species == LINDEN:
                self.lindens[owner] += 1 + bees
            if owner == self.seat:
                self.species[species] += 1
                if species == BEECH:
                    self.bees_at_beeches += bees
                elif species == HORSE_CHESTNUT:
                    self.bees_at_chestnuts += bees
                self._count_slots(row + SLOT, species)

    def _count_slots(self, slot: i64, stands: i64) -> None:
        """The cards at one tree of a species, and what it has room for."""
        trees = self.state.trees
        free: i64 = 0  # mask of sides
        attached: i64 = 0
        side: i64
        for side in range(4):
            there: i64 = trees[slot + side]
            if there == 0:
                free |= BIT[side]
                continue
            species: i64 = there >> 4
            cards: i64 = there & 15
            attached += cards
            self.species[species] += cards
            self.tags[FIRST_TAG[species]] += cards
            self.tags[SECOND_TAG[species]] += cards
        self.below += trees[slot + BOTTOM] & 15
        if free == 0:
            self.full += 1
        if trees[slot + BOTTOM] == TOAD * 16 + 2:
            self.by_place += TWO_TOADS
        top: i64 = trees[slot + TOP]
        if stands == SILVER_FIR:
            self.by_place += AT_FIR * attached
            self.fir_room |= free
        elif stands == BEECH:
            if top == 0:
                self.beech_top = True
            elif top >> 4 == CHAFFINCH:
                self.by_place += AT_HOME
        elif stands == OAK:
            if top == 0:
                self.oak_top = True
            elif top >> 4 == SQUIRREL:
                self.by_place += AT_HOME
        left: i64 = trees[slot + LEFT]
        right: i64 = trees[slot + RIGHT]
        if left == 0 and right == 0:
            return
        bat: bool = _is_bat(left) or _is_bat(right)
        dormouse: bool = left >> 4 == DORMOUSE or right >> 4 == DORMOUSE
        free &= BIT[LEFT] | BIT[RIGHT]
        if bat and dormouse:
            self.by_place += WITH_BAT
        elif bat:
            self.bat_room |= free
        elif dormouse:
            self.dormouse_room |= free

    def _weigh_tags(self) -> None:
        found = self.species
        worth = self.per_tag
        worth[INSECT_TAG] = 2 * found[BULLFINCH]
        worth[BIRD] = 3 * found[GOSHAWK]
        worth[PLANT_TAG] = 2 * found[BLACKBERRIES] + found[RED_DEER]
        worth[BUTTERFLY_TAG] = 2 * found[HEDGEHOG]
        worth[PAW] = found[STAG_BEETLE]
        worth[AMPHIBIAN_TAG] = 6 * found[FERNS]
        worth[CLOVEN_TAG] = 3 * found[FALLOW_DEER]
        worth[DEER] = 5 * found[WOLF]
        worth[BAT] = found[GNAT]

    def _see_symbols(self) -> None:
        """Which half of a card is visible, only its place tells."""
        self.seen_symbols = True
        symbols = self.symbols
        n: i64
        for n in range(NO_SYMBOL + 1):
            symbols[n] = 0
            self.roe_deer[n] = 0
        place = self.state.place
        trees = self.state.trees
        card: i64
        for card in range(ALL_CARDS):
            where: i64 = place[card] >> 8
            if where >= PLANTED and trees[(place[card] & 255) * TREE_WIDTH + OWNER] == self.seat:
                face: i64 = CARD_FACE[card]
                if where == SECOND_HALF:
                    face += 1
                symbols[FACE_SYMBOL[face]] += 1
                if FACE_SPECIES[face] == ROE_DEER:
                    self.roe_deer[FACE_SYMBOL[face]] += 1

    # ---- the forest as it is

    def points(self) -> i64:
        """All points of the seat, as `scoring.points` has them."""
        found = self.species
        tags = self.tags
        total: i64 = count(self.state, self.seat, CAVE_SIZE) + self.by_place
        n: i64
        for n in range(ALL_SPECIES):
            total += found[n] * ALWAYS[n]
        total += self._chestnuts(0) + FIREFLY_SET[found[FIREFLIES]] + SALAMANDER_SET[found[SALAMANDER]]
        total += self._butterflies()
        total += self._lindens(0) + self._beeches(0) + self._bats(tags[BAT], self.bat_species)
        total += found[SYCAMORE] * self.trees
        if self.tree_species == TREE_SPECIES:
            total += SET * (found[OAK] + found[STRAWBERRIES])
        if self.counted >= self.most_trees:
            total += SET * found[WOODPECKER]
        if self.counted >= 10:
            total += SET * found[MOSS]
        for n in range(ALL_TAGS):
            total += self.per_tag[n] * tags[n]
        total += found[FROG] * 5 * found[GNAT] + found[ANT] * 2 * self.below
        total += found[MARTEN] * 5 * self.full + found[RED_DEER] * self.trees
        total += found[HARE] * found[HARE] + found[FOX] * 2 * found[HARE]
        if found[SQUEAKER] != 0:
            total += SET * found[BOAR]
        if found[ROE_DEER] != 0:
            total += SET * found[LYNX]
            if not self.seen_symbols:
                self._see_symbols()
            for n in range(NO_SYMBOL):
                total += 3 * self.roe_deer[n] * self.symbols[n]
        return total

    def _butterflies(self) -> i64:
        """Set after set (§11.1)."""
        total: i64 = 0
        n: i64 = 0
        size: i64 = self._butterfly_set(0)
        while size > 1:
            total += BUTTERFLY_SET[size]
            n += 1
            size = self._butterfly_set(n)
        return total

    def _butterfly_set(self, n: i64) -> i64:
        size: i64 = 0
        species: i64
        for species in range(BUTTERFLY, BUTTERFLY + BUTTERFLIES):
            if self.species[species] > n:
                size += 1
        return size

    def _chestnuts(self, more: i64) -> i64:
        """With so many more, all of them together."""
        n: i64 = self.species[HORSE_CHESTNUT] + self.bees_at_chestnuts + more
        return CHESTNUTS[n if n < 7 else 7]

    def _lindens(self, more: i64) -> i64:
        n: i64 = self.species[LINDEN] + more
        return 3 * n if self.lindens[self.seat] + more >= self.most_lindens else n

    def _beeches(self, more: i64) -> i64:
        n: i64 = self.species[BEECH] + more
        return EACH * n if n + self.bees_at_beeches >= self.state.box.beeches else 0

    def _bats(self, bats: i64, species: i64) -> i64:
        return EACH * bats if species >= self.state.box.bats else 0

    # ---- one more card

    def of(self, face: i64) -> i64:
        """The points that a face would bring; -1 where there is no room for it."""
        side: i64 = FACE_SIDE[face]
        if side != NO_SIDE and not has_slot(self.state, self.seat, face):
            return -1
        species: i64 = FACE_SPECIES[face]
        found = self.species
        gain: i64 = ALWAYS[species]
        if found[ROE_DEER] != 0 or species == ROE_DEER:
            if not self.seen_symbols:
                self._see_symbols()
            gain += 3 * self.roe_deer[FACE_SYMBOL[face]]
        if side == NO_SIDE:
            return gain + self._of_tree(species)
        gain += self.per_tag[FIRST_TAG[species]] + self.per_tag[SECOND_TAG[species]]
        if side == TOP:
            gain += self._of_top(species)
        elif side == BOTTOM:
            gain += 2 * found[ANT] + self._of_bottom(species)
        else:
            gain += self._of_side(species)
            if species == ROE_DEER:
                gain += 3 * (self.symbols[FACE_SYMBOL[face]] + 1)
        return gain + self._by_place(side, species)

    def _one_more_tree(self) -> i64:
        """What one more that counts as a tree brings to woodpeckers and moss."""
        gain: i64 = 0
        if self.counted + 1 == self.most_trees:
            gain += SET * self.species[WOODPECKER]
        if self.counted == 9:
            gain += SET * self.species[MOSS]
        return gain

    def _of_tree(self, species: i64) -> i64:
        found = self.species
        gain: i64 = found[SYCAMORE] + found[RED_DEER] + self._one_more_tree()
        kinds: i64 = self.tree_species
        if found[species] == 0:
            kinds += 1
            if kinds == TREE_SPECIES:
                gain += SET * (found[OAK] + found[STRAWBERRIES])
        if species == LINDEN:
            gain += self._lindens(1) - self._lindens(0)
        elif species == OAK:
            gain += SET if kinds == TREE_SPECIES else 0
        elif species == BEECH:
            gain += self._beeches(1) - self._beeches(0)
        elif species == SYCAMORE:
            gain += self.trees + 1
        elif species == HORSE_CHESTNUT:
            gain += self._chestnuts(1) - self._chestnuts(0)
        return gain

    def _of_top(self, species: i64) -> i64:
        if species < BUTTERFLY + BUTTERFLIES:
            size: i64 = self._butterfly_set(self.species[species])
            return BUTTERFLY_SET[size + 1] - BUTTERFLY_SET[size]
        if species == BULLFINCH:
            return 2 * self.tags[INSECT_TAG]
        if species == GOSHAWK:
            return 3 * (self.tags[BIRD] + 1)
        if species == WOODPECKER:
            return SET if self.counted >= self.most_trees else 0
        return 0

    def _of_bottom(self, species: i64) -> i64:
        found = self.species
        tags = self.tags
        if species == BLACKBERRIES:
            return 2 * (tags[PLANT_TAG] + 1)
        if species == FIREFLIES:
            return FIREFLY_SET[found[FIREFLIES] + 1] - FIREFLY_SET[found[FIREFLIES]]
        if species == SALAMANDER:
            return SALAMANDER_SET[found[SALAMANDER] + 1] - SALAMANDER_SET[found[SALAMANDER]]
        if species == HEDGEHOG:
            return 2 * tags[BUTTERFLY_TAG]
        if species == MOSS:
            return SET if self.counted >= 10 else 0
        if species == STAG_BEETLE:
            return tags[PAW]
        if species == FERNS:
            return 6 * tags[AMPHIBIAN_TAG]
        if species == FROG:
            return 5 * found[GNAT]
        if species == STRAWBERRIES:
            return SET if self.tree_species == TREE_SPECIES else 0
        return 2 * (self.below + 1) if species == ANT else 0

    def _of_side(self, species: i64) -> i64:
        found = self.species
        tags = self.tags
        if BAT_SPECIES <= species < BAT_SPECIES + BATS:
            kinds: i64 = self.bat_species
            if found[species] == 0:
                kinds += 1
            return self._bats(tags[BAT] + 1, kinds) - self._bats(tags[BAT], self.bat_species)
        if species == HARE:
            return 2 * found[HARE] + 1 + 2 * found[FOX]
        if species == MARTEN:
            return 5 * self.full
        if species == FALLOW_DEER:
            return 3 * (tags[CLOVEN_TAG] + 1)
        if species == GNAT:
            return tags[BAT] + 5 * found[FROG]
        if species == LYNX:
            return SET if found[ROE_DEER] != 0 else 0
        if species == RED_DEER:
            return self.trees + tags[PLANT_TAG]
        if species == FOX:
            return 2 * found[HARE]
        if species == ROE_DEER:
            return SET * found[LYNX] if found[ROE_DEER] == 0 else 0
        if species == SQUEAKER:
            return SET * found[BOAR] if found[SQUEAKER] == 0 else 0
        if species == BOAR:
            return SET if found[SQUEAKER] != 0 else 0
        if species == WOLF:
            return 5 * tags[DEER]
        return self._one_more_tree() if species == BEE else 0

    def _by_place(self, side: i64, species: i64) -> i64:
        """What the best tree for it adds."""
        if species == CHAFFINCH:
            return AT_HOME if self.beech_top else 0
        if species == SQUIRREL:
            return AT_HOME if self.oak_top else 0
        if species == DORMOUSE:
            return WITH_BAT if self.bat_room & BIT[side] != 0 else 0
        if species == TOAD and count(self.state, self.seat, LONE_TOADS) > 0:
            return TWO_TOADS
        if species == BEE:
            return 1
        if SPECIES_TAGS[species] & BIT[BAT] != 0 and self.dormouse_room & BIT[side] != 0:
            return WITH_BAT
        return AT_FIR if self.fir_room & BIT[side] != 0 else 0


def _is_bat(there: i64) -> bool:
    return BAT_SPECIES <= there >> 4 < BAT_SPECIES + BATS
