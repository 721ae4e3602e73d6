"""Orders (§5) and whether a hand can fill them (§4, §6). Compiled.

The truffles of an order are chosen in table order. For truffles chosen so far, the Number Changes and
the Colour Changes that they need follow from small tables, and neither need ever shrinks when a truffle
is added: a branch is cut as soon as it needs more than the hand has.
"""

from __future__ import annotations

from typing import Final, cast, final

from trufflewood.games.truffle_shuffle import components
from trufflewood.games.truffle_shuffle.components import (
    ANY_NUMBER,
    COLOUR_CHANGE,
    DUPLICATE,
    NUMBER_CHANGE,
    NUMBERS,
    ORDER_OF,
    RAINBOW,
)
from trufflewood.games.truffle_shuffle.state import (
    BACK,
    FACE,
    KINDS,
    NO_WORKBENCH,
    State,
    Workbench,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64, vec

FACES: Final = 11
COLOURS: Final = 4
FIRST_DUPLICATE: Final = 29  # the kind of the green one
FIRST_ACTION: Final = 33
FIRST_NUMBER_CHANGE: Final = 41
FIRST_COLOUR_CHANGE: Final = 45
USEFUL_COPIES: Final = 5  # of one kind, in one order
LONGEST_HAND: Final = 44  # at most four cards are kept and a pyramid taken; one to spare

PRICE: Final = vec[i64]([order.price for order in components.ORDERS])
TRUFFLES: Final = vec[i64]([order.truffles for order in components.ORDERS])
# a flush follows the same order in any colours, and whoever can fill it can fill that one
FLUSH: Final = vec[i64](
    [int(order.colours == "same" and order.numbers != "any") for order in components.ORDERS]
)

# ---- what a truffle adds: tables by order


def _suits(order: components.Order, face: int) -> int:
    """1 if a card needs no Number Change, 0 if it may, -1 if it cannot be a truffle of this order."""
    if order.numbers == "any":
        return 1  # §6.8
    if face > components.DUPLICATE:
        return -1
    if face == components.ANY_NUMBER:
        return 1
    if order.numbers == "straight":
        return 0  # a number suits if it is new: COVERED; a Duplicate never is (§6.4)
    return int(face == components.DUPLICATE or components.FACES[face] == order.numbers)


def _covered(order: components.Order, numbers: int) -> int:
    """How many numbers of a straight a set of numbers covers, at best."""
    if order.numbers != "straight":
        return 0
    windows = (0b11111,) if order.truffles == 5 else (0b01111, 0b11110)
    return max(bin(numbers & window).count("1") for window in windows)


def _agree(colours: str, packed: int) -> int:
    """How many of the truffles, counted by colour, need no Colour Change."""
    counts = [packed // step % 8 for step in (1, 8, 64, 512)]
    if colours == "same":
        return max(counts)
    return sum(count > 0 for count in counts) if colours == "different" else sum(counts)


NUMBER_SETS: Final = 32
COLOUR_COUNTS: Final = 4096  # four colours in three bits each
SUITS: Final = vec[i64]([_suits(order, face) for order in components.ORDERS for face in range(FACES)])
NEW_NUMBER: Final = vec[i64]([2**face if face < 5 else 0 for face in range(FACES)])
FACE_UNIT: Final = vec[i64]([64**kind.face if kind.face <= DUPLICATE else 0 for kind in components.KINDS])
BACK_UNIT: Final = vec[i64]([64**kind.back for kind in components.KINDS])
ALIKE: Final = vec[i64]([ORDER_OF[name] for name in ("one-1", "two-2s", "three-3s", "four-4s", "five-5s")])
EACH_COLOUR: Final = 0
SMALL_STRAIGHT: Final = 2
LARGE_STRAIGHT: Final = 4
COVERED: Final = vec[i64]([_covered(order, n) for order in components.ORDERS for n in range(NUMBER_SETS)])
# A truffle with a colour also counts in the digits above the four colours; a Rainbow counts nowhere (§6.2).
COLOUR_STEP: Final = vec[i64](
    [0 if kind.back == components.RAINBOW else 8**kind.back + COLOUR_COUNTS for kind in components.KINDS]
)
ANY_COLOURS: Final = 0
_COLOUR_RULES: Final = ("any", "same", "different")  # "same" is the second: COLOUR_COUNTS further on
COLOUR_RULE: Final = vec[i64]([_COLOUR_RULES.index(order.colours) for order in components.ORDERS])
AGREE: Final = vec[i64]([_agree(rule, packed) for rule in _COLOUR_RULES for packed in range(COLOUR_COUNTS)])
IS_NUMBER_ORDER: Final = vec[i64]([int(order.numbers != "any") for order in components.ORDERS])

# A spend in one number: five truffles (kind + 1, or 0), then how many Number Changes and Colour Changes
# of each colour, then the order.
TRUFFLE_DIGIT: Final = 64
NUMBER_CHANGE_UNIT: Final = vec[i64]([2**30 * 8**colour for colour in range(COLOURS)])
COLOUR_CHANGE_UNIT: Final = vec[i64]([2**42 * 8**colour for colour in range(COLOURS)])
ORDER_UNIT: Final = 2**54

FIRST_ROOM: Final = 64  # spends that most hands do not exceed
_NO_SPENDS: Final = vec[i64]()
_FIRST_SPENDS: Final = vec[i64]([0] * FIRST_ROOM)
_EMPTY_HAND: Final = vec[i64]([0] * LONGEST_HAND)


@final
class Filler(Workbench):
    """The ways to fill orders from one hand.

    `begin` names the order; `lay` adds truffles that lie already; then `possible` and `completes` ask
    whether they can be completed, and `enumerate` goes through every whole spend.
    """

    def __init__(self, counts: vec[i64], first: i64) -> None:
        self.cards = _EMPTY_HAND[:]  # the hand in table order, equal cards side by side
        self.found = _NO_SPENDS
        self.room: i64 = 0
        self.found_count: i64 = 0
        self.truffles: i64 = 0  # of the first way, after `possible`
        self.keep: bool = True  # the spends themselves, and not only their number
        self.all: bool = False  # go through all of them, or stop at the first
        self.with_flush: bool = False  # those of the flush that follows the order too
        self.hold(counts, first)
        self.begin(0)

    def hold(self, counts: vec[i64], first: i64) -> None:
        """Take up a hand."""
        cards = self.cards
        length: i64 = 0
        numbered: i64 = 0
        with_a_number: i64 = 0
        faces: i64 = 0
        backs: i64 = 0
        number_changes: i64 = 0
        colour_changes: i64 = 0
        kind: i64
        for kind in range(KINDS):
            copies: i64 = counts[first + kind]
            if copies > 0:
                faces += copies * FACE_UNIT[kind]
                backs += copies * BACK_UNIT[kind]
                if kind >= FIRST_COLOUR_CHANGE:
                    colour_changes += copies
                elif kind >= FIRST_NUMBER_CHANGE:
                    number_changes += copies
                if copies > USEFUL_COPIES:
                    copies = USEFUL_COPIES
                while copies > 0:
                    cards[length] = kind
                    length += 1
                    copies -= 1
                if kind < FIRST_ACTION:
                    numbered = length
                if kind < FIRST_DUPLICATE:
                    with_a_number = length
        self.numbers_left: i64 = number_changes  # that are not truffles
        self.colours_left: i64 = colour_changes
        self.faces: i64 = faces  # how many cards have each face up to the Duplicates, in six bits each
        self.backs: i64 = backs  # and each back
        self.length: i64 = length
        self.numbered: i64 = numbered  # cards that can have a number: those before the actions
        self.with_a_number: i64 = with_a_number  # cards before the Duplicates
        self.counts = counts
        self.first: i64 = first

    def begin(self, order: i64) -> None:
        self.order: i64 = order
        self.size: i64 = TRUFFLES[order]
        self.suits: i64 = order * FACES
        self.covered: i64 = order * NUMBER_SETS
        self.agree: i64 = COLOUR_RULE[order] * COLOUR_COUNTS
        self.usable: i64 = self.length
        self.openers: i64 = self.length
        if IS_NUMBER_ORDER[order] == 1:
            # actions and modifiers stand at the end and are no truffles; where a Duplicate comes first,
            # only Duplicates follow, and there is nothing to copy (§6.4)
            self.usable = self.numbered
            self.openers = self.with_a_number
        # of the truffles that lie already
        self.laid: i64 = 0
        self.laid_suits: i64 = 0
        self.laid_numbers: i64 = 0
        self.laid_colours: i64 = 0

    def lay(self, kind: i64) -> None:
        """Count a truffle that lies already."""
        self.laid += 1
        self.laid_suits += SUITS[self.suits + FACE[kind]]
        self.laid_numbers = self.laid_numbers | NEW_NUMBER[FACE[kind]]
        self.laid_colours += COLOUR_STEP[kind]

    def by_number(self) -> i64:
        """The orders of any colours that can be filled, as a mask: counting numbers is enough for them."""
        faces: i64 = self.faces
        wild: i64 = (faces >> 6 * ANY_NUMBER & 63) + self.numbers_left
        usable: i64 = self.numbered if self.with_a_number > 0 else 0
        numbers: i64 = 0
        found: i64 = 0
        face: i64
        for face in range(NUMBERS):
            suiting: i64 = (faces >> (6 * face) & 63) + wild
            if suiting > wild:
                numbers |= NEW_NUMBER[face]
            if suiting > 0:  # something that a Duplicate can copy (§6.4)
                suiting += faces >> 6 * DUPLICATE & 63
            if suiting > face and usable > face:  # one 1, two 2s, three 3s …
                found |= BIT[ALIKE[face]]
        order: i64
        for order in range(SMALL_STRAIGHT, LARGE_STRAIGHT + 1, 2):
            if wild + COVERED[order * NUMBER_SETS + numbers] >= TRUFFLES[order] <= usable:
                found |= BIT[order]
        return found

    def by_colour(self, order: i64) -> bool:
        """True if the cards alone fill an order of any numbers: no colour need be changed."""
        rainbows: i64 = self.backs >> 6 * RAINBOW & 63
        most: i64 = 0
        different: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            cards: i64 = self.backs >> (6 * colour) & 63
            if cards > most:
                most = cards
            if cards > 0:
                different += 1
        return rainbows + (different if order == EACH_COLOUR else most) >= TRUFFLES[order]

    def possible(self) -> bool:
        """True if the hand can complete the order."""
        self.all = False
        return self._from(0, self.colours_left)

    def completes(self, kind: i64) -> bool:
        """True if the order can be completed with `kind` as the next truffle in table order."""
        place: i64 = 0
        while place < self.usable and self.cards[place] != kind:
            place += 1
        return self.completes_at(place)

    def completes_at(self, place: i64) -> bool:
        """The same for the first card of its kind, by its place in the hand."""
        if place >= (self.usable if self.laid > 0 else self.openers):
            return False
        kind: i64 = self.cards[place]
        suits: i64 = self.laid_suits
        numbers: i64 = self.laid_numbers
        colours: i64 = self.laid_colours
        changes: i64 = self.colours_left
        if kind >= FIRST_COLOUR_CHANGE:
            changes -= 1
        self.lay(kind)
        self.all = False
        fits: bool = (
            self.laid - self.laid_suits - COVERED[self.covered + self.laid_numbers] <= self.numbers_left
            and _colour_changes(self.agree, self.laid_colours) <= changes
            and self._from(place + 1, changes)
        )
        self.laid -= 1
        self.laid_suits = suits
        self.laid_numbers = numbers
        self.laid_colours = colours
        return fits

    def enumerate(self) -> None:
        """Count every spend that fills the order, and append it to `found` if it is to be kept."""
        self.all = True
        self._from(0, self.colours_left)

    def _from(self, start: i64, changes: i64) -> bool:
        return self._grow(start, self.laid, self.laid_suits, self.laid_numbers, self.laid_colours, changes, 0)

    def _grow(
        self, start: i64, count: i64, suits: i64, numbers: i64, colours: i64, changes: i64, spend: i64
    ) -> bool:
        """Choose the truffles that are missing among the cards from `start` on; True to stop at once."""
        if count == self.size:  # they all lie already
            return True
        end: i64 = self.usable - (self.size - count) + 1  # enough cards must be left
        if count == 0 and self.openers < end:
            end = self.openers
        last: bool = count + 1 == self.size
        cards = self.cards
        suits_of: i64 = self.suits
        covered_of: i64 = self.covered
        agree_of: i64 = self.agree
        most_numbers: i64 = self.numbers_left
        before: i64 = -1
        place: i64
        for place in range(start, end):
            kind: i64 = cards[place]
            if kind == before:
                continue
            before = kind
            face: i64 = FACE[kind]
            suiting: i64 = suits + SUITS[suits_of + face]
            having: i64 = numbers | NEW_NUMBER[face]
            numbers_needed: i64 = count + 1 - suiting - COVERED[covered_of + having]
            if numbers_needed > most_numbers:
                continue
            painted: i64 = colours + COLOUR_STEP[kind]
            left: i64 = changes
            if face == COLOUR_CHANGE:
                left -= 1  # a truffle now, and not a modifier (§6.5)
            colours_needed: i64 = (painted >> 12) - AGREE[agree_of + (painted & 4095)]
            if colours_needed > left:
                continue
            digits: i64 = spend * TRUFFLE_DIGIT + kind + 1
            if last:
                if self._complete(numbers_needed, colours_needed, painted, digits):
                    return True
            elif self._grow(place + 1, count + 1, suiting, having, painted, left, digits):
                return True
        return False

    def _complete(self, numbers_needed: i64, colours_needed: i64, colours: i64, spend: i64) -> bool:
        """All truffles are chosen: go through the modifier cards for them."""
        if not self.all:
            self.truffles = spend
            return True
        spend += self.order * ORDER_UNIT
        self._change(numbers_needed, colours_needed, spend)
        if self.with_flush:
            colours_needed = _colour_changes(COLOUR_COUNTS, colours)
            if colours_needed <= self.colours_left:
                self._change(numbers_needed, colours_needed, spend + ORDER_UNIT)
        return False

    def _change(self, numbers_needed: i64, colours_needed: i64, spend: i64) -> None:
        if numbers_needed > 0:
            self._change_numbers(0, 0, numbers_needed, colours_needed, spend)
        elif colours_needed > 0:
            self._change_colours(0, 0, colours_needed, spend)
        else:
            self._keep(spend)

    def _change_numbers(
        self, first: i64, used: i64, numbers_needed: i64, colours_needed: i64, spend: i64
    ) -> None:
        """Choose a Number Change by its colour, from `first` on; so many of `first` are used already."""
        colour: i64
        for colour in range(first, COLOURS):
            if self.counts[self.first + FIRST_NUMBER_CHANGE + colour] > used:
                chosen: i64 = spend + NUMBER_CHANGE_UNIT[colour]
                if numbers_needed > 1:
                    self._change_numbers(colour, used + 1, numbers_needed - 1, colours_needed, chosen)
                elif colours_needed > 0:
                    self._change_colours(0, 0, colours_needed, chosen)
                else:
                    self._keep(chosen)
            used = 0

    def _change_colours(self, first: i64, used: i64, colours_needed: i64, spend: i64) -> None:
        colour: i64
        for colour in range(first, COLOURS):
            kind: i64 = FIRST_COLOUR_CHANGE + colour
            have: i64 = self.counts[self.first + kind] - used
            if have > 0 and IS_NUMBER_ORDER[self.order] == 0:
                have -= _truffles_like(spend, kind)
            if have > 0:
                chosen: i64 = spend + COLOUR_CHANGE_UNIT[colour]
                if colours_needed > 1:
                    self._change_colours(colour, used + 1, colours_needed - 1, chosen)
                else:
                    self._keep(chosen)
            used = 0

    def _keep(self, spend: i64) -> None:
        if self.keep:
            if self.found_count == self.room:
                self._make_room()
            self.found[self.found_count] = spend
        self.found_count += 1

    def _make_room(self) -> None:
        if self.room == 0:
            self.room = FIRST_ROOM
            self.found = _FIRST_SPENDS[:]
            return
        self.room = 4 * self.room
        longer = vec[i64]([0] * int(self.room))
        n: i64
        for n in range(self.found_count):
            longer[n] = self.found[n]
        self.found = longer


def filler_for(state: State) -> Filler:
    """The ways to fill orders for whoever is in turn; until it is asked for again."""
    if state.workbench is NO_WORKBENCH:
        state.workbench = Filler(state.hands, state.turn * KINDS)
    filler = cast(Filler, state.workbench)
    filler.hold(state.hands, state.turn * KINDS)
    return filler


def _colour_changes(agree: i64, colours: i64) -> i64:
    return (colours >> 12) - AGREE[agree + (colours & 4095)]


def changes_needed(order: i64, truffles: vec[i64]) -> i64:
    """What modifiers the truffles of an order need: Number Changes * 8 + Colour Changes."""
    suits: i64 = 0
    numbers: i64 = 0
    colours: i64 = 0
    n: i64
    for n in range(TRUFFLES[order]):
        face: i64 = FACE[truffles[n]]
        suits += SUITS[order * FACES + face]
        numbers = numbers | NEW_NUMBER[face]
        colours += COLOUR_STEP[truffles[n]]
    number_changes: i64 = TRUFFLES[order] - suits - COVERED[order * NUMBER_SETS + numbers]
    return number_changes * 8 + _colour_changes(COLOUR_RULE[order] * COLOUR_COUNTS, colours)


def _truffles_like(spend: i64, kind: i64) -> i64:
    """How many truffles of a spend are of one kind."""
    found: i64 = 0
    left: i64 = spend & (NUMBER_CHANGE_UNIT[0] - 1)
    while left != 0:
        if left & 63 == kind + 1:
            found += 1
        left = left >> 6
    return found


assert FACE[FIRST_DUPLICATE] == DUPLICATE and FACE[FIRST_DUPLICATE - 1] < DUPLICATE < FACE[FIRST_ACTION]
assert BACK[FIRST_NUMBER_CHANGE] == 0 and FACE[FIRST_NUMBER_CHANGE] == NUMBER_CHANGE
assert BACK[FIRST_COLOUR_CHANGE] == 0 and FACE[FIRST_COLOUR_CHANGE] == COLOUR_CHANGE
assert [ORDER_OF[f"{size}-straight"] for size in ("small", "large")] == [SMALL_STRAIGHT, LARGE_STRAIGHT]
assert ORDER_OF["one-of-each-colour"] == EACH_COLOUR
assert [TRUFFLES[order] for order in ALIKE] == [1, 2, 3, 4, 5]
