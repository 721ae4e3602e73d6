"""The referee: holds the one true state, lets seats play, and tells each only what it may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import msgspec

from trufflewood.kit.chance import Chance, Dice, new_seed, promise, seed_from
from trufflewood.kit.errors import BadMove, BadOption, IllegalMove, NoUndo, TrufflewoodError
from trufflewood.kit.game import Rules, State, legal_moves, seats_in
from trufflewood.kit.outcome import EVERYONE, Event, Line, Outcome, may_hear
from trufflewood.kit.package import Game
from trufflewood.kit.record import Command, Record, write_record
from trufflewood.kit.seen import View

Moves = str | int | Sequence[int]  # text in notation, a number, or several numbers
NEW_DEALS = 1000  # that are tried until one fits


@dataclass(frozen=True)
class Sketch:
    """A half-made turn, seen by nobody else."""

    view: View  # after the moves that could be tried
    moves: tuple[int, ...]  # what could come next; () after a reveal or the end of the turn
    change: int  # of one's own points
    stopped: bool  # the last move given would reveal something hidden, and was not tried
    explained: list[list[Line]] | None = None  # the points after it, as `Table.explained`, where asked for


@dataclass(frozen=True)
class _Played:
    command: Command
    events: list[Event]
    revealed: bool  # its player learnt something hidden
    after: State


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
        self._start = game.rules.deal(self.options, Chance(self.seed))
        self._played: list[_Played] = []
        self._counted = _Counted(game.rules, self._start)

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
        return tuple(seats_in(self.game.rules.waiting(self._state)))

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
        lines = self._count().lines(self._seat(seat), asking)
        return [msgspec.structs.replace(line, text=self._say("lines", line)) for line in lines]

    def explained(self, asking: int | None) -> list[list[Line]]:
        """The points of every seat as far as `asking` may know, line by line, as keys without sentences.

        Counted once for a state, however many ask.
        """
        return self._count().of_all(self.seats, asking)

    def points(self, seat: int, asking: int | None = None) -> int:
        return int(self.game.rules.points(self._count().known_to(asking, self._seat(seat)), seat))

    # ---- what one seat may ask

    def view(self, seat: int | None) -> View:
        """All that `seat` may know; None is for whoever watches."""
        return self.game.rules.view(self._state, None if seat is None else self._seat(seat))

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
            for played in self._played[since:]
            for event in played.events
            if may_hear(event, who)
        ]

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
        played = self._try(self._state, Command(seat, tuple(self.read(moves))))
        self._played.append(played)
        return self.log(seat, self.version - 1)

    def repeat(self, command: Command) -> None:
        """Take a command of a record. It stood, so nobody chooses again: it may go on after a reveal."""
        if command.redealt:
            self.redeal(command.seat, command.redealt)
            return
        moves = tuple(self.read(command.moves))
        self._played.append(self._try(self._state, Command(command.seat, moves), stood=True))

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
        self._played.append(self._try(self._state, Command(self._seat(seat), (), seed_from(seed))))

    def undo(self, seat: int) -> None:
        """Take back the last command of `seat`, unless it has learnt something since."""
        last, others = self._without_last(self._seat(seat))
        self._played[last:] = others

    def restart(self, seat: int) -> None:
        """Take back as many of the last commands of `seat` as can be: at best its whole turn."""
        self.undo(seat)
        while self._played and self._played[-1].command.seat == seat and self.can_undo(seat):
            self.undo(seat)

    def can_undo(self, seat: int) -> bool:
        try:
            self._without_last(self._seat(seat))
        except NoUndo:
            return False
        return True

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

    @property
    def _state(self) -> State:
        return self._played[-1].after if self._played else self._start

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise BadOption("no-such-seat", self.game.room, seat=str(seat), most=self.seats - 1)
        return seat

    def _count(self) -> _Counted:
        if self._counted.state is not self._state:
            self._counted = _Counted(self.game.rules, self._state)
        return self._counted

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

    def _try(self, state: State, command: Command, stood: bool = False) -> _Played:
        """Play a command on a copy of `state`, checking every move of it."""
        rules = self.game.rules
        state = state.copy()
        if command.redealt:
            state = self._dealt_anew(state, command.seat, Dice(int.from_bytes(command.redealt, "big")))
            return _Played(command, [Event("redealt", {"seat": command.seat}, EVERYONE)], True, state)
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
        return _Played(command, events, revealed, state)

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

    def _without_last(self, seat: int) -> tuple[int, list[_Played]]:
        """The number of the last command of `seat`, and what followed it, played without it.

        Others may have acted since only where that told `seat` nothing but who is ready, as in
        a simultaneous phase.
        """
        mine = [number for number, played in enumerate(self._played) if played.command.seat == seat]
        if not mine:
            raise NoUndo("undo-nothing", self.game.room)
        last = mine[-1]
        if self._played[last].revealed:
            raise NoUndo("undo-revealed", self.game.room)
        if any(played.command.redealt for played in self._played[last:]):
            raise NoUndo("undo-acted", self.game.room)
        if not self._same_but_for_waiting(self._played[last].after, self._state, seat):
            raise NoUndo("undo-acted", self.game.room)
        state = self._played[last - 1].after if last else self._start
        before = state
        others: list[_Played] = []
        for played in self._played[last + 1 :]:
            try:
                others.append(self._try(state, played.command, stood=True))
            except TrufflewoodError:
                raise NoUndo("undo-acted", self.game.room) from None
            state = others[-1].after
        if not self._same_but_for_waiting(before, state, seat):
            raise NoUndo("undo-acted", self.game.room)
        return last, others

    def _same_but_for_waiting(self, one: State, other: State, seat: int) -> bool:
        """True if `seat` sees no difference between two states but who has yet to decide."""
        if one is other:
            return True
        known, now = (self.game.rules.view(state, seat) for state in (one, other))
        return msgspec.structs.replace(now, waiting=known.waiting) == known

    def _say(self, section: str, said: Line | Event | Outcome) -> str:
        return self.game.words(self.language).say(section, said.key, said.args)
