"""The built client: light, whole, and asking nobody but its own server."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from trufflewood.games import all_games

STATIC = Path(__file__).parents[1] / "src" / "trufflewood" / "server" / "static"
ASSETS = STATIC / "assets"
NOT_SHELL = re.compile(r"board-|[a-z]+_[a-z]+\.(en|es)-")
FIRST_LOAD, BOARD, ART = 120_000, 80_000, 300_000  # bytes, gzip


def weight(*paths: Path) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in paths)


def test_the_first_load_is_light() -> None:
    page = (STATIC / "index.html").read_text()
    first = {ASSETS / name for name in re.findall(r"/assets/([\w.-]+\.(?:js|css))", page)}
    assert first and weight(*first) < FIRST_LOAD


def test_even_the_shell_and_a_table_together_are_light() -> None:
    found = [path for path in ASSETS.iterdir() if path.suffix in (".js", ".css")]
    assert weight(*(path for path in found if not NOT_SHELL.match(path.name))) < FIRST_LOAD


@pytest.mark.parametrize("game", list(all_games()))
def test_each_board_is_light(game: str) -> None:
    mine = list(ASSETS.glob(f"board-{game.replace('-', '_')}-*.js"))
    assert len(mine) == 1 and weight(*mine, *ASSETS.glob("*.css")) < BOARD
    art = Path(__file__).parents[1] / "src/trufflewood/games" / game.replace("-", "_") / "client"
    assert weight(*art.glob("*.svg")) < ART


def test_nothing_is_asked_of_another_origin() -> None:
    for path in [*ASSETS.glob("*.js"), *ASSETS.glob("*.css"), STATIC / "index.html"]:
        hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text()))
        assert hosts <= {"www.w3.org", "svelte.dev"}, path.name  # names of XML, and pages named in messages
