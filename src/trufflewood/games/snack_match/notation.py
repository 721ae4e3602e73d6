"""Moves and positions of Snack Match as text, both ways.

    keep 1            keep the first card drawn, pass the other one on
    lay 2 c4 right    lay the second card of the hand, its first square on c4, the others to the right
    over 3            the card being laid goes over the third card of the zone; or: under 3

Several moves are parted by commas.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from trufflewood.games.snack_match.components import KINDS, NAMES, ROOM, TURNS, Options, cards
from trufflewood.games.snack_match.moves import GO_OVER, GO_UNDER, KEEP, LAY
from trufflewood.games.snack_match.state import (
    CARD,
    MAKING,
    MAKING_OVER,
    MAKING_UNDER,
    NOTHING,
    PLACES,
    ZONE,
    State,
    begin_card,
    blank,
)
from trufflewood.games.snack_match.view import PHASES, PLACE_NAMES, PLACE_OF, Laid, lay_zones, view
from trufflewood.kit import game
from trufflewood.kit.errors import BadMove
from trufflewood.kit.game import seats_in

_LAY: Final = re.compile(r"lay\s+([12])\s+([a-g][1-7])\s+(\w+)")


def write(move: int) -> str:
    """
    >>> write(0), write(2), write(295)
    ('keep 1', 'lay 1 a1 right', 'under 7')
    """
    if move < LAY:
        return f"keep {move - KEEP + 1}"
    if move < GO_OVER:
        slot, place = divmod(move - LAY, PLACES)
        return f"lay {slot + 1} {PLACE_NAMES[place]}"
    if move < GO_UNDER:
        return f"over {move - GO_OVER + 1}"
    return f"under {move - GO_UNDER + 1}"


def read(text: str) -> list[int]:
    """One or several moves; raises BadMove for what is none."""
    return [_read_one(" ".join(part.lower().split())) for part in re.split(r"[,;]", text)]


def _read_one(text: str) -> int:
    found = re.fullmatch(r"keep ([12])", text)
    if found:
        return KEEP + int(found[1]) - 1
    found = re.fullmatch(r"(over|under) ([1-7])", text)
    if found:
        return (GO_OVER if found[1] == "over" else GO_UNDER) + int(found[2]) - 1
    found = _LAY.fullmatch(text)
    if not found:
        raise BadMove("no-such-move", ROOM, text=text[:60])
    place = f"{found[2]} {found[3]}"
    if found[3] not in TURNS:
        raise BadMove("no-such-turn", ROOM, text=text[:60], known=list(TURNS))
    if place not in PLACE_OF:
        raise BadMove("off-the-sheet", ROOM, text=text[:60])
    return LAY + (int(found[1]) - 1) * PLACES + PLACE_OF[place]


# ---- positions; cards by their number in the deck, from 1


def write_position(state: game.State) -> str:
    """The whole truth, a fact a line."""
    assert isinstance(state, State)
    deck = [int(card) for card in state.deck]
    diet = [f"{diet.component} {diet.modification}" for diet in view(state, None).diet]
    lines = [
        f"options: {msgspec.json.encode(state.box.options).decode()}",
        f"round: {state.round} {PHASES[state.phase]}",
        f"waiting: {_list(seats_in(state.waiting))}",
        f"diet: {', '.join(diet) or '-'}",
        f"pile: {_cards(deck[int(state.drawn) :])}",
        f"opponent: {_cards([int(card) for card in state.rival if card != NOTHING])}",
    ]
    for seat in range(state.seats):
        base = ZONE * seat
        held = [slot + 1 for slot in range(2) if int(state.held) >> 2 * seat + slot & 1]
        making = [int(state.zones[base + n]) for n in (MAKING, MAKING_OVER, MAKING_UNDER)]
        pair = [int(state.pairs[2 * seat + n]) for n in range(2)]
        lines += [
            f"drew {seat}: {_cards(pair)}, holds {_list(held)}, laying {_list(making)}",
            f"zone {seat}: {'; '.join(_zone(state, seat)) or '-'}",
        ]
    return "\n".join(lines)


def _list(numbers: list[int]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _cards(numbers: list[int]) -> str:
    return _list([card + 1 for card in numbers])


def _zone(state: State, seat: int) -> list[str]:
    found = []
    for n, laid in enumerate(view(state, seat).zones[seat].cards):
        under = f" under {_list(list(laid.under))}" if laid.under else ""
        found.append(f"{int(state.zones[ZONE * seat + CARD + n]) + 1} {laid.place}{under}")
    return found


def read_position(text: str) -> State:
    """The state of a position that `write_position` wrote; raises BadMove where it does not read."""
    try:
        return _read_position(dict(line.split(": ", 1) for line in text.strip().splitlines()))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise BadMove("bad-position", ROOM, reason=str(error)) from None


def _read_position(facts: dict[str, str]) -> State:
    options = msgspec.json.decode(facts["options"], type=Options)
    kinds = cards(options.deck)
    pile = _read_cards(facts["pile"])
    deck = [NOTHING] * (sum(kind.copies for kind in kinds) - len(pile)) + pile
    state = blank(options, [square for kind in kinds for square in kind.squares], deck)
    number, phase = facts["round"].split()
    state.round = int(number)
    state.phase = PHASES.index(phase)
    state.drawn = len(deck) - len(pile)
    state.waiting = sum(1 << seat for seat in _read_list(facts["waiting"]))
    for n, diet in enumerate(facts["diet"].split(", ") if facts["diet"] != "-" else []):
        component, modification = diet.split()
        state.box.diet[2 * n] = KINDS.index(component)
        state.box.diet[2 * n + 1] = NAMES.index(modification)
    for n, card in enumerate(_read_cards(facts["opponent"])):
        state.rival[n] = card
    lay_zones(
        state,
        [_read_zone(facts[f"zone {seat}"]) for seat in range(options.seats)],
        {str(n + 1): n for n in range(len(kinds))},
    )
    for seat in range(options.seats):
        _read_seat(state, seat, facts[f"drew {seat}"])
    return state


def _read_seat(state: State, seat: int, fact: str) -> None:
    found = re.fullmatch(r"(.*), holds (.*), laying (.*)", fact)
    if found is None:
        raise ValueError(fact)
    pair, held, making = found.groups()
    for n, card in enumerate(_read_cards(pair)):
        state.pairs[2 * seat + n] = card
    state.held |= sum(1 << 2 * seat + slot - 1 for slot in _read_list(held))
    placement, over, under = _read_list(making)
    if placement != NOTHING:
        begin_card(state, seat, *divmod(placement, PLACES))
        state.zones[ZONE * seat + MAKING_OVER] = over
        state.zones[ZONE * seat + MAKING_UNDER] = under


def _read_list(text: str) -> list[int]:
    return [int(number) for number in text.split() if number != "-"]


def _read_cards(text: str) -> list[int]:
    return [number - 1 for number in _read_list(text)]


def _read_zone(text: str) -> list[Laid]:
    found = []
    for part in text.split("; ") if text != "-" else []:
        card, cell, turn, *under = part.split()
        found.append(Laid(card, f"{cell} {turn}", tuple(map(int, under[1:]))))
    return found
