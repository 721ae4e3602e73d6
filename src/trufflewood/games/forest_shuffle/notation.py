"""Moves and positions of Forest Shuffle as text, both ways.

    keep, redraw               the first six cards       yes, no            an optional effect, or no more
    draw                       from the deck             take oak 12        from the clearing
    play oak 12                a tree                    play moss 114      the half of a card that shows it
    at 3                       at one's third tree       pay birch 30       one card of a payment
    sapling goshawk/moss 114   a card face down          cave oak 12        a card for a raccoon
    resolve 2                  the second card that a mole placed

The number is the one printed on the card; the name before it may be left out where the number says
enough. Several moves are parted by commas, and a whole turn may be one phrase:
`play goshawk 114 at 3 paying oak 12, birch 30`.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    CARD_ROW,
    CARDS,
    FACES,
    ROOM,
    WINTER,
    WINTERS,
)
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    DRAW,
    KEEP,
    NO,
    PAY,
    PLAY,
    REDRAW,
    RESOLVE,
    SAPLE,
    STASH,
    TAKE,
    YES,
)
from trufflewood.games.forest_shuffle.state import MOLE_CARDS, MOST_TREES, State, stack
from trufflewood.games.forest_shuffle.view import Looks, View, build
from trufflewood.kit import game
from trufflewood.kit.errors import BadMove

_PLAIN: Final = {"keep": KEEP, "redraw": REDRAW, "draw": DRAW, "yes": YES, "no": NO}
_CARD_VERBS: Final = {"take": TAKE, "sapling": SAPLE, "pay": PAY, "cave": STASH}


def write(move: int) -> str:
    """
    >>> write(TAKE), write(SAPLE + 110), write(PLAY + 154), write(AT + 2)
    ('take linden 1', 'sapling goshawk/moss 114', 'play goshawk 114', 'at 3')
    """
    for word, number in _PLAIN.items():
        if move == number:
            return word
    if move < AT:
        return f"resolve {move - RESOLVE + 1}"
    if move < TAKE:
        return f"at {move - AT + 1}"
    if PLAY <= move < SAPLE:
        face = FACES[move - PLAY]
        return f"play {face.species} {face.number}"
    word, first = max(
        ((word, first) for word, first in _CARD_VERBS.items() if first <= move), key=lambda one: one[1]
    )
    return f"{word} {name_card(move - first)}"


def name_card(card: int) -> str:
    """A card by what it shows and its number."""
    return "/".join(FACES[face].species for face in CARDS[card].faces) + f" {CARDS[card].number}"


def read(text: str) -> list[int]:
    """One or several moves; raises BadMove for what is none. Payments may be named in any order."""
    phrase = re.sub(r"\s+", " ", text.strip().lower())
    phrase = re.sub(r"(?<![,;]) (at|paying) ", r", \1 ", phrase)
    found: list[int] = []
    paying = False
    for part in (part.strip() for part in re.split(r"[,;]", phrase)):
        verb, _, rest = part.partition(" ")
        if verb == "paying":
            paying = True
            part = f"pay {rest}"
        elif paying and re.fullmatch(r"([a-z/'-]+ )?\d+", part) and verb not in _VERBS:
            part = f"pay {part}"
        else:
            paying = False
        found.append(_read_one(part))
    return _payments_sorted(found)


_VERBS: Final = {*_PLAIN, *_CARD_VERBS, "play", "at", "resolve"}


def _payments_sorted(moves: list[int]) -> list[int]:
    """Payments that follow one another, in the ascending order in which the table takes them (§3.3)."""
    found: list[int] = []
    run: list[int] = []
    for move in [*moves, -1]:
        if PAY <= move < STASH:
            run.append(move)
            continue
        found += sorted(run)
        run = []
        if move >= 0:
            found.append(move)
    return found


def _read_one(text: str) -> int:
    verb, _, rest = text.partition(" ")
    if text in _PLAIN:
        return _PLAIN[text]
    if verb in ("at", "resolve"):
        first, most = (AT, MOST_TREES) if verb == "at" else (RESOLVE, MOLE_CARDS)
        if not re.fullmatch(r"\d{1,3}", rest) or not 1 <= int(rest) <= most:
            raise BadMove("bad-number", ROOM, text=text[:60], verb=verb, most=most)
        return first + int(rest) - 1
    if verb in _CARD_VERBS:
        return _CARD_VERBS[verb] + _card(text, rest)[0]
    if verb == "play":
        return PLAY + _face(text, rest)
    raise BadMove("no-such-move", ROOM, text=text[:60])


def _card(text: str, rest: str) -> tuple[int, str]:
    """A card and what else was said of it."""
    found = re.fullmatch(r"(?:(.*?) )?(\d{1,3})(?: (top|bottom|left|right))?", rest)
    if not found:
        raise BadMove("card-needs-number", ROOM, text=text[:60])
    number = int(found[2])
    if number not in CARD_ROW:
        raise BadMove("no-such-card", ROOM, text=text[:60], number=number)
    card = CARD_ROW[number]
    shown = [FACES[face].species for face in CARDS[card].faces]
    for name in (found[1] or "").split("/"):
        if name and name not in shown:
            raise BadMove("card-shows", ROOM, text=text[:60], number=number, shown=shown)
    return card, found[3] or found[1] or ""


def _face(text: str, rest: str) -> int:
    card, said = _card(text, rest)
    faces = CARDS[card].faces
    if len(faces) == 1:
        return faces[0]
    chosen = [face for face in faces if said in (FACES[face].species, FACES[face].side)]
    if len(chosen) != 1:
        shown = [FACES[face].species for face in faces]
        raise BadMove("which-half", ROOM, text=text[:60], number=CARDS[card].number, shown=shown)
    return chosen[0]


# ---- positions


class _Position(msgspec.Struct):
    """A view with all secrets, and the deck."""

    table: View
    deck: tuple[int, ...]  # from the top, 0 for a winter card; those removed before the game come last


def write_position(state: game.State) -> str:
    assert isinstance(state, State)
    everyone = tuple(range(state.box.seats))
    order = [int(state.deck[n]) for n in range(state.drawn, ALL_CARDS + WINTERS)]
    deck = tuple(0 if card == WINTER else CARDS[card].number for card in order)
    return msgspec.json.encode(_Position(Looks(state).look(None, everyone, ()), deck)).decode()


def read_position(text: str) -> State:
    """The state of a position that `write_position` wrote; raises BadMove where it does not read."""
    try:
        position = msgspec.json.decode(text, type=_Position)
        state = build(position.table)
        deck = [WINTER if number == 0 else CARD_ROW[number] for number in position.deck]
        if len(deck) + state.drawn != ALL_CARDS + WINTERS:
            raise ValueError("deck")
        stack(state, [-1] * int(state.drawn) + deck)
    except (ValueError, KeyError, IndexError, TypeError, StopIteration) as error:
        raise BadMove("bad-position", ROOM, reason=str(error)) from None
    return state
