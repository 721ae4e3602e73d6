"""The box of Forest Shuffle as printed, and what may be chosen before the deal. Data only.

A *card* is known by the number printed on it; inside the engine it is a row, 0 to 157, and the
three winter cards are row 158. A *face* is a side of a card that can lie in a forest: a tree, or
one of the two halves of a split card; 250 faces, the sapling on every back is face 250.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, NamedTuple

from trufflewood.kit import options

ROOM: Final = Path(__file__).parent

SYMBOLS: Final = (  # the tree symbols; also the tree species, in the same order
    "linden",
    "oak",
    "silver-fir",
    "birch",
    "beech",
    "sycamore",
    "douglas-fir",
    "horse-chestnut",
)
SIDES: Final = ("top", "bottom", "left", "right")
TAGS: Final = (
    "amphibian",
    "bat",
    "deer",
    "insect",
    "cloven",
    "plant",
    "paw",
    "mushroom",
    "butterfly",
    "bird",
)


class Species(NamedTuple):
    key: str
    where: str  # "tree"; else the side on which it lies, "side" for left or right
    cost: int
    tags: str
    effect: str
    bonus: str
    points: int  # those that never change; the rest is in `scoring/`


# fmt: off
SPECIES: Final = (
    #       key                         where  cost tags                effect           bonus    points
    # tree
    Species("linden",                   "tree",   1, "",                 "",              "",            0),
    Species("oak",                      "tree",   2, "",                 "",              "turn",        0),
    Species("silver-fir",               "tree",   2, "",                 "",              "free-paw",    0),
    Species("birch",                    "tree",   0, "",                 "draw-1",        "",            1),
    Species("beech",                    "tree",   1, "",                 "draw-1",        "",            0),
    Species("sycamore",                 "tree",   2, "",                 "",              "",            0),
    Species("douglas-fir",              "tree",   2, "",                 "",              "turn",        5),
    Species("horse-chestnut",           "tree",   1, "",                 "",              "",            0),
    # top
    Species("camberwell-beauty",        "top",    0, "insect butterfly", "",              "",            0),
    Species("large-tortoiseshell",      "top",    0, "insect butterfly", "",              "",            0),
    Species("peacock-butterfly",        "top",    0, "insect butterfly", "",              "",            0),
    Species("purple-emperor",           "top",    0, "insect butterfly", "",              "",            0),
    Species("silver-washed-fritillary", "top",    0, "insect butterfly", "",              "",            0),
    Species("bullfinch",                "top",    1, "bird",             "",              "",            0),
    Species("chaffinch",                "top",    1, "bird",             "",              "",            0),
    Species("eurasian-jay",             "top",    1, "bird",             "turn",          "",            3),
    Species("goshawk",                  "top",    2, "bird",             "",              "",            0),
    Species("great-spotted-woodpecker", "top",    1, "bird",             "draw-1",        "",            0),
    Species("red-squirrel",             "top",    0, "paw",              "",              "",            0),
    Species("tawny-owl",                "top",    2, "bird",             "draw-1",        "draw-2",      5),
    # bottom
    Species("blackberries",             "bottom", 0, "plant",            "",              "",            0),
    Species("chanterelle",              "bottom", 2, "mushroom",         "",              "",            0),
    Species("fly-agaric",               "bottom", 2, "mushroom",         "",              "",            0),
    Species("parasol-mushroom",         "bottom", 2, "mushroom",         "",              "",            0),
    Species("penny-bun",                "bottom", 2, "mushroom",         "",              "",            0),
    Species("common-toad",              "bottom", 0, "amphibian",        "",              "",            0),
    Species("fireflies",                "bottom", 0, "insect",           "",              "",            0),
    Species("fire-salamander",          "bottom", 1, "amphibian",        "",              "free-paw",    0),
    Species("hedgehog",                 "bottom", 1, "paw",              "",              "draw-1",      0),
    Species("mole",                     "bottom", 2, "paw",              "play-more",     "",            0),
    Species("moss",                     "bottom", 0, "plant",            "",              "",            0),
    Species("pond-turtle",              "bottom", 2, "amphibian",        "draw-1",        "",            5),
    Species("stag-beetle",              "bottom", 2, "insect",           "",              "free-bird",   0),
    Species("tree-ferns",               "bottom", 1, "plant",            "draw-1",        "",            0),
    Species("tree-frog",                "bottom", 0, "amphibian",        "",              "",            0),
    Species("wild-strawberries",        "bottom", 0, "plant",            "",              "",            0),
    Species("wood-ant",                 "bottom", 1, "insect",           "",              "",            0),
    # side
    Species("barbastelle-bat",          "side",   1, "bat",              "",              "",            0),
    Species("bechsteins-bat",           "side",   1, "bat",              "",              "",            0),
    Species("brown-long-eared-bat",     "side",   1, "bat",              "",              "",            0),
    Species("greater-horseshoe-bat",    "side",   1, "bat",              "",              "",            0),
    Species("beech-marten",             "side",   1, "paw",              "draw-1",        "",            0),
    Species("brown-bear",               "side",   3, "paw",              "take-clearing", "draw-1 turn", 0),
    Species("european-badger",          "side",   1, "paw",              "",              "free-paw",    2),
    Species("european-fat-dormouse",    "side",   1, "paw",              "",              "",            0),
    Species("european-hare",            "side",   0, "paw",              "",              "",            0),
    Species("fallow-deer",              "side",   2, "cloven deer",      "",              "draw-2",      0),
    Species("gnat",                     "side",   0, "insect",           "free-bats",     "",            0),
    Species("lynx",                     "side",   1, "paw",              "",              "",            0),
    Species("raccoon",                  "side",   1, "paw",              "fill-cave",     "",            0),
    Species("red-deer",                 "side",   2, "cloven deer",      "",              "free-deer",   0),
    Species("red-fox",                  "side",   2, "paw",              "draw-per-hare", "",            0),
    Species("roe-deer",                 "side",   2, "cloven deer",      "",              "draw-1",      0),
    Species("squeaker",                 "side",   0, "cloven",           "",              "",            1),
    Species("violet-carpenter-bee",     "side",   1, "insect",           "",              "",            0),
    Species("wild-boar",                "side",   2, "cloven",           "",              "",            0),
    Species("wolf",                     "side",   3, "paw",              "draw-per-deer", "turn",        0),
)
TREES: Final = (
    # species        numbers
    ("linden",           1,  9),
    ("oak",             10, 16),
    ("silver-fir",      17, 22),
    ("birch",           23, 32),
    ("beech",           33, 42),
    ("sycamore",        43, 48),
    ("douglas-fir",     49, 55),
    ("horse-chestnut",  56, 66),
)
BESIDE: Final = (
    # number, left half, its symbol, right half, its symbol
    ( 70, "european-hare",            "linden",         "european-badger",          "douglas-fir"),
    ( 71, "european-hare",            "oak",            "greater-horseshoe-bat",    "linden"),
    ( 72, "european-hare",            "silver-fir",     "red-fox",                  "oak"),
    ( 73, "raccoon",                  "douglas-fir",    "european-hare",            "sycamore"),
    ( 74, "wild-boar",                "sycamore",       "european-hare",            "silver-fir"),
    ( 75, "brown-long-eared-bat",     "sycamore",       "european-hare",            "linden"),
    ( 76, "raccoon",                  "silver-fir",     "roe-deer",                 "beech"),
    ( 77, "brown-long-eared-bat",     "sycamore",       "european-badger",          "douglas-fir"),
    ( 78, "barbastelle-bat",          "horse-chestnut", "wild-boar",                "oak"),
    ( 79, "brown-bear",               "linden",         "raccoon",                  "silver-fir"),
    ( 80, "beech-marten",             "sycamore",       "brown-bear",               "horse-chestnut"),
    ( 81, "red-deer",                 "linden",         "brown-bear",               "beech"),
    ( 82, "barbastelle-bat",          "silver-fir",     "beech-marten",             "horse-chestnut"),
    ( 83, "lynx",                     "douglas-fir",    "european-hare",            "birch"),
    ( 84, "wild-boar",                "birch",          "beech-marten",             "oak"),
    ( 85, "european-badger",          "horse-chestnut", "gnat",                     "oak"),
    ( 86, "red-fox",                  "linden",         "violet-carpenter-bee",     "douglas-fir"),
    ( 87, "wild-boar",                "sycamore",       "roe-deer",                 "horse-chestnut"),
    ( 88, "fallow-deer",              "linden",         "wild-boar",                "douglas-fir"),
    ( 89, "fallow-deer",              "linden",         "roe-deer",                 "birch"),
    ( 90, "red-deer",                 "silver-fir",     "fallow-deer",              "sycamore"),
    ( 91, "violet-carpenter-bee",     "douglas-fir",    "lynx",                     "beech"),
    ( 92, "european-fat-dormouse",    "beech",          "barbastelle-bat",          "oak"),
    ( 93, "greater-horseshoe-bat",    "beech",          "european-fat-dormouse",    "douglas-fir"),
    ( 94, "red-fox",                  "linden",         "wolf",                     "silver-fir"),
    ( 95, "european-fat-dormouse",    "silver-fir",     "brown-long-eared-bat",     "beech"),
    ( 96, "bechsteins-bat",           "beech",          "european-fat-dormouse",    "oak"),
    ( 97, "gnat",                     "birch",          "violet-carpenter-bee",     "douglas-fir"),
    ( 98, "wolf",                     "douglas-fir",    "gnat",                     "horse-chestnut"),
    ( 99, "roe-deer",                 "linden",         "squeaker",                 "sycamore"),
    (100, "bechsteins-bat",           "oak",            "wolf",                     "silver-fir"),
    (101, "roe-deer",                 "silver-fir",     "lynx",                     "linden"),
    (102, "beech-marten",             "beech",          "bechsteins-bat",           "birch"),
    (103, "european-hare",            "beech",          "red-deer",                 "horse-chestnut"),
    (104, "wolf",                     "sycamore",       "greater-horseshoe-bat",    "linden"),
    (105, "squeaker",                 "horse-chestnut", "red-deer",                 "oak"),
    (106, "red-fox",                  "beech",          "squeaker",                 "oak"),
    (107, "lynx",                     "douglas-fir",    "raccoon",                  "birch"),
    (108, "squeaker",                 "oak",            "lynx",                     "silver-fir"),
    (109, "european-hare",            "birch",          "beech-marten",             "horse-chestnut"),
    (110, "lynx",                     "horse-chestnut", "red-fox",                  "douglas-fir"),
    (111, "european-hare",            "birch",          "red-deer",                 "horse-chestnut"),
    (112, "violet-carpenter-bee",     "silver-fir",     "european-hare",            "sycamore"),
    (113, "european-badger",          "horse-chestnut", "fallow-deer",              "birch"),
)
ABOVE_AND_BELOW: Final = (
    # number, upper half, its symbol, lower half, its symbol
    (114, "goshawk",                  "douglas-fir",    "moss",                     "linden"),
    (115, "great-spotted-woodpecker", "linden",         "wood-ant",                 "birch"),
    (116, "chaffinch",                "birch",          "wood-ant",                 "beech"),
    (117, "tawny-owl",                "beech",          "stag-beetle",              "sycamore"),
    (118, "silver-washed-fritillary", "oak",            "fire-salamander",          "horse-chestnut"),
    (119, "purple-emperor",           "horse-chestnut", "pond-turtle",              "sycamore"),
    (120, "camberwell-beauty",        "sycamore",       "pond-turtle",              "birch"),
    (121, "large-tortoiseshell",      "silver-fir",     "fire-salamander",          "douglas-fir"),
    (122, "bullfinch",                "douglas-fir",    "tree-frog",                "linden"),
    (123, "chaffinch",                "sycamore",       "stag-beetle",              "birch"),
    (124, "goshawk",                  "silver-fir",     "wood-ant",                 "beech"),
    (125, "great-spotted-woodpecker", "linden",         "common-toad",              "oak"),
    (126, "eurasian-jay",             "birch",          "tree-ferns",               "horse-chestnut"),
    (127, "tawny-owl",                "beech",          "wild-strawberries",        "sycamore"),
    (128, "silver-washed-fritillary", "oak",            "blackberries",             "silver-fir"),
    (129, "purple-emperor",           "horse-chestnut", "moss",                     "douglas-fir"),
    (130, "camberwell-beauty",        "sycamore",       "fireflies",                "linden"),
    (131, "large-tortoiseshell",      "silver-fir",     "blackberries",             "birch"),
    (132, "bullfinch",                "douglas-fir",    "hedgehog",                 "beech"),
    (133, "peacock-butterfly",        "silver-fir",     "hedgehog",                 "oak"),
    (134, "red-squirrel",             "douglas-fir",    "common-toad",              "horse-chestnut"),
    (135, "red-squirrel",             "horse-chestnut", "fireflies",                "sycamore"),
    (136, "chaffinch",                "beech",          "common-toad",              "silver-fir"),
    (137, "eurasian-jay",             "birch",          "fireflies",                "douglas-fir"),
    (138, "silver-washed-fritillary", "beech",          "moss",                     "linden"),
    (139, "peacock-butterfly",        "oak",            "chanterelle",              "silver-fir"),
    (140, "peacock-butterfly",        "horse-chestnut", "fireflies",                "beech"),
    (141, "large-tortoiseshell",      "sycamore",       "mole",                     "oak"),
    (142, "goshawk",                  "silver-fir",     "hedgehog",                 "horse-chestnut"),
    (143, "great-spotted-woodpecker", "douglas-fir",    "wild-strawberries",        "sycamore"),
    (144, "eurasian-jay",             "sycamore",       "fly-agaric",               "silver-fir"),
    (145, "tawny-owl",                "birch",          "penny-bun",                "douglas-fir"),
    (146, "red-squirrel",             "beech",          "fire-salamander",          "linden"),
    (147, "purple-emperor",           "birch",          "tree-frog",                "oak"),
    (148, "peacock-butterfly",        "linden",         "common-toad",              "beech"),
    (149, "camberwell-beauty",        "birch",          "tree-frog",                "oak"),
    (150, "bullfinch",                "douglas-fir",    "parasol-mushroom",         "horse-chestnut"),
    (151, "goshawk",                  "oak",            "common-toad",              "sycamore"),
    (152, "eurasian-jay",             "horse-chestnut", "tree-ferns",               "silver-fir"),
    (153, "tawny-owl",                "sycamore",       "common-toad",              "douglas-fir"),
    (154, "bullfinch",                "silver-fir",     "tree-ferns",               "linden"),
    (155, "red-squirrel",             "oak",            "wild-strawberries",        "birch"),
    (156, "silver-washed-fritillary", "oak",            "blackberries",             "beech"),
    (157, "purple-emperor",           "linden",         "fly-agaric",               "oak"),
    (158, "camberwell-beauty",        "horse-chestnut", "chanterelle",              "birch"),
    (159, "large-tortoiseshell",      "beech",          "mole",                     "sycamore"),
    (160, "chaffinch",                "sycamore",       "parasol-mushroom",         "silver-fir"),
    (161, "great-spotted-woodpecker", "linden",         "penny-bun",                "douglas-fir"),
)
# fmt: on

SPECIES_ROW: Final = {species.key: row for row, species in enumerate(SPECIES)}
_CHAPTER: Final = {"tree": 10, "top": 11, "bottom": 12, "side": 13}


def _rules() -> tuple[str, ...]:
    """The rule of each species: chapters 10 to 13, in table order."""
    found: list[str] = []
    for row, species in enumerate(SPECIES):
        first = next(n for n, other in enumerate(SPECIES) if other.where == species.where)
        found.append(f"§{_CHAPTER[species.where]}.{row - first + 1}")
    return tuple(found)


SPECIES_RULE: Final = _rules()


class Face(NamedTuple):
    card: int  # its row
    number: int  # printed on the card
    species: str
    symbol: str
    side: str  # "" for a tree


class Card(NamedTuple):
    number: int
    faces: tuple[int, ...]


def _print() -> tuple[tuple[Face, ...], tuple[Card, ...]]:
    faces: list[Face] = []
    cards: list[Card] = []
    for species, first, last in TREES:
        for number in range(first, last + 1):
            cards.append(Card(number, (len(faces),)))
            faces.append(Face(len(cards) - 1, number, species, species, ""))
    for rows, sides in ((BESIDE, SIDES[2:]), (ABOVE_AND_BELOW, SIDES[:2])):
        for number, first_half, first_symbol, second_half, second_symbol in rows:
            cards.append(Card(number, (len(faces), len(faces) + 1)))
            faces.append(Face(len(cards) - 1, number, first_half, first_symbol, sides[0]))
            faces.append(Face(len(cards) - 1, number, second_half, second_symbol, sides[1]))
    return tuple(faces), tuple(cards)


FACES: Final = _print()[0]
CARDS: Final = _print()[1]
CARD_ROW: Final = {card.number: row for row, card in enumerate(CARDS)}

# The sizes again as plain numbers, so that the compiler knows them; `tests/test_components.py` compares.
ALL_CARDS: Final = 158
ALL_FACES: Final = 250
ALL_SPECIES: Final = 57
WINTER: Final = 158  # the row of each of the three winter cards
WINTERS: Final = 3
SAPLING: Final = 250  # the face of a card that lies face down as a sapling (§4.1)
NO_SPECIES: Final = 57
NO_SYMBOL: Final = 8

REMOVED: Final = {2: 30, 3: 20, 4: 10, 5: 0}  # cards put back unseen, by players (§1.4)
HAND: Final = 6  # cards dealt to each player (§1.6)
HAND_LIMIT: Final = 10  # §2.4
CLEARING_LIMIT: Final = 10  # §7.1


class Options(options.Options, frozen=True, kw_only=True):
    lower_pile: Literal["short", "long"] = "short"  # where the rounding goes (§14.1)
    redraw: Literal["together", "in-turn"] = "together"  # §14.2
    sharing: Literal["any-time", "later-turn"] = "any-time"  # of a slot, by hares and toads (§14.3)
    draws: Literal["one-by-one", "all-or-none"] = "one-by-one"  # what may be declined (§14.4)
    mushrooms: Literal["next-turn", "next-card"] = "next-turn"  # when they begin to work (§14.5)
    mole_order: Literal["chosen", "placed"] = "chosen"  # of resolving the cards of a Mole (§14.6)
    mole_reveals: Literal["after", "each"] = "after"  # when its trees turn up their cards (§14.7)
    bats: Literal[3, 2] = 3  # different species that bats need (§14.8)
    beeches: Literal[4, 5] = 4  # that beeches need (§14.9)


def key_of(face: int) -> str:
    """The species that a face shows; "sapling" for the back of a card.

    >>> key_of(0), key_of(SAPLING)
    ('linden', 'sapling')
    """
    return "sapling" if face == SAPLING else FACES[face].species
