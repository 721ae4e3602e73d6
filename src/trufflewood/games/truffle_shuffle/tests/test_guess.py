"""A guess is fair: every way to place the unseen cards that fits comes up equally often."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import KINDS
from trufflewood.games.truffle_shuffle.state import State
from trufflewood.games.truffle_shuffle.tests.tables import ALL, discard, names, play, see, table
from trufflewood.games.truffle_shuffle.view import cards, view
from trufflewood.kit.chance import Dice
from trufflewood.kit.outcome import may_hear

# The 0.999 quantile of chi-square, by degrees of freedom, as tables print it.
CHI_SQUARE = {1: 10.83, 2: 13.82, 3: 16.27, 5: 20.52, 7: 24.32, 8: 26.12, 11: 31.26, 17: 40.79, 23: 49.73}
GUESSES = 6000


def hidden(state: State) -> tuple[tuple[str, ...], ...]:
    """What seat 0 cannot know, place by place: pyramid face down, the other hand, its discards, the deck."""
    lying = tuple(KINDS[kind].key for kind in state.pyramid if kind >= 0)
    deck = tuple(KINDS[state.deck[n]].key for n in range(state.deck_left))
    dropped = tuple(cards(state.discards, (round * 2 + 1) * ALL) for round in (0, 1))
    return (lying, cards(state.hands, ALL), *dropped, deck)


def guesses(state: State, imagined: bool) -> Counter[tuple[tuple[str, ...], ...]]:
    """So many guesses of seat 0: redealt in place, or imagined from its view."""
    dice = Dice(3)
    seen = view(state, 0)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for _ in range(GUESSES // (4 if imagined else 1)):
        other = state.copy()
        if imagined:
            made = GAME.rules.imagine(seen, dice)
            assert isinstance(made, State)
            other = made
        else:
            GAME.rules.redeal(other, 0, dice)
        found[hidden(other)] += 1
    return found


def is_fair(found: Counter[tuple[tuple[str, ...], ...]], fits: Counter[tuple[tuple[str, ...], ...]]) -> None:
    """Compare with the number of ways in which each arrangement of the cards, all told apart, comes about."""
    assert set(found) == set(fits)
    total, ways = found.total(), fits.total()
    spread = sum((found[key] - total * n / ways) ** 2 / (total * n / ways) for key, n in fits.items())
    assert spread < CHI_SQUARE[len(fits) - 1], (spread, len(fits))


@pytest.mark.parametrize("imagined", [False, True])
def test_hand_and_pyramid(imagined: bool) -> None:
    """Four green cards, two face down and two in the other hand: 6 ways; a pink one can only be itself."""
    state = table(pyramid="f1 g1, f2 g2, f3 k1", hands="o1 | g3 g4")
    fits: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for a, b, c, d in permutations(names("g1 g2 g3 g4")):
        fits[((a, b, "pink 1"), tuple(sorted((c, d))), (), (), ())] += 1
    is_fair(guesses(state, imagined), fits)


@pytest.mark.parametrize("imagined", [False, True])
def test_card_that_was_seen_stays_in_the_hand(imagined: bool) -> None:
    state = table(pyramid="f1 g1, f2 g2", hands="o1 | g3 g4")
    see(state, 1, 3, "g3")
    fits: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for a, b, c in permutations(names("g1 g2 g4")):
        fits[((a, b), tuple(sorted((c, "green 3"))), (), (), ())] += 1
    is_fair(guesses(state, imagined), fits)


@pytest.mark.parametrize("imagined", [False, True])
def test_seen_card_is_in_hand_or_among_later_discards(imagined: bool) -> None:
    """g3 was seen in round 2: in the hand or the discards of round 2, never in those of round 1 (§9.12)."""
    state = table(pyramid="f1 g1", hands="o1 | g3")
    discard(state, 1, 1, "g4")
    discard(state, 1, 2, "g5")
    see(state, 1, 2, "g3")
    fits: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for lying, hand, first, second in permutations(names("g1 g3 g4 g5")):
        if "green 3" in (hand, second):
            fits[((lying,), (hand,), (first,), (second,), ())] += 1
    is_fair(guesses(state, imagined), fits)


def test_two_copies_are_told_apart_only_by_their_number() -> None:
    """Three unseen cards, two of them alike: each place holds the odd one a third of the time."""
    state = table(pyramid="f1 g1, f2 g1, f3 g2", hands="o1 |")
    fits: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(["green 1", "green 1", "green 2"]):
        fits[(order, (), (), (), ())] += 1
    is_fair(guesses(state, False), fits)


def test_choices_of_others_between_rounds() -> None:
    """While all discard, seat 0 does not know which two of four cards the other has chosen."""
    state = play(table(pyramid="f1 o5", hands="g1 g2 | k1 k2 p3 p4", round=2), "take f1, end")
    chosen = play(state, "discard pink 1, discard purple 3", 1)
    found = Counter(key[3] for key in guesses(chosen, False))
    backs = Counter(tuple(card.split()[0] for card in key) for key in found.elements())
    assert set(backs) == {("pink", "pink"), ("purple", "pink"), ("purple", "purple")}


def test_nothing_known_is_touched() -> None:
    """One's own cards, face-up cards, the Skip on the table and what is spent stay as they are."""
    state = table(pyramid="e1 g1, f2 g2, f9 k3", hands="o1 o2 | g3 g4", skips={1: "kS"}, round=2)
    discard(state, 0, 1, "p5")
    before = view(state, 0)
    GAME.rules.redeal(state, 0, Dice(1))
    assert view(state, 0) == before and before.discarded[0] == ("purple 5",)


def test_heard() -> None:
    """All moves are open but discards: nothing until the last, and then the back."""
    state = play(table(pyramid="f1 o5", hands="g1 g2 g3 | k1 k2 k3", round=1), "take f1, end")
    heard = GAME.rules.heard
    first, other = (GAME.notation.read(f"discard {card}")[0] for card in ("green 1", "green 2"))
    assert heard(state, 0, first, 1) == heard(state, 0, other, 1) and heard(state, 0, first, 0) == first
    last = play(play(state, "discard pink 1", 1), "discard green 3", 0)
    orange = GAME.notation.read("discard orange 5")[0]
    assert heard(last, 0, first, 1) == heard(last, 0, other, 1) != heard(last, 0, orange, 1)


def test_face_down_card_is_told_to_its_taker_alone() -> None:
    state = table(pyramid="f1 kC, f2 g1", hands="|")
    after = play(state, "take f1")
    events = GAME.rules.events(state, 0, GAME.notation.read("take f1")[0], after)
    for listener, key in ((0, "took"), (1, "took-face-down"), (None, "took-face-down")):
        told = [event for event in events if may_hear(event, listener)]
        assert [event.key for event in told] == [key]
        assert ("card" in told[0].args) == (listener == 0)
