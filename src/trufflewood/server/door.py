"""The one door: everything about a table that leaves the server is made here, for one seat.

`Door(match, seat, language)` asks the match only what that seat may know; `seat=None` watches, and
`explain` sends the points of every seat line by line too. No other room of the server reads a view, a
log, a score, a seed or a record in order to send it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

import msgspec

from trufflewood import bots, face
from trufflewood.kit.chance import promise
from trufflewood.kit.errors import BadMove
from trufflewood.kit.outcome import EVERYONE, Aid, Event, Line, may_hear, unpack
from trufflewood.kit.seen import View
from trufflewood.kit.table import Table
from trufflewood.kit.words import words
from trufflewood.server import deeds, wire
from trufflewood.server.deeds import Brief, Chair, Setup
from trufflewood.server.errors import ROOM, ServerError, plain
from trufflewood.server.match import Happened, Match, is_same
from trufflewood.server.store import OPEN, OVER

LONG_GAP = 60  # versions; a client that missed more gets the table afresh
HISTORY = 300  # happenings that come with a table; who wants more asks for the record
LEVELS = {bot: int(bot[-1]) for bot in bots.BOTS if bot.startswith("level")}
NOTHING = msgspec.Raw(b"null")

T = TypeVar("T")


class Door:
    def __init__(self, match: Match, seat: int | None, language: str, explain: bool = False) -> None:
        match.must_be_here()
        if seat is None and match.setup.deal and match.sealed:
            raise ServerError("sealed")
        if seat is None and not match.setup.watch and not match.opened:
            raise ServerError("no-watching")
        self.match = match
        self.seat = seat
        self.language = language
        self.explain = explain
        self.words = match.table.game.words(language)
        self.own_words = words(ROOM, language)
        self.names = self._once(
            ("names", language), lambda: [name_of(chair, language) for chair in match.chairs]
        )

    # ---- over the socket

    def welcome(self, person: str) -> wire.Welcome:
        return wire.Welcome(
            wire.PROTOCOL,
            info(self.match.setup, self.match.brief(), self.language),
            self.seat,
            self.match.seats_of(person),
            is_same(self.match.setup.host, person),
        )

    def update(self, since: int | None) -> bytes:
        """The table now, with what happened after version `since`, or all of it: as it is sent.

        Made once for all who look from the same seat, in the same language, and have the same version.
        """
        match = self.match
        fresh = since is None or since < 0 or not 0 <= match.version - since <= LONG_GAP
        who = self.seat, self.language, self.explain, since
        if fresh:  # who comes is alone, and gets much
            return _encoder.encode(self._update(None))
        return self._once(("update", who), lambda: _encoder.encode(self._update(since)))

    def _update(self, since: int | None) -> wire.Update:
        match = self.match
        past = match.standing() if since is None else match.happened[since:]
        earlier = past[:-HISTORY] if since is None else []
        return wire.Update(
            version=match.version,
            fresh=since is None,
            earlier=sum(one.kind in ("play", "redeal") for one in earlier),
            happenings=[self.happening(one) for one in past[len(earlier) :]],
            state=cast(wire.State, match.state),
            seats=self._seats(),
            view=self.view(),
            points=self._points(),
            explained=self._explained() if self._explains() else None,
            can_undo=self.seat is not None and match.can_undo(self.seat),
            deadlines=[moment and moment.wall for moment in map(match.deadline, range(match.table.seats))],
            outcome=_ending(match.table, self.language, self.names),
            ended=match.ended,
            seed=match.setup.seed if match.opened else None,
            again=match.again,
        )

    def _once(self, what: Hashable, make: Callable[[], T]) -> T:
        """What was made of this version of the table already, or is made now."""
        made = self.match.made
        if what not in made:
            made[what] = make()
        return cast(T, made[what])

    def _seats(self) -> list[wire.SeatInfo]:
        chairs = self.match.chairs
        return self._once(
            ("seats", self.language), lambda: [seat_info(chair, self.language) for chair in chairs]
        )

    def view(self) -> msgspec.Raw:
        """What this seat may know, as JSON; null before the deal is told."""
        if self.match.state == OPEN:
            return NOTHING
        table = self.match.table
        return self._once(
            ("view", self.seat), lambda: msgspec.Raw(msgspec.json.encode(table.view(self.seat)))
        )

    def happening(self, one: Happened) -> wire.Happening:
        heard = [event for event in unpack(one.told) if may_hear(event, self.seat)] if one.told else []
        if one.version == self.match.version and all(event.to == EVERYONE for event in heard):
            return self._once(("happening", self.language, len(heard)), lambda: self._happening(one, heard))
        return self._happening(one, heard)

    def _happening(self, one: Happened, heard: list[Event]) -> wire.Happening:
        lines = [self._line(event) for event in heard]
        if one.notice is not None:
            key, args = one.notice
            said = self.own_words.say("notices", key, args, self.names)
            lines.append(wire.LogLine(key, plain(args), said))
        kind: Any = one.kind
        return wire.Happening(one.version, kind, one.seat, lines, list(one.undone), one.at)

    def sketched(self, command: str, moves: list[int]) -> wire.Sketched:
        match = self.match
        if self.seat is None:
            raise ServerError("only-watching")
        if match.chairs[self.seat].bot:
            raise ServerError("seat-lent")
        match.must_play()
        sketch = match.table.sketch(self.seat, moves, self._explains())
        view = msgspec.Raw(msgspec.json.encode(sketch.view))
        explained = _explained(sketch.explained)
        return wire.Sketched(
            command, match.version, view, list(sketch.moves), sketch.change, sketch.stopped, explained
        )

    def may_ask(self, moves: list[int]) -> View:
        """What a bot is told when this seat asks for advice, perhaps in the middle of a sketch."""
        match = self.match
        if self.seat is None:
            raise ServerError("only-watching")
        if not match.setup.hints:
            raise ServerError("no-hints")
        if match.chairs[self.seat].bot:
            raise ServerError("seat-lent")
        match.must_play()
        sketch = match.table.sketch(self.seat, moves) if moves else None
        if sketch is not None and not sketch.moves:
            raise ServerError("turn-made")
        view = match.table.view(self.seat) if sketch is None else sketch.view
        if not view.moves:
            raise BadMove("not-your-turn", match.table.game.room, seat=self.seat, waiting=list(view.waiting))
        return view

    def hinted(self, command: str, version: int, hints: list[bots.Hint]) -> wire.Hinted:
        advice = [wire.Advice(one.move, one.text, one.expected, one.points, one.reason) for one in hints]
        return wire.Hinted(command, version, advice)

    def aided(self, command: str) -> wire.Aided:
        match = self.match
        if not match.setup.aids:
            raise ServerError("no-aids")
        if match.state == OPEN:
            match.must_play()
        found = [
            wire.AidLine(aid.group, aid.key, plain(aid.args), self._say("aids", aid), aid.left, aid.of)
            for aid in match.table.game.memory(match.table.view(self.seat))
        ]
        return wire.Aided(command, match.version, found)

    @property
    def _shows_points(self) -> bool:
        match = self.match
        return match.state != OPEN and (match.setup.scores or match.state == OVER)

    def _explains(self) -> bool:
        return self.explain and self._shows_points

    def _points(self) -> list[int] | None:
        table = self.match.table
        if not self._shows_points:
            return None
        return self._once(
            ("points", self.seat),
            lambda: [table.points(seat, self.seat) for seat in range(table.seats)],
        )

    def _explained(self) -> wire.Explained:
        return [self._lines_once(lines) for lines in self.match.table.explained(self.seat)]

    def _lines_once(self, lines: list[Line]) -> list[wire.ScoreLine]:
        """The lines of one seat, made once for all who know the same: the table counts them as one list."""
        known, made = self._once(("lines", id(lines)), lambda: (lines, _lines(lines)))
        assert known is lines  # held beside what was made of it, so that no other list gets its number
        return made

    def _line(self, event: Event) -> wire.LogLine:
        return wire.LogLine(event.key, plain(event.args), self._say("events", event))

    def _say(self, section: str, said: Event | Aid) -> str:
        return self.words.say(section, said.key, said.args, self.names)

    # ---- to take home

    def record(self) -> wire.TakenHome:
        match = self.match
        return wire.TakenHome(
            game=match.setup.game,
            promise=match.table.promise,
            whole=match.opened,
            record=match.table.record() if match.opened else "",
            view=self.view(),
            happenings=[self.happening(one) for one in match.standing()],
        )

    def replayed(self, at: int | None) -> wire.Replayed:
        """The table as this seat saw it after so many commands; with what came next once that is open."""
        match = self.match
        if match.state == OPEN:
            match.must_play()
        found = replayed(match.table, at, self.seat, self.language, self.names)
        if not self._shows_points:
            found = msgspec.structs.replace(found, points=None, explained=None)
        if match.opened:
            return found
        return msgspec.structs.replace(found, mover=None, moves=[], seed=None)

    def may_fork(self, at: int) -> tuple[deeds.Play | deeds.Redeal, ...]:
        """The commands up to a position from which anybody may play on."""
        match = self.match
        if not match.opened:
            raise ServerError("sealed" if match.state == OVER else "not-over")
        if not 0 <= at <= match.table.version:
            raise ServerError("no-such-step", at=at, most=match.table.version)
        if match.table.until(at).over:
            raise ServerError("fork-over")
        return tuple(
            deeds.Redeal(seat, seed.hex()) if seed else deeds.Play(seat, moves)
            for seat, moves, seed in match.table.commands[:at]
        )


def replayed(
    table: Table, at: int | None, seat: int | None, language: str, names: list[str] | None = None
) -> wire.Replayed:
    """A position of a record, with all that whoever has the record may know."""
    if at is not None and not 0 <= at <= table.version:
        raise ServerError("no-such-step", at=at, most=table.version)
    now = table if at is None else table.until(at)
    following = table.commands[now.version] if now.version < table.version else None
    said = table.game.words(language)
    shown = names or [said.say("table", "seat", {"n": n + 1}) for n in range(table.seats)]
    write = table.game.notation.write
    return wire.Replayed(
        game=table.game.name,
        seats=table.seats,
        at=now.version,
        commands=table.version,
        seat=seat,
        mover=following and following.seat,
        moves=[said.translate(write(move)) for move in following.moves] if following else [],
        view=msgspec.Raw(msgspec.json.encode(now.view(seat))),
        lines=[
            wire.LogLine(event.key, plain(event.args), said.say("events", event.key, event.args, shown))
            for event in now.log(seat, max(0, now.version - 1))
        ],
        points=[now.points(n, seat) for n in range(now.seats)],
        explained=_explained(now.explained(seat)),
        outcome=_ending(now, language, shown),
        seed=table.seed.hex(),
    )


_encoder = msgspec.json.Encoder()


def _explained(scores: list[list[Line]] | None) -> wire.Explained:
    return None if scores is None else [_lines(lines) for lines in scores]


def _lines(lines: list[Line]) -> list[wire.ScoreLine]:
    return [wire.ScoreLine(line.rule, line.points, line.key, plain(line.args)) for line in lines]


def _ending(table: Table, language: str, names: list[str]) -> wire.Ending | None:
    found = table.outcome
    if found is None:
        return None
    said = table.game.words(language).say("outcomes", found.key, found.args, names)
    return wire.Ending(list(found.ranks), list(found.points), found.rule, found.key, plain(found.args), said)


def info(setup: Setup, brief: Brief, language: str) -> wire.TableInfo:
    """What anybody who knows of a table may know about it."""
    return wire.TableInfo(
        table=brief.table,
        game=setup.game,
        options=setup.options,
        seats=[seat_info(chair, language) for chair in brief.chairs],
        state=cast(wire.State, brief.state),
        version=brief.version,
        promise=promise(bytes.fromhex(setup.seed)),
        made=setup.made,
        practice=setup.practice,
        deal=setup.deal,
        listed=setup.listed,
        watch=setup.watch,
        chat=setup.chat,
        aids=setup.aids,
        scores=setup.scores,
        hints=setup.hints,
        clock=setup.clock,
        leaver=setup.leaver,
    )


def seat_info(chair: Chair, language: str) -> wire.SeatInfo:
    return wire.SeatInfo(
        name=name_of(chair, language),
        bot=chair.bot,
        open=chair.open,
        lent=bool(chair.holder and chair.bot),
        muted=chair.muted,
    )


def name_of(chair: Chair, language: str) -> str:
    said = words(ROOM, language)
    if chair.holder:
        return chair.name
    if chair.bot:
        return bot_name(chair.bot, language)
    return said.say("seats", "open")


def bot_name(bot: str, language: str) -> str:
    if bot in LEVELS:
        return bots.level_name(LEVELS[bot], language)
    return words(ROOM, language).say("seats", "bot", {"bot": bot})


def game_info(name: str, language: str) -> wire.GameInfo:
    game = face.find(name)
    said = game.words(language)
    kind = cast(msgspec.inspect.StructType, msgspec.inspect.type_info(game.options))
    options = [_option(field) for field in kind.fields]
    return wire.GameInfo(
        name,
        said.name("name", "title"),
        said.name("name", "tagline"),
        said.name("name", "credit"),
        list(game.seats),
        [option for option in options if option.name != "seats"],
        sorted(bots.BOTS, key=lambda bot: bot not in LEVELS),
        game.moves,
    )


def _option(field: msgspec.inspect.Field) -> wire.OptionInfo:
    kinds = field.type.types if isinstance(field.type, msgspec.inspect.UnionType) else (field.type,)
    choices: list[Any] = []
    least = most = None
    for kind in kinds:
        if isinstance(kind, msgspec.inspect.LiteralType):
            choices += kind.values
        elif isinstance(kind, msgspec.inspect.BoolType):
            choices += [False, True]
        elif isinstance(kind, msgspec.inspect.IntType):
            least, most = kind.ge, kind.le
    default = None if field.default is msgspec.NODEFAULT else field.default
    return wire.OptionInfo(field.name, default, choices, least, most)
