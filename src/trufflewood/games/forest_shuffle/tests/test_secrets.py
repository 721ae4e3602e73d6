"""Who knows what (§2.7), what a guess must respect, and what may be taken back."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

import trufflewood
from trufflewood.games.forest_shuffle import GAME, notation
from trufflewood.games.forest_shuffle import state as s
from trufflewood.games.forest_shuffle.components import CARD_ROW, WINTER
from trufflewood.games.forest_shuffle.state import State
from trufflewood.games.forest_shuffle.tests.scenes import play, scene
from trufflewood.games.forest_shuffle.view import view
from trufflewood.kit.chance import Chance, Dice
from trufflewood.kit.game import legal_moves, seats_in


def where(state: State, number: int) -> str:
    zone = int(state.place[CARD_ROW[number]]) >> 8
    return {s.IN_HAND: "hand", s.SAPLED: "sapling", s.STASHED: "cave", s.DECK: "deck", s.REDRAWN: "box"}[zone]


def guesses(state: State, seat: int, number: int, times: int = 200) -> Counter[str]:
    """Where a card lies in worlds that look the same to `seat`."""
    found: Counter[str] = Counter()
    for seed in range(times):
        twin = state.copy()
        GAME.rules.redeal(twin, seat, Dice(seed))
        assert view(twin, seat) == view(state, seat)
        found[where(twin, number)] += 1
    return found


def test_the_face_of_a_sapling_is_its_owners_secret() -> None:
    state = play(scene(hand="114", deck="5"), "sapling 114")
    assert view(state, 0).places[0].trees[0].card == 114
    for seat in (1, None):
        assert view(state, seat).places[0].trees[0].card == 0
    assert guesses(state, 1, 114)["sapling"] < 20, "any unseen card could lie there"


def test_raccoons_cards_are_secret_and_bears_are_not() -> None:
    state = play(scene(hand="73 1 2 3", forest="oak 10"), "play raccoon 73 at 1 paying 1, cave 2, cave 3")
    mine, other = view(state, 0).places[0], view(state, 1).places[0]
    assert (mine.stashes[0].cards, other.stashes[0].cards, other.stashes[0].size) == ((2, 3), (), 2)
    state = play(scene(hand="79 1 2 3", forest="oak 10"), "play brown-bear 79 at 1 paying 1, 2, 3, yes")
    assert view(state, 1).places[0].bear == (1, 2, 3)


def test_others_hear_of_a_hidden_card_without_its_name() -> None:
    table = trufflewood.open("forest-shuffle", seed=3, options={"start": 0})
    for seat in range(2):
        table.play(seat, "keep")
    table.play(0, next(move for move in table.moves(0) if move.startswith("sapling")))
    mine: Any = table.view(0)
    card = mine.places[0].trees[0].card
    told = msgspec.json.encode([table.log(1), table.log(None), table.view(1), table.view(None)])
    assert (
        card not in mine.clearing
        and f'"number":{card}' not in told.decode()
        and f'"card":{card}' not in told.decode()
    )


def test_two_saplings_sound_alike() -> None:
    state = scene(hand="114 115")
    first, second = (notation.read(f"sapling {number}")[0] for number in (114, 115))
    assert GAME.rules.heard(state, 0, first, 1) == GAME.rules.heard(state, 0, second, 1)
    assert GAME.rules.heard(state, 0, first, 0) == first


# ---- a card seen taken from the clearing


def taken(hand: str, moves: str, **more: Any) -> State:
    return play(scene(hand=hand, other_hand="30 31 32", clearing="114", **more), moves)


PASS = "draw, draw"  # the other player's turn


def test_a_card_taken_is_in_hand_until_something_is_hidden() -> None:
    state = taken("1", "take 114, draw")
    assert view(state, 1).places[0].taken == ((114, 0),)
    assert guesses(state, 1, 114) == {"hand": 200}


def test_then_it_may_be_the_sapling() -> None:
    state = taken("1", f"take 114, draw, {PASS}, sapling 1")
    found = guesses(state, 1, 114)
    assert set(found) == {"hand", "sapling"} and 40 < found["sapling"] < 95, "one of three cards"


def test_but_not_a_sapling_planted_before() -> None:
    state = taken("1 2", f"sapling 1, {PASS}, take 114, draw")
    assert guesses(state, 1, 114) == {"hand": 200}


def test_or_lie_in_the_cave() -> None:
    state = taken(
        "73 1 2", f"take 114, draw, {PASS}, play raccoon 73 at 1 paying 1, cave 2, no", forest="oak 10"
    )
    assert set(guesses(state, 1, 114)) == {"hand", "cave"}


def test_a_whole_hand_in_the_cave_holds_it_for_certain() -> None:
    moves = (
        f"take 114, take 60, {PASS}, play raccoon 73 at 1 paying 1, cave 60, cave 114, no, {PASS}, draw, draw"
    )
    state = play(scene(hand="73 1", forest="oak 10", clearing="60 114", other_hand="30"), moves)
    assert guesses(state, 1, 114) == {"cave": 200}, "the hand was empty; what came later changes nothing"


def test_an_emptied_hand_tells_of_the_sapling() -> None:
    """A card is taken, a sapling planted, all else seen to leave: the sapling was the card."""
    moves = f"take 114, draw, {PASS}, sapling 114, {PASS}, play oak 10 paying 1, 2"
    state = play(scene(hand="10 1", deck="2", clearing="114", other_hand="30"), moves)
    assert view(state, 1).places[0].hand == 0 and guesses(state, 1, 114) == {"sapling": 200}
    play(state, f"{PASS}, draw, draw, {PASS}")
    assert guesses(state, 1, 114) == {"sapling": 200}, "and it is still known when the hand has filled again"


def test_a_card_seen_again_is_no_longer_watched() -> None:
    state = taken("33", f"take 114, draw, {PASS}, play beech 33, pay 114")
    assert view(state, 1).places[0].taken == ()


def test_a_guess_is_uniform_over_what_fits() -> None:
    """Two cards taken, then two of four hand cards hidden: each pair is as likely as any other."""
    moves = f"take 114, take 115, {PASS}, sapling 1, {PASS}, sapling 2"
    state = play(scene(hand="1 2", clearing="114 115", other_hand="30"), moves)
    found: Counter[tuple[str, str]] = Counter()
    for seed in range(2400):
        twin = state.copy()
        GAME.rules.redeal(twin, 1, Dice(seed))
        found[where(twin, 114), where(twin, 115)] += 1
    # 4 * 3 ways to lay two cards onto four spots: 2 each for both in hand or both saplings, 4 each for one of each
    assert {pair: round(n / 200) for pair, n in found.items()} == {
        ("hand", "hand"): 2, ("sapling", "sapling"): 2, ("hand", "sapling"): 4, ("sapling", "hand"): 4,
    }  # fmt: skip


# ---- the deck


def test_winter_cards_lie_where_they_can() -> None:
    state = GAME.rules.deal(GAME.choose(2), Chance(bytes(32)))
    assert isinstance(state, State)
    places: set[int] = set()
    for seed in range(200):
        twin = state.copy()
        GAME.rules.redeal(twin, 0, Dice(seed))
        winters = [n for n, card in enumerate(twin.deck) if card == WINTER]
        assert winters[0] == 86 and len(winters) == 3 and winters[2] < 131
        places |= set(winters[1:])
    assert len(places) == 44, "everywhere in the lower pile"


def test_a_redrawn_six_holds_no_tree_in_any_guess() -> None:
    state = scene(hand="1 2 3 4 5 6", other_hand="7")
    for number in range(70, 76):
        state.place[CARD_ROW[number]] = s.REDRAWN * 256
        rest = [int(card) for card in state.deck if card != CARD_ROW[number]]
        s.stack(state, [-1, *rest])
        state.drawn += 1
    s.put(state, 0, s.ANSWER, s.REDRAWS)
    for seed in range(50):
        twin = state.copy()
        GAME.rules.redeal(twin, 1, Dice(seed))
        six = [card for card in range(158) if twin.place[card] == s.REDRAWN * 256]
        assert len(six) == 6 and min(six) >= s.TREE_CARDS


def test_the_true_deck_is_not_left_in_a_guess() -> None:
    """A search must not find what was drawn before, either."""
    state = play(scene(hand="1", deck="20 21"), "draw, draw")
    GAME.rules.redeal(state, 1, Dice(1))
    assert {int(state.deck[n]) for n in range(state.drawn)} == {-1}


# ---- undo belongs to the table; it ends where something hidden was shown


def test_a_turn_can_be_taken_back_until_a_card_is_shown() -> None:
    for seed in range(40):
        table = trufflewood.open("forest-shuffle", seed=seed, options={"start": 0})
        for seat in range(2):
            table.play(seat, "keep")
        trees = [move for move in table.moves(0) if move.startswith(("play oak", "play sycamore"))]
        if not trees:
            continue
        before = table.dump()
        table.play(0, trees[0])
        table.play(0, table.moves(0)[0])
        assert table.can_undo(0)
        table.undo(0)
        table.undo(0)
        assert table.dump() == before
        table.play(0, trees[0])
        table.play(0, table.moves(0)[0])
        last = table.moves(0)[0]
        assert table.sketch(0, last).stopped, "the last payment turns up a card"
        table.play(0, last)
        assert not table.can_undo(0)
        return
    raise AssertionError("no such deal")


def test_taking_a_card_that_all_can_see_may_be_taken_back() -> None:
    state = scene(clearing="30 31", deck="5")
    assert not GAME.rules.reveals(state, 0, notation.read("take 30")[0])
    assert GAME.rules.reveals(state, 0, notation.read("draw")[0])


# ---- nobody learns from a phase


@pytest.mark.parametrize("seats", [2, 5])
def test_what_is_asked_never_depends_on_hidden_cards(seats: int) -> None:
    """The same public history with other hidden cards: the same seat is asked the same thing."""
    random = Random(seats)
    for seed in range(6):
        state: Any = GAME.rules.deal(GAME.choose(seats), Chance(bytes([seed] * 32)))
        while mask := GAME.rules.waiting(state):
            seat = random.choice(seats_in(mask))
            watcher = random.choice([other for other in range(seats) if other != seat])
            twin = state.copy()
            GAME.rules.redeal(twin, watcher, Dice(random.getrandbits(30)))
            assert (twin.phase, GAME.rules.waiting(twin)) == (state.phase, mask)
            assert legal_moves(GAME.rules, twin, seat)
            GAME.rules.apply(state, seat, random.choice(legal_moves(GAME.rules, state, seat)))
