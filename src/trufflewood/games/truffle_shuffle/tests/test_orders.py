"""Every sentence of the pages on orders and cards as a row; and all ways to fill an order, twice."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import trufflewood
from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import (
    COLOURS,
    KIND_OF,
    KINDS,
    ORDERS,
    copies_in,
)
from trufflewood.games.truffle_shuffle.scoring import FIRST_COLOUR_CHANGE, FIRST_NUMBER_CHANGE, spends, ways
from trufflewood.games.truffle_shuffle.state import State
from trufflewood.games.truffle_shuffle.tests import brute
from trufflewood.games.truffle_shuffle.tests.tables import counts, names, table
from trufflewood.games.truffle_shuffle.view import View
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.game import legal_moves


def unpack(spend: int) -> brute.Spend:
    digits = [spend >> 6 * n & 63 for n in range(4, -1, -1)]
    truffles = tuple(KINDS[digit - 1].key for digit in digits if digit)
    modifiers = [
        KINDS[first + colour].key
        for start, first in ((30, FIRST_NUMBER_CHANGE), (42, FIRST_COLOUR_CHANGE))
        for colour in range(len(COLOURS))
        for _ in range(spend >> start + 3 * colour & 7)
    ]
    return ORDERS[spend >> 54].key, truffles, tuple(modifiers)


def ways_with_all(order: str, short: str) -> int:
    """How many ways to fill an order lay down the whole hand, each card with its part."""
    cards = sorted(names(short))
    found = [unpack(spend) for spend in spends(counts(cards))]
    return sum(name == order and sorted(truffles + modifiers) == cards for name, truffles, modifiers in found)


# fmt: off
FILLS = [
    # rule     order                    all of these cards      fills  because
    ("§5.1",  "one-of-each-colour",    "g1 p5 o5 k2",           True,  "any numbers, one card in each colour"),
    ("§5.1",  "one-of-each-colour",    "g1 g5 o5 k2",           False, "no purple"),
    ("§5.1",  "one-of-each-colour",    "gT pS o# kN",           True,  "or special cards"),
    ("§5.2",  "four-of-one-colour",    "g1 g1 g3 g5",           True,  "any numbers of the same colour"),
    ("§5.2",  "four-of-one-colour",    "gT gS g= gC",           True,  "or special cards"),
    ("§5.2",  "four-of-one-colour",    "g1 g1 g3 k5",           False, "one is pink"),
    ("§5.3",  "small-straight",        "g1 p2 o3 k4",           True,  "1 to 4, of any colours"),
    ("§5.3",  "small-straight",        "g2 p3 o4 k5",           True,  "2 to 5"),
    ("§5.3",  "small-straight",        "g1 p2 o3 k5",           False, "4 is missing"),
    ("§5.3",  "small-straight",        "g1 p3 o4 k5",           False, "2 is missing"),
    ("§5.4",  "small-straight-flush",  "g1 g2 g3 g4",           True,  "of the same colour"),
    ("§5.4",  "small-straight-flush",  "g2 g3 g4 g5",           True,  "2 to 5"),
    ("§5.4",  "small-straight-flush",  "g1 g2 g3 k4",           False, "one is pink"),
    ("§5.5",  "large-straight",        "g1 p2 o3 k4 g5",        True,  "1 to 5, of any colours"),
    ("§5.5",  "large-straight",        "g1 p2 o3 k4 g4",        False, "5 is missing"),
    ("§5.6",  "large-straight-flush",  "g1 g2 g3 g4 g5",        True,  "of the same colour"),
    ("§5.6",  "large-straight-flush",  "g1 g2 g3 g4 k5",        False, "one is pink"),
    ("§5.7",  "one-1",                 "k1",                    True,  "a single 1 of any colour"),
    ("§5.7",  "one-1",                 "k2",                    False, "a 2 is no 1"),
    ("§5.8",  "two-2s",                "k2 g2",                 True,  "of any colours"),
    ("§5.8",  "two-2s",                "k2 g1",                 False, "one 2 only"),
    ("§5.9",  "two-2s-flush",          "k2 k2",                 True,  "of the same colour"),
    ("§5.9",  "two-2s-flush",          "k2 g2",                 False, "two colours"),
    ("§5.10", "three-3s",              "k3 g3 o3",              True,  "of any colours"),
    ("§5.11", "three-3s-flush",        "k3 k3 k3",              True,  "of the same colour"),
    ("§5.11", "three-3s-flush",        "k3 k3 g3",              False, "two colours"),
    ("§5.12", "four-4s",               "k4 g4 o4 o4",           True,  "of any colours"),
    ("§5.13", "four-4s-flush",         "k4 k4 k4 k4",           True,  "of the same colour"),
    ("§5.13", "four-4s-flush",         "k4 k4 k4 o4",           False, "two colours"),
    ("§5.14", "five-5s",               "k5 g5 o5 o5 p5",        True,  "of any colours"),
    ("§5.15", "five-5s-flush",         "k5 k5 k5 k5 r5",        True,  "of the same colour, with the Rainbow 5"),
    ("§5.15", "five-5s-flush",         "k5 k5 k5 o5 r5",        False, "one is orange"),
    ("§6.1",  "two-2s",                "g2 g3",                 False, "a truffle counts as what it is"),
    ("§6.2",  "two-2s-flush",          "g2 r2",                 True,  "a Rainbow is any colour"),
    ("§6.2",  "one-of-each-colour",    "g2 r2 o1 k1",           True,  "a Rainbow as the missing purple"),
    ("§6.2",  "one-of-each-colour",    "r1 r2 r3 r4",           True,  "each Rainbow as one colour"),
    ("§6.2",  "two-2s",                "g2 r1",                 False, "its number stays"),
    ("§6.2",  "one-1",                 "r1",                    True,  "it has a number"),
    ("§6.3",  "one-1",                 "g#",                    True,  "any number from 1 to 5"),
    ("§6.3",  "large-straight",        "g1 g2 g# g4 g5",        True,  "here a 3"),
    ("§6.3",  "large-straight-flush",  "g1 g2 p# g4 g5",        False, "it keeps its colour"),
    ("§6.4",  "two-2s",                "g2 p=",                 True,  "a Duplicate copies another number"),
    ("§6.4",  "two-2s-flush",          "g2 p=",                 False, "it keeps its colour"),
    ("§6.4",  "three-3s",              "g3 p= o=",              True,  "both copy the 3"),
    ("§6.4",  "three-3s",              "g# p= o=",              True,  "an Any Number can be copied"),
    ("§6.4",  "one-1",                 "g=",                    False, "nothing to copy"),
    ("§6.4",  "one-1",                 "g= kN",                 False, "not even with a Number Change"),
    ("§6.4",  "two-2s",                "g= p=",                 False, "two Duplicates cannot prop each other up"),
    ("§6.4",  "two-2s",                "g= p= kN kN",           False, "whatever Number Changes are played"),
    ("§6.4",  "three-3s",              "g2 p= o= kN",           True,  "they copy the changed number"),
    ("§6.4",  "small-straight",        "g1 g2 g3 p=",           False, "a copy makes no new number"),
    ("§6.4",  "small-straight",        "g1 g2 g3 p= kN",        True,  "a copy, then a Number Change"),
    ("§6.5",  "two-2s-flush",          "g2 p2 kC",              True,  "any colour: purple becomes green"),
    ("§6.5",  "two-2s",                "g2 p1 kC",              False, "the number stays the same"),
    ("§6.5",  "four-of-one-colour",    "g1 g2 g3 gC",           True,  "not used, it is a truffle of its colour"),
    ("§6.5",  "four-of-one-colour",    "g1 g2 g3 k4 gC",        True,  "used, it is not one of the four"),
    ("§6.5",  "four-of-one-colour",    "g1 g2 g3 kC oC",        True,  "one changes the other"),
    ("§6.5",  "four-of-one-colour",    "g1 g2 g3 kC",           False, "it cannot change itself"),
    ("§6.6",  "one-1",                 "g5 kN",                 True,  "any other number"),
    ("§6.6",  "two-2s-flush",          "g2 p1 kN",              False, "the colour stays the same"),
    ("§6.6",  "two-2s-flush",          "g2 r1 kN",              True,  "a changed Rainbow stays free in its colour"),
    ("§6.7",  "two-2s-flush",          "g2 p1 kN kC",           True,  "both on one card"),
    ("§6.7",  "large-straight-flush",  "g1 g1 p1 o1 k1 gN gN pN pN gC gC oC", True, "any number of modifiers"),
    ("§6.8",  "four-of-one-colour",    "g1 g2 g3 kT gC",        True,  "a Colour Change works on an action card"),
    ("§6.8",  "four-of-one-colour",    "g1 g2 g3 kN gC",        True,  "and on a modifier that serves as a truffle"),
    ("§6.8",  "four-of-one-colour",    "g= g= g= g=",           True,  "a Duplicate counts by its colour"),
    ("§6.9",  "one-1",                 "gT kN",                 False, "a Take 2 has no number to change"),
    ("§6.9",  "one-1",                 "gS kN",                 False, "nor has a Skip"),
    ("§6.9",  "one-1",                 "gC kN",                 False, "nor has a modifier"),
    ("§4.3",  "two-2s-flush",          "g2 g2 kC",              False, "a modifier that nothing needs"),
    ("§4.3",  "two-2s",                "g2 p2 kN",              False, "a modifier that nothing needs"),
    ("§4.3",  "two-2s",                "g2 p2 o2",              False, "a truffle too many"),
    ("§4.3",  "one-1",                 "g# kN",                 False, "an Any Number needs none"),
    ("§4.5",  "small-straight",        "g1 g2 g3 g4",           True,  "a flush sold as a plain straight"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "order", "cards", "fills", "because"), FILLS)
def test_fills(rule: str, order: str, cards: str, fills: bool, because: str) -> None:
    assert (ways_with_all(order, cards) > 0) == fills, because
    wanted = sorted(names(cards))
    assert any(name == order and sorted(t + m) == wanted for name, t, m in brute.spends(wanted)) == fills


def test_every_order_has_rows_that_say_yes_and_no() -> None:
    for order in ORDERS:
        rows = {fills for rule, name, _, fills, _ in FILLS if name == order.key}
        assert True in rows, order.key


# fmt: off
PRICES = [
    ("one-of-each-colour", 3), ("four-of-one-colour", 3), ("small-straight", 4), ("small-straight-flush", 6),
    ("large-straight", 6), ("large-straight-flush", 9), ("one-1", 1), ("two-2s", 2), ("two-2s-flush", 4), ("three-3s", 3),
    ("three-3s-flush", 6), ("four-4s", 4), ("four-4s-flush", 8), ("five-5s", 5), ("five-5s-flush", 10),
]
# fmt: on


def test_prices() -> None:
    assert [(order.key, order.price) for order in ORDERS] == PRICES


# ---- the same by brute force


def random_hand(random: Random, box: list[str], heavy: bool) -> list[str]:
    """Up to nine cards; a heavy hand draws from half the numbers and all the special cards twice."""
    specials = [card for card in box if not card.split()[1].isdigit() or card.startswith("rainbow")]
    pool = random.sample(box, 40) + specials * 2 if heavy else box
    return random.sample(pool, random.randint(1, 9))


def check(first: int, hands: int) -> int:
    random = Random(first)
    box = [kind.key for kind, n in zip(KINDS, copies_in("reconstructed"), strict=True) for _ in range(n)]
    found = 0
    for number in range(hands):
        hand = random_hand(random, box, number % 2 == 1)
        flat = [unpack(spend) for spend in spends(counts(hand))]
        assert len(flat) == len(set(flat)), hand
        assert set(flat) == brute.spends(hand), hand
        found += len(flat)
        assert found == 0 or len(flat) == sum(ways(counts(hand), order) for order in range(len(ORDERS)))
    return found


@pytest.mark.parametrize("part", range(4))
def test_enumeration_equals_brute_force(part: int) -> None:
    """2,000 hands in four parts, half of them heavy with modifiers."""
    assert check(1000 * part, 500) > 10_000


def test_copies_beyond_five_change_nothing_but_modifiers() -> None:
    """§4.3: no order takes more than five truffles."""
    hand = ["green 5"] * 9
    assert {unpack(spend)[0] for spend in spends(counts(hand))} == {
        "four-of-one-colour",
        "five-5s",
        "five-5s-flush",
    }


# ---- the same by short moves


def played(state: State, laid: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every way to lay an order to its end, move by move."""
    if state.order < 0 and laid:
        return {laid}
    found: set[tuple[str, ...]] = set()
    for move in legal_moves(GAME.rules, state, 0):
        text = GAME.notation.write(move)
        if text != "end":
            child = state.copy()
            GAME.rules.apply(child, 0, move)
            found |= played(child, (*laid, text))
    return found


def test_short_moves_reach_every_spend_and_no_other() -> None:
    """§4.4: no card is offered that leads nowhere, and every way of §4.3 can be played."""
    random = Random(11)
    box = [kind.key for kind, n in zip(KINDS, copies_in("reconstructed"), strict=True) for _ in range(n)]
    for number in range(120):
        hand = random_hand(random, box, number % 2 == 1)
        state = table(pyramid="f1 k3", hands="|", phase="choose-order")
        for kind, n in enumerate(counts(hand)):
            state.hands[kind] = n
        flat = {
            (f"fill {order}", *(f"lay {card}" for card in truffles), *(f"use {card}" for card in modifiers))
            for order, truffles, modifiers in brute.spends(hand)
        }
        assert played(state) == flat, hand


# ---- the order sheet


EXAMPLE = "rainbow 1, green 2, green 2, purple duplicate, orange 5, 2 x pink number-change, 2 x orange colour-change"


def test_example_of_the_rulebook() -> None:
    """Nine cards: the dearest order is the large straight flush, step by step."""
    lines = trufflewood.score("truffle-shuffle", EXAMPLE)[0]
    assert (lines[0].points, lines[0].args["order"], lines[0].args["n"]) == (9, "large-straight-flush", 1)
    assert lines[0].points == max(line.points for line in lines)
    assert [line.text.strip() for line in lines[1:8]] == [
        "rainbow 1 plays as green",
        "green 2 needs no modifier",
        "purple Duplicate copies the 2 of green 2",
        "pink Number Change turns purple Duplicate into a 3",
        "orange Colour Change turns purple Duplicate green",
        "pink Number Change turns green 2 into a 4",
        "orange Colour Change turns orange 5 green",
    ]
    assert lines[8].points > 0, "the next order follows"


def test_sheet_lists_every_order_dearest_first() -> None:
    for cards in ("g1 g2 g3 g4 g5 kN", "g1 p1 o1 k1", "r1 r2 r3 r4 r5 g= gN gC", "gT gS gN gC"):
        hand = counts(names(cards))
        sheet = GAME.score({"hand": names(cards)})
        heads = [line for line in sheet.seats[0] if line.key.startswith("fills")]
        assert {line.args["order"] for line in heads} == {unpack(spend)[0] for spend in spends(hand)}
        assert [line.points for line in heads] == sorted((line.points for line in heads), reverse=True)
        assert not sheet.summed


def test_sheet_explains_as_many_modifiers_as_it_spends() -> None:
    random = Random(5)
    box = [kind.key for kind, n in zip(KINDS, copies_in("reconstructed"), strict=True) for _ in range(n)]
    for _ in range(300):
        hand = random_hand(random, box, True)
        legal = brute.spends(hand)
        lines = GAME.score(hand).seats[0]
        for at, line in enumerate(lines):
            if not line.key.startswith("fills"):
                continue
            end = next((n for n in range(at + 1, len(lines)) if lines[n].key.startswith("fills")), len(lines))
            used = [str(step.args["modifier"]) for step in lines[at + 1 : end] if "modifier" in step.args]
            assert used == list(line.args.get("modifiers", []))  # type: ignore[arg-type]  # a list here
            key = KIND_OF.__getitem__
            cards = sorted(map(str, line.args["cards"]), key=key)  # type: ignore[arg-type]  # a list here
            assert (line.args["order"], tuple(cards), tuple(sorted(used, key=key))) in legal, (hand, line)


# fmt: off
READS = [
    # layout                                                same as
    ("3 verde, arcoíris 1",                                 ["green 3", "rainbow 1"]),
    ("Verde 3; cambiar-color rosa",                         ["green 3", "pink colour-change"]),
    ("2 x green 3\npink color-change",                      ["green 3", "green 3", "pink colour-change"]),
    ({"hand": "green 3, green 3"},                          ["green 3", "green 3"]),
]
BAD_LAYOUTS = [
    # layout                   says
    ("mauve 3",                "is no card"),
    ("green 6",                "green"),
    ("rainbow skip",           "is no card"),
    ("",                       "no cards"),
    ({"cards": []},            '"hand"'),
    ({"hand": [3]},            '"hand"'),
    (7,                        '"hand"'),
    ("31 x green 3",           "at most 30"),
]
# fmt: on


@pytest.mark.parametrize(("layout", "cards"), READS)
def test_layouts(layout: object, cards: list[str]) -> None:
    assert GAME.score(layout) == GAME.score(cards)


@pytest.mark.parametrize(("layout", "says"), BAD_LAYOUTS)
def test_bad_layouts(layout: object, says: str) -> None:
    with pytest.raises(BadLayout, match=says) as caught:
        GAME.score(layout)
    assert caught.value.say("es") != caught.value.say("en")


def test_nothing_to_place() -> None:
    with pytest.raises(BadLayout, match="--best"):
        GAME.score("green 3", ["green 3"])


@pytest.mark.parametrize("seed", range(4))
def test_the_view_knows_which_orders_a_hand_fills(seed: int) -> None:
    """The way that a view tells is one of all ways, and orders that it tells none for are refused."""
    played = trufflewood.open("truffle-shuffle", seats=2, seed=seed)
    dice, told = Random(seed), 0
    while played.waiting:
        seat = played.waiting[0]
        view = cast(View, played.view(seat))
        if view.phase == "choose-order":
            hand = [view.hand.count(kind.key) for kind in KINDS]
            known = {unpack(spend) for spend in spends(hand)}
            for order, way in zip(ORDERS, view.fills, strict=True):
                assert bool(way) == (f"fill {order.key}" in played.moves(seat))
                assert not way or (order.key, way[: order.truffles], way[order.truffles :]) in known
                told += bool(way)
        played.play(seat, dice.choice(played.moves(seat)))
    assert told > 10
    assert cast(View, played.view(None)).fills == ()
