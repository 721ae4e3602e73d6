"""Every message of the protocol, typed. docs/protocol.md tells how they follow one another.

The OpenAPI description and the client's TypeScript types are made from this file
(`server/describe.py`): a field that is not here does not cross the wire.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from trufflewood.server.deeds import Leaver

PROTOCOL: Final = 3

Language = Literal["en", "es"]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Seat = Annotated[int, Meta(ge=0, le=8)]
Key = Annotated[str, Meta(pattern=r"^([A-Za-z0-9_-]{43})?$")]
Moves = Annotated[list[int], Meta(max_length=200)] | Annotated[str, Meta(max_length=2000)]
State = Literal["open", "playing", "over"]
Args = dict[str, int | str | list[int | str]]  # of a sentence


# ---- from a client, over its socket


class Hello(Struct, frozen=True, gc=False, tag="hello", forbid_unknown_fields=True):
    """The first message. Without a key one watches."""

    key: Key = ""
    seat: Seat | None = None  # which of the seats of this key to look from; the first by default
    since: int | None = None  # the last version this client has; it then gets only what it missed
    language: Language = "en"
    explain: bool = False  # have the points of every seat, line by line, with each update and sketch


class Face(Struct, frozen=True, gc=False, tag="face", forbid_unknown_fields=True):
    """Look from another of one's own seats (pass-and-play)."""

    seat: Seat


class Speak(Struct, frozen=True, gc=False, tag="language", forbid_unknown_fields=True):
    """Have all sentences in another language from now on."""

    language: Language


class Play(Struct, frozen=True, gc=False, tag="play", forbid_unknown_fields=True):
    """A command: one or more moves, as numbers or in notation, taken whole or not at all."""

    id: Id
    moves: Moves
    seat: Seat | None = None  # refused unless it is the seat one looks from


class Sketch(Struct, frozen=True, gc=False, tag="sketch", forbid_unknown_fields=True):
    """Try moves; nobody else hears of it."""

    id: Id
    moves: Moves


class Undo(Struct, frozen=True, gc=False, tag="undo", forbid_unknown_fields=True):
    """Take back one's last command."""

    id: Id


class Restart(Struct, frozen=True, gc=False, tag="restart", forbid_unknown_fields=True):
    """Take back as much of one's turn as can be."""

    id: Id


class AskHint(Struct, frozen=True, gc=False, tag="hint", forbid_unknown_fields=True):
    """Ask a bot what it would do in one's place, or after moves that one has sketched."""

    id: Id
    moves: Moves = []


class AskAids(Struct, frozen=True, gc=False, tag="aids", forbid_unknown_fields=True):
    """Ask for the memory aids: what has been seen, and what is left."""

    id: Id


class Hand(Struct, frozen=True, gc=False, tag="hand", forbid_unknown_fields=True):
    """Lend a seat to a bot, or (with no bot) give it back."""

    id: Id
    seat: Seat
    bot: Annotated[str, Meta(max_length=40)] = ""


class Rise(Struct, frozen=True, gc=False, tag="rise", forbid_unknown_fields=True):
    """Stand up again before the game begins."""

    id: Id


class Remove(Struct, frozen=True, gc=False, tag="remove", forbid_unknown_fields=True):
    """Send a guest away before the game begins; for the host."""

    id: Id
    seat: Seat


class Mute(Struct, frozen=True, gc=False, tag="mute", forbid_unknown_fields=True):
    """Take the chat from a guest, or give it back; for the host."""

    id: Id
    seat: Seat
    muted: bool = True


class Say(Struct, frozen=True, gc=False, tag="say", forbid_unknown_fields=True):
    """A word in the chat."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Ping(Struct, frozen=True, gc=False, tag="ping", forbid_unknown_fields=True):
    """Ask whether the line still holds; answered by `pong`."""


FromClient = (
    Hello | Face | Speak | Play | Sketch | Undo | Restart | AskHint | AskAids | Hand | Rise | Remove | Mute
    | Say | Ping
)  # fmt: skip


# ---- to a client, over its socket


class SeatInfo(Struct, frozen=True, gc=False):
    """A seat as everybody sees it."""

    name: str  # in the language of the reader for a bot
    bot: str  # the bot that plays it now; "" for a person
    open: bool  # nobody's yet
    lent: bool  # a person's, played by a bot for now
    muted: bool  # a person's who may not write in the chat


class TableInfo(Struct, frozen=True, gc=False, kw_only=True):
    """What was settled about a table, as everybody may know it."""

    table: str
    game: str
    options: dict[str, Any]
    seats: list[SeatInfo]
    state: State
    version: int
    promise: str  # the hash of the seed
    made: float
    practice: bool
    deal: str  # the code of a deal that several tables play
    listed: bool
    watch: bool
    chat: bool
    aids: bool
    scores: bool
    hints: bool
    clock: int
    leaver: Leaver


class Welcome(Struct, frozen=True, gc=False, tag="welcome"):
    """The answer to `hello`, before the first `update`."""

    protocol: int
    info: TableInfo
    seat: int | None  # whose eyes the views are for; None watches
    mine: list[int]  # all seats of this key
    host: bool


class ScoreLine(Struct, frozen=True, gc=False):
    """One explained item of a score: a key of the game's `lines`, and what goes into its sentence."""

    rule: str
    points: int
    key: str
    args: Args


Explained = list[list[ScoreLine]] | None  # the points of every seat, line by line


class Ending(Struct, frozen=True, gc=False):
    """How a game ended."""

    ranks: list[int]  # by seat; 1 is best, equals share
    points: list[int]
    rule: str  # the end, or the tie-break that decided
    key: str
    args: Args
    text: str


class LogLine(Struct, frozen=True, gc=False):
    """A sentence of the log, as key and arguments and in the reader's language."""

    key: str
    args: Args
    text: str


class Happening(Struct, frozen=True, gc=False):
    """One command that was taken, as this seat may know of it."""

    version: int
    kind: Literal[
        "play",
        "redeal",
        "undo",
        "restart",
        "sit",
        "rise",
        "hand",
        "remove",
        "mute",
        "end",
        "again",
        "gap",
    ]
    seat: int
    lines: list[LogLine]
    undone: list[int]  # the versions that no longer stand
    at: float


class Update(Struct, frozen=True, gc=False, tag="update", kw_only=True):
    """The table as it is now for one seat, and what has happened."""

    version: int
    fresh: bool  # the happenings are the last that stand; else those after the version you have
    earlier: int  # with `fresh`: commands that stand and come before the first of these happenings
    happenings: list[Happening]
    state: State
    seats: list[SeatInfo]
    view: msgspec.Raw  # what this seat may know, in the game's own form; null before the deal
    points: list[int] | None  # as they stand, by seat; None where the table hides them
    explained: Explained  # the same line by line; None where hidden or not asked for in `hello`
    can_undo: bool
    deadlines: list[float | None]  # by seat, when its time is up
    outcome: Ending | None
    ended: bool  # over before its end: somebody left
    seed: str | None  # opened when the game is over
    again: str  # the table of the rematch


class Ack(Struct, frozen=True, gc=False, tag="ack"):
    """A command was taken, now or when it was sent before."""

    id: str
    version: int  # of the table after it; the number of the word, for chat


class Refused(Struct, frozen=True, gc=False, tag="refused"):
    """A command was not taken, and nothing has changed."""

    id: str  # "" where the message had none that could be read
    key: str
    args: Args
    rule: str  # "§3.2", or "" where no rule of the game is the reason
    text: str


class Sketched(Struct, frozen=True, gc=False, tag="sketched"):
    """The table after a sketch. Built upon `version`."""

    id: str
    version: int
    view: msgspec.Raw
    moves: list[int]  # what could come next; [] after a reveal or the end of the turn
    change: int  # of one's own points
    stopped: bool  # the last move would show something hidden, and was not tried
    explained: Explained  # the points after it, as in `update`


class Advice(Struct, frozen=True, gc=False):
    """A move that a bot thinks well of."""

    move: int
    text: str  # the move in notation
    expected: float  # the chance of victory, from 0 to 1
    points: int  # that it brings at once
    reason: str


class Hinted(Struct, frozen=True, gc=False, tag="hinted"):
    """The best few moves, best first; none where no bot could say."""

    id: str
    version: int
    advice: list[Advice]


class AidLine(Struct, frozen=True, gc=False):
    """How many of a thing are left, as far as this seat can know."""

    group: str  # the heading it stands under
    key: str
    args: Args
    text: str
    left: int | None  # None where it is no matter of numbers
    of: int | None  # how many there were


class Aided(Struct, frozen=True, gc=False, tag="aided"):
    """All that the view of this seat adds up to."""

    id: str
    version: int
    aids: list[AidLine]


class Presence(Struct, frozen=True, gc=False, tag="presence"):
    """Who is at the table now."""

    online: list[bool]  # by seat
    since: list[float]  # by seat, when that began
    watching: int


class Asked(Struct, frozen=True, gc=False, tag="asked"):
    """The host asks whether a bot may play for now; to agree is to send `hand` oneself."""

    seat: int  # one's own
    bot: str
    by: str  # the host's name


class Spoken(Struct, frozen=True, gc=False, tag="said"):
    """A word in the chat."""

    number: int
    seat: int
    name: str
    text: str
    at: float


class Pong(Struct, frozen=True, gc=False, tag="pong"):
    version: int


ToClient = Welcome | Update | Ack | Refused | Sketched | Hinted | Aided | Presence | Asked | Spoken | Pong


# ---- over HTTP


class NewSeat(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Who is to sit somewhere: the maker (`me`), whoever comes (`open`), or a bot."""

    kind: Literal["me", "open", "bot"] = "open"
    name: Annotated[str, Meta(max_length=24)] = ""  # of another person at the same device; for `me`
    bot: Annotated[str, Meta(max_length=40)] = "random"


class NewTable(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=9)]
    options: dict[str, Any] = {}
    listed: bool = False
    watch: bool = True
    chat: bool = True
    aids: bool = True
    scores: bool = True
    hints: bool = True
    clock: Annotated[int, Meta(ge=0, le=14 * 24 * 3600)] = 0
    leaver: Leaver = Leaver()
    seed: Annotated[str, Meta(min_length=1, max_length=100)] | None = None  # makes it a practice table
    deal: Annotated[str, Meta(max_length=64)] = ""  # "new", a deal code, or a table that plays such a deal


class Seated(Struct, frozen=True, gc=False, kw_only=True):
    """A seat of one's own. The key opens it: keep it in the browser, and never in a link."""

    table: str
    key: str
    seats: list[int]
    info: TableInfo


class Join(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Sit down; on a certain seat, or on the first that is open."""

    name: Name
    seat: Seat | None = None


class OptionInfo(Struct, frozen=True, gc=False):
    """An option of a game: what it takes, and what it is by default."""

    name: str
    default: Any
    choices: list[Any]  # [] where it takes a number or something larger
    least: int | None
    most: int | None


class GameInfo(Struct, frozen=True, gc=False):
    game: str
    title: str
    tagline: str
    credit: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]  # the levels first, the weakest of them first
    moves: int


class Games(Struct, frozen=True, gc=False):
    games: list[GameInfo]


class Tables(Struct, frozen=True, gc=False):
    tables: list[TableInfo]


class MyTable(Struct, frozen=True, gc=False):
    info: TableInfo
    seats: list[int]
    waiting: bool  # for one of my seats


class MyTables(Struct, frozen=True, gc=False):
    tables: list[MyTable]


class NewKey(Struct, frozen=True, gc=False):
    key: str


class TakenHome(Struct, frozen=True, gc=False, kw_only=True):
    """What one may take home: the whole record once it is open, before that one's own view."""

    game: str
    promise: str
    whole: bool
    record: str  # docs/records.md; "" until it opens
    view: msgspec.Raw
    happenings: list[Happening]


class DeckInfo(Struct, frozen=True, gc=False):
    """The deck of a table: what is in the box. It never changes, so that it is asked for once."""

    name: str  # as views and options have it; # and a hash of `sections` for a deck of the players' own
    sections: dict[str, dict[str, int]]  # section, key, copies


class Replay(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A record to be played again."""

    record: Annotated[str, Meta(max_length=200_000)]
    at: int | None = None  # after so many commands; at the end by default
    seat: Seat | None = None  # whose view; the watchers' by default


class Replayed(Struct, frozen=True, gc=False, kw_only=True):
    """An earlier position: of a record that is open, or as one's own seat saw it while the game goes on."""

    game: str
    seats: int
    at: int
    commands: int
    seat: int | None
    mover: int | None  # who moves next in the record; None until it is open
    moves: list[str]  # and what, in notation
    view: msgspec.Raw
    lines: list[LogLine]  # what the command that led here told this seat
    points: list[int] | None  # None where the table hides them
    explained: Explained  # the same line by line
    outcome: Ending | None
    seed: str | None  # None until it is open


class Fork(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A position of a game that is over, to be played on against bots."""

    name: Name
    at: int  # after so many commands
    seat: Seat  # to play from; all that it could not know is dealt anew
    bot: Annotated[str, Meta(max_length=40)] = "level3"  # for the other seats


class Rematch(Struct, frozen=True, gc=False):
    table: str


class Network(Struct, frozen=True, gc=False):
    """Who can open an invitation, as the client that asks sees the server."""

    origin: str  # with which links and QR codes begin
    only_here: bool  # no other machine can open them
    open: bool  # the server listens on the network as well as on this machine
    may_change: bool  # this client may open and close it


class OpenNetwork(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Listen on the network as well, or on this machine alone again."""

    open: bool


class Health(Struct, frozen=True, gc=False):
    status: Literal["ok", "stopping", "failing"]
    trouble: str  # why it is failing, in one sentence
    instance: str  # another one whenever a server is started
    tables: int
    sockets: int
    bots_thinking: int


class Problem(Struct, frozen=True, gc=False):
    """Why a request was not granted: one sentence, and its key for programs."""

    key: str
    args: Args
    text: str


class Failed(Struct, frozen=True, gc=False):
    error: Problem
