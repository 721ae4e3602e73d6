"""What is told to people: lines of a score, events of a game, how it ended. Plain data.

All of it is a key and its arguments; the sentence is made where it is read, in the reader's
language (`kit.words`). A number of a rule (§) stands in RULES.md of the game.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

Value = int | str | list[int] | list[str]
Args = dict[str, Value]

EVERYONE: Final = -1  # all seats and whoever watches
NOBODY: Final = 0


_unpacker: Final = msgspec.msgpack.Decoder(list[tuple[str, dict[str, Any], int]])


class Line(msgspec.Struct, frozen=True, gc=False):
    """One explained item of a score."""

    rule: str  # "§6.3"
    points: int
    key: str  # of the sentence, in [lines] of the game's text
    args: Args = {}
    text: str = ""  # the sentence itself, once a language is known


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, and who may hear of it: nobody, unless it says so."""

    key: str  # of the sentence, in [events] of the game's text
    args: Args = {}
    to: int = NOBODY  # a mask of seats, or EVERYONE
    text: str = ""


class Aid(msgspec.Struct, frozen=True, gc=False):
    """Something a good memory would know: how many of a thing are left, as far as a view tells."""

    group: str  # the heading it stands under: a key of [aids] of the game's text
    key: str  # of the sentence, in [aids] too
    args: Args = {}
    left: int | None = None  # None where it is no matter of numbers
    of: int | None = None  # how many there were


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    ranks: tuple[int, ...]  # by seat; 1 is best, equals share
    points: tuple[int, ...]  # by seat
    rule: str  # the rule that decided it: the end, or the tie-break
    key: str  # of the sentence, in [outcomes] of the game's text
    args: Args = {}
    text: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why a move is not allowed."""

    rule: str
    key: str  # of the sentence, in [refusals] of the game's text
    args: Args = {}
    text: str = ""


def only(*seats: int) -> int:
    """The mask of an event that these seats alone may hear."""
    return sum(1 << seat for seat in set(seats))


def all_but(seat: int) -> int:
    """The mask of an event for everybody else, whoever watches included."""
    return ~(1 << seat)


def may_hear(event: Event, seat: int | None) -> bool:
    """True if `seat` may hear of it; None asks for whoever watches."""
    return event.to < 0 if seat is None else bool(event.to >> seat & 1)


def pack(events: list[Event]) -> bytes:
    """Events in a tenth of their memory: a long game keeps thousands."""
    return msgspec.msgpack.encode([(event.key, event.args, event.to) for event in events])


def unpack(told: bytes) -> list[Event]:
    return [Event(key, args, to) for key, args, to in _unpacker.decode(told)]


def ranks_of(points: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from points and tie-breaks, best first; equals share a rank.

    >>> ranks_of([(9, 0), (12, 1), (12, 1)])
    (3, 1, 1)
    """
    return tuple(1 + sum(other > own for other in points) for own in points)
