"""The referee: holds the one true state, lets seats play, and tells each only what it may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

from trufflewood.kit.chance import Chance, Dice, new_seed, promise, seed_from
from trufflewood.kit.errors import BadMove, BadOption, IllegalMove, NoUndo, TrufflewoodError
from trufflewood.kit.game import Rules, State, legal_moves, seats_in
from trufflewood.kit.outcome import EVERYONE, Event, Line, Outcome, may_hear, pack, unpack
from trufflewood.kit.package import Game
from trufflewood.kit.record import Command, Record, write_record
from trufflewood.kit.seen import View

Moves = str | int | Sequence[int]  # text in notation, a number, or several numbers
NEW_DEALS: Final = 1000  # that are tried until one fits
CHECKPOINTS: Final = 4  # states that are kept of a game, at most, to look back from
APART: Final = 512  # commands between two of them, at least: they are played again in less than a millisecond


@dataclass(frozen=True)
class Sketch:
    """A half-made turn, seen by nobody else."""

    view: View  # after the moves that could be tried
    moves: tuple[int, ...]  # what could come next; () after a reveal or the end of the turn
    change: int  # of one's own points
    stopped: bool  # the last move given would reveal something hidden, and was not tried
    explained: list[list[Line]] | None = None  # the points after it, as `Table.explained`, where asked for


class _Played(msgspec.Struct, frozen=True, gc=False):
    """A command that stands, without the state after it: that is played again from a checkpoint."""

    seat: int
    moves: tuple[int, ...]
    redealt: bytes
    told: bytes  # its events, packed
    revealed: bool  # its player learnt something hidden

    @property
    def command(self) -> Command:
        return Command(self.seat, self.moves, self.redealt)


@lru_cache(maxsize=2**14)
def _shared(moves: tuple[int, ...]) -> tuple[int, ...]:
    """The same moves, held once: a server keeps millions of commands, most of them one move."""
    return moves


class _Past:
    """Some states of a game on its way, evenly spread, from which any other is a few moves away.

    A state of every command would take a hundred times the memory of the game's record. The first is dealt
    again when it is asked for.
    """

    def __init__(self) -> None:
        self._every = APART  # commands; doubled whenever the states become too many
        self._kept: dict[int, State] = {}

    def keep(self, version: int, state: State) -> None:
        """Remember a state that nobody will change any more, if it is one to be remembered."""
        if version % self._every:
            return
        self._kept[version] = state
        if len(self._kept) > CHECKPOINTS:
            self._every *= 2
            self._kept = {at: kept for at, kept in self._kept.items() if at % self._every == 0}

    def forget(self, version: int) -> None:
        """What came after this version is no longer so."""
        self._kept = {at: kept for at, kept in self._kept.items() if at <= version}

    def nearest(self, version: int) -> tuple[int, State | None]:
        """The last state kept that is not after `version`, and its version; 0 and None where none is."""
        at = max((at for at in self._kept if at <= version), default=0)
        return at, self._kept.get(at)

    def until(self, version: int) -> _Past:
        earlier = copy(self)
        earlier.forget(version)
        return earlier


class _Counted:
    """The points of one state, each line made once and only when somebody asks."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.state = state
        self._rules = rules
        self._shown: State | None = None
        self._lines: dict[tuple[int, bool], list[Line]] = {}

    def known_to(self, asking: int | None, seat: int) -> State:
        """The state for scores: all of it for one's own, else what everybody has seen."""
        if asking == seat:
            return self.state
        if self._shown is None:
            self._shown = self._rules.shown(self.state)
        return self._shown

    def lines(self, seat: int, asking: int | None) -> list[Line]:
        own = asking == seat or self.known_to(None, seat) is self.state
        if (seat, own) not in self._lines:
            self._lines[seat, own] = self._rules.score(self.known_to(asking, seat), seat)
        return self._lines[seat, own]

    def of_all(self, seats: int, asking: int | None) -> list[list[Line]]:
        return [self.lines(seat, asking) for seat in range(seats)]


class Table:
    """One game being played.

    >>> import trufflewood
    >>> table = trufflewood.open("truffle-scuffle", seed=7)
    >>> table.waiting
    (0,)
    >>> table.moves(0)[:2]
    ['place c3', 'place c4']
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: object = None,
        options: Mapping[str, Any] | None = None,
        language: str = "en",
    ) -> None:
        self.game = game
        self.options = game.choose(seats, options)
        self.language = language
        self.seed = new_seed() if seed is None else seed_from(seed)
        self._state = self._deal()  # replaced whole, never changed
        self._past = _Past()
        self._played: list[_Played] = []
        self._waiting: tuple[int, ...] | None = None  # all that follows: worked out when it is asked for
        self._look: Callable[[int | None], View] | None = None
        self._views: dict[int | None, View]
        self._counted: _Counted
        self._undoable: dict[int, bool]
        self._look_anew()

    # ---- what everybody may ask

    @property
    def seats(self) -> int:
        return self.options.seats

    @property
    def promise(self) -> str:
        """The hash of the seed: told at the deal, so that the seed can be checked afterwards."""
        return promise(self.seed)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must decide now; () when the game is over."""
        if self._waiting is None:
            self._waiting = tuple(seats_in(self.game.rules.waiting(self._state)))
        return self._waiting

    @property
    def over(self) -> bool:
        return not self.waiting

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        found = self.game.rules.outcome(self._state)
        return found and msgspec.structs.replace(found, text=self._say("outcomes", found))

    @property
    def version(self) -> int:
        """The number of commands that stand."""
        return len(self._played)

    def score(self, seat: int, asking: int | None = None) -> list[Line]:
        """The points of `seat` as far as `asking` may know, line by line, in the table's language."""
        lines = self._counted.lines(self._seat(seat), asking)
        return [msgspec.structs.replace(line, text=self._say("lines", line)) for line in lines]

    def explained(self, asking: int | None) -> list[list[Line]]:
        """The points of every seat as far as `asking` may know, line by line, as keys without sentences.

        Counted once for a state, however many ask.
        """
        return self._counted.of_all(self.seats, asking)

    def points(self, seat: int, asking: int | None = None) -> int:
        return int(self.game.rules.points(self._counted.known_to(asking, self._seat(seat)), seat))

    # ---- what one seat may ask

    def view(self, seat: int | None) -> View:
        """All that `seat` may know; None is for whoever watches."""
        who = None if seat is None else self._seat(seat)
        if who not in self._views:
            if self._look is None:
                self._look = self.game.rules.looks(self._state)
            self._views[who] = self._look(who)
        return self._views[who]

    def legal(self, seat: int) -> list[int]:
        """The moves of `seat` now, as numbers, ascending."""
        if self._seat(seat) not in self.waiting:
            return []
        return legal_moves(self.game.rules, self._state, seat)

    def moves(self, seat: int) -> list[str]:
        """The moves of `seat` now, as text, in the same order."""
        return [self.game.notation.write(move) for move in self.legal(seat)]

    def log(self, seat: int | None, since: int = 0) -> list[Event]:
        """What `seat` heard of the commands from number `since` on."""
        who = None if seat is None else self._seat(seat)
        return [
            msgspec.structs.replace(event, text=self._say("events", event))
            for number in range(since, self.version)
            for event in unpack(self.told(number))
            if may_hear(event, who)
        ]

    def told(self, number: int) -> bytes:
        """The events of a command with all their hearers, packed: `kit.outcome.unpack`."""
        return self._played[number].told

    def read(self, moves: Moves) -> list[int]:
        """Moves as numbers, from text in the table's language or in English, or from numbers."""
        if isinstance(moves, str):
            return self.game.notation.read(self.game.words(self.language).untranslate(moves))
        found = [moves] if isinstance(moves, int) else list(moves)
        if not found:
            raise BadMove("no-move", self.game.room)
        for move in found:
            # compiled code must never see a number that does not fit a machine word
            if not isinstance(move, int) or isinstance(move, bool) or not 0 <= move < self.game.moves:
                raise BadMove("bad-move-number", self.game.room, move=str(move), most=self.game.moves - 1)
        return found

    # ---- playing

    def play(self, seat: int, moves: Moves) -> list[Event]:
        """Take one or more moves of `seat`, whole or not at all; return what this seat heard.

        A move that shows something hidden comes last: if a later one were refused, and so the whole
        command, its player would have had a free look and could choose again.
        """
        self.accept(seat, moves)
        return self.log(seat, self.version - 1)

    def accept(self, seat: int, moves: Moves) -> None:
        """`play` for whoever makes sentences elsewhere: `told` says what happened."""
        command = Command(seat, tuple(self.read(moves)))
        self._add(*self._try(self._state, command))

    def repeat(self, command: Command) -> None:
        """Take a command of a record. It stood, so nobody chooses again: it may go on after a reveal."""
        if command.redealt:
            self.redeal(command.seat, command.redealt)
            return
        moves = tuple(self.read(command.moves))
        self._add(*self._try(self._state, Command(command.seat, moves), stood=True))

    def sketch(self, seat: int, moves: Moves, explain: bool = False) -> Sketch:
        """Try moves on a copy. Stops before anything hidden would be revealed."""
        rules = self.game.rules
        state = self._state.copy()
        stopped = False
        for move in self.read(moves):
            self._check(state, seat, move)
            if rules.reveals(state, seat, move):
                stopped = True
                break
            rules.apply(state, seat, move)
        view = rules.view(state, seat)
        change = rules.points(state, seat) - rules.points(self._state, seat)
        explained = _Counted(rules, state).of_all(self.seats, seat) if explain else None
        return Sketch(view, () if stopped else view.moves, int(change), stopped, explained)

    def redeal(self, seat: int, seed: bytes) -> None:
        """Deal anew all that `seat` cannot know, and play on: how a game that is known goes on otherwise."""
        if self.over:
            raise BadMove("game-over", self.game.room)
        self._add(*self._try(self._state, Command(self._seat(seat), (), seed_from(seed))))

    def undo(self, seat: int) -> None:
        """Take back the last command of `seat`, unless it has learnt something since."""
        last, others, state = self._without_last(self._seat(seat))
        self._played[last:] = others
        self._past.forget(last)
        self._state = state
        self._look_anew()

    def restart(self, seat: int) -> None:
        """Take back as many of the last commands of `seat` as can be: at best its whole turn."""
        self.undo(seat)
        while self._played and self._played[-1].seat == seat and self.can_undo(seat):
            self.undo(seat)

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would be allowed now. What was found is kept until somebody plays."""
        if self._seat(seat) not in self._undoable:
            try:
                self._without_last(seat)
                self._undoable[seat] = True
            except NoUndo:
                self._undoable[seat] = False
        return self._undoable[seat]

    def rest(self) -> None:
        """Let go of what was worked out to be shown, until somebody asks again: of many tables it adds up."""
        self._look = None
        self._views = {seat: view for seat, view in self._views.items() if self._undoable.get(seat or 0)}
        self._counted = _Counted(self.game.rules, self._state)

    # ---- keeping and copying

    @property
    def commands(self) -> list[Command]:
        return [played.command for played in self._played]

    def record(self) -> str:
        """The whole game as text, seed included: not for players while the game goes on."""
        return write_record(
            self.game, Record(self.game.name, self.options, self.seed, tuple(self.commands), self.outcome)
        )

    def until(self, version: int) -> Table:
        """The table as it was after so many commands."""
        earlier = copy(self)
        earlier._played = self._played[:version]
        earlier._past = self._past.until(earlier.version)
        earlier._state = self._state_at(earlier.version)
        earlier._look_anew()
        return earlier

    def position(self) -> str:
        """The whole truth as text: not for players while the game goes on."""
        return self.game.notation.write_position(self._state)

    def imagined(self, seat: int, dice: Dice) -> State:
        """A state that fits all that `seat` knows."""
        return self.game.rules.imagine(self.view(seat), dice)

    def dump(self) -> list[int]:
        """The whole truth as numbers, for comparing tables."""
        return self._state.dump()

    # ---- inside

    def _deal(self) -> State:
        return self.game.rules.deal(self.options, Chance(self.seed))

    def _look_anew(self) -> None:
        """Forget what was worked out about a state that is no longer the one of now."""
        self._waiting = None
        self._look = None
        self._views = {}
        self._counted = _Counted(self.game.rules, self._state)
        self._undoable = {}
        self._seen: dict[int, View] = {}  # by seats that could take back: what they saw then

    def _add(self, played: _Played, state: State) -> None:
        """Let a command stand."""
        mover = played.seat
        for seat, could in list(self._undoable.items()):
            if could:
                if seat in self._views:
                    self._seen.setdefault(seat, self._views[seat])
                del self._undoable[seat]
        self._played.append(played)
        self._state = state
        self._past.keep(self.version, state)
        self._waiting = None
        self._look = None
        self._views = {}
        self._counted = _Counted(self.game.rules, state)
        self._undoable[mover] = not played.revealed
        self._seen.pop(mover, None)

    def _state_at(self, version: int) -> State:
        """The state after so many commands: not to be changed."""
        if version == self.version:
            return self._state
        at, kept = self._past.nearest(version)
        if kept is not None and at == version:
            return kept
        rules = self.game.rules
        state = kept.copy() if kept else self._deal()
        for played in self._played[at:version]:
            if played.redealt:
                state = self._redealt(state, played.command)
            for move in played.moves:
                rules.apply(state, played.seat, move)
        return state

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise BadOption("no-such-seat", self.game.room, seat=str(seat), most=self.seats - 1)
        return seat

    def _check(self, state: State, seat: int, move: int) -> None:
        rules = self.game.rules
        waiting = seats_in(rules.waiting(state))
        if self._seat(seat) not in waiting:
            if waiting:
                raise BadMove("not-your-turn", self.game.room, seat=seat, waiting=waiting)
            raise BadMove("game-over", self.game.room)
        if rules.refusal(state, seat, move):
            refusal = rules.why(state, seat, move)
            raise IllegalMove(refusal, self.game.room, self.game.notation.write(move))

    def _try(self, state: State, command: Command, stood: bool = False) -> tuple[_Played, State]:
        """Play a command on a copy of `state`, checking every move of it; and the state after it."""
        rules = self.game.rules
        if command.redealt:
            told = pack([Event("redealt", {"seat": command.seat}, EVERYONE)])
            return _Played(*command, told, True), self._redealt(state, command)
        state = state.copy()
        events: list[Event] = []
        revealed = False
        for move in command.moves:
            if revealed and not stood:
                raise BadMove("after-reveal", self.game.room)
            self._check(state, command.seat, move)
            revealed = revealed or rules.reveals(state, command.seat, move)
            before = state.copy()
            rules.apply(state, command.seat, move)
            events += rules.events(before, command.seat, move, state)
        moves = _shared(command.moves)
        return _Played(command.seat, moves, b"", pack(events), revealed), state

    def _redealt(self, state: State, command: Command) -> State:
        return self._dealt_anew(state.copy(), command.seat, Dice(int.from_bytes(command.redealt, "big")))

    def _dealt_anew(self, state: State, seat: int, dice: Dice) -> State:
        """The state with all that `seat` cannot know dealt anew.

        Whoever must decide has a move, or the deal does not fit: a player who has named an order can
        fill it. Where that is too rare to be found, all stays as it is.
        """
        rules = self.game.rules
        for _ in range(NEW_DEALS):
            dealt = state.copy()
            rules.redeal(dealt, seat, dice)
            if all(legal_moves(rules, dealt, one) for one in seats_in(rules.waiting(dealt))):
                return dealt
        return state

    def _without_last(self, seat: int) -> tuple[int, list[_Played], State]:
        """The number of the last command of `seat`, what followed it, played without it, and the state then.

        Others may have acted since only where that told `seat` nothing but who is ready, as in
        a simultaneous phase.
        """
        last = self.version - 1
        while last >= 0 and self._played[last].seat != seat:
            last -= 1
        if last < 0:
            raise NoUndo("undo-nothing", self.game.room)
        if self._played[last].revealed:
            raise NoUndo("undo-revealed", self.game.room)
        if any(played.redealt for played in self._played[last:]):
            raise NoUndo("undo-acted", self.game.room)
        if last + 1 < self.version and not self._is_same(seat, self._seen_after(seat, last + 1)):
            raise NoUndo("undo-acted", self.game.room)
        before = state = self._state_at(last)
        others: list[_Played] = []
        for played in self._played[last + 1 :]:
            try:
                other, state = self._try(state, played.command, stood=True)
            except TrufflewoodError:
                raise NoUndo("undo-acted", self.game.room) from None
            others.append(other)
        if others and not _same_but_for_waiting(
            *(self.game.rules.view(one, seat) for one in (before, state))
        ):
            raise NoUndo("undo-acted", self.game.room)
        return last, others, state

    def _seen_after(self, seat: int, version: int) -> View:
        """What `seat` saw right after its last command."""
        if seat not in self._seen:
            self._seen[seat] = self.game.rules.view(self._state_at(version), seat)
        return self._seen[seat]

    def _is_same(self, seat: int, known: View) -> bool:
        return _same_but_for_waiting(known, self.view(seat))

    def _say(self, section: str, said: Line | Event | Outcome) -> str:
        return self.game.words(self.language).say(section, said.key, said.args)


def _same_but_for_waiting(known: View, now: View) -> bool:
    """True if two views of a seat differ in nothing but who has yet to decide."""
    return msgspec.structs.replace(now, waiting=known.waiting) == known
