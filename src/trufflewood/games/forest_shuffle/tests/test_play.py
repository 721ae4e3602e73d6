"""Turns: each row is a sentence of the rules, a position, what is played, and what is true then."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from trufflewood.games.forest_shuffle import GAME, notation
from trufflewood.games.forest_shuffle.tests import witness
from trufflewood.games.forest_shuffle.tests.scenes import choices, facts, play, refused, scene
from trufflewood.kit import laws

NINE = "1 2 3 4 5 6 7 8 9"

PLAYS: list[tuple[str, dict[str, Any], str, dict[str, Any], str]] = [
    # ---- §2 drawing
    ("§2.2", {"hand": "1", "deck": "20 21"}, "draw, draw", {"hand": "1 20 21", "turn": 1}, "two cards, then the next player"),
    ("§2.2", {"hand": "1", "deck": "20", "clearing": "30"}, "draw, take 30", {"hand": "1 20 30", "clearing": "", "turn": 1}, "deck or clearing, each for itself"),
    ("§2.3", {"deck": "20", "clearing": "30 31"}, "take 31", {"hand": "31", "turn": 0, "phase": "second-draw"}, "one after the other"),
    ("§2.4", {"hand": NINE, "deck": "20"}, "draw", {"cards": 10, "turn": 1}, "with nine only one card is drawn"),
    ("§2.4", {"hand": NINE, "clearing": "20"}, "take 20", {"cards": 10, "turn": 1}, "also from the clearing"),
    ("§2.1", {"seats": 3, "deck": "20 21"}, "draw, draw", {"turn": 1}, "left is the next seat number"),
    # ---- §3 paying and placing
    ("§3.2", {"hand": "43 1 2", "deck": "20"}, "play sycamore 43, pay 1, pay 2", {"hand": "", "clearing": "1 2 20", "trees": "sycamore", "turn": 1}, "the rulebook's example: pay, place, turn up"),
    ("§3.2", {"hand": "114 1 2 3", "forest": "oak 10"}, "play goshawk 114 at 1 paying 3, 1", {"hand": "2", "clearing": "1 3", "points": 3}, "the cost of the chosen half alone"),
    ("§3.2", {"hand": "114 1 2 3", "forest": "oak 10"}, "play moss 114 at 1", {"hand": "1 2 3", "clearing": "", "turn": 1}, "the other half costs nothing"),
    ("§3.7", {"hand": "70", "forest": "oak 10: left 71; sapling 99"}, "play european-hare 70 at 2", {"hand": "", "points": 4}, "at any tree or sapling"),
    ("§3.8", {"hand": "70", "forest": "oak 10: left 71 72"}, "play european-hare 70 at 1", {"points": 9}, "any number of hares share a slot"),
    ("§3.8", {"hand": "125", "forest": "oak 10: bottom 134"}, "play common-toad 125 at 1", {"points": 10}, "two toads share one"),
    # ---- §3.4 the bonus
    ("§3.4", {"hand": "89 126 23", "forest": "oak 10", "deck": "5"}, "play roe-deer 89 at 1 paying 23, 126", {"asks": "draw", "more": 1}, "the rulebook's example: a birch and a jay of the birch pay for a birch roe deer"),
    ("§3.4", {"hand": "89 126 1", "forest": "oak 10"}, "play roe-deer 89 at 1 paying 1, 126", {"asks": "", "turn": 1}, "a linden in place of the birch: no bonus"),
    ("§3.5", {"hand": "89 120 149", "forest": "oak 10"}, "play roe-deer 89 at 1 paying 120, 149", {"asks": "draw"}, "either half of a card that pays may match"),
    ("§3.5", {"hand": "89 88 2", "forest": "oak 10"}, "play roe-deer 89 at 1 paying 2, 88", {"asks": ""}, "the other half of the played card (linden) does not count"),
    ("§3.4", {"hand": "10 11 12", "deck": "5"}, "play oak 10 paying 11, 12", {"asks": "extra-turn"}, "trees have bonuses too"),
    ("§3.4", {"hand": "10 11 1", "deck": "5"}, "play oak 10 paying 11, 1", {"asks": "", "turn": 1}, "all cards of the payment must match"),
    # ---- §4 saplings
    ("§4.1", {"hand": "114 1", "deck": "5"}, "sapling 114", {"hand": "1", "trees": "sapling", "points": 0, "turn": 1}, "any card, for nothing, without effect or bonus"),
    ("§4.1", {"hand": "23", "deck": "5"}, "sapling 23", {"trees": "sapling", "points": 0, "asks": ""}, "the birch below is not used"),
    ("§4.4", {"hand": "114", "deck": "5"}, "sapling 114", {"clearing": "5"}, "a sapling turns up a card"),
    ("§4.4", {"hand": "23", "deck": "5 6"}, "play birch 23", {"clearing": "5", "asks": "draw"}, "a tree does, before its effect"),
    ("§4.2", {"hand": "70", "forest": "sapling 99"}, "play european-hare 70 at 1", {"points": 1}, "a sapling has slots"),
    # ---- §5 effects, bonuses
    ("§5.1", {"hand": "23", "deck": "5 6"}, "play birch 23, no", {"hand": "", "turn": 1}, "effects are optional"),
    ("§5.1", {"hand": "117 33 34", "forest": "oak 10", "deck": "5 6 7"}, "play tawny-owl 117 at 1 paying 33, 34, draw, draw, draw", {"hand": "5 6 7", "turn": 1}, "effect (one card), then bonus (two)"),
    ("§5.1", {"hand": "117 33 34", "forest": "oak 10", "deck": "5 6 7"}, "play tawny-owl 117 at 1 paying 33, 34, no, draw, no", {"hand": "5", "turn": 1}, "the effect declined, the bonus used in part"),
    ("§5.2", {"hand": "86 1 2", "forest": "oak 10: right 73 74; oak 11", "deck": "5 6"}, "play red-fox 86 at 2 paying 1, 2, draw, no", {"hand": "5", "turn": 1}, "each single card may be declined"),
    ("§14.4", {"hand": "86 1 2", "forest": "oak 10: right 73 74; oak 11", "deck": "5 6", "draws": "all-or-none"}, "play red-fox 86 at 2 paying 1, 2, draw", {"hand": "5 6", "turn": 1}, "all or none"),
    ("§14.4", {"hand": "86 1 2", "forest": "oak 10: right 73 74; oak 11", "deck": "5 6", "draws": "all-or-none"}, "play red-fox 86 at 2 paying 1, 2, no", {"hand": "", "turn": 1}, "or none"),
    ("§5.3", {"hand": "126 1", "forest": "oak 10", "deck": "5 6"}, "play eurasian-jay 126 at 1 paying 1, yes", {"turn": 0, "phase": "turn", "extra": 0}, "another whole turn"),
    ("§5.3", {"hand": "126 1", "forest": "oak 10", "deck": "5 6"}, "play eurasian-jay 126 at 1 paying 1, yes, draw, draw", {"hand": "5 6", "turn": 1}, "to draw, too"),
    ("§5.3", {"hand": "126 1", "forest": "oak 10"}, "play eurasian-jay 126 at 1 paying 1, no", {"turn": 1}, "it may be declined"),
    ("§5.3", {"hand": "126 137 1 2", "forest": "oak 10; oak 11", "deck": "5 6"}, "play eurasian-jay 126 at 1 paying 1, yes, play eurasian-jay 137 at 2 paying 2, yes, draw", {"turn": 0, "phase": "second-draw"}, "extra turns chain"),
    ("§5.3", {"hand": "126 1", "forest": "oak 10", "clearing": "41 42 43 44 45 46 47 48 49"}, "play eurasian-jay 126 at 1 paying 1, yes", {"clearing": "", "box": 10, "turn": 0}, "after the clearing was looked at"),
    ("§5.4", {"hand": "113 85 56", "forest": "oak 10; oak 11"}, "play european-badger 113 at 1 paying 56, play european-badger 85 at 2", {"hand": "", "turn": 1, "points": 4}, "placed for nothing, its own bonus unused"),
    ("§5.4", {"hand": "113 80 56", "forest": "oak 10; oak 11"}, "play european-badger 113 at 1 paying 56, play beech-marten 80 at 2", {"asks": "", "turn": 1}, "its effect is unused too"),
    ("§5.4", {"hand": "113 79 56", "forest": "oak 10; oak 11", "clearing": "1 2"}, "play european-badger 113 at 1 paying 56, play brown-bear 79 at 2", {"clearing": "1 2 56", "cave": 0, "turn": 1}, "a bear placed for nothing takes nothing"),
    ("§5.4", {"hand": "90 81 17 18", "forest": "oak 10; oak 11"}, "play red-deer 90 at 1 paying 17, 18, play red-deer 81 at 2", {"turn": 1}, "a deer for a deer"),
    ("§5.4", {"hand": "17 18 19 70", "deck": "5"}, "play silver-fir 17 paying 18, 19, play european-hare 70 at 1", {"points": 3, "turn": 1}, "a pawed animal for the silver fir"),
    ("§5.4", {"hand": "118 56 70", "forest": "oak 10"}, "play fire-salamander 118 at 1 paying 56, play european-hare 70 at 1", {"points": 6, "turn": 1}, "and for the salamander"),
    ("§5.4", {"hand": "123 23 24 126", "forest": "oak 10"}, "play stag-beetle 123 at 1 paying 23, 24, play eurasian-jay 126 at 1", {"points": 3, "turn": 1, "extra": 0}, "a bird for the stag beetle; the jay gives no turn"),
    ("§5.4", {"hand": "113 141 56", "forest": "oak 10: bottom 150; oak 11", "deck": "5"}, "play european-badger 113 at 1 paying 56, play mole 141 at 2, draw", {"hand": "5", "turn": 1}, "mushrooms work for it, the mole does not"),
    ("§5.5", {"hand": "86 70 1 2", "forest": "oak 10"}, "play red-fox 86 at 1 paying 1, 2", {"hand": "70", "turn": 1}, "a hare in hand does not count"),
    # ---- §5.6 mushrooms
    ("§5.6", {"hand": "114", "forest": "oak 10: bottom 139", "deck": "5 6"}, "sapling 114, draw", {"hand": "6", "clearing": "5"}, "a chanterelle works for a sapling, after its card is turned up"),
    ("§5.6", {"hand": "23", "forest": "oak 10: bottom 139; oak 11: bottom 158", "deck": "5 6 7 8"}, "play birch 23, draw, draw, draw", {"hand": "6 7 8", "clearing": "5", "turn": 1}, "one card per copy, before the birch's own"),
    ("§5.6", {"hand": "70", "forest": "oak 10: bottom 144", "deck": "5"}, "play european-hare 70 at 1, draw", {"hand": "5"}, "a fly agaric for paws"),
    ("§5.6", {"hand": "114", "forest": "oak 10: bottom 150; oak 11", "deck": "5"}, "play moss 114 at 2, draw", {"hand": "5"}, "a parasol for cards below"),
    ("§5.6", {"hand": "120", "forest": "oak 10: bottom 145", "deck": "5"}, "play camberwell-beauty 120 at 1, draw", {"hand": "5"}, "a penny bun for cards atop"),
    ("§5.6", {"hand": "134", "forest": "oak 10: bottom 145; oak 11: bottom 144", "deck": "5 6"}, "play red-squirrel 134 at 1, draw, draw", {"hand": "5 6"}, "a squirrel is atop and has paws"),
    ("§5.6", {"hand": "120", "forest": "oak 10: bottom 145", "deck": "5"}, "play camberwell-beauty 120 at 1, no", {"hand": "", "turn": 1}, "optional"),
    ("§5.7", {"hand": "160 1 2", "forest": "oak 10: bottom 150; oak 11", "deck": "5 6"}, "play parasol-mushroom 160 at 2 paying 1, 2, draw", {"hand": "5", "turn": 1}, "the second parasol triggers only the first"),
    ("§5.7", {"hand": "160 1 2", "forest": "oak 10"}, "play parasol-mushroom 160 at 1 paying 1, 2", {"asks": "", "turn": 1}, "a mushroom does not work for itself"),
    ("§5.6", {"hand": "132 1", "forest": "oak 10: bottom 150; oak 11: bottom 144; sapling 99", "deck": "5 6"}, "play hedgehog 132 at 3 paying 1, draw, draw", {"hand": "5 6", "turn": 1}, "a hedgehog below a sapling has paws, too"),
    ("§5.5", {"hand": "141 1 2 86 3 4 70", "forest": "oak 10; oak 11; oak 12", "deck": "5 6"}, "play mole 141 at 1 paying 1, 2, play red-fox 86 at 2 paying 3, 4, play european-hare 70 at 3, no", {"asks": "draw", "more": 1}, "hares are counted when the fox is resolved, not when it is placed"),
    # ---- §2.5 the limit
    ("§2.5", {"hand": "86 1 2 3 4 5 6 7 8 9", "forest": "oak 10: right 73 74 75 83; oak 11", "deck": "20 21 22 24"}, "play red-fox 86 at 2 paying 1, 2, draw, draw, draw", {"cards": 10, "turn": 1}, "four hares, but a hand holds ten"),
    ("§2.5", {"hand": "86 1 2 3 4 5 6 7 8 9", "forest": "oak 10: right 73 74 75 83; oak 11", "deck": "20 21 22 24", "draws": "all-or-none"}, "play red-fox 86 at 2 paying 1, 2, draw", {"cards": 10, "turn": 1}, "also where they go together"),
    # ---- §6 special animals
    ("§6.1", {"hand": "79 1 2 3", "forest": "oak 10", "clearing": "40 41"}, "play brown-bear 79 at 1 paying 1, 2, 3, yes", {"cave": 5, "clearing": "", "asks": "draw"}, "the whole clearing, what was just paid included"),
    ("§6.1", {"hand": "79 1 2 3", "forest": "oak 10", "deck": "5"}, "play brown-bear 79 at 1 paying 1, 2, 3, yes, no, yes", {"cave": 3, "turn": 0, "phase": "turn", "hand": ""}, "the draw declined, the turn taken"),
    ("§6.1", {"hand": "79 1 2 3", "forest": "oak 10", "deck": "5"}, "play brown-bear 79 at 1 paying 1, 2, 3, no, draw, no", {"cave": 0, "turn": 1, "hand": "5", "clearing": "1 2 3"}, "the clearing left alone, the draw made, the turn declined"),
    ("§6.1", {"hand": "79 1 2 10", "forest": "oak 11"}, "play brown-bear 79 at 1 paying 1, 2, 10, yes", {"cave": 3, "turn": 1}, "no bonus without matching cards"),
    ("§6.2", {"hand": "73 1 2 3 4", "forest": "oak 10", "deck": "5 6"}, "play raccoon 73 at 1 paying 1, cave 2, cave 4, no", {"cave": 2, "hand": "3 5 6", "turn": 1, "points": 2}, "as many are drawn as went into the cave"),
    ("§6.2", {"hand": "73 1 2", "forest": "oak 10", "deck": "5 6"}, "play raccoon 73 at 1 paying 1, no", {"cave": 0, "hand": "2", "turn": 1}, "none: nothing is drawn"),
    ("§6.2", {"hand": "73 1 2 3", "forest": "oak 10", "deck": "W", "winters": 2}, "play raccoon 73 at 1 paying 1, cave 2, cave 3, no", {"cave": 2, "phase": "over", "points": 2}, "they lie in the cave before the first is drawn"),
    ("§6.3", {"hand": "97 78 96 71", "forest": "oak 10; oak 11; oak 12"}, "play gnat 97 at 1, play barbastelle-bat 78 at 2, play greater-horseshoe-bat 71 at 1, play bechsteins-bat 96 at 3, no", {"hand": "", "points": 18, "turn": 1}, "any number of bats, for nothing"),
    ("§6.3", {"hand": "97 78", "forest": "oak 10; oak 11"}, "play gnat 97 at 1, no", {"hand": "78", "turn": 1}, "or none"),
    ("§6.4", {"hand": "86 1 2", "forest": "oak 10: right 73 74; oak 11", "deck": "5 6 7"}, "play red-fox 86 at 2 paying 1, 2, draw, draw", {"hand": "5 6", "turn": 1}, "one for each hare"),
    ("§6.5", {"hand": "98 1 2 3", "forest": "oak 10: left 81, right 76; oak 11: right 90; oak 12: right 99; oak 13", "deck": "5 6 7 8"}, "play wolf 98 at 4 paying 1, 2, 3", {"asks": "draw", "more": 3}, "three deer; a squeaker is none"),
    ("§6.5", {"hand": "98 49 50 51", "forest": "oak 10", "deck": "5"}, "play wolf 98 at 1 paying 49, 50, 51, yes", {"turn": 0, "phase": "turn"}, "no deer, no draw; its bonus is another turn"),
    # ---- §6.6 the mole
    ("§6.6", {"hand": "141 1 2 114 33 3", "forest": "oak 10", "deck": "5 6"}, "play mole 141 at 1 paying 1, 2, play beech 33, pay 3, play moss 114, at 2, no, draw", {"hand": "6", "trees": "oak beech", "clearing": "1 2 3 5", "turn": 1}, "each is paid for and placed, and then brings about what it does"),
    ("§6.6", {"hand": "141 1 2 114", "forest": "oak 10", "deck": "5 6"}, "play mole 141 at 1 paying 1, 2, sapling 114, no", {"trees": "oak sapling", "clearing": "1 2 5", "turn": 1}, "saplings are allowed"),
    ("§6.6", {"hand": "141 1 2 114", "forest": "oak 10"}, "play mole 141 at 1 paying 1, 2, no", {"hand": "114", "turn": 1}, "none is a number, too"),
    ("§6.6", {"hand": "141 1 2", "forest": "oak 10: bottom 150; oak 11", "deck": "5 6"}, "play mole 141 at 2 paying 1, 2, draw", {"asks": "mole", "hand": "5"}, "mushroom cards for the mole itself come first and may be used"),
    ("§6.7", {"hand": "141 1 2 23 24", "forest": "oak 10", "deck": "W 6 7", "winters": 2}, "play mole 141 at 1 paying 1, 2, play birch 23, play birch 24, no", {"trees": "oak birch birch", "phase": "over", "points": 2}, "all are placed before the first card is turned up"),
    ("§14.7", {"hand": "141 1 2 23 24", "forest": "oak 10", "deck": "W 6 7", "winters": 2, "mole_reveals": "each"}, "play mole 141 at 1 paying 1, 2, play birch 23", {"trees": "oak birch", "phase": "over"}, "at each placement"),
    ("§6.7", {"hand": "141 1 2 23 24", "forest": "oak 10", "deck": "5 6 7 8"}, "play mole 141 at 1 paying 1, 2, play birch 23, play birch 24, no", {"clearing": "1 2 5 6", "asks": "resolve"}, "one card for each tree"),
    ("§6.8", {"hand": "141 1 2 126 3 86 4 5", "forest": "oak 10; oak 11: left 70 71", "deck": "20 21 22"}, "play mole 141 at 1 paying 1, 2, play eurasian-jay 126 at 1 paying 3, play red-fox 86 at 1 paying 4, 5, no, resolve 2", {"asks": "draw", "more": 2}, "in any order: the fox first"),
    ("§14.6", {"hand": "141 1 2 126 3 86 4 5", "forest": "oak 10; oak 11: left 70 71", "deck": "20 21 22", "mole_order": "placed"}, "play mole 141 at 1 paying 1, 2, play eurasian-jay 126 at 1 paying 3, play red-fox 86 at 1 paying 4, 5, no", {"asks": "extra-turn"}, "as placed: the jay first"),
    ("§6.8", {"hand": "141 1 2 80 3 73 4 27", "forest": "oak 10; oak 11", "deck": "20 21"}, "play mole 141 at 1 paying 1, 2, play beech-marten 80 at 1 paying 3, play raccoon 73 at 2 paying 4, no, resolve 1, draw, cave 20, no", {"cave": 1, "hand": "21 27"}, "a raccoon may use what was drawn meanwhile"),
    ("§6.8", {"hand": "141 1 2 79 3 4 5 33 6", "forest": "oak 10", "deck": "20 21"}, "play mole 141 at 1 paying 1, 2, play brown-bear 79 at 1 paying 3, 4, 5, play beech 33, pay 6, no, resolve 1, yes", {"cave": 7, "clearing": ""}, "a bear takes what lies there when it is resolved"),
    ("§6.8", {"hand": "141 1 2 126 3 137 4", "forest": "oak 10; oak 11", "deck": "20 21"}, "play mole 141 at 1 paying 1, 2, play eurasian-jay 126 at 1 paying 3, play eurasian-jay 137 at 2 paying 4, no, resolve 1, yes, yes", {"turn": 0, "phase": "turn", "extra": 1}, "several turns are won in one, and taken one after the other"),
    ("§6.9", {"hand": "141 1 2 159 3 4 23 126 5", "forest": "oak 10; oak 11", "deck": "20 21 22"}, "play mole 141 at 1 paying 1, 2, play eurasian-jay 126 at 1 paying 5, play mole 159 at 2 paying 3, 4, no, resolve 2, play birch 23, no", {"asks": "draw", "clearing": "1 2 3 4 5 20"}, "the cards of the second mole come before the rest of the first one's"),
    ("§3.8", {"hand": "141 1 2 70 71", "forest": "oak 10"}, "play mole 141 at 1 paying 1, 2, play european-hare 70 at 1, play european-hare 71 at 1, no", {"points": 4, "turn": 1}, "two hares may join in one turn (§15.5)"),
    # ---- §7 the clearing
    ("§7.1", {"hand": "114", "deck": "5", "clearing": "40 41 42 43 44 45 46 47 48"}, "sapling 114", {"clearing": "", "box": 10, "turn": 1}, "ten cards: all of them go"),
    ("§7.1", {"hand": "114", "deck": "5", "clearing": "40 41 42 43 44 45 46 47"}, "sapling 114", {"clearing": "5 40 41 42 43 44 45 46 47", "box": 0}, "nine stay"),
    ("§7.1", {"hand": "79 1 2 3", "forest": "oak 10", "clearing": "40 41 42 43 44 45 46 47 48"}, "play brown-bear 79 at 1 paying 1, 2, 3, yes", {"cave": 12, "box": 0}, "more than ten during a turn: a bear may have them"),
    ("§7.2", {"hand": "114", "deck": "W 5", "clearing": "40 41 42 43 44 45 46 47"}, "sapling 114", {"winters": 1, "box": 0}, "a winter card beside it does not count"),
    # ---- §8 winter
    ("§8.1", {"hand": "1", "deck": "W 20 21"}, "draw, draw", {"hand": "1 20 21", "winters": 1, "turn": 1}, "drawn: the next card replaces it"),
    ("§8.1", {"hand": "114", "deck": "W 5"}, "sapling 114", {"clearing": "5", "winters": 1}, "turned up: the next card goes to the clearing"),
    ("§8.1", {"hand": "23", "deck": "5 W 6"}, "play birch 23, draw", {"hand": "6", "winters": 1}, "drawn by an effect"),
    ("§8.1", {"hand": "120", "forest": "oak 10: bottom 145", "deck": "W 6"}, "play camberwell-beauty 120 at 1, draw", {"hand": "6", "winters": 1}, "drawn by a mushroom"),
    ("§8.1", {"hand": "1", "deck": "W W 20 21"}, "draw", {"hand": "1 20", "winters": 2}, "two in a row"),
    ("§8.2", {"hand": "1", "deck": "W", "winters": 2}, "draw", {"hand": "1", "phase": "over"}, "the third ends the game at once, without a replacement"),
    ("§8.3", {"hand": "23", "deck": "W", "winters": 2}, "play birch 23", {"trees": "birch", "points": 1, "phase": "over"}, "the tree that turned it up counts"),
    ("§8.2", {"hand": "10 11 12", "deck": "W", "winters": 2}, "play oak 10 paying 11, 12", {"phase": "over", "asks": "", "extra": 0}, "no bonus any more"),
    ("§8.2", {"hand": "114", "deck": "W", "clearing": "40 41 42 43 44 45 46 47 48 49", "winters": 2}, "sapling 114", {"phase": "over", "box": 0}, "the clearing is not looked at"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "position", "moves", "wanted", "because"), PLAYS)
def test_play(rule: str, position: dict[str, Any], moves: str, wanted: dict[str, Any], because: str) -> None:
    state = play(scene(**position), moves)
    found = facts(state)
    assert {name: found[name] for name in wanted} == wanted, because


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    # rule     position                                              moves                                      because
    ("§2.1",  {"hand": "1"},                                        "no",                                       "there is no passing"),
    ("§2.4",  {"hand": NINE + " 10", "clearing": "30"},             "draw",                                     "ten cards in hand"),
    ("§2.4",  {"hand": NINE + " 10", "clearing": "30"},             "take 30",                                  "from the clearing neither"),
    ("§2.2",  {"hand": "114", "deck": "20"},                        "draw, sapling 114",                        "the second card is a must"),
    ("§2.2",  {"clearing": "30"},                                   "take 31",                                  "not in the clearing"),
    ("§2.5",  {"hand": "23", "deck": "5 6", "clearing": "30"},      "play birch 23, take 30",                   "effects draw from the deck"),
    ("§3.1",  {"hand": "1"},                                        "play linden 2",                            "not in hand"),
    ("§3.2",  {"hand": "10 1"},                                     "play oak 10",                              "an oak costs two other cards"),
    ("§3.2",  {"hand": "33"},                                       "play beech 33",                            "a card cannot pay for itself"),
    ("§3.2",  {"hand": "10 1 2 3"},                                 "play oak 10, pay 1, pay 2, pay 3",         "nor may one pay too much"),
    ("§3.2",  {"hand": "10 1 2 3"},                                 "play oak 10, pay 1, draw",                 "or too little"),
    ("§3.7",  {"hand": "114"},                                      "play moss 114",                            "no tree"),
    ("§3.7",  {"hand": "114", "forest": "oak 10: bottom 125"},      "play moss 114",                            "no empty slot on that side"),
    ("§3.7",  {"hand": "114", "forest": "oak 10: bottom 125; oak 11"}, "play moss 114, at 1",                   "that slot is taken"),
    ("§3.7",  {"hand": "114", "forest": "oak 10"},                  "play moss 114, at 2",                      "no such tree"),
    ("§3.7",  {"hand": "136", "forest": "oak 10: bottom 125 134"},  "play common-toad 136",                     "a third toad finds no room (§3.8)"),
    ("§3.7",  {"hand": "136", "forest": "oak 10: bottom 125 134; oak 11"}, "play common-toad 136, at 1",        "nor beside two others (§3.8)"),
    ("§3.7",  {"hand": "70", "forest": "oak 10: left 73; oak 11"},  "play european-hare 70, at 1",              "hares share with hares alone (§3.8)"),
    ("§5.4",  {"hand": "113 114 56", "forest": "oak 10; oak 11"},   "play european-badger 113 at 1 paying 56, play goshawk 114", "a goshawk has no paws"),
    ("§5.4",  {"hand": "113 23 56", "forest": "oak 10; oak 11"},    "play european-badger 113 at 1 paying 56, sapling 23", "no sapling is placed for nothing"),
    ("§5.4",  {"hand": "113 23 56", "forest": "oak 10; oak 11"},    "play european-badger 113 at 1 paying 56, play birch 23", "nor a tree"),
    ("§14.3", {"hand": "141 1 2 70 71", "forest": "oak 10; oak 11", "sharing": "later-turn"}, "play mole 141 at 1 paying 1, 2, play european-hare 70 at 1, play european-hare 71, at 1", "not in the same turn"),
    ("§1.7",  {"hand": "1"},                                        "redraw",                                   "only before the first turn"),
    ("§6.2",  {"hand": "1"},                                        "cave 1",                                   "no raccoon"),
    ("§6.8",  {"hand": "1"},                                        "resolve 1",                                "no mole"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "position", "moves", "because"), REFUSED)
def test_refused(rule: str, position: dict[str, Any], moves: str, because: str) -> None:
    assert refused(scene(**position), moves) == rule, because


def test_another_players_turn_is_refused() -> None:
    """§2.1"""
    assert refused(scene(hand="1", other_hand="2"), "sapling 2", seat=1) == "§2.1"


@pytest.mark.parametrize(
    "row", [row for row in PLAYS if "W" not in row[1].get("deck", "")], ids=lambda row: row[4]
)
def test_the_laws_hold_on_the_way(row: tuple[str, dict[str, Any], str, dict[str, Any], str]) -> None:
    """Random games seldom come to moles and bears: the same laws at every step of these rows."""
    state, random, seen = scene(**row[1]), Random(1), cast(laws.Witness, witness)
    for move in notation.read(row[2]):
        seat = int(state.turn)
        laws.legal_is_what_is_not_refused(GAME, state, [seat], int(state.box.seats))
        laws.look_closely(GAME, seen, state, int(state.box.seats), random)
        laws.a_move_tells_what_it_may(GAME, seen, state, seat, move, int(state.box.seats), random)
        play(state, notation.write(move))
    laws.look_closely(GAME, seen, state, int(state.box.seats), random)


# ---- decisions are always opened (§5.1), whatever the hand holds

OPENED: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("§6.3", {"hand": "97 1", "forest": "oak 10"}, "play gnat 97 at 1", ["no"]),
    ("§13.7", {"hand": "113 1 56", "forest": "oak 10"}, "play european-badger 113 at 1 paying 56", ["no"]),
    ("§10.3", {"hand": "17 18 19", "deck": "5"}, "play silver-fir 17 paying 18, 19", ["no"]),
    ("§12.8", {"hand": "118 56", "forest": "oak 10"}, "play fire-salamander 118 at 1 paying 56", ["no"]),
    ("§12.13", {"hand": "123 23 24 1", "forest": "oak 10"}, "play stag-beetle 123 at 1 paying 23, 24", ["no"]),
    ("§13.14", {"hand": "90 17 18", "forest": "oak 10"}, "play red-deer 90 at 1 paying 17, 18", ["no"]),
    ("§6.2", {"hand": "73 1", "forest": "oak 10"}, "play raccoon 73 at 1 paying 1", ["no"]),
    ("§6.6", {"hand": "141 1 2", "forest": "oak 10"}, "play mole 141 at 1 paying 1, 2", ["no"]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "position", "moves", "wanted"), OPENED)
def test_no_is_asked_for_even_as_the_only_answer(
    rule: str, position: dict[str, Any], moves: str, wanted: list[str]
) -> None:
    assert choices(play(scene(**position), moves)) == wanted


def test_no_question_where_all_see_that_nothing_can_happen() -> None:
    """§15.14: an empty clearing, a full hand."""
    state = play(scene(hand="79 1 2 3 80 4 141 5 6 33", forest="oak 10; oak 11", deck="20 21"),
                 "play mole 141 at 1 paying 5, 6, no")  # fmt: skip
    assert facts(state)["turn"] == 1


# ---- short decisions


def test_each_payment_is_offered_once() -> None:
    """§3.3: every set of two cards out of four, in one order."""
    found: list[str] = []
    for first in choices(play(scene(hand="10 1 2 3 4"), "play oak 10")):
        for second in choices(play(scene(hand="10 1 2 3 4"), f"play oak 10, {first}")):
            found.append(f"{first}, {second}")
    assert len(found) == len({frozenset(one.split(", ")) for one in found}) == 6


def test_payment_may_be_typed_in_any_order() -> None:
    state = play(scene(hand="10 1 2 3", deck="5"), "play oak 10 paying 3, 1")
    assert facts(state)["hand"] == "2"


def test_a_free_hare_may_join_at_once_where_paid_ones_wait() -> None:
    """§14.3"""
    position: dict[str, Any] = {
        "hand": "17 18 19 70",
        "deck": "5",
        "forest": "oak 10: left 71",
        "sharing": "later-turn",
    }
    state = play(scene(**position), "play silver-fir 17 paying 18, 19, play european-hare 70 at 1")
    assert facts(state)["turn"] == 1


def test_mushrooms_of_the_next_card() -> None:
    """§14.5: a parasol placed by a mole works for the next card of the same turn."""
    hand, moves = (
        "141 1 2 150 3 4 114",
        "play mole 141 at 1 paying 1, 2, play parasol-mushroom 150 at 2 paying 3, 4, play moss 114 at 3, no",
    )
    late = play(scene(hand=hand, forest="oak 10; oak 11; oak 12", deck="20"), moves)
    soon = play(scene(hand=hand, forest="oak 10; oak 11; oak 12", deck="20", mushrooms="next-card"), moves)
    assert (facts(late)["asks"], facts(soon)["asks"]) == ("", "draw")


def test_a_mushroom_works_in_an_extra_turn() -> None:
    """§5.7, §15.7"""
    state = scene(hand="141 1 2 150 3 4 126 5 114", forest="oak 10; oak 11; oak 12", deck="20 21")
    play(state, "play mole 141 at 1 paying 1, 2, play parasol-mushroom 150 at 2 paying 3, 4")
    play(state, "play eurasian-jay 126 at 1 paying 5, no, yes, play moss 114 at 3")
    assert facts(state)["asks"] == "draw"


SHARED = [
    # own forest      the other's    ranks    key       because
    ("birch 23",      "birch 24",    (1, 1),  "shared", "equal points share the victory"),
    ("birch 23",      "",            (1, 2),  "won",    "the most points win"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "other", "ranks", "key", "because"), SHARED)
def test_victory(own: str, other: str, ranks: tuple[int, int], key: str, because: str) -> None:
    """§9.7"""
    state = play(scene(forest=own, other_forest=other, deck="W", winters=2), "draw")
    outcome = GAME.rules.outcome(state)
    assert outcome is not None and (outcome.ranks, outcome.key, outcome.rule) == (ranks, key, "§9.7"), because


def test_cards_drawn_meanwhile_cannot_be_played_by_the_mole() -> None:
    """§6.6: once the mole is done, only the resolving is left."""
    state = scene(hand="141 1 2 23 24", forest="oak 10", deck="5 6 7 8")
    play(state, "play mole 141 at 1 paying 1, 2, play birch 23, play birch 24, no, resolve 1, draw")
    assert facts(state)["asks"] == "draw" and facts(state)["hand"] == "7"
    assert choices(state) == ["draw", "no"]
