"""What a good memory would know in Truffle Shuffle, added up from a view: which cards are still unseen."""

from __future__ import annotations

from collections import Counter

from trufflewood.games.truffle_shuffle.components import KIND_OF, KINDS, copies_in
from trufflewood.games.truffle_shuffle.view import View
from trufflewood.kit.outcome import Aid


def aids(view: View) -> list[Aid]:
    found = [
        Aid("taken", "took", {"seat": seat, "cards": [card for cards in place.seen for card in cards]})
        for seat, place in enumerate(view.places)
        if seat != view.seat and any(place.seen)
    ]
    left, printed = unseen(view), copies_in(view.options.deck)
    return found + [
        Aid("unseen", "card", {"card": kind.key}, left[kind.key], printed[n])
        for n, kind in enumerate(KINDS)
        if printed[n]
    ]


def unseen(view: View) -> Counter[str]:
    """The cards that lie face down, in the deck or in other hands, as far as this seat can tell."""
    copies = copies_in(view.options.deck)
    left = Counter({kind.key: copies[n] for n, kind in enumerate(KINDS)})
    left.subtract(shown for shown in view.pyramid if shown in KIND_OF)
    left.subtract(view.spent)
    left.subtract(view.hand)
    left.subtract(card for cards in view.discarded for card in cards)
    for seat, place in enumerate(view.places):
        if place.skip:
            left[place.skip] -= 1
        if seat != view.seat:
            left.subtract(card for cards in place.seen for card in cards)
    return left
