"""The drawing fits a terminal, in both languages, all through a game."""

from __future__ import annotations

from random import Random

import pytest

import trufflewood
from trufflewood.games.truffle_shuffle import GAME


@pytest.mark.parametrize("language", ["en", "es"])
def test_drawing_fits(language: str) -> None:
    table = trufflewood.open("truffle-shuffle", seats=4, seed=3)
    words, random = GAME.words(language), Random(3)
    phases = set()
    while table.waiting:
        seat = table.waiting[0]
        for watcher in (seat, None):
            lines = GAME.terminal.draw(table.view(watcher), words).splitlines()
            assert max(map(len, lines)) <= 100
        phases.add(GAME.terminal.draw(table.view(seat), words).count("•") > 0)
        table.play(seat, random.choice(table.legal(seat)))
    assert phases == {True, False}
