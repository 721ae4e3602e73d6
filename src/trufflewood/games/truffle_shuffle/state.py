"""What is true now in a game of Truffle Shuffle. Compiled.

Cards are kinds, rows of `components.KINDS`. What a seat holds is counted by kind: the count of kind
k of seat s stands at s * KINDS + k, and where rounds matter at (round * seats + s) * KINDS + k.
"""

from __future__ import annotations

from typing import Final, cast, final

from trufflewood.games.truffle_shuffle import components
from trufflewood.games.truffle_shuffle.components import CARDS, PYRAMID, ROUNDS, ROWS
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Chance
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options

KINDS: Final = 49
ORDERS: Final = 15
ACCOUNT: Final = 16  # how often a seat filled each order, then the sum of its bonus coins
BONUS_SUM: Final = 15
NO_CARD: Final = -1
NO_ORDER: Final = -1
LAID: Final = 16  # room for five truffles with a modifier or two each

# what is to be decided
ACT: Final = 0  # take a card, or play Take 2 or Skip (§3.1)
TAKE_MORE: Final = 1  # the next card of several (§3.5, §3.7)
CHOOSE_ORDER: Final = 2  # an order, or none (§4.1)
LAY: Final = 3  # the next card of the order (§4.4)
DISCARD: Final = 4  # all seats with too many cards at once (§7.2)
OVER: Final = 5

BACK: Final = vec[i64]([kind.back for kind in components.KINDS])
FACE: Final = vec[i64]([kind.face for kind in components.KINDS])

_ROW: Final = [row for row, width in enumerate(ROWS) for _ in range(width)]
FACE_UP: Final = vec[i64]([1 - row % 2 for row in _ROW])  # §2.2
COVERED_BY: Final = vec[i64](  # the two cards of the next row that hold a card, as a mask
    [
        0 if row == len(ROWS) - 1 else 2 ** (place + ROWS[row]) + 2 ** (place + ROWS[row] + 1)
        for place, row in enumerate(_ROW)
    ]
)
ALL_PLACES: Final = 2**39 - 1
# A row as a mask, and its width: the cards that hold a card lie that many places on, and one more.
ROW_PLACES: Final = vec[i64](
    [sum(2**place for place, row in enumerate(_ROW) if row == wanted) for wanted in range(len(ROWS) - 1)]
)
ROW_WIDTH: Final = vec[i64](ROWS)


@final
class Box:
    """What never changes during a game; shared by all copies of a state. Public."""

    def __init__(self, options: Options) -> None:
        chosen = cast(components.Options, options)
        self.options = chosen
        self.open_discards: bool = chosen.discards == "open"
        self.copies = vec[i64](components.copies_in(chosen.deck))  # of each kind
        self.bonus = vec[i64](components.bonus_coins(chosen))
        self.bonuses: i64 = len(components.bonus_coins(chosen))


class Workbench:
    """Where the ways to fill an order are tried out: see `scoring.Filler`."""


NO_WORKBENCH: Final = Workbench()


@final
class State(game.State):
    def __init__(self, box: Box, deck: vec[i64], pyramid: vec[i64], counts: vec[i64]) -> None:
        self.box = box
        self.seats: i64 = box.options.seats
        # secret from all
        self.deck = deck  # the top is the last of `deck_left`; shared by copies, never written to
        self.deck_left: i64 = CARDS  # public
        # face-up cards are public; of the others all seats see the back
        self.pyramid = pyramid
        self.here: i64 = 0  # the places of the pyramid where a card lies; public
        # secret from the other seats, except for the backs
        self.hands = counts
        self.discards = counts  # after round 1 and 2; only with hidden discards (§7.2)
        # public
        self.seen = counts  # taken face up in a round, and not laid down since
        self.spent = counts  # by kind: laid down for all to see
        self.accounts = counts
        self.skips = counts  # by seat: the Skip that lies before it, or NO_CARD
        self.laid = counts  # the cards of the order that is being filled
        self.laid_count: i64 = 0
        self.order: i64 = NO_ORDER
        self.start: i64 = 0
        self.turn: i64 = 0
        self.phase: i64 = ACT
        self.round: i64 = 0
        self.to_take: i64 = 0
        self.bonus_taken: i64 = 0  # bonus coins won this round
        # nothing that is true: kept because a new one for every question costs more than the answer
        self.workbench: Workbench = NO_WORKBENCH

    def copy(self) -> State:
        twin = State(self.box, self.deck, self.pyramid[:], self.hands[:])
        twin.deck_left = self.deck_left
        twin.here = self.here
        twin.discards = self.discards[:]
        twin.seen = self.seen[:]
        twin.spent = self.spent[:]
        twin.accounts = self.accounts[:]
        twin.skips = self.skips[:]
        twin.laid = self.laid[:]
        twin.laid_count = self.laid_count
        twin.order = self.order
        twin.start = self.start
        twin.turn = self.turn
        twin.phase = self.phase
        twin.round = self.round
        twin.to_take = self.to_take
        twin.bonus_taken = self.bonus_taken
        return twin

    def dump(self) -> list[int]:
        facts = [self.seats, self.deck_left, self.here, self.laid_count, self.order, self.start, self.turn]
        facts += [self.phase, self.round, self.to_take, self.bonus_taken, self.box.bonuses]
        facts += [i64(self.box.open_discards)]
        found = [int(fact) for fact in facts]
        found += [int(self.deck[n]) for n in range(self.deck_left)]
        found += [int(self.laid[n]) for n in range(self.laid_count)]
        for counts in (self.pyramid, self.hands, self.discards, self.seen, self.spent):
            found += [int(n) for n in counts]
        for counts in (self.accounts, self.skips, self.box.copies):
            found += [int(n) for n in counts]
        return found


def blank(options: Options) -> State:
    """An empty table, to be filled by `deal`, `imagine` or a position in notation."""
    box = Box(options)
    seats = options.seats
    state = State(box, numbers(0, CARDS), numbers(NO_CARD, PYRAMID), numbers(0, seats * KINDS))
    state.discards = numbers(0, (ROUNDS - 1) * seats * KINDS)
    state.seen = numbers(0, ROUNDS * seats * KINDS)
    state.spent = numbers(0, KINDS)
    state.accounts = numbers(0, seats * ACCOUNT)
    state.skips = numbers(NO_CARD, seats)
    state.laid = numbers(NO_CARD, LAID)
    return state


def numbers(value: int, length: int) -> vec[i64]:
    return vec[i64]([value] * length)


def deal(options: Options, chance: Chance) -> State:
    """Shuffle, lay the first pyramid and draw the starting player (§2)."""
    state = blank(options)
    cards = [kind for kind in range(KINDS) for _ in range(state.box.copies[kind])]
    chance.shuffle(cards)
    start = chance.below(options.seats)
    state.deck = vec[i64](cards)
    state.start = start if options.start is None else options.start
    state.turn = state.start
    lay_pyramid(state)
    return state


def lay_pyramid(state: State) -> None:
    """Deal the next 39 cards from the deck (§2.2)."""
    state.deck_left -= PYRAMID
    place: i64
    for place in range(PYRAMID):
        state.pyramid[place] = state.deck[state.deck_left + place]
    state.here = ALL_PLACES
    state.bonus_taken = 0


def is_free(state: State, place: i64) -> bool:
    """True if a card lies there and no other lies on it (§3.2)."""
    return state.here & BIT[place] != 0 and state.here & COVERED_BY[place] == 0


def free_places(state: State) -> i64:
    """The places for which `is_free` is true, as a mask."""
    here: i64 = state.here
    covered: i64 = 0
    row: i64
    for row in range(len(ROW_PLACES)):
        width: i64 = ROW_WIDTH[row]
        covered |= (here >> width | here >> (width + 1)) & ROW_PLACES[row]
    return here & ~covered


def hand_size(state: State, seat: i64) -> i64:
    hands = state.hands
    total: i64 = 0
    n: i64
    for n in range(seat * KINDS, seat * KINDS + KINDS):
        total += hands[n]
    return total


def at(state: State, round: i64, seat: i64) -> i64:
    """Where the counts of a round and a seat begin, in `seen` and `discards`."""
    return (round * state.seats + seat) * KINDS
