"""What a good memory would know in Forest Shuffle, added up from a view: what is left, and who took what."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import CARD_ROW, CARDS, FACES, SPECIES, WINTERS
from trufflewood.games.forest_shuffle.view import View
from trufflewood.kit.outcome import Aid, Args


def aids(view: View) -> list[Aid]:
    found = [Aid("winter", "winter-cards", left=WINTERS - view.winters, of=WINTERS)]
    for seat, place in enumerate(view.places):
        if seat != view.seat:
            found += [_card("taken", card, {"seat": seat}) for card, _ in place.taken]
    found += [_card("gone", card, {}) for card in view.box]
    hidden = [face for card in CARDS if card.number not in seen(view) for face in card.faces]
    left = [FACES[face].species for face in hidden]
    printed = [face.species for face in FACES]
    found += [
        Aid("unseen", "species", {"species": one.key}, left.count(one.key), printed.count(one.key))
        for one in SPECIES
    ]
    return found


def seen(view: View) -> set[int]:
    """The cards of which this seat knows that they are neither in the deck nor put back unseen (§1.4)."""
    known = {*view.clearing, *view.box}
    for place in view.places:
        known |= {*place.cards, *place.bear, *place.redrawn, *(card for card, _ in place.taken)}
        known |= {card for stash in place.stashes for card in stash.cards}
        for tree in place.trees:
            known |= {tree.card, *tree.top, *tree.bottom, *tree.left, *tree.right}
    return known - {0}


def _card(group: str, number: int, args: Args) -> Aid:
    species = [FACES[face].species for face in CARDS[CARD_ROW[number]].faces]
    shape = "tree" if len(species) == 1 else "pair"
    return Aid(group, f"{group}-{shape}", {**args, "first": species[0], "second": species[-1]})
