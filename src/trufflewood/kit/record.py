"""A played game as text that a person can read and a program can check.

    trufflewood record 1
    game: truffle-scuffle
    rules: 1
    seats: 2
    options: {"stall": 40}
    seed: 7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451
    moves:
    1 place c3, place c4
    0 c4-b4 red
    result: points 2 3, ranks 2 1, §6.1

A record keeps the moves that stand, a command a line: the seat, then its moves. An unfinished
game has no result. `docs/records.md` tells the whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from trufflewood.kit import deck
from trufflewood.kit.errors import BadRecord, TrufflewoodError, cut
from trufflewood.kit.options import Options, changed
from trufflewood.kit.outcome import Outcome
from trufflewood.kit.package import Game

if TYPE_CHECKING:
    from trufflewood.kit.table import Table

FORMAT: Final = 1
FIRST_LINE: Final = f"trufflewood record {FORMAT}"
REDEAL: Final = "redeal"
MOST_TEXT: Final = 2_000_000  # characters
MOST_LINES: Final = 50_000


class Command(NamedTuple):
    """One or more moves of one seat, taken whole; or no move, where the game is played on from here
    with all that the seat cannot know dealt anew, from a seed."""

    seat: int
    moves: tuple[int, ...]
    redealt: bytes = b""


@dataclass(frozen=True)
class Record:
    game: str
    options: Options
    seed: bytes
    commands: tuple[Command, ...]
    outcome: Outcome | None


def write_record(game: Game, record: Record) -> str:
    settled = changed(record.options)
    if deck.is_own(settled.get("deck", "")):
        settled["deck"] = deck.as_data(game.room, settled["deck"])
    options = msgspec.json.encode(settled).decode()
    lines = [
        FIRST_LINE,
        f"game: {record.game}",
        f"rules: {game.rules_version}",
        f"seats: {record.options.seats}",
        f"options: {options}",
        f"seed: {record.seed.hex()}",
        "moves:",
    ]
    lines += [_line(game, command) for command in record.commands]
    if record.outcome is not None:
        lines.append(f"result: {_result(record.outcome)}")
    return "\n".join(lines) + "\n"


def _line(game: Game, command: Command) -> str:
    if command.redealt:
        return f"{REDEAL} {command.seat} {command.redealt.hex()}"
    return f"{command.seat} {', '.join(map(game.notation.write, command.moves))}"


def _result(outcome: Outcome) -> str:
    points = " ".join(map(str, outcome.points))
    ranks = " ".join(map(str, outcome.ranks))
    return f"points {points}, ranks {ranks}, {outcome.rule}"


def replay(text: str, games: dict[str, Game], language: str = "en") -> Table:
    """Play a record again, checking every move and the result; raises BadRecord with the line."""
    from trufflewood.kit.table import Table

    head, commands, result = _split(text)
    name = head["game"][1]
    if name not in games:
        raise BadRecord("record-game", line=head["game"][0], game=cut(name))
    game = games[name]
    if head["rules"][1] != str(game.rules_version):
        raise BadRecord(
            "record-rules", line=head["rules"][0], found=cut(head["rules"][1]), version=game.rules_version
        )
    table = _deal(Table, game, head, language)
    for line, seat, moves in commands:
        try:
            table.repeat(
                Command(seat, (), moves)
                if isinstance(moves, bytes)
                else Command(seat, tuple(game.notation.read(moves)))
            )
        except TrufflewoodError as error:
            raise BadRecord("record-move", line=line, reason=error) from error
    outcome = table.outcome
    if outcome is None and result:
        raise BadRecord("record-unfinished", line=result[0])
    if outcome is not None and not result:
        raise BadRecord("record-no-result", line=len(text.splitlines()))
    if outcome is not None and result and result[1] != _result(outcome):
        raise BadRecord("record-result", line=result[0], found=cut(result[1]), wanted=_result(outcome))
    return table


def _deal(table: type[Table], game: Game, head: dict[str, tuple[int, str]], language: str) -> Table:
    line, seed = head["seed"]
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise BadRecord("record-seed", line=line)
    line, seats = head["seats"]
    if not re.fullmatch(r"[0-9]{1,2}", seats):
        raise BadRecord("record-seats", line=line, found=cut(seats))
    line, json = head["options"]
    try:
        options: dict[str, Any] = msgspec.json.decode(json, type=dict[str, Any])
        return table(game, int(seats), bytes.fromhex(seed), options, language)
    except (msgspec.DecodeError, RecursionError, TrufflewoodError) as error:
        raise BadRecord("record-options", line=line, reason=error) from error


_HEAD: Final = ("game", "rules", "seats", "options", "seed")


def _split(
    text: str,
) -> tuple[dict[str, tuple[int, str]], list[tuple[int, int, str | bytes]], tuple[int, str] | None]:
    """Header, commands and result, each with its line number; a redeal is the bytes of its seed."""
    lines = text.splitlines() if len(text) <= MOST_TEXT else []
    if len(text) > MOST_TEXT or len(lines) > MOST_LINES:
        raise BadRecord("record-long", most=MOST_TEXT, lines=MOST_LINES)
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord("record-first-line", line=1, wanted=FIRST_LINE)
    head: dict[str, tuple[int, str]] = {}
    for number, name in enumerate(_HEAD, 2):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line.startswith(f"{name}: "):
            raise BadRecord("record-header", line=number, wanted=name)
        head[name] = (number, line[len(name) + 2 :].strip())
    start = len(_HEAD) + 2
    if len(lines) < start or lines[start - 1].strip() != "moves:":
        raise BadRecord("record-header", line=start, wanted="moves")
    commands: list[tuple[int, int, str | bytes]] = []
    result: tuple[int, str] | None = None
    for number, line in enumerate(lines[start:], start + 1):
        command = re.fullmatch(r"(\d) (\S.*)", line.rstrip())
        anew = re.fullmatch(rf"{REDEAL} (\d) ([0-9a-f]{{64}})", line.rstrip())
        if result is not None and line.strip():
            raise BadRecord("record-after-result", line=number)
        if line.startswith("result: "):
            result = (number, line[len("result: ") :].strip())
        elif command:
            commands.append((number, int(command[1]), command[2]))
        elif anew:
            commands.append((number, int(anew[1]), bytes.fromhex(anew[2])))
        elif line.strip():
            raise BadRecord("record-line", line=number, found=line[:60])
    return head, commands, result
