"""How a game runs: drafting, passing, rounds, the solo game, the deck, and what is refused."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import trufflewood
from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.components import (
    CLOTHS,
    COMPONENT_CARDS,
    KINDS,
    MODIFICATION_CARDS,
    NAMES,
    SNACKS,
    SQUARES,
    cards,
)  # fmt: skip
from trufflewood.games.snack_match.moves import REFUSALS, apply
from trufflewood.games.snack_match.notation import read, read_position, write
from trufflewood.games.snack_match.state import DRAFT, LAID, OVER, PLACE, ZONE, State, in_hand
from trufflewood.games.snack_match.tests.test_placing import deal, zone_of
from trufflewood.games.snack_match.view import View
from trufflewood.kit.chance import Dice
from trufflewood.kit.errors import BadDeck, BadMove, BadOption, IllegalMove, TrufflewoodError
from trufflewood.kit.game import legal_moves, seats_in
from trufflewood.kit.laws import lines_of_play_are
from trufflewood.kit.walk import playout

HERE = Path(__file__).parent


def see(state: State, seat: int | None) -> View:
    view = GAME.rules.view(state, seat)
    assert isinstance(view, View)
    return view


def do(state: State, seat: int, text: str) -> None:
    for move in read(text):
        assert GAME.rules.refusal(state, seat, move) == 0, write(move)
        apply(state, seat, move)


# ---- a round


def test_all_draw_two_and_choose_at_once() -> None:
    """§2.1, §2.2: every seat decides, in any order."""
    state = deal(1, 3)
    assert seats_in(state.waiting) == [0, 1, 2] and state.phase == DRAFT
    assert see(state, 0).pile == 72 - 6
    for seat in (2, 0, 1):
        assert [write(move) for move in legal_moves(GAME.rules, state, seat)] == ["keep 1", "keep 2"]
        do(state, seat, "keep 1")
    assert state.phase == PLACE and seats_in(state.waiting) == [0, 1, 2]


def test_the_other_card_goes_to_the_left() -> None:
    """§2.3, §8.2: to the next seat number, the last one's to the first."""
    state = deal(1, 3)
    drawn = [see(state, seat).hand for seat in range(3)]
    for seat, choice in enumerate((0, 1, 0)):
        do(state, seat, f"keep {choice + 1}")
    kept = [drawn[0][0], drawn[1][1], drawn[2][0]]
    passed = [drawn[0][1], drawn[1][0], drawn[2][1]]
    for seat in range(3):
        view = see(state, seat)
        assert view.hand == (kept[seat], passed[seat - 1])
        assert (view.kept, view.passed, view.received) == (kept[seat], passed[seat], passed[seat - 1])


def test_both_cards_are_placed_in_any_order() -> None:
    """§2.4: a seat has decided when both lie; then it waits for the others."""
    state = zone_of("")
    second = see(state, 0).hand[1]
    do(state, 0, "lay 2 c4 right")
    assert see(state, 0).hand[1] is None and seats_in(state.waiting) == [0, 1]
    do(state, 0, "lay 1 c5 right")
    assert seats_in(state.waiting) == [1] and state.round == 1
    assert see(state, 0).zones[0].cards[0].card == second
    do(state, 1, "lay 1 c4 right, lay 2 d5 down")
    assert state.round == 2 and state.phase == DRAFT and see(state, 0).pile == 72 - 8


@pytest.mark.parametrize("seats", range(2, 10))
def test_four_rounds_eight_cards(seats: int) -> None:
    """§1.4, §2.1, §4.1: eight cards each; nine players use up the pile."""
    state = deal(seats, seats)
    playout(GAME.rules, state, Dice(seats))
    assert state.phase == OVER and state.round == 4
    assert [int(state.zones[ZONE * seat + LAID]) for seat in range(seats)] == [8] * seats
    assert see(state, None).pile == 72 - 8 * seats


def test_solo_rounds() -> None:
    """§6.1 to §6.3: eight rounds; of two cards one is placed, the other goes to the opponent."""
    state = deal(3, 1)
    for number in range(1, 9):
        assert state.round == number and state.phase == PLACE
        hand = see(state, 0).hand
        move = legal_moves(GAME.rules, state, 0)[-1]
        apply(state, 0, move)
        while state.round == number and state.phase == PLACE:
            apply(state, 0, legal_moves(GAME.rules, state, 0)[0])
        view = see(state, 0)
        assert (view.zones[0].cards[-1].card, view.rival[-1]) == (hand[1], hand[0])
        assert len(view.rival) == len(view.zones[0].cards) == number
    assert state.phase == OVER and see(state, 0).pile == 72 - 16


# ---- the diet


@pytest.mark.parametrize(("difficulty", "greens"), [("easy", 2), ("medium", 1), ("hard", 0)])
def test_diet_cards(difficulty: str, greens: int) -> None:
    """§5.1, §5.2, §8.6: two of four cards of each sort, sides by difficulty, joined at random."""
    green = [card[0] for card in MODIFICATION_CARDS]
    met: Counter[tuple[str, str]] = Counter()
    orders = set()
    for seed in range(300):
        diet = see(deal(seed, 2, diet=difficulty), None).diet
        components = [{one.component} & set(card) != set() for card in COMPONENT_CARDS for one in diet]
        modifications = [
            {one.modification} & set(card) != set() for card in MODIFICATION_CARDS for one in diet
        ]
        assert len(diet) == 2 and sum(components) == 2 and sum(modifications) == 2
        assert all(len({d.component for d in diet} & set(card)) < 2 for card in COMPONENT_CARDS)
        assert all(len({d.modification for d in diet} & set(card)) < 2 for card in MODIFICATION_CARDS)
        assert sum(one.modification in green for one in diet) == greens
        met.update((one.component, one.modification) for one in diet)
        orders.add(tuple(one.modification in green for one in diet))
    assert {component for component, _ in met} == set(KINDS)
    assert len(met) == 8 * (8 if difficulty == "medium" else 4)
    assert len(orders) == (2 if difficulty == "medium" else 1), "which card is green is drawn too"


def test_no_diet_without_asking() -> None:
    assert see(deal(1), None).diet == ()


# ---- what is refused


def test_every_refusal() -> None:
    """Each with its rule; and a sentence in both languages."""
    over = deal(1)
    playout(GAME.rules, over, Dice(1))
    ready = deal(1)
    do(ready, 0, "keep 1")
    half = zone_of("c4 right")
    do(half, 0, "lay 1 c4 down")
    laid = zone_of("")
    do(laid, 0, "lay 1 c4 right")
    rows = [
        ("§4.1", over, "keep 1", "game-over"),
        ("§2.5", ready, "keep 2", "decided"),
        ("§2.2", deal(1), "lay 1 c4 right", "choose-first"),
        ("§2.2", deal(1), "over 1", "choose-first"),
        ("§2.4", zone_of(""), "keep 1", "chosen-already"),
        ("§2.4", laid, "lay 1 c5 right", "laid-already"),
        ("§3.5", half, "lay 2 c5 right", "layers-first"),
        ("§3.5", laid, "over 1", "no-card-on-the-way"),
        ("§3.5", half, "under 2", "asked-of-another"),
        ("§3.2", zone_of(""), "lay 1 a1 right", "first-in-the-middle"),
        ("§3.4", laid, "lay 2 e4 right", "too-large"),
        ("§3.3", laid, "lay 2 c6 right", "apart"),
    ]
    for rule, state, move, key in rows:
        why = GAME.rules.why(state, 0, read(move)[0])
        assert (why.rule, why.key) == (rule, key)
        for language in ("en", "es"):
            assert GAME.words(language).say("refusals", why.key, why.args)
    assert {key for _, _, _, key in rows} == {key for key, _ in REFUSALS[1:]}


# fmt: off
BAD_TEXT = [
    # text                  what the sentence must name
    ("keep 3",              "keep 1, lay 2 c4 right, over 3 or under 3"),
    ("keep",                "keep 1, lay 2 c4 right, over 3 or under 3"),
    ("lay 1 c4 north",      "right, left, down and up"),
    ("lay 1 f4 right",      "a1 to g7"),
    ("lay 1 h4 right",      "lay 2 c4 right"),
    ("over 8",              "over 3"),
    ("",                    "is no move"),
]
# fmt: on


@pytest.mark.parametrize(("text", "named"), BAD_TEXT)
def test_bad_text(text: str, named: str) -> None:
    with pytest.raises(BadMove) as error:
        read(text)
    assert named in str(error.value) and error.value.say("es") != str(error.value)


def test_illegal_move_changes_nothing() -> None:
    table = trufflewood.open("snack-match", seed=7)
    before = table.dump()
    with pytest.raises(IllegalMove) as error:
        table.play(0, "lay 1 c4 right")
    assert "first choose which card to keep (§2.2)" in str(error.value)
    with pytest.raises(BadMove):
        table.play(0, "keep 1, lay 1 c4 right")  # not before the others have chosen
    assert table.dump() == before


def test_moves_in_spanish() -> None:
    table = trufflewood.open("snack-match", seed=7, language="es")
    table.play(0, "quedar 2")
    table.play(1, "quedar 1")
    table.play(0, "poner 1 c4 derecha, poner 2 d4 abajo, bajo 1")
    assert table.waiting == (1,)


def test_options() -> None:
    for options, named in (
        ({"start": 1}, "start"),
        ({"diet": "vegan"}, "easy"),
        ({"solo_points": "x"}, "both"),
    ):
        with pytest.raises(BadOption) as error:
            trufflewood.open("snack-match", options=options)
        assert named in str(error.value)
    with pytest.raises(BadOption):
        trufflewood.open("snack-match", seats=10)


# ---- the deck


def test_reconstructed_deck() -> None:
    """§1.1, §1.2, §1.5: the numbers that the deck file promises."""
    deck = cards("reconstructed")
    shown = Counter(square for card in deck for square in card.squares)
    assert len(deck) == 72 and all(card.copies == 1 for card in deck)
    assert len({min(card.squares, card.squares[::-1]) for card in deck}) == 72
    assert all(len(set(card.squares)) == 3 for card in deck)
    for kind in (*SNACKS, *CLOTHS):
        assert sum(n for square, n in shown.items() if kind in SQUARES[square].split("/")) == 54
    assert set(shown.values()) == {12, 14} and len(shown) == 16


FULL = '"soda/red soda/red soda/red" = 72'
# fmt: off
BAD_DECKS = [
    # file                                                                       what the sentence must name
    ('[cards]\n"soda/red soda/red soda/red" = 71',                               ["72", "71"]),
    (f'[picnic]\n{FULL}',                                                        ["line 2", "[cards]"]),
    ('[cards]\n"soda/red soda/pink soda/red" = 72',                              ["line 2", "soda/pink", "orange"]),
    ('[cards]\n"soda/red soda/red" = 72',                                        ["line 2", "three"]),
    ('[cards]\n"soda/red soda/blue donut/red" = 36\n"donut/red soda/blue soda/red" = 36', ["line 3", "line 2"]),
    ('[cards]\n"soda/red soda/red soda/red" = "many"',                           ["line 2", "whole number"]),
]
# fmt: on


@pytest.mark.parametrize(("text", "named"), BAD_DECKS)
def test_bad_deck(text: str, named: list[str]) -> None:
    with pytest.raises(BadDeck) as error:
        cards(text)
    assert all(name in str(error.value) for name in named), error.value
    assert error.value.say("es") != str(error.value)


def test_own_deck_is_kept_in_the_record() -> None:
    mine = {"cards": {"soda/red donut/blue soda/green": 72}}
    table = trufflewood.open("snack-match", seed=1, options={"deck": mine})
    view = table.view(0)
    assert isinstance(view, View) and set(view.hand) == {"soda/red donut/blue soda/green"}
    assert trufflewood.replay(table.record()).dump() == table.dump()
    with pytest.raises(TrufflewoodError):
        trufflewood.open("snack-match", options={"deck": {"cards": {"soda/red": 72}}})


# ---- positions and counts


def test_positions() -> None:
    with pytest.raises(BadMove):
        read_position("round: 3 place")
    state = zone_of("c4 right; d4 down under 1; c4 right under 2")
    assert read_position(GAME.notation.write_position(state)).dump() == state.dump()
    assert in_hand(state, 0, 0) == state.pairs[0]


ROWS = [line.split() for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines()]
COUNTS = [tuple(map(int, row)) for row in ROWS if row and row[0].isdigit()]


@pytest.mark.parametrize(("seed", "seats", "depth", "lines"), COUNTS)
def test_perft(seed: int, seats: int, depth: int, lines: int) -> None:
    lines_of_play_are(GAME, deal(seed, seats), depth, lines)


def test_names_of_the_rules() -> None:
    assert len(NAMES) == 8 and set(NAMES) == {side for card in MODIFICATION_CARDS for side in card}
