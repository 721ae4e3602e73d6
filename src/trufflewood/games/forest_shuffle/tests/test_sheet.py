"""`trufflewood score`: forms that it takes, and what it will not guess."""

from __future__ import annotations

from typing import Any

import pytest

import trufflewood
from trufflewood.kit.errors import BadLayout

FORMS: list[tuple[Any, list[int]]] = [
    ("oak 10: left 70 71, bottom moss; cave 3",                      [7]),
    ("10: left 70 71; sapling: bottom moss 114",                     [4]),
    ("linden; linden / linden",                                      [6, 1]),
    ("linden\nlinden: left violet-carpenter-bee\n/\nlinden; linden", [6, 2]),
    ("tilo: izquierda liebre-común 70 liebre-común; brote; cueva 2", [9]),
    ("Silver Fir: top Tawny-Owl",                                    [7]),
    ({"players": [{"trees": [{"species": "silver_fir", "top": [{"species": "tawny_owl", "tree_symbol": "beech"}]}]}]}, [7]),
    ({"players": [{"trees": [17, "birch", {"card": 24, "left": [70, "european-hare 71"]}], "cave": [1, 2]}]}, [8]),
    ({"players": [{"cave": 4}, {"trees": []}]},                      [4, 0]),
]  # fmt: skip


@pytest.mark.parametrize(("layout", "wanted"), FORMS)
def test_forms(layout: Any, wanted: list[int]) -> None:
    found = trufflewood.score("forest-shuffle", layout)
    assert [sum(line.points for line in lines) for lines in found] == wanted


WRONG: list[tuple[Any, str]] = [
    ("oak 67",                                       "there is no card 67"),
    ("oak 200",                                      "there is no card 200"),
    ("oak 23",                                       "card 23 shows Birch"),
    ("ook",                                          'no species called "ook"'),
    ("oak: middle 70",                               'no slot "middle"'),
    ("oak: left 114",                                '"114" cannot lie there (left): it belongs top and bottom'),
    ("oak: top moss",                                '"moss" cannot lie there (top): it belongs bottom'),
    ("114",                                          '"114" cannot lie there (tree)'),
    ("oak: top 10",                                  "it belongs tree"),
    ("oak: left 70; oak: left 70",                   "card 70 lies there twice"),
    ("oak 10; oak 10",                               "card 10 lies there twice"),
    ("oak: left 70 78",                              "only hares share a slot"),
    ("oak: left lynx lynx",                          "only hares share a slot"),
    ("oak: bottom 125 134 136",                      "at most two toads"),
    ("; ".join(["oak"] * 8),                         "Oak exists 7 times"),
    ("oak: right roe-deer",                          "give the number of every card"),
    ("oak: right 89; oak: top goshawk",              "also of Goshawk"),
    ("a / b / c / d / e / f",                        "up to five players"),
    ({"players": []},                                'needs "players"'),
    ({"forests": []},                                'needs "players"'),
    ({"players": [{"tree": []}]},                    '"tree" is nothing that a player has'),
    ({"players": [{"trees": [{"card": 10, "up": [1]}]}]}, 'no slot "up"'),
    ({"players": [{"cave": -1}]},                    "from 0 to 158 cards, not -1"),
    ({"players": [{"trees": [{"species": "oak", "top": [{"species": "goshawk", "tree_symbol": "linden"}]}]}]}, "symbol of Linden"),
    ({"players": [{"trees": [{"species": "oak", "top": [{}]}]}]}, "is no card"),
    ({"players": [{"trees": ["oak"]}], "options": {"bats": 7}}, "options cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("layout", "sentence"), WRONG)
def test_what_cannot_lie_is_named(layout: Any, sentence: str) -> None:
    with pytest.raises(BadLayout) as caught:
        trufflewood.score("forest-shuffle", layout)
    assert sentence in str(caught.value)
    assert caught.value.say("es") != str(caught.value)


def test_cards_are_found_for_names_even_if_others_must_make_room() -> None:
    """Each species named as often as it exists: every card is needed, and no two on one card clash."""
    hares = "; ".join(["sapling: left european-hare"] * 6 + ["sapling: right european-hare"] * 5)
    (lines,) = trufflewood.score("forest-shuffle", hares + "; sapling: right greater-horseshoe-bat")
    assert sum(line.points for line in lines) == 121
