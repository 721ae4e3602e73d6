"""Every game with its witness (`games/*/tests/witness.py`), for the laws."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, cast

from trufflewood.games import all_games
from trufflewood.kit.laws import Witness
from trufflewood.kit.package import Game


def witness(game: Game) -> Witness:
    module = importlib.import_module(f"trufflewood.games.{game.room.name}.tests.witness")
    return cast(Witness, module)


def variants() -> list[tuple[Game, Mapping[str, Any]]]:
    """Each game with each set of options that its witness names."""
    return [(game, variant) for game in all_games().values() for variant in witness(game).VARIANTS]


def name(value: object) -> str:
    """A short name of a game or a variant, for the list of tests."""
    if isinstance(value, Game):
        return value.name
    if isinstance(value, Mapping):
        return " ".join(f"{k}={v if isinstance(v, int | str) else '…'}" for k, v in value.items())
    return str(value)
