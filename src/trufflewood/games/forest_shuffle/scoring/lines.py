"""The same points as lines: each card with its rule and the count behind it. Compiled.

Every line names the cards it speaks of by their printed numbers, and the tree where they lie.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    CARDS,
    SAPLING,
    SPECIES,
    SPECIES_ROW,
    SPECIES_RULE,
    SYMBOLS,
    TAGS,
    key_of,
)
from trufflewood.games.forest_shuffle.scoring.above_and_below import (
    BUTTERFLY_SET,
    butterfly_set,
    fireflies,
    salamanders,
    stands_on,
)
from trufflewood.games.forest_shuffle.scoring.beside import bat_species, has_bat
from trufflewood.games.forest_shuffle.scoring.tally import Rivals, Tally
from trufflewood.games.forest_shuffle.scoring.total import face_points
from trufflewood.games.forest_shuffle.scoring.trees import attached, horse_chestnuts
from trufflewood.games.forest_shuffle.state import (
    BOTTOM,
    CAVE_SIZE,
    FACE,
    FACE_CARD,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    FIRST_HALF,
    HARE,
    OWNER,
    PLANTED,
    SLOT,
    TREE_WIDTH,
    State,
    count,
    face_at,
)
from trufflewood.kit.outcome import Args, Line

PER_TAG: Final = {  # what a card counts, and points for each
    "bullfinch": ("insect", 2),
    "goshawk": ("bird", 3),
    "blackberries": ("plant", 2),
    "hedgehog": ("butterfly", 2),
    "stag-beetle": ("paw", 1),
    "tree-ferns": ("amphibian", 6),
    "fallow-deer": ("cloven", 3),
    "gnat": ("bat", 1),
    "wolf": ("deer", 5),
}
PER_SPECIES: Final = {
    "tree-frog": ("gnat", 5),
    "red-fox": ("european-hare", 2),
    "european-hare": ("european-hare", 1),
}
ON_SPECIES: Final = {"chaffinch": "beech", "red-squirrel": "oak"}
WITH_SPECIES: Final = {"lynx": "roe-deer", "wild-boar": "squeaker"}
IN_SETS: Final = ("horse-chestnut", "fireflies", "fire-salamander")


def score(state: State, seat: int) -> list[Line]:
    """Every tree with the cards at it, then what scores in sets, then the cave."""
    tally = Tally(state, seat)
    rivals = Rivals(state, seat)
    lines: list[Line] = []
    number = 0
    for tree in range(state.planted):
        row = tree * TREE_WIDTH
        if state.trees[row + OWNER] != seat:
            continue
        number += 1
        face = int(state.trees[row + FACE])
        if face == SAPLING:
            lines.append(Line("§4.2", 0, "sapling", {"tree": number, "cards": list[int]()}))
        for one in [face] * (face != SAPLING) + faces_at(state, tree):
            if not _in_a_set(one):
                lines.append(_line(state, tally, rivals, one, tree, number))
    lines += _sets(state, tally, seat)
    cave = int(count(state, seat, CAVE_SIZE))
    lines.append(Line("§9.2", cave, "cave", {"n": cave}))
    return lines


def faces_at(state: State, tree: int) -> list[int]:
    """The halves at a tree: atop, below, left, right."""
    found: list[int] = []
    for card in range(ALL_CARDS):
        place = int(state.place[card])
        if place >> 8 >= FIRST_HALF and place & 255 == tree:
            found.append(int(face_at(state, card)))
    return sorted(found, key=side_first)


def side_first(face: int) -> int:
    return int(FACE_SIDE[face]) * 1000 + face


def _in_a_set(face: int) -> bool:
    key = key_of(face)
    return key in IN_SETS or "butterfly" in SPECIES[FACE_SPECIES[face]].tags


def _line(state: State, tally: Tally, rivals: Rivals, face: int, tree: int, number: int) -> Line:
    species = int(FACE_SPECIES[face])
    args: Args = {
        "species": SPECIES[species].key,
        "tree": number,
        "cards": [CARDS[FACE_CARD[face]].number],
    }
    key = _reason(state, tally, rivals, face, tree, args)
    return Line(SPECIES_RULE[species], int(face_points(state, tally, rivals, face, tree)), key, args)


def _reason(state: State, tally: Tally, rivals: Rivals, face: int, tree: int, args: Args) -> str:
    """The sentence for a card, its numbers put into `args`."""
    species = int(FACE_SPECIES[face])
    name = SPECIES[species].key
    if name in PER_TAG:
        tag, each = PER_TAG[name]
        args |= {"n": int(tally.tags[TAGS.index(tag)]), "each": each}
        return f"per-{tag}"
    if name in PER_SPECIES:
        other, each = PER_SPECIES[name]
        args |= {"n": int(tally.species[SPECIES_ROW[other]]), "each": each}
        return "per-hare" if SPECIES_ROW[other] == HARE else "per-gnat"
    if name in ON_SPECIES:
        wanted = ON_SPECIES[name]
        args["wanted"] = wanted
        return "sits-on" if stands_on(state, tree, SPECIES_ROW[wanted]) else "sits-elsewhere"
    if name in WITH_SPECIES:
        wanted = WITH_SPECIES[name]
        args["wanted"] = wanted
        return "in-company" if tally.species[SPECIES_ROW[wanted]] > 0 else "lonely"
    if name == "linden":
        args |= {"n": int(tally.counted(species)), "most": int(rivals.lindens)}
        return "most-lindens" if tally.counted(species) >= rivals.lindens else "fewer-lindens"
    if name == "great-spotted-woodpecker":
        args |= {"n": int(tally.counted_trees()), "most": int(rivals.trees)}
        return "most-trees" if tally.counted_trees() >= rivals.trees else "fewer-trees"
    if name == "oak" or name == "wild-strawberries":
        args["n"] = int(tally.tree_species())
        return "tree-species"
    if name == "silver-fir":
        args["n"] = int(attached(state, tree))
        return "attached"
    if name == "beech":
        args |= {"n": int(tally.counted(species)), "wanted": int(tally.box.beeches)}
        return "beeches"
    if name == "sycamore":
        args["n"] = int(tally.trees)
        return "per-tree"
    if name == "moss":
        args["n"] = int(tally.counted_trees())
        return "ten-trees"
    if name == "common-toad":
        return "toad-pair" if state.trees[tree * TREE_WIDTH + SLOT + BOTTOM] & 15 == 2 else "toad-alone"
    if name == "wood-ant":
        args["n"] = int(tally.below)
        return "per-below"
    if name == "beech-marten":
        args["n"] = int(tally.full)
        return "per-full-tree"
    if name == "european-fat-dormouse":
        return "with-bat" if has_bat(state, tree) else "without-bat"
    if name == "red-deer":
        args |= {"n": int(tally.trees), "plants": int(tally.tags[TAGS.index("plant")])}
        return "trees-and-plants"
    if name == "roe-deer":
        symbol = int(FACE_SYMBOL[face])
        args |= {"n": int(tally.symbols[symbol]), "symbol": SYMBOLS[symbol]}
        return "per-symbol"
    if SPECIES[species].tags == "bat":
        args |= {"n": int(bat_species(tally)), "wanted": int(tally.box.bats)}
        return "bats"
    return "always" if SPECIES[species].points else "nothing"


# ---- sets: one line each (§9.3)


def _sets(state: State, tally: Tally, seat: int) -> list[Line]:
    lines: list[Line] = []
    chestnut, firefly, salamander = [SPECIES_ROW[key] for key in IN_SETS]
    for species, total, counted in (
        (chestnut, int(horse_chestnuts(tally)), int(tally.counted(chestnut))),
        (firefly, int(fireflies(tally)), int(tally.species[firefly])),
        (salamander, int(salamanders(tally)), int(tally.species[salamander])),
    ):
        if counted:
            cards = _cards(state, seat, SPECIES[species].key)
            args: Args = {"species": SPECIES[species].key, "n": counted, "cards": cards}
            lines.append(Line(SPECIES_RULE[species], total, "set", args))
    return lines + _butterfly_lines(state, tally, seat)


def _butterfly_lines(state: State, tally: Tally, seat: int) -> list[Line]:
    """Set after set, each of as many different species as there are left."""
    left = {
        species.key: _cards(state, seat, species.key) for species in SPECIES if "butterfly" in species.tags
    }
    lines: list[Line] = []
    n = 0
    while butterfly_set(tally, n) > 0:
        kinds = [key for key, cards in left.items() if len(cards) > n]
        args: Args = {"n": len(kinds), "kinds": kinds, "cards": [left[key][n] for key in kinds]}
        lines.append(Line("§11.1", int(BUTTERFLY_SET[len(kinds)]), "butterflies", args))
        n += 1
    return lines


def _cards(state: State, seat: int, key: str) -> list[int]:
    """The printed numbers of the cards of a species in a forest."""
    found: list[int] = []
    for card in range(ALL_CARDS):
        place = int(state.place[card])
        owner = state.trees[(place & 255) * TREE_WIDTH + OWNER]
        if place >> 8 >= PLANTED and owner == seat and key_of(int(face_at(state, card))) == key:
            found.append(CARDS[card].number)
    return found
