"""What one more card would bring to a forest: the points at once, fast. Compiled.

Nearly all clauses depend on what is counted in the whole forest, so that a card can be added to the tally and
taken out again. What depends on the tree that it lies at is taken at the best tree there is.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.games.forest_shuffle.components import ALL_CARDS, SAPLING
from trufflewood.games.forest_shuffle.moves.may import has_slot
from trufflewood.games.forest_shuffle.scoring.above_and_below import (
    AMPHIBIAN_TAG,
    ANT,
    BLACKBERRIES,
    BULLFINCH,
    BUTTERFLY_TAG,
    CHAFFINCH,
    FERNS,
    FROG,
    GNAT,
    GOSHAWK,
    HEDGEHOG,
    INSECT_TAG,
    MOSS,
    PLANT_TAG,
    SQUIRREL,
    STAG_BEETLE,
    STRAWBERRIES,
    WOODPECKER,
    butterflies,
    fireflies,
    moss,
    salamanders,
    strawberries,
    woodpecker,
)
from trufflewood.games.forest_shuffle.scoring.beside import (
    BOAR,
    CLOVEN_TAG,
    DORMOUSE,
    FALLOW_DEER,
    FOX,
    LYNX,
    MARTEN,
    RED_DEER,
    ROE_DEER,
    WOLF,
    bat,
    boar,
    has_bat,
    lynx,
)
from trufflewood.games.forest_shuffle.scoring.tally import ALL_TAGS, BEE, LINDEN, Rivals, Tally
from trufflewood.games.forest_shuffle.scoring.trees import (
    ALWAYS,
    BEECH,
    OAK,
    SILVER_FIR,
    SYCAMORE,
    beech,
    horse_chestnuts,
    linden,
    oak,
)
from trufflewood.games.forest_shuffle.state import (
    BAT,
    BIRD,
    BOTTOM,
    CARD_FACE,
    CARD_FACES,
    DEER,
    FACE,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    FIRST_HALF,
    HARE,
    LEFT,
    LONE_TOADS,
    NO_SIDE,
    OWNER,
    PAW,
    RIGHT,
    SECOND_HALF,
    SLOT,
    SPECIES_TAGS,
    TOAD,
    TOP,
    TREE_WIDTH,
    State,
    count,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64

SYMBOLS: Final = 9
AT_FIR: Final = 2  # §10.3
AT_HOME: Final = 5  # chaffinch and squirrel
WITH_BAT: Final = 15  # §13.8
TWO_TOADS: Final = 10  # §12.6


@final
class Gains:
    def __init__(self, state: State, seat: i64) -> None:
        self.state = state
        self.seat = seat
        self.tally = Tally(state, seat)
        self.rivals = Rivals(state, seat)
        self.roe_deer = buffer(SYMBOLS)  # roe deer by the symbol that they show
        self.fir_room: i64 = 0  # mask of the sides that are free at some silver fir
        self.beech_top: bool = False
        self.oak_top: bool = False
        self.bat_room: i64 = 0  # mask of the sides that are free opposite a bat
        self.dormouse_room: i64 = 0  # and opposite a dormouse that has no bat
        self._look_at_trees()
        self._count_roe_deer()
        self.before: i64 = self._total()

    def _look_at_trees(self) -> None:
        trees = self.state.trees
        tree: i64
        side: i64
        for tree in range(self.state.planted):
            row: i64 = tree * TREE_WIDTH
            if trees[row + OWNER] != self.seat:
                continue
            species: i64 = FACE_SPECIES[trees[row + FACE]]
            slot: i64 = row + SLOT
            if species == SILVER_FIR:
                for side in range(4):
                    if trees[slot + side] == 0:
                        self.fir_room |= BIT[side]
            if trees[slot + TOP] == 0:
                if species == BEECH:
                    self.beech_top = True
                elif species == OAK:
                    self.oak_top = True
            free: i64 = 0
            if trees[slot + LEFT] == 0:
                free |= BIT[LEFT]
            if trees[slot + RIGHT] == 0:
                free |= BIT[RIGHT]
            if free == 0 or free == BIT[LEFT] | BIT[RIGHT]:
                continue
            if has_bat(self.state, tree):
                self.bat_room |= free
            elif trees[slot + LEFT] >> 4 == DORMOUSE or trees[slot + RIGHT] >> 4 == DORMOUSE:
                self.dormouse_room |= free

    def _count_roe_deer(self) -> None:
        if self.tally.species[ROE_DEER] == 0:
            return
        place = self.state.place
        card: i64
        for card in range(ALL_CARDS):
            where: i64 = place[card] >> 8
            if (
                where >= FIRST_HALF
                and self.state.trees[(place[card] & 255) * TREE_WIDTH + OWNER] == self.seat
            ):
                face: i64 = CARD_FACE[card]
                if where == SECOND_HALF:
                    face += 1
                if FACE_SPECIES[face] == ROE_DEER:
                    self.roe_deer[FACE_SYMBOL[face]] += 1

    def _total(self) -> i64:
        """All points that depend on the tally alone and can change."""
        tally = self.tally
        found = tally.species
        tags = tally.tags
        total: i64 = horse_chestnuts(tally) + butterflies(tally) + fireflies(tally) + salamanders(tally)
        total += found[LINDEN] * linden(tally, self.rivals) + found[OAK] * oak(tally)
        total += found[BEECH] * beech(tally) + found[SYCAMORE] * tally.trees
        total += found[BULLFINCH] * 2 * tags[INSECT_TAG] + found[GOSHAWK] * 3 * tags[BIRD]
        total += found[WOODPECKER] * woodpecker(tally, self.rivals)
        total += found[BLACKBERRIES] * 2 * tags[PLANT_TAG] + found[HEDGEHOG] * 2 * tags[BUTTERFLY_TAG]
        total += found[MOSS] * moss(tally) + found[STAG_BEETLE] * tags[PAW]
        total += found[FERNS] * 6 * tags[AMPHIBIAN_TAG] + found[FROG] * 5 * found[GNAT]
        total += found[STRAWBERRIES] * strawberries(tally) + found[ANT] * 2 * tally.below
        total += tags[BAT] * bat(tally) + found[GNAT] * tags[BAT] + found[MARTEN] * 5 * tally.full
        total += found[HARE] * found[HARE] + found[FOX] * 2 * found[HARE]
        total += found[FALLOW_DEER] * 3 * tags[CLOVEN_TAG] + found[WOLF] * 5 * tags[DEER]
        total += found[LYNX] * lynx(tally) + found[BOAR] * boar(tally)
        total += found[RED_DEER] * (tally.trees + tags[PLANT_TAG])
        if found[ROE_DEER] != 0:
            n: i64
            for n in range(SYMBOLS):
                total += 3 * self.roe_deer[n] * tally.symbols[n]
        return total

    def of(self, face: i64) -> i64:
        """The points that a face would bring; -1 where there is no room for it."""
        side: i64 = FACE_SIDE[face]
        if side != NO_SIDE and not has_slot(self.state, self.seat, face):
            return -1
        species: i64 = FACE_SPECIES[face]
        self._add(face, side, species, 1)
        gain: i64 = self._total() - self.before + ALWAYS[species]
        self._add(face, side, species, -1)
        return gain + self._by_place(side, species)

    def _add(self, face: i64, side: i64, species: i64, by: i64) -> None:
        tally = self.tally
        tag: i64
        if side == NO_SIDE:
            tally.trees += by
        else:
            tags: i64 = SPECIES_TAGS[species]
            for tag in range(ALL_TAGS):
                if tags & BIT[tag] != 0:
                    tally.tags[tag] += by
        if face == SAPLING:
            return
        tally.species[species] += by
        tally.symbols[FACE_SYMBOL[face]] += by
        if side == BOTTOM:
            tally.below += by
        if species == ROE_DEER:
            self.roe_deer[FACE_SYMBOL[face]] += by

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
        if side == NO_SIDE:
            return 0
        if SPECIES_TAGS[species] & BIT[BAT] != 0 and self.dormouse_room & BIT[side] != 0:
            return WITH_BAT
        return AT_FIR if self.fir_room & BIT[side] != 0 else 0

    def best_of(self, card: i64) -> i64:
        """The better half of a card; -1 where there is room for neither."""
        best: i64 = -1
        n: i64
        for n in range(CARD_FACES[card]):
            gain: i64 = self.of(CARD_FACE[card] + n)
            if gain > best:
                best = gain
        return best
