"""Players that know no game. A bot is given a view and nothing else.

`choose(view, budget, rng) -> move`; bots of one game live in its own `bots/`.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from random import Random

from trufflewood.bots import random_bot
from trufflewood.kit.errors import BadOption
from trufflewood.kit.seen import View

Choose = Callable[[View, int, Random], int]

BOTS: dict[str, Choose] = {"random": random_bot.choose}


def find(name: str) -> Choose:
    """The bot called `name`; raises BadOption with the nearest name."""
    if name in BOTS:
        return BOTS[name]
    near = difflib.get_close_matches(name, BOTS, 1)
    raise BadOption("unknown-bot", bot=name, known=near or list(BOTS))
