"""Finds the games: every folder here that has a `GAME`. Nothing to edit when one is added."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path

from trufflewood.kit.package import Game


@lru_cache(maxsize=1)
def all_games() -> dict[str, Game]:
    """The games by name, in alphabetical order."""
    found: dict[str, Game] = {}
    for folder in pkgutil.iter_modules([str(Path(__file__).parent)]):
        game: Game = importlib.import_module(f"{__name__}.{folder.name}").GAME
        found[game.name] = game
    return dict(sorted(found.items()))
