"""What can happen at a table, as it is kept: one row each, in order."""

from __future__ import annotations

from typing import Any

import msgspec


class Chair(msgspec.Struct, frozen=True, gc=False):
    """One seat as it stands: a person's, a bot's, or open. A person's may be lent to a bot."""

    name: str = ""  # the person's
    holder: str = ""  # the hash of the person's key
    bot: str = ""  # who plays it now, if a bot does
    muted: bool = False  # the person, in the chat

    @property
    def open(self) -> bool:
        return not self.holder and not self.bot


class Leaver(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What happens when somebody who must decide stays away or runs out of time."""

    policy: str = "wait"  # wait, bot (takes over) or end
    after: int = 300  # seconds away
    bot: str = "level3"


class Setup(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What was settled when the table was made. Holds the seed: never leaves the server."""

    game: str
    rules: int  # version of the game's rules
    options: dict[str, Any]
    seats: int
    seed: str  # hex
    chairs: tuple[Chair, ...]
    host: str  # hash of a key
    made: float
    deal: str = ""  # code of a deal that several tables play
    practice: bool = False  # the seed was typed by a person
    listed: bool = False
    watch: bool = True  # whoever has the link may watch
    chat: bool = True
    aids: bool = True  # memory aids may be shown
    scores: bool = True  # points are shown while the game goes on
    hints: bool = True  # a bot may be asked for advice
    clock: int = 0  # seconds for a decision; 0 is no clock
    leaver: Leaver = Leaver()
    deck: dict[str, dict[str, int]] | None = None  # the players' own, which `options` name by its content
    opening: tuple[Play | Redeal, ...] = ()  # of a game played on from a record: what comes first
    muted: tuple[str, ...] = ()  # of a rematch: the hashes of keys that were muted before

    @property
    def timer(self) -> int:
        """Seconds after which something may happen to a seat that does not decide; 0 is never."""
        if self.leaver.policy == "wait":
            return 0
        return min(self.leaver.after, self.clock or self.leaver.after)


class Brief(msgspec.Struct, frozen=True, gc=False):
    """What can be told of a table without playing it: kept beside its commands, as they are on the disk."""

    table: str
    state: str
    version: int
    chairs: tuple[Chair, ...]
    waiting: tuple[int, ...]  # the seats that must decide
    bot_due: bool  # one of them is played by a bot
    timer: int  # seconds after which a clock or a leaver's policy may act; 0 is never


class Play(msgspec.Struct, frozen=True, gc=False, tag="play"):
    seat: int
    moves: tuple[int, ...]


class Redeal(msgspec.Struct, frozen=True, gc=False, tag="redeal"):
    """All that a seat cannot know is dealt anew; only at the opening of a table."""

    seat: int
    seed: str  # hex


class Undo(msgspec.Struct, frozen=True, gc=False, tag="undo"):
    seat: int


class Restart(msgspec.Struct, frozen=True, gc=False, tag="restart"):
    seat: int


class Sit(msgspec.Struct, frozen=True, gc=False, tag="sit"):
    seat: int
    name: str
    holder: str


class Rise(msgspec.Struct, frozen=True, gc=False, tag="rise"):
    seat: int


class Hand(msgspec.Struct, frozen=True, gc=False, tag="hand"):
    """Lend a seat to a bot, or give it back (`bot` is empty)."""

    seat: int
    bot: str


class Remove(msgspec.Struct, frozen=True, gc=False, tag="remove"):
    """The host sends a guest away: all seats of that key are open again, and it takes none any more."""

    seat: int


class Mute(msgspec.Struct, frozen=True, gc=False, tag="mute"):
    """The host takes the chat from the guest of a seat, or gives it back."""

    seat: int
    muted: bool


class End(msgspec.Struct, frozen=True, gc=False, tag="end"):
    """Ended before its end: somebody left a table where that is the policy."""

    seat: int


class Again(msgspec.Struct, frozen=True, gc=False, tag="again"):
    """A rematch was made at another table."""

    seat: int
    table: str


class Gap(msgspec.Struct, frozen=True, gc=False, tag="gap"):
    """What followed had been lost from the disk or cannot be read: the table goes on from here."""

    seat: int  # nobody's: -1
    aside: int  # rows that were put aside


Deed = Play | Redeal | Undo | Restart | Sit | Rise | Hand | Remove | Mute | End | Again | Gap


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A deed in its place."""

    seq: int  # from 1; the version of the table after it
    command: str  # its id; unique at a table
    deed: Deed
    at: float


class Said(msgspec.Struct, frozen=True, gc=False):
    """A word in the chat. Kept apart from what happens in the game."""

    number: int
    seat: int
    name: str
    text: str
    at: float
