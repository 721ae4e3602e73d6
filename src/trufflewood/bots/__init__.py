"""Players. A bot is given a view and nothing else: `choose(view, budget, rng) -> move`.

    random      any legal move
    greedy      one step ahead, by points and what its game's guide knows
    search      trees over imagined states (`search.py`)
    level1 … 5  from a beginner to the strongest there is (`levels.py`)

and the bots of a game's own `bots/`. A budget is a number of iterations (an int, which gives the
same move every time), seconds (a float, for people), or None for what the bot usually takes.
A name may carry its budget: `search:500`, `search:0.5s`.

>>> import random, trufflewood
>>> table = trufflewood.open("truffle-scuffle", seed=7)
>>> move = find("greedy")(table.view(0), None, random.Random(1))
>>> move in table.legal(0)
True
"""

from __future__ import annotations

import difflib
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from trufflewood.bots import levels, players
from trufflewood.bots.hints import Hint, hint
from trufflewood.bots.mind import Budget, Choose, bots_of
from trufflewood.kit.errors import BadOption
from trufflewood.kit.package import Game
from trufflewood.kit.seen import View
from trufflewood.kit.words import words

ROOM: Final = Path(__file__).parent

BOTS: dict[str, Choose] = {
    "random": players.random,
    "greedy": players.greedy,
    "search": players.search,
    **{f"level{number}": partial(levels.choose, number) for number in levels.NUMBERS},
}

__all__ = [
    "BOTS",
    "Budget",
    "Choose",
    "Hint",
    "bots_of",
    "find",
    "hint",
    "level_name",
    "names",
    "read_budget",
]


def names(game: Game | None = None) -> list[str]:
    """The bots that can play `game`; of no game in particular, those that play them all."""
    return [*BOTS, *(bots_of(game) if game else {})]


def find(name: str, game: Game | None = None) -> Choose:
    """The bot called `name`, with its budget where it names one; raises BadOption."""
    plain, colon, budget = name.partition(":")
    found = BOTS.get(plain) or (bots_of(game).get(plain) if game else None)
    if found is None:
        near = difflib.get_close_matches(plain, names(game), 1)
        if near:
            raise BadOption("unknown-bot-near", bot=plain, near=near[0])
        raise BadOption("unknown-bot", bot=plain, known=names(game))
    if not colon:
        return found
    return _with_budget(found, read_budget(budget))


def level_name(number: int, language: str = "en") -> str:
    """What a level is called among people."""
    if number not in levels.NUMBERS:
        known = [str(one) for one in levels.NUMBERS]
        raise BadOption("unknown-level", ROOM, level=str(number), known=known)
    return words(ROOM, language).name("levels", number)


def _with_budget(bot: Choose, own: Budget) -> Choose:
    def choose(view: View, budget: Budget, rng: Random) -> int:
        return bot(view, own if budget is None else budget, rng)

    return choose


def read_budget(text: str) -> Budget:
    """`500` is so many iterations, `0.5s` so many seconds; raises BadOption."""
    if re.fullmatch(r"\d{1,9}", text) and int(text) > 0:
        return int(text)
    if re.fullmatch(r"\d+(\.\d+)?s", text) and float(text[:-1]) > 0:
        return float(text[:-1])
    raise BadOption("bad-budget", budget=text)
