"""Every sentence about points, as a forest and what one card (or set) of it scores."""

from __future__ import annotations

from typing import Any

import pytest

import trufflewood
from trufflewood.games.forest_shuffle.components import SPECIES, SPECIES_RULE
from trufflewood.kit.outcome import Line

EIGHT = "linden; oak; silver-fir; birch; beech; sycamore; douglas-fir; horse-chestnut"
SEVEN = "linden; oak; silver-fir; birch; beech; sycamore; douglas-fir"

SCORES = [
    # rule     of which            forest / others                                                 points  because
    ("§10.1", "linden",            "linden",                                                            3, "nobody counts more"),
    ("§10.1", "linden",            "linden; linden / linden; linden",                                   6, "equal is enough (§9.6)"),
    ("§10.1", "linden",            "linden / linden; linden",                                           1, "another forest counts more"),
    ("§10.1", "linden",            "linden; linden / linden; linden; linden / linden",                  2, "every other player is compared"),
    ("§9.4",  "linden",            "linden: left 91, right 86 / linden; linden; linden",                3, "bees at a linden count as lindens"),
    ("§9.4",  "linden",            "linden / linden: left 91",                                          1, "bees of others count for them"),
    ("§9.4",  "linden",            "linden; oak: left 91 / linden; linden",                             1, "a bee elsewhere is no linden"),
    ("§10.2", "oak",               EIGHT,                                                              10, "all eight tree species"),
    ("§10.2", "oak",               SEVEN + "; sapling",                                                 0, "a sapling is no species (§9.5)"),
    ("§10.2", "oak",               SEVEN + "; sapling: left 91",                                        0, "nor is a bee"),
    ("§10.2", "oak",               EIGHT + "; oak",                                                    20, "each oak"),
    ("§10.3", "silver-fir",        "silver-fir",                                                        0, "bare"),
    ("§10.3", "silver-fir",        "silver-fir: top 121, bottom 114, left 70, right 73",                8, "two for each card in its slots"),
    ("§10.3", "silver-fir",        "silver-fir: left 70 71 72 103, bottom 125 134; birch: top 121",    12, "hares and toads all count, other trees do not"),
    ("§10.4", "birch",             "birch; birch",                                                      2, "one each"),
    ("§10.5", "beech",             "beech; beech; beech",                                               0, "at least four"),
    ("§10.5", "beech",             "beech; beech; beech; beech",                                       20, "five each"),
    ("§9.4",  "beech",             "beech: left 91; beech; beech",                                     15, "a bee counts as a beech and scores nothing"),
    ("§9.4",  "beech",             "beech; beech; beech; birch: left 91",                               0, "not at another tree"),
    ("§10.6", "sycamore",          "sycamore",                                                          1, "itself"),
    ("§10.6", "sycamore",          "sycamore; birch; sapling: left 91",                                 3, "saplings count, bees do not"),
    ("§10.7", "douglas-fir",       "douglas-fir",                                                       5, "always"),
    ("§10.8", "horse-chestnut",    "horse-chestnut",                                                    1, "one"),
    ("§10.8", "horse-chestnut",    "; ".join(["horse-chestnut"] * 6),                                  36, "six, together (§9.3)"),
    ("§10.8", "horse-chestnut",    "; ".join(["horse-chestnut"] * 7),                                  49, "seven"),
    ("§10.8", "horse-chestnut",    "; ".join(["horse-chestnut"] * 11),                                 49, "or more"),
    ("§9.4",  "horse-chestnut",    "horse-chestnut: left 91, right 86",                                 9, "several bees at one tree add up"),
    ("§11.1", "butterflies",       "sapling: top 120",                                                  0, "one species"),
    ("§11.1", "butterflies",       "sapling: top 120; sapling: top 121",                                3, "two"),
    ("§11.2", "butterflies",       "sapling: top 121; sapling: top 133; sapling: top 119",              6, "three, whichever"),
    ("§11.3", "butterflies",       "sapling: top 133; sapling: top 119; sapling: top 120; sapling: top 118", 12, "four"),
    ("§11.4", "butterflies",       "sapling: top 119; sapling: top 120; sapling: top 121; sapling: top 133; sapling: top 118", 20, "five"),
    ("§11.5", "butterflies",       "sapling: top 118; sapling: top 128; sapling: top 138",              0, "three sets of one"),
    ("§11.1", "butterflies",       "sapling: top 120; sapling: top 130; sapling: top 121; sapling: top 131", 6, "what is left forms a further set"),
    ("§11.6", "bullfinch",         "sapling: top 122; sapling: top 120, left 97, bottom 130",           6, "butterfly, gnat and firefly are insects"),
    ("§11.6", "bullfinch",         "sapling: top 122, left 78",                                         0, "a bat is none"),
    ("§11.7", "chaffinch",         "beech: top 116",                                                    5, "on a beech"),
    ("§11.7", "chaffinch",         "birch: top 116; beech",                                             0, "not on a beech"),
    ("§11.7", "chaffinch",         "sapling: top 116",                                                  0, "a sapling is no species, whatever its card"),
    ("§11.8", "eurasian-jay",      "sapling: top 126",                                                  3, "always"),
    ("§11.9", "goshawk",           "sapling: top 114",                                                  3, "itself"),
    ("§11.9", "goshawk",           "sapling: top 114; sapling: top 126; sapling: top 134",              6, "a jay is a bird, a squirrel is not"),
    ("§11.10", "great-spotted-woodpecker", "sapling: top 115 / birch",                                 10, "equal is enough, saplings count"),
    ("§11.10", "great-spotted-woodpecker", "sapling: top 115 / birch; birch",                           0, "another forest counts more"),
    ("§11.10", "great-spotted-woodpecker", "sapling: top 115, left 91 / birch; birch",                 10, "a bee counts, also at a sapling (§9.4)"),
    ("§11.10", "great-spotted-woodpecker", "sapling: top 115 / birch: left 91",                         0, "a bee of another counts for them"),
    ("§11.11", "red-squirrel",     "oak: top 134",                                                      5, "on an oak"),
    ("§11.11", "red-squirrel",     "birch: top 134; oak",                                               0, "not on an oak"),
    ("§11.12", "tawny-owl",        "sapling: top 117",                                                  5, "always"),
    ("§12.1", "blackberries",      "sapling: bottom 128",                                               2, "itself"),
    ("§12.1", "blackberries",      "sapling: bottom 128; sapling: bottom 114; sapling: bottom 127; birch", 6, "plants, not trees"),
    ("§12.2", "chanterelle",       "sapling: bottom 139; birch",                                        0, "no points"),
    ("§12.3", "fly-agaric",        "sapling: bottom 144, left 70",                                      0, "no points"),
    ("§12.4", "parasol-mushroom",  "sapling: bottom 150",                                               0, "no points"),
    ("§12.5", "penny-bun",         "sapling: bottom 145, top 120",                                      0, "no points"),
    ("§12.6", "common-toad",       "sapling: bottom 125; sapling: bottom 134",                          0, "alone each"),
    ("§12.6", "common-toad",       "sapling: bottom 125 134; sapling: bottom 136",                     10, "two share a slot"),
    ("§12.7", "fireflies",         "sapling: bottom 130",                                               0, "one"),
    ("§12.7", "fireflies",         "sapling: bottom 130; sapling: bottom 135",                         10, "two, together"),
    ("§12.7", "fireflies",         "sapling: bottom 130; sapling: bottom 135; sapling: bottom 137; sapling: bottom 140", 20, "four"),
    ("§12.8", "fire-salamander",   "sapling: bottom 118",                                               5, "one"),
    ("§12.8", "fire-salamander",   "sapling: bottom 118; sapling: bottom 121",                         15, "two, together"),
    ("§12.8", "fire-salamander",   "sapling: bottom 118; sapling: bottom 121; sapling: bottom 146",    25, "three"),
    ("§12.9", "hedgehog",          "sapling: bottom 132, top 120; sapling: top 130, left 97",           4, "butterflies by cards, no other insect"),
    ("§12.10", "mole",             "sapling: bottom 141",                                               0, "no points"),
    ("§12.11", "moss",             "sapling: bottom 114; " + "; ".join(["sapling"] * 8),                0, "nine trees"),
    ("§12.11", "moss",             "sapling: bottom 114; " + "; ".join(["sapling"] * 9),               10, "ten, saplings count"),
    ("§12.11", "moss",             "sapling: bottom 114, left 91; " + "; ".join(["sapling"] * 8),      10, "a bee counts (§9.4)"),
    ("§12.12", "pond-turtle",      "sapling: bottom 119",                                               5, "always"),
    ("§12.13", "stag-beetle",      "sapling: bottom 117, left 70 71, top 134; sapling: bottom 141, left 97", 4, "hares, squirrel and mole have paws"),
    ("§12.14", "tree-ferns",       "sapling: bottom 126; sapling: bottom 119; sapling: bottom 125 134; sapling: bottom 118; sapling: bottom 122", 30,
     "turtle, two toads, salamander and frog"),
    ("§12.15", "tree-frog",        "sapling: bottom 122, left 97; sapling: right 85",                  10, "five for each gnat"),
    ("§12.15", "tree-frog",        "sapling: bottom 122, top 120",                                      0, "no other insect"),
    ("§12.16", "wild-strawberries", EIGHT + "; sapling: bottom 127",                                   10, "all eight tree species"),
    ("§12.16", "wild-strawberries", SEVEN + "; sapling: bottom 127, left 91",                           0, "saplings and bees are none"),
    ("§12.17", "wood-ant",         "sapling: bottom 115",                                               2, "itself"),
    ("§12.17", "wood-ant",         "sapling: bottom 115; oak: bottom 125 134; sapling: top 120",        6, "both toads, nothing above"),
    ("§13.1", "barbastelle-bat",   "sapling: left 78, right 71",                                        0, "two species are too few"),
    ("§13.1", "barbastelle-bat",   "sapling: left 78, right 71; sapling: left 96",                      5, "three different species"),
    ("§13.2", "bechsteins-bat",    "sapling: left 96, right 71; sapling: left 78; sapling: left 100",  10, "each of them"),
    ("§13.3", "brown-long-eared-bat", "sapling: left 75; sapling: left 77; sapling: left 96; sapling: left 100", 0, "four cards of two species"),
    ("§13.4", "greater-horseshoe-bat", "sapling: left 93, right 92; sapling: left 75",                  5, "left or right"),
    ("§13.5", "beech-marten",      "oak: top 120, bottom 125 134, left 80, right 73",                   5, "each slot has at least one card (§3.9)"),
    ("§13.5", "beech-marten",      "sapling: top 120, bottom 125, left 80, right 73",                   5, "a sapling counts"),
    ("§13.5", "beech-marten",      "oak: bottom 125 134, left 80, right 73; oak: top 120",              0, "a slot is empty"),
    ("§13.6", "brown-bear",        "sapling: left 79; cave 5",                                          0, "no points itself"),
    ("§13.7", "european-badger",   "sapling: left 85",                                                  2, "always"),
    ("§13.8", "european-fat-dormouse", "sapling: left 92, right 71",                                   15, "a bat at the same sapling"),
    ("§13.8", "european-fat-dormouse", "oak: left 92; sapling: right 71",                               0, "the bat is elsewhere"),
    ("§13.9", "european-hare",     "sapling: left 70 71, right 73",                                     9, "three hares at three each"),
    ("§13.10", "fallow-deer",      "sapling: left 88, right 99; sapling: left 74, right 90; sapling: left 81", 30,
     "two fallow deer; with squeaker, boar and red deer five cloven-hoofed animals"),
    ("§13.11", "gnat",             "sapling: left 97, right 71; sapling: left 93; sapling: left 78",    3, "each bat card"),
    ("§13.12", "lynx",             "sapling: left 83; sapling: right 91; sapling: left 99",            20, "one roe deer is enough for all"),
    ("§13.12", "lynx",             "sapling: left 83; sapling: left 81",                                0, "a red deer is none"),
    ("§13.13", "raccoon",          "sapling: left 73; cave 2",                                          0, "no points itself"),
    ("§13.14", "red-deer",         "sapling: left 81, right 86, bottom 114; birch: bottom 127",         4, "two trees, two plants, no bee"),
    ("§13.15", "red-fox",          "sapling: left 86, right 73; sapling: left 70",                      4, "two for each hare"),
    ("§13.16", "roe-deer",         "sapling: right 89",                                                 3, "itself"),
    ("§13.16", "roe-deer",         "birch 23: right 89, top 126; birch 24: bottom 158",                15, "trees and visible halves with its symbol"),
    ("§13.16", "roe-deer",         "sapling: right 89; sapling: top 120",                               3, "the hidden half of 120 shows a birch and does not count (§3.7)"),
    ("§13.17", "squeaker",         "sapling: right 99",                                                 1, "always"),
    ("§13.18", "violet-carpenter-bee", "linden: left 91",                                               0, "no points"),
    ("§13.19", "wild-boar",        "sapling: left 74; sapling: right 78; sapling: right 99",           20, "one squeaker is enough for all"),
    ("§13.19", "wild-boar",        "sapling: left 74",                                                  0, "no squeaker"),
    ("§13.20", "wolf",             "sapling: left 98, right 76; sapling: left 81, right 90; sapling: right 99", 15, "roe, red and fallow deer, no squeaker"),
    ("§9.2",  "cave",              "cave 7",                                                            7, "one for each card"),
    ("§4.2",  "sapling",           "sapling; sapling",                                                  0, "by itself nothing"),
]  # fmt: skip


def belongs(line: Line, what: str) -> bool:
    return what in (line.key, line.args.get("species"))


@pytest.mark.parametrize(("rule", "what", "table", "points", "because"), SCORES)
def test_points(rule: str, what: str, table: str, points: int, because: str) -> None:
    lines = [line for line in trufflewood.score("forest-shuffle", table)[0] if belongs(line, what)]
    assert lines and sum(line.points for line in lines) == points, because
    chapter = int(rule[1:].split(".")[0])
    if chapter >= 10 and what != "butterflies":
        assert {line.rule for line in lines} == {rule}


def test_every_species_has_a_row_that_cites_it() -> None:
    assert set(SPECIES_RULE) <= {row[0] for row in SCORES}
    assert len(SPECIES) == 57


OPTIONS = [
    # rule     option           forest                                            points  because
    ("§14.8", {"bats": 2},     "sapling: left 78, right 71",                          10, "two species are enough"),
    ("§14.8", {"bats": 3},     "sapling: left 78, right 71",                           0, "by default they are not"),
    ("§14.9", {"beeches": 5},  "beech; beech; beech; beech",                           0, "five are needed"),
    ("§14.9", {"beeches": 5},  "beech; beech; beech; beech; beech: left 78",          25, "five are there"),
    ("§14.9", {"beeches": 4},  "beech; beech; beech; beech",                          20, "by default four"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "options", "forest", "points", "because"), OPTIONS)
def test_thresholds(rule: str, options: dict[str, Any], forest: str, points: int, because: str) -> None:
    trees = [_tree(part) for part in forest.split("; ")]
    (lines,) = trufflewood.score("forest-shuffle", {"options": options, "players": [{"trees": trees}]})
    assert sum(line.points for line in lines) == points, because


def _tree(text: str) -> dict[str, Any]:
    head, _, slots = text.partition(": ")
    return {"species": head} | {slot.split()[0]: [int(slot.split()[1])] for slot in slots.split(", ") if slot}
