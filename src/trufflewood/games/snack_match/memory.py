"""What a good memory would know in Snack Match, added up from a view: which squares are still unseen."""

from __future__ import annotations

from collections import Counter

from trufflewood.games.snack_match.components import KINDS
from trufflewood.games.snack_match.components import cards as deck_cards
from trufflewood.games.snack_match.view import View
from trufflewood.kit.outcome import Aid


def aids(view: View) -> list[Aid]:
    found: list[Aid] = []
    for key in ("kept", "passed", "received"):
        card: str | None = getattr(view, key)
        if card is not None:
            found.append(Aid("this-round", key, {"squares": card.split()}))
    hidden, printed = _components(unseen(view)), _components(_deck(view))
    return found + [Aid("unseen", "kind", {"kind": kind}, hidden[kind], printed[kind]) for kind in KINDS]


def unseen(view: View) -> Counter[str]:
    """The cards that are in the pile or in other hands, as far as this seat can tell."""
    left = _deck(view)
    left.subtract(laid.card for zone in view.zones for laid in zone.cards)
    left.subtract(view.rival)
    left.subtract(card for card in view.hand if card is not None)
    if view.passed is not None and view.seat is not None:
        there = view.zones[(view.seat + 1) % view.options.seats].cards[2 * (view.round - 1) :]
        if view.passed not in [laid.card for laid in there]:
            left[view.passed] -= 1
    return left


def _deck(view: View) -> Counter[str]:
    return Counter({card.key: card.copies for card in deck_cards(view.options.deck)})


def _components(cards: Counter[str]) -> Counter[str]:
    """How often each snack and each tablecloth is on these cards."""
    found: Counter[str] = Counter()
    for card, n in cards.items():
        for square in card.split():
            for kind in square.split("/"):
                found[kind] += n
    return found
