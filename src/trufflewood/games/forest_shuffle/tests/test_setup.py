"""The deal (§1) and the redraw (§1.7)."""

from __future__ import annotations

from typing import Any

import pytest

import trufflewood
from trufflewood.games.forest_shuffle import GAME
from trufflewood.games.forest_shuffle import state as s
from trufflewood.games.forest_shuffle.components import CARD_ROW, WINTER
from trufflewood.games.forest_shuffle.state import State
from trufflewood.games.forest_shuffle.tests.scenes import scene
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.errors import IllegalMove

PILES = [
    # rule    seats  option    deck  above the first winter
    ("§1.5",  2,     "short",  131,  86),
    ("§1.5",  3,     "short",  141,  92),
    ("§1.5",  4,     "short",  151,  99),
    ("§1.5",  5,     "short",  161,  106),
    ("§14.1", 2,     "long",   131,  84),
    ("§14.1", 3,     "long",   141,  92),
    ("§14.1", 4,     "long",   151,  98),
    ("§14.1", 5,     "long",   161,  104),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "seats", "option", "size", "above"), PILES)
def test_piles(rule: str, seats: int, option: str, size: int, above: int) -> None:
    lowest: set[int] = set()
    for seed in range(60):
        state = deal(seats, seed, lower_pile=option)
        deck = [int(card) for card in state.deck]
        winters = [n for n, card in enumerate(deck) if card == WINTER]
        assert winters[0] == above and len(winters) == 3 and winters[-1] < size
        assert sorted(card for card in deck if card != WINTER) == list(range(158))
        assert state.drawn == 6 * seats and state.clearing == 0, "§1.6, §1.3"
        assert all(s.count(state, seat, s.CARDS_IN_HAND) == 6 for seat in range(seats))
        lowest |= set(winters[1:])
    assert min(lowest) < above + 15 and max(lowest) > size - 15, "anywhere in the lower pile"


def deal(seats: int, seed: int, **options: Any) -> State:
    state = GAME.rules.deal(GAME.choose(seats, options), Chance(seed_from(seed)))
    assert isinstance(state, State)
    return state


def test_the_starting_player_is_drawn_or_named() -> None:
    """§1.6"""
    assert {int(deal(3, seed).start) for seed in range(30)} == {0, 1, 2}
    assert {int(deal(3, seed, start=2).turn) for seed in range(5)} == {2}


def without_trees(**options: Any) -> trufflewood.Table:
    """A table where seat 0 was dealt no tree, and seat 1 some."""
    for seed in range(500):
        table = trufflewood.open("forest-shuffle", seed=seed, options={"start": 0, **options})
        hands = [table.view(seat).places[seat].cards for seat in range(2)]  # type: ignore[attr-defined]  # the view of this game has it
        if min(hands[0]) > 66 and min(hands[1]) <= 66:
            return table
    raise AssertionError("no such deal")


def test_six_cards_without_a_tree_may_be_redrawn_once() -> None:
    table = without_trees()
    before = table.view(0).places[0].cards  # type: ignore[attr-defined]  # the view of this game has it
    assert (table.waiting, table.moves(0), table.moves(1)) == ((0, 1), ["keep", "redraw"], ["keep"])
    with pytest.raises(IllegalMove, match="only if none of them is a tree"):
        table.play(1, "redraw")
    table.play(0, "redraw")
    table.play(1, "keep")
    seen: Any = table.view(0)
    assert not set(seen.places[0].cards) & set(before) and len(seen.places[0].cards) == 6
    assert seen.places[0].redrawn == before and seen.deck == 131 - 18, "in the box, known to their owner"
    other: Any = table.view(1)
    assert other.places[0].redrawn == () and other.box == (), "unseen by the others"
    assert table.waiting == (0,) and "redraw" not in table.moves(0)


def test_answers_are_secret_until_all_are_given() -> None:
    for answer in ("keep", "redraw"):
        table = without_trees()
        table.play(0, answer)
        seen: Any = table.view(1)
        assert seen.places[0].answer == "" and [e.text for e in table.log(1)] == [
            "player 1 has decided about the redraw."
        ]
    table.play(1, "keep")
    assert "player 1 redraws six cards." in [event.text for event in table.log(1)]


def test_redraw_in_turn() -> None:
    """§14.2"""
    table = without_trees(redraw="in-turn")
    assert table.waiting == (0,)
    table.play(0, "redraw")
    seen: Any = table.view(1)
    assert table.waiting == (1,) and seen.places[0].answer == "redraws" and seen.deck == 131 - 18


def test_undo_of_an_answer_while_others_think() -> None:
    table = without_trees()
    table.play(0, "redraw")
    assert table.can_undo(0)
    table.undo(0)
    table.play(0, "keep")
    table.play(1, "keep")
    assert not table.can_undo(0) and not table.can_undo(1)


def test_nothing_is_lost_to_the_limit() -> None:
    """§2.6: a hand is looked at only while drawing."""
    state = scene(hand="1 2 3 4 5 6 7 8 9 23", deck="20")
    assert s.count(state, 0, s.CARDS_IN_HAND) == 10 and state.place[CARD_ROW[23]] >> 8 == s.IN_HAND
