"""The official examples: those of the appendix, of the reference cards, and the forest of 85 points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trufflewood
from trufflewood.kit.outcome import Line

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def of(line: Line) -> set[str]:
    """The species that a line speaks of."""
    if line.key == "butterflies":
        kinds = line.args["kinds"]
        return {str(kind) for kind in kinds} if isinstance(kinds, list) else set()
    return {"cave"} if line.key == "cave" else {str(line.args.get("species", "sapling"))}


def points_of(lines: list[Line], wanted: list[str]) -> int:
    butterflies = {kind for line in lines if line.key == "butterflies" for kind in of(line)}
    if butterflies & set(wanted):  # they score together: one species brings in all sets
        wanted = [*wanted, *butterflies]
    return sum(line.points for line in lines if wanted == ["*"] or of(line) & set(wanted))


def test_there_are_109() -> None:
    assert len(CASES) == 109


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['source']} {case['points']}")
def test_official_case(case: dict[str, Any]) -> None:
    seats = trufflewood.score("forest-shuffle", case["table"])
    assert points_of(seats[case["player"]], case["of"]) == case["points"]
    assert [sum(line.points for line in lines) for lines in seats] == case["totals"]


RULEBOOK = [
    # line                                                    points
    ("Oak: 5 of 8 tree species",                                   0),
    ("Sycamore: 5 trees, 1 each",                                  5),
    ("Douglas Fir: always",                                        5),
    ("Birch: always",                                              1),
    ("Silver Fir: 6 cards at this tree, 2 each",                  12),
    ("Butterflies: a set of 3 (Large Tortoiseshell, Purple Emperor and Silver-Washed Fritillary)", 6),
    ("Tawny Owl: always",                                          5),
    ("Goshawk: 2 birds, 3 each",                                   6),
    ("Wood Ant: 3 cards below trees, 2 each",                      6),
    ("Fly Agaric: no points of its own",                           0),
    ("Stag Beetle: 3 pawed animals, 1 each",                       3),
    ("Gnat: 3 bats, 1 each",                                       3),
    ("Roe Deer: 3 cards with the symbol of Birch, 3 each",         9),
    ("Brown Long-Eared Bat: 3 different bats, 3 needed",           5),
    ("Bechstein's Bat: 3 different bats, 3 needed",                5),
    ("Barbastelle Bat: 3 different bats, 3 needed",                5),
    ("European Hare: 3 hares, 1 each",                             3),
    ("European Hare: 3 hares, 1 each",                             3),
    ("European Hare: 3 hares, 1 each",                             3),
    ("Cave: 0 cards",                                              0),
]  # fmt: skip


def test_the_forest_of_85_points_line_by_line() -> None:
    """§15.13: its butterflies are one line of 6."""
    (lines,) = trufflewood.score("forest-shuffle", CASES[-1]["table"])
    assert sorted((line.text, line.points) for line in lines) == sorted(RULEBOOK)
    assert sum(points for _, points in RULEBOOK) == 85


def test_a_line_names_its_cards_and_its_rule() -> None:
    (lines,) = trufflewood.score("forest-shuffle", CASES[-1]["table"])
    roe = next(line for line in lines if line.args.get("species") == "roe-deer")
    assert (roe.rule, roe.args["cards"], roe.args["tree"]) == ("§13.16", [89], 1)
    cards = [card for line in lines for card in line.args.get("cards", [])]  # type: ignore[union-attr]  # a list here
    assert len(cards) == len(set(cards)) == 21, "each card is in one line"


@pytest.mark.parametrize("form", ["examples", "numbers", "names", "spanish"])
def test_the_same_forest_in_other_forms(form: str) -> None:
    table: str = CASES[5 + 3]["table"]  # four beeches
    layouts: dict[str, Any] = {
        "examples": {
            "players": [{"cave": 0, "trees": [{"species": "beech", "card": n} for n in range(33, 37)]}]
        },
        "numbers": "33; 34; 35; 36",
        "names": "Beech; beech; BEECH; beech",
        "spanish": "haya-común; haya-común 34; haya-común; 42",
    }
    wanted = trufflewood.score("forest-shuffle", table)
    found = trufflewood.score("forest-shuffle", layouts[form])
    assert [line.points for line in found[0]] == [line.points for line in wanted[0]] == [5, 5, 5, 5, 0]
