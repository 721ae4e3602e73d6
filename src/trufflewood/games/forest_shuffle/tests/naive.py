"""A second scorer, written from RULES.md alone: slow, plain, and without a line of `scoring/`.

A forest is a list of trees; a tree is a dict with "species" ("" for a sapling), "symbol", and for each
side a list of (species, symbol).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

Forest = list[dict[str, Any]]
SIDES: Final = ("top", "bottom", "left", "right")

BUTTERFLIES: Final = {
    "camberwell-beauty", "large-tortoiseshell", "peacock-butterfly", "purple-emperor",
    "silver-washed-fritillary",
}  # fmt: skip
BATS: Final = {"barbastelle-bat", "bechsteins-bat", "brown-long-eared-bat", "greater-horseshoe-bat"}
BIRDS: Final = {"bullfinch", "chaffinch", "eurasian-jay", "goshawk", "great-spotted-woodpecker", "tawny-owl"}
PLANTS: Final = {"blackberries", "moss", "tree-ferns", "wild-strawberries"}
AMPHIBIANS: Final = {"common-toad", "fire-salamander", "pond-turtle", "tree-frog"}
INSECTS: Final = BUTTERFLIES | {"fireflies", "stag-beetle", "wood-ant", "gnat", "violet-carpenter-bee"}
DEER: Final = {"fallow-deer", "red-deer", "roe-deer"}
CLOVEN: Final = DEER | {"squeaker", "wild-boar"}
PAWS: Final = {
    "red-squirrel", "hedgehog", "mole", "beech-marten", "brown-bear", "european-badger", "lynx", "raccoon",
    "european-fat-dormouse", "european-hare", "red-fox", "wolf",
}  # fmt: skip
FLAT: Final = {
    "birch": 1, "douglas-fir": 5, "eurasian-jay": 3, "tawny-owl": 5, "pond-turtle": 5, "european-badger": 2,
    "squeaker": 1,
}  # fmt: skip
PER: Final = {
    "bullfinch": (2, INSECTS), "goshawk": (3, BIRDS), "blackberries": (2, PLANTS), "hedgehog": (2, BUTTERFLIES),
    "stag-beetle": (1, PAWS), "tree-ferns": (6, AMPHIBIANS), "tree-frog": (5, {"gnat"}),
    "european-hare": (1, {"european-hare"}), "fallow-deer": (3, CLOVEN), "gnat": (1, BATS),
    "red-fox": (2, {"european-hare"}), "wolf": (5, DEER),
}  # fmt: skip


def halves(forest: Forest) -> list[tuple[str, str]]:
    return [half for tree in forest for side in SIDES for half in tree[side]]


def number(forest: Forest, kinds: set[str]) -> int:
    return sum(species in kinds for species, _ in halves(forest))


def bees(tree: dict[str, Any]) -> int:
    return sum(species == "violet-carpenter-bee" for side in SIDES for species, _ in tree[side])


def counted(forest: Forest, species: str) -> int:
    return sum(1 + bees(tree) for tree in forest if tree["species"] == species)


def counted_trees(forest: Forest) -> int:
    return sum(1 + bees(tree) for tree in forest)


def total(forests: list[Forest], seat: int, cave: int, bats: int, beeches: int) -> int:
    forest = forests[seat]
    others = forests[:seat] + forests[seat + 1 :]
    found = cave
    found += min(49, counted(forest, "horse-chestnut") ** 2)
    found += [0, 0, 10, 15, 20][number(forest, {"fireflies"})]
    found += [0, 5, 15, 25][number(forest, {"fire-salamander"})]
    found += butterfly_points([species for species, _ in halves(forest) if species in BUTTERFLIES])
    for tree in forest:
        found += tree_points(forest, others, tree, beeches)
        for side in SIDES:
            for species, symbol in tree[side]:
                found += half_points(forest, others, tree, side, species, symbol, bats)
    return found


def butterfly_points(cards: list[str]) -> int:
    """The best way to make sets of different species, by trying every first set."""
    if not cards:
        return 0
    kinds = sorted(set(cards))
    best = 0
    for size in range(1, len(kinds) + 1):
        for chosen in combinations(kinds, size):
            rest = list(cards)
            for kind in chosen:
                rest.remove(kind)
            if size == len(kinds) or len(cards) <= 6:  # try all while that is quick
                best = max(best, [0, 0, 3, 6, 12, 20][size] + butterfly_points(rest))
    return best


def tree_points(forest: Forest, others: list[Forest], tree: dict[str, Any], beeches: int) -> int:
    species = tree["species"]
    if species == "linden":
        own = counted(forest, "linden")
        return 3 if all(counted(other, "linden") <= own for other in others) else 1
    if species == "oak":
        return 10 if len({one["species"] for one in forest} - {""}) == 8 else 0
    if species == "silver-fir":
        return 2 * sum(len(tree[side]) for side in SIDES)
    if species == "beech":
        return 5 if counted(forest, "beech") >= beeches else 0
    if species == "sycamore":
        return len(forest)
    return FLAT.get(species, 0)


def half_points(
    forest: Forest,
    others: list[Forest],
    tree: dict[str, Any],
    side: str,
    species: str,
    symbol: str,
    bats: int,
) -> int:
    if species in PER:
        each, kinds = PER[species]
        return each * number(forest, kinds)
    if species in BATS:
        return 5 if len({one for one, _ in halves(forest)} & BATS) >= bats else 0
    match species:
        case "chaffinch":
            return 5 if tree["species"] == "beech" else 0
        case "red-squirrel":
            return 5 if tree["species"] == "oak" else 0
        case "great-spotted-woodpecker":
            return 10 if all(counted_trees(one) <= counted_trees(forest) for one in others) else 0
        case "common-toad":
            return 5 if len(tree[side]) == 2 else 0
        case "moss":
            return 10 if counted_trees(forest) >= 10 else 0
        case "wild-strawberries":
            return 10 if len({one["species"] for one in forest} - {""}) == 8 else 0
        case "wood-ant":
            return 2 * sum(len(one["bottom"]) for one in forest)
        case "beech-marten":
            return 5 * sum(all(one[slot] for slot in SIDES) for one in forest)
        case "european-fat-dormouse":
            return 15 if any(one in BATS for slot in ("left", "right") for one, _ in tree[slot]) else 0
        case "lynx":
            return 10 if number(forest, {"roe-deer"}) else 0
        case "wild-boar":
            return 10 if number(forest, {"squeaker"}) else 0
        case "red-deer":
            return len(forest) + number(forest, PLANTS)
        case "roe-deer":
            shown = [one["symbol"] for one in forest] + [one for _, one in halves(forest)]
            return 3 * shown.count(symbol)
    return FLAT.get(species, 0)
