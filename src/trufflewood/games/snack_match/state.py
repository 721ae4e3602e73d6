"""What is true now in a game of Snack Match. Compiled.

A zone lies on a sheet of 7 by 7 cells; a set of cells is a number with bit `8 * row + column`, so that
shifting by one and by eight steps to the neighbours and never round a corner. A *strip* is three cells
in a row or column; a *place* is a strip and the direction in which a card is read on it.
"""

from __future__ import annotations

from typing import Final, cast, final

from trufflewood.games.snack_match import components
from trufflewood.games.snack_match.components import (
    COMPONENT_CARDS,
    IN_ZONE,
    KINDS,
    MODIFICATION_CARDS,
    NAMES,
    ROUNDS,
    SHEET,
    SIDES,
    SIZE,
    SOLO_ROUNDS,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Chance
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options

# what is to be decided
DRAFT: Final = 0  # which card to keep (§2.2)
PLACE: Final = 1  # where the cards go (§2.4)
OVER: Final = 2

NOTHING: Final = -1  # no card, no place

# ---- strips and places

FIRST_OF_DOWN: Final = 35  # strips that lie across come first, and then as many that lie down
STRIPS: Final = 70
PLACES: Final = 140  # place = 2 * strip + (1 if it is read backwards: to the left, or upwards)


def _strip(strip: int) -> list[int]:
    """The cells of a strip, from the left or from the top."""
    if strip < FIRST_OF_DOWN:
        row, column = divmod(strip, SHEET - 2)
        return [8 * row + column + n for n in range(3)]
    row, column = divmod(strip - FIRST_OF_DOWN, SHEET)
    return [8 * (row + n) + column for n in range(3)]


def _mask(cells: list[int]) -> int:
    return sum(2**cell for cell in set(cells))


def _near(cell: int, most: int) -> list[int]:
    """The cells at most so many rows and so many columns away."""
    row, column = divmod(cell, 8)
    rows = range(max(0, row - most), min(SHEET, row + most + 1))
    columns = range(max(0, column - most), min(SHEET, column + most + 1))
    return [8 * r + c for r in rows for c in columns]


def _touching(strip: int) -> int:
    """The cells of a strip and those that share an edge with it."""
    found = []
    for cell in _strip(strip):
        row, column = divmod(cell, 8)
        found += [near for near in _near(cell, 1) if near // 8 == row or near % 8 == column]
    return _mask(found)


def _within_reach(strip: int) -> int:
    """The cells that fit into one zone of 4 by 4 with each cell of a strip (§3.4).

    Rows and columns are separate, so a zone leaves free exactly what all of its cells leave free.
    """
    first, middle, last = (_mask(_near(cell, SIZE - 1)) for cell in _strip(strip))
    return first & middle & last


STRIP_CELLS: Final = vec[i64]([_mask(_strip(strip)) for strip in range(STRIPS)])
STRIP_TOUCHES: Final = vec[i64]([_touching(strip) for strip in range(STRIPS)])
STRIP_REACH: Final = vec[i64]([_within_reach(strip) for strip in range(STRIPS)])
PLACE_CELLS: Final = vec[i64](  # three a place, in the order in which the card is read
    [_strip(place // 2)[2 - n if place % 2 else n] for place in range(PLACES) for n in range(3)]
)
FIRST_ACROSS: Final = 17  # both have d4 in the middle (§3.2)
FIRST_DOWN: Final = 52
ALL_CELLS: Final = 36028797018963967  # 2**55 - 1
assert FIRST_OF_DOWN == SHEET * (SHEET - 2)
assert (_strip(FIRST_ACROSS)[1], _strip(FIRST_DOWN)[1]) == (27, 27)

# ---- a zone: this many numbers a seat, in `State.zones`

LAID: Final = 0  # how many cards lie here
FREE: Final = 1  # the cells that the 4 by 4 limit still leaves free (§3.4)
MAKING: Final = 2  # the placement that is being decided: slot * PLACES + place, or NOTHING
MAKING_OVER: Final = 3  # the cards that it goes over, as far as is settled
MAKING_UNDER: Final = 4  # and those it goes under
SEEN: Final = 5  # eight sets: where each component can be seen
CARD: Final = 13  # eight numbers, one a card, in the order of placing; so all that follow
WHERE: Final = 21  # its place
CELLS: Final = 29  # the cells it lies on
OVER_THESE: Final = 37  # the earlier cards that it was laid over; it lies under all others it overlaps
BENEATH: Final = 45  # every card that lies under it, also through others
MAKING_ON: Final = 53  # the cards that the one being placed goes over or under
ZONE: Final = 54


@final
class Box:
    """What never changes during a game; shared by all copies of a state."""

    def __init__(self, options: Options, faces: list[int]) -> None:
        chosen = cast(components.Options, options)
        self.options = chosen
        self.faces = vec[i64](faces)  # three squares a card
        self.diet = vec[i64]([NOTHING] * 4)  # component and modification, of two pairs
        self.open: bool = chosen.open
        self.both_zones: bool = chosen.solo_points == "both"
        self.rounds: i64 = SOLO_ROUNDS if chosen.seats == 1 else ROUNDS


@final
class State(game.State):
    def __init__(
        self,
        box: Box,
        seats: i64,
        deck: vec[i64],
        zones: vec[i64],
        pairs: vec[i64],
        rival: vec[i64],
        shown: vec[i64],
    ) -> None:
        self.box = box
        self.seats = seats
        # public
        self.round: i64 = 0  # from 1
        self.phase: i64 = DRAFT
        self.waiting: i64 = 0  # the seats that must decide
        self.drawn: i64 = 0  # how many cards of the deck have been drawn
        self.rival = rival  # solo: the opponent's cards, one a round
        self.shown = shown  # eight sets a seat: what was seen when zones were last shown; replaced whole
        # secret
        self.deck = deck  # from all: what has not been drawn; replaced whole
        self.pairs = (
            pairs  # two cards a seat, drawn this round; once it has chosen: the one kept, the one passed on
        )
        self.held: i64 = 0  # two bits a seat: which of its cards it has yet to place
        self.zones = zones  # from the other seats: what was placed this round (unless play is open)

    def copy(self) -> State:
        rival = self.rival[:] if self.seats == 1 else self.rival
        twin = State(self.box, self.seats, self.deck, self.zones[:], self.pairs[:], rival, self.shown)
        twin.round = self.round
        twin.phase = self.phase
        twin.waiting = self.waiting
        twin.drawn = self.drawn
        twin.held = self.held
        return twin

    def dump(self) -> list[int]:
        facts = [self.seats, self.round, self.phase, self.waiting, self.drawn, self.held]
        facts += [i64(self.box.open), i64(self.box.both_zones)]
        found = [int(fact) for fact in facts]
        for numbers in (self.box.faces, self.box.diet, self.rival, self.shown, self.pairs, self.zones):
            found += [int(number) for number in numbers]
        return found + [int(self.deck[n]) for n in range(self.drawn, len(self.deck))]


def blank(options: Options, faces: list[int], deck: list[int]) -> State:
    """An empty table with this deck, to be filled by `deal`, `imagine`, a position or a sheet."""
    seats = options.seats
    zones = vec[i64]([0] * (ZONE * seats))
    state = State(
        Box(options, faces),
        seats,
        vec[i64](deck),
        zones,
        vec[i64]([NOTHING] * (2 * seats)),
        vec[i64]([NOTHING] * SOLO_ROUNDS),
        vec[i64]([0] * (len(KINDS) * seats)),
    )
    for seat in range(seats):
        clear(state, seat)
    return state


def deal(options: Options, chance: Chance) -> State:
    """Shuffle, choose the diet cards, and draw for the first round (§2.1, §5.1)."""
    chosen = cast(components.Options, options)
    cards = components.cards(chosen.deck)
    deck = [number for number, card in enumerate(cards) for _ in range(card.copies)]
    chance.shuffle(deck)
    state = blank(options, [square for card in cards for square in card.squares], deck)
    if chosen.diet != "none":
        choose_diet(state, chosen.diet, chance)
    begin_round(state)
    return state


def choose_diet(state: State, difficulty: str, chance: Chance) -> None:
    """Draw two component cards and two modification cards, each with a side, and join them (§5.1, §5.2)."""
    component = list(range(len(COMPONENT_CARDS)))
    modification = list(range(len(MODIFICATION_CARDS)))
    sides = list(SIDES[difficulty])
    chance.shuffle(component)
    chance.shuffle(modification)
    chance.shuffle(sides)
    for pair in range(2):
        kind = COMPONENT_CARDS[component[pair]][chance.below(2)]
        name = MODIFICATION_CARDS[modification[pair]][sides[pair]]
        state.box.diet[2 * pair] = KINDS.index(kind)
        state.box.diet[2 * pair + 1] = NAMES.index(name)


def begin_round(state: State) -> None:
    """Everybody draws two cards (§2.2, §6.2)."""
    n: i64
    for n in range(2 * state.seats):
        state.pairs[n] = state.deck[state.drawn + n]
    state.drawn += 2 * state.seats
    state.round += 1
    state.held = BIT[2 * state.seats] - 1
    state.waiting = BIT[state.seats] - 1
    state.phase = PLACE if state.seats == 1 else DRAFT


def in_hand(state: State, seat: i64, slot: i64) -> i64:
    """The card that `seat` holds: slot 0 is the one kept, slot 1 the one the right neighbour passed (§2.3).

    While cards are being chosen, both are one's own.
    """
    giver: i64 = seat
    if slot == 1 and state.phase != DRAFT:
        giver = seat - 1 if seat > 0 else state.seats - 1
    return state.pairs[2 * giver + slot]


# ---- zones


def clear(state: State, seat: i64) -> None:
    """Empty a zone."""
    base: i64 = seat * ZONE
    n: i64
    for n in range(ZONE):
        state.zones[base + n] = 0
    state.zones[base + FREE] = ALL_CELLS
    state.zones[base + MAKING] = NOTHING
    for n in range(IN_ZONE):
        state.zones[base + CARD + n] = NOTHING
        state.zones[base + WHERE + n] = NOTHING


def covered(state: State, seat: i64) -> i64:
    """The cells of a zone on which a card lies: all of them show a snack."""
    first: i64 = seat * ZONE + SEEN
    zones = state.zones
    return zones[first] | zones[first + 1] | zones[first + 2] | zones[first + 3]


def overlapped(state: State, seat: i64, cells: i64) -> i64:
    """The cards of a zone that lie on some of these cells, hidden or not (§3.5)."""
    zones = state.zones
    first: i64 = seat * ZONE + CELLS
    found: i64 = 0
    n: i64
    for n in range(zones[seat * ZONE + LAID]):
        if zones[first + n] & cells:
            found |= BIT[n]
    return found


def begin_card(state: State, seat: i64, slot: i64, place: i64) -> None:
    """A card is to be laid there; which cards it goes over is still open (§3.5)."""
    state.zones[seat * ZONE + MAKING] = slot * PLACES + place
    state.zones[seat * ZONE + MAKING_ON] = overlapped(state, seat, STRIP_CELLS[place >> 1])


def lay(state: State, seat: i64, card: i64, place: i64, over: i64) -> None:
    """Put a card into a zone: over these cards, and under all others that it overlaps (§3.5)."""
    zones = state.zones
    base: i64 = seat * ZONE
    strip: i64 = place // 2
    cells: i64 = STRIP_CELLS[strip]
    under: i64 = overlapped(state, seat, cells) & ~over
    number: i64 = zones[base + LAID]
    zones[base + LAID] = number + 1
    zones[base + FREE] = zones[base + FREE] & STRIP_REACH[strip]
    zones[base + CARD + number] = card
    zones[base + WHERE + number] = place
    zones[base + CELLS + number] = cells
    zones[base + OVER_THESE + number] = over
    visible: i64 = cells & ~settle_layers(state, base, number, over, under)
    hide_squares(state, base, visible)
    n: i64
    for n in range(3):
        cell: i64 = BIT[PLACE_CELLS[3 * place + n]] & visible
        show_square(state, base, cell, state.box.faces[3 * card + n])


def outline(state: State, seat: i64, cells: list[int], squares: list[int]) -> None:
    """Fill an empty zone with what can be seen, as if it were one card of any shape."""
    base: i64 = seat * ZONE
    state.zones[base + LAID] = 1
    for n in range(len(cells)):
        cell: i64 = cells[n]
        state.zones[base + CELLS] |= BIT[cell]
        state.zones[base + FREE] &= _mask(_near(cells[n], SIZE - 1))
        hide_squares(state, base, BIT[cell])
        show_square(state, base, BIT[cell], squares[n])


def settle_layers(state: State, base: i64, number: i64, over: i64, under: i64) -> i64:
    """Keep account of what lies beneath what, also through others; return the cells above the new card."""
    zones = state.zones
    beneath: i64 = over
    hidden: i64 = 0
    if over | under == 0:
        zones[base + BENEATH + number] = 0
        return 0
    n: i64
    for n in range(number):
        if over & BIT[n]:
            beneath |= zones[base + BENEATH + n]
        if under & BIT[n]:
            hidden |= zones[base + CELLS + n]
    zones[base + BENEATH + number] = beneath
    for n in range(number):
        if under & (BIT[n] | zones[base + BENEATH + n]):
            zones[base + BENEATH + n] |= beneath | BIT[number]
    return hidden


def hide_squares(state: State, base: i64, cells: i64) -> None:
    """Let nothing be seen on these cells."""
    zones = state.zones
    n: i64
    for n in range(base + SEEN, base + SEEN + 8):
        zones[n] &= ~cells


def show_square(state: State, base: i64, cell: i64, square: i64) -> None:
    """Let a square be seen on a cell where nothing is; on no cell if there is none."""
    zones = state.zones
    zones[base + SEEN + (square >> 2)] |= cell
    zones[base + SEEN + 4 + (square & 3)] |= cell


def rewind(state: State, seat: i64, count: i64) -> None:
    """Leave only the first `count` cards of a zone, as they were laid."""
    base: i64 = seat * ZONE
    old = state.zones[base : base + ZONE]
    clear(state, seat)
    n: i64
    for n in range(count):
        lay(state, seat, old[CARD + n], old[WHERE + n], old[OVER_THESE + n])


def show(state: State) -> None:
    """Let everybody see all zones as they are now (§2.5)."""
    shown = state.shown[:]
    zones = state.zones
    seat: i64
    n: i64
    for seat in range(state.seats):
        for n in range(8):
            shown[8 * seat + n] = zones[seat * ZONE + SEEN + n]
    state.shown = shown


def public_cards(state: State, seat: i64) -> i64:
    """How many cards of a zone everybody has seen (§2.5, §2.6)."""
    laid: i64 = state.zones[seat * ZONE + LAID]
    if state.box.open or state.phase == OVER or state.seats == 1:
        return laid
    return 2 * (state.round - 1)


def shown(state: State) -> State:
    """The state without what was placed unseen this round."""
    twin = state.copy()
    seat: i64
    for seat in range(state.seats):
        count: i64 = public_cards(state, seat)
        if count < state.zones[seat * ZONE + LAID]:
            rewind(twin, seat, count)
    return twin
