"""Everything that can go wrong through what somebody typed or sent.

TrufflewoodError          one sentence, in English or Spanish, that names the remedy or the rule
├── UnknownGame           no game of that name
├── BadOption             an option, seat count or seat that the game does not have
├── BadDeck               a component file, with the line at fault
├── BadMove               text or a number that is no move of this game
├── IllegalMove           a move that the rules refuse now; `.refusal` has the rule
├── NoUndo                an undo that would take back what somebody has learnt
├── BadRecord             a record that is damaged, with the line at fault
├── BadLayout             a table to be scored that cannot lie like that
├── BadFile               a file that cannot be read or written
└── LostWorker            a process or machine that was lost again and again while it played
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from trufflewood.kit.outcome import Refusal, Value
from trufflewood.kit.words import Words, words

MOST_ECHOED: Final = 300  # characters of what somebody typed that an error repeats
MOST_NUMBER: Final = 2**53


def cut(value: object, most: int = 60) -> str:
    """What somebody typed, on one line, and as much of it as a sentence bears."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or a nest of lists
        text = "…"
    shown = " ".join(text[: 2 * most].split())
    return shown if len(text) <= most else f"{shown[: most - 1]}…"


def _echoed(value: Value | Exception) -> Value | Exception:
    """An argument of a sentence, of a size that every reader of JSON can take."""
    if isinstance(value, int) and abs(value) > MOST_NUMBER:
        return cut(value)
    if isinstance(value, str) and len(value) > MOST_ECHOED:
        return cut(value, MOST_ECHOED)
    return value


class TrufflewoodError(ValueError):
    """`key` names the sentence in [errors] of the text beside `room`: a game's, or the kit's.

    An argument may be another error, which then speaks the same language.
    """

    def __init__(self, key: str, room: Path | None = None, **args: Value | Exception) -> None:
        self.key = key
        self.room = room
        self.args_by_name = {name: _echoed(value) for name, value in args.items()}
        super().__init__(self.say())

    def say(self, language: str = "en") -> str:
        args = {
            name: value.say(language) if isinstance(value, TrufflewoodError) else value
            for name, value in self.args_by_name.items()
        }
        return words(self.room, language).say("errors", self.key, args)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors cross from one process to another, as those of a farm do."""
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[TrufflewoodError], args: tuple[str, ...], told: dict[str, Any]) -> TrufflewoodError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(told)
    return error


class UnknownGame(TrufflewoodError):
    pass


class BadOption(TrufflewoodError):
    pass


class BadDeck(TrufflewoodError):
    pass


class BadMove(TrufflewoodError):
    pass


class NoUndo(TrufflewoodError):
    pass


class BadRecord(TrufflewoodError):
    pass


class BadLayout(TrufflewoodError):
    pass


class BadFile(TrufflewoodError):
    pass


class LostWorker(TrufflewoodError):
    pass


class IllegalMove(TrufflewoodError):
    """The rules say no. Nothing has changed."""

    def __init__(self, refusal: Refusal, room: Path, move: str) -> None:
        self.refusal = refusal
        self.move = move
        super().__init__("illegal-move", room)

    def say(self, language: str = "en") -> str:
        book: Words = words(self.room, language)
        reason = book.say("refusals", self.refusal.key, self.refusal.args)
        move = book.translate(self.move)
        return book.say("errors", self.key, {"move": move, "reason": reason, "rule": self.refusal.rule})
