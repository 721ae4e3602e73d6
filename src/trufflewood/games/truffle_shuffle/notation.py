"""Moves and positions of Truffle Shuffle as text, both ways.

    take f3             take a card of the pyramid      fill small-straight     announce an order
    play green take-2   take two cards                  lay green 3             lay a truffle for it
    play pink skip      three cards next turn           use pink colour-change  use a modifier for it
    end                 fill no order                   discard green 3         at the end of a round

Several moves of a turn are parted by commas. The cards of an order may be named in any order.
"""

from __future__ import annotations

import difflib
import re
from itertools import groupby
from typing import Any, Final

import msgspec

from trufflewood.games.truffle_shuffle.components import (
    COLOURS,
    FACES,
    KIND_OF,
    KINDS,
    ORDER_OF,
    ORDERS,
    PLACES,
    PYRAMID,
    ROOM,
    ROUNDS,
    ROWS,
    SKIP,
    TAKE_2,
    Options,
)
from trufflewood.games.truffle_shuffle.moves import (
    DROP,
    FILL,
    FILL_NONE,
    FIRST_TAKE_2,
    LAY_TRUFFLE,
    PLAY_TAKE_2,
    TAKE,
    USE,
)
from trufflewood.games.truffle_shuffle.scoring import FIRST_NUMBER_CHANGE
from trufflewood.games.truffle_shuffle.state import ACCOUNT, NO_CARD, NO_ORDER, State, at, blank
from trufflewood.games.truffle_shuffle.view import PHASES, cards, name
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.errors import BadMove

_ALL: Final = len(KINDS)


def write(move: int) -> str:
    """
    >>> write(0), write(47), write(48)
    ('take a1', 'end', 'fill one-of-each-colour')
    """
    if move < PLAY_TAKE_2:
        return f"take {PLACES[move - TAKE]}"
    if move < FILL_NONE:
        return f"play {name(move - PLAY_TAKE_2 + FIRST_TAKE_2)}"
    if move < LAY_TRUFFLE:
        return "end" if move == FILL_NONE else f"fill {ORDERS[move - FILL].key}"
    if move < USE:
        return f"lay {name(move - LAY_TRUFFLE)}"
    if move < DROP:
        return f"use {name(move - USE + FIRST_NUMBER_CHANGE)}"
    return f"discard {name(move - DROP)}"


def read(text: str) -> list[int]:
    """One or several moves; raises BadMove for what is none.

    >>> [write(move) for move in read("fill two-2s, lay pink 2, lay green 2")]
    ['fill two-2s', 'lay green 2', 'lay pink 2']
    """
    moves = [_read_one(" ".join(part.lower().split())) for part in re.split(r"[,;]", text)]
    found: list[int] = []
    for laying, run in groupby(moves, lambda move: LAY_TRUFFLE <= move < DROP):
        part = list(run)
        found += sorted(part) if laying else part
    return found


def _read_one(text: str) -> int:
    verb, _, rest = text.replace("color-change", "colour-change").partition(" ")
    if text == "end":
        return FILL_NONE
    if verb == "take":
        if rest not in PLACES:
            raise BadMove("no-such-place", ROOM, text=text[:60])
        return TAKE + PLACES.index(rest)
    if verb == "fill":
        if rest not in ORDER_OF:
            near = difflib.get_close_matches(rest, ORDER_OF, 3) or list(ORDER_OF)
            raise BadMove("no-such-order", ROOM, text=text[:60], near=near)
        return FILL + ORDER_OF[rest]
    if verb not in ("play", "lay", "use", "discard"):
        raise BadMove("no-such-move", ROOM, text=text[:60])
    kind = read_card(rest, BadMove)
    if verb == "lay":
        return LAY_TRUFFLE + kind
    if verb == "discard":
        return DROP + kind
    if verb == "play":
        if KINDS[kind].face not in (TAKE_2, SKIP):
            raise BadMove("no-action-card", ROOM, text=text[:60])
        return PLAY_TAKE_2 + kind - FIRST_TAKE_2
    if kind < FIRST_NUMBER_CHANGE:
        raise BadMove("no-modifier", ROOM, text=text[:60])
    return USE + kind - FIRST_NUMBER_CHANGE


def read_card(text: str, error: type[BadMove] | type[Any]) -> int:
    """The kind of a card by its name."""
    if text not in KIND_OF:
        near = difflib.get_close_matches(text, KIND_OF, 1, 0.7)
        if near:
            raise error("no-such-card-near", ROOM, text=text[:60], near=near[0])
        raise error("no-such-card", ROOM, text=text[:60], colours=list(COLOURS), faces=list(FACES))
    return KIND_OF[text]


# ---- positions: the whole truth


def write_position(state: game.State) -> str:
    """A fact a line; cards by name."""
    assert isinstance(state, State)
    places = [name(kind) if kind != NO_CARD else "-" for kind in state.pyramid]
    rows = [", ".join(places[sum(ROWS[:row]) : sum(ROWS[: row + 1])]) for row in range(len(ROWS))]
    order = "-" if state.order == NO_ORDER else ORDERS[state.order].key
    lines = [
        f"options: {msgspec.json.encode(state.box.options).decode()}",
        f"round: {state.round + 1}",
        f"start: {state.start}",
        f"turn: {state.turn}",
        f"phase: {PHASES[state.phase]}",
        f"to take: {state.to_take}",
        f"bonus taken: {state.bonus_taken}",
        f"order: {order}",
        f"laid: {_names(tuple(name(state.laid[n]) for n in range(state.laid_count)))}",
        f"pyramid: {' / '.join(rows)}",
        f"deck: {_names(tuple(name(state.deck[n]) for n in range(state.deck_left)))}",
        f"spent: {_names(cards(state.spent, 0))}",
    ]
    for seat in range(state.seats):
        seen = [_names(cards(state.seen, at(state, round, seat))) for round in range(ROUNDS)]
        discards = [_names(cards(state.discards, at(state, round, seat))) for round in range(ROUNDS - 1)]
        skip = state.skips[seat]
        lines += [
            f"hand {seat}: {_names(cards(state.hands, seat * _ALL))}",
            f"seen {seat}: {' / '.join(seen)}",
            f"discards {seat}: {' / '.join(discards)}",
            f"skip {seat}: {'-' if skip == NO_CARD else name(skip)}",
            f"account {seat}: {' '.join(str(state.accounts[seat * ACCOUNT + n]) for n in range(ACCOUNT))}",
        ]
    return "\n".join(lines)


def read_position(text: str) -> State:
    """The state of a position that `write_position` wrote; raises BadMove where it does not read."""
    try:
        facts = dict(line.split(": ", 1) for line in text.strip().splitlines())
        return _read_state(facts)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise BadMove("bad-position", ROOM, reason=str(error)) from None


def _read_state(facts: dict[str, str]) -> State:
    state = blank(msgspec.json.decode(facts["options"], type=Options))
    state.round = int(facts["round"]) - 1
    state.start = int(facts["start"])
    state.turn = int(facts["turn"])
    state.phase = PHASES.index(facts["phase"])
    state.to_take = int(facts["to take"])
    state.bonus_taken = int(facts["bonus taken"])
    state.order = NO_ORDER if facts["order"] == "-" else ORDER_OF[facts["order"]]
    laid = _kinds(facts["laid"])
    state.laid_count = len(laid)
    for n, kind in enumerate(laid):
        state.laid[n] = kind
    shown = [card.strip() for row in facts["pyramid"].split("/") for card in row.split(",")]
    if len(shown) != PYRAMID:
        raise ValueError(facts["pyramid"])
    for place, card in enumerate(shown):
        if card != "-":
            state.pyramid[place] = KIND_OF[card]
            state.here += BIT[place]
    deck = _kinds(facts["deck"])
    state.deck_left = len(deck)
    for n, kind in enumerate(deck):
        state.deck[n] = kind
    _count(state.spent, 0, facts["spent"])
    for seat in range(state.seats):
        _count(state.hands, seat * _ALL, facts[f"hand {seat}"])
        for round, part in enumerate(facts[f"seen {seat}"].split(" / ")):
            _count(state.seen, at(state, round, seat), part)
        for round, part in enumerate(facts[f"discards {seat}"].split(" / ")):
            _count(state.discards, at(state, round, seat), part)
        state.skips[seat] = NO_CARD if facts[f"skip {seat}"] == "-" else KIND_OF[facts[f"skip {seat}"]]
        for n, value in enumerate(facts[f"account {seat}"].split()):
            state.accounts[seat * ACCOUNT + n] = int(value)
    return state


def _names(found: tuple[str, ...]) -> str:
    return ", ".join(found) or "-"


def _kinds(names: str) -> list[int]:
    return [] if names.strip() == "-" else [KIND_OF[one.strip()] for one in names.split(",")]


def _count(counts: Any, first: int, names: str) -> None:
    for kind in _kinds(names):
        counts[first + kind] += 1
