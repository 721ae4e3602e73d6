"""`trufflewood play`: a whole game at the terminal, against bots or with friends on one keyboard."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from trufflewood import bots, face
from trufflewood.cli import usage
from trufflewood.kit.errors import BadOption, TrufflewoodError
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table
from trufflewood.kit.words import Words

ROOM: Final = Path(__file__).parent
SHOWN_MOVES: Final = 40
LINE: Final = 96  # characters


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=said.say("help", "game"))
    usage.table_arguments(parser, said)
    parser.add_argument("--people", default="1", metavar="N", help=said.say("help", "people"))
    parser.add_argument("--bot", default="random", metavar="NAME", help=said.say("help", "bot"))
    parser.add_argument("--save", metavar="FILE", help=said.say("help", "save"))
    parser.add_argument("--resume", metavar="FILE", help=said.say("help", "resume"))


def run(chosen: Namespace, said: Words) -> int:
    if chosen.resume:
        table = face.replay(usage.read_file(chosen.resume), said.language)
        chosen.save = chosen.save or chosen.resume
    else:
        game = face.find(chosen.game) if chosen.game else _choose_game(said)
        seats = usage.number(chosen.seats, "--seats")
        table = face.open(game.name, seats, chosen.seed, usage.options(game, chosen), said.language)
    people = usage.number(chosen.people, "--people") or 0
    if people > table.seats:
        raise BadOption("too-many-people", ROOM, people=people, seats=table.seats)
    if chosen.save:
        usage.write_file(chosen.save, table.record())
    _Session(table, said, people, bots.find(chosen.bot, table.game), chosen.save).play()
    return 0


def _choose_game(said: Words) -> Game:
    """Ask which game, by its number; without a person to ask, say so."""
    names = face.games()
    if len(names) == 1:
        return face.find(names[0])
    print(said.say("play", "which-game"))
    for number, name in enumerate(names, 1):
        tagline = face.find(name).words(said.language).say("name", "tagline")
        print(f"  {number}  {name:16} {tagline}")
    while True:
        answer = _ask("> ")
        if answer is None:
            raise usage.UsageError("name-a-game", ROOM, known=names)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return face.find(names[int(answer) - 1])
        try:
            return face.find(answer)
        except TrufflewoodError as error:
            print(error.say(said.language))


def _ask(prompt: str) -> str | None:
    """A line from the person; None at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


class _Session:
    def __init__(self, table: Table, said: Words, people: int, bot: bots.Choose, save: str | None) -> None:
        self.table = table
        self.said = said
        self.words = table.game.words(said.language)
        self.people = people
        self.bot = bot
        self.save = save
        self.rng = Random(table.seed)
        self.heard = [0] * table.seats  # commands each person has been told of
        self.last_person = 0

    # ---- the game

    def play(self) -> None:
        self._welcome()
        while self.table.waiting:
            people = [seat for seat in self.table.waiting if seat < self.people]
            if people:
                if not self._person(people[0]):
                    print(self._goodbye())
                    return
            else:
                seat = self.table.waiting[0]
                self.table.play(seat, self.bot(self.table.view(seat), None, self.rng))
                self._keep()
        self._finish()

    def _person(self, seat: int) -> bool:
        """Ask one person until a move stands; False if they leave."""
        self._hand_over(seat)
        self._show(seat)
        while True:
            answer = _ask(f"{seat + 1}> ")
            if answer is None or answer.lower() in ("quit", "q", "salir"):
                return False
            if not answer:
                continue
            try:
                if self._answer(seat, answer):
                    return True
            except TrufflewoodError as error:
                print(self._sentence(error.say(self.said.language)))

    def _answer(self, seat: int, answer: str) -> bool:
        """Do what was typed; True if it changed the table."""
        verb, _, rest = answer.partition(" ")
        match verb.lower():
            case "help" | "ayuda" | "?":
                self._help()
            case "moves" | "jugadas":
                self._moves(seat)
            case "rules" | "reglas":
                self._rules(rest)
            case "score" | "puntos":
                self._score(range(self.table.seats), seat)
            case "board" | "tablero":
                self._show(seat)
            case "log" | "historia":
                self._log(seat, 0)
            case "save" | "guardar":
                self._save_as(rest)
            case "undo" | "deshacer":
                self._undo(seat)
                return True
            case _:
                for event in self.table.play(seat, answer):
                    print(self._sentence(event.text))
                self.heard[seat] = self.table.version
                self._keep()
                return True
        return False

    def _undo(self, seat: int) -> None:
        """Take back one's last command; where bots have answered it, their answers go first."""
        trial = self.table.until(self.table.version)
        while trial.version and trial.commands[-1].seat >= self.people:
            trial.undo(trial.commands[-1].seat)
        trial.undo(seat)
        self.table = trial
        self.heard = [min(heard, trial.version) for heard in self.heard]
        self._keep()
        print(self.said.say("play", "undone"))

    # ---- what is shown

    def _welcome(self) -> None:
        print(f"\n{self.words.say('name', 'title')} · {self.words.say('name', 'tagline')}")
        print(self.words.say("name", "credit"))
        if self.words.has("name", "reconstructed"):
            print(self.words.say("name", "reconstructed"))
        print(self.said.say("play", "type-help"))

    def _hand_over(self, seat: int) -> None:
        """Between two people on one keyboard, nobody sees the other's hand."""
        if self.people > 1 and seat != self.last_person:
            if sys.stdout.isatty():
                os.system("clear")
            _ask(self.said.say("play", "hand-over", {"seat": seat}))
        self.last_person = seat

    def _show(self, seat: int) -> None:
        self._log(seat, self.heard[seat])
        self.heard[seat] = self.table.version
        print()
        print(self.table.game.terminal.draw(self.table.view(seat), self.words))
        print()
        print(self._sentence(self.said.say("play", "your-turn", {"seat": seat})))

    def _log(self, seat: int, since: int) -> None:
        for event in self.table.log(seat, since):
            print(f"  {self._sentence(event.text)}")

    def _moves(self, seat: int) -> None:
        moves = [self.words.translate(move) for move in self.table.moves(seat)]
        shown = moves[:SHOWN_MOVES]
        width = max(map(len, shown)) + 2
        columns = max(1, LINE // width)
        for first in range(0, len(shown), columns):
            print("  " + "".join(f"{move:<{width}}" for move in shown[first : first + columns]).rstrip())
        if len(moves) > SHOWN_MOVES:
            print("  " + self.said.say("play", "more-moves", {"n": len(moves) - SHOWN_MOVES}))

    def _rules(self, number: str) -> None:
        if not number:
            print(self.table.game.rulebook(self.said.language))
            return
        found = self.table.game.rule(number, self.said.language)
        print(found or self.said.say("errors", "no-such-rule", {"number": number}))

    def _score(self, seats: Sequence[int], asking: int | None = None) -> None:
        for seat in seats:
            points = self.table.points(seat, asking)
            print(self._sentence(self.said.say("play", "points-of", {"seat": seat, "n": points})))
            for line in self.table.score(seat, asking):
                print(f"  {line.points:>3}  {line.text} ({line.rule})")

    def _help(self) -> None:
        print(self.words.say("help", "moves").strip("\n"))
        print(self.said.say("play", "help").strip("\n"))

    def _finish(self) -> None:
        for seat in range(min(1, self.people)):
            self._log(seat, self.heard[seat])
        print()
        print(self.table.game.terminal.draw(self.table.view(None), self.words))
        print()
        self._score(range(self.table.seats))
        outcome = self.table.outcome
        assert outcome is not None
        print(f"\n{self._sentence(outcome.text)} ({outcome.rule})")
        if self.save:
            print(self.said.say("play", "saved", {"file": self.save}))

    # ---- keeping

    def _keep(self) -> None:
        if self.save:
            usage.write_file(self.save, self.table.record())

    def _save_as(self, name: str) -> None:
        if not name:
            raise usage.UsageError("save-where", ROOM)
        usage.write_file(name, self.table.record())
        self.save = name
        print(self.said.say("play", "saving", {"file": name}))

    def _goodbye(self) -> str:
        if self.save:
            return self.said.say("play", "goodbye-saved", {"file": self.save})
        return self.said.say("play", "goodbye")

    def _sentence(self, text: str) -> str:
        return text[:1].upper() + text[1:]
