"""Imports only follow the arrow of docs/architecture.md."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "trufflewood"
ROOMS = [
    "components", "state", "scoring", "moves", "guess", "view", "rules", "memory",
    "notation", "terminal", "sheet", "encode", "bots", "client",
]  # fmt: skip
# A part of the house may import only the parts named on its line (and itself).
HOUSE = {
    "_engine": set[str](),
    "kit": set[str](),
    "games": {"kit"},
    "bots": {"kit", "games"},
    "face": {"kit", "games"},
    "arena": {"kit", "games", "bots", "face"},
    "envs": {"kit", "games", "bots", "face"},
    "server": {"_engine", "kit", "games", "bots", "face"},
    "cli": {"kit", "games", "bots", "face", "arena", "envs", "server", "__init__"},
}
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports, without the leading package."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            module = node.module or ""
            found |= {f"{module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name.removeprefix("trufflewood.") for name in found if name.startswith("trufflewood.")}


@pytest.mark.parametrize("game", GAMES)
def test_rooms_of_a_game(game: str) -> None:
    folder = PACKAGE / "games" / game
    for path in folder.rglob("*.py"):
        inside = path.relative_to(folder)
        room = inside.parts[0].removesuffix(".py")
        if room in ("__init__", "tests"):
            continue
        assert room in ROOMS, f"{inside} is in no room"
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "games":
                assert len(parts) > 2 and parts[1] == game, f"{game}/{inside} imports {name}"
                allowed = ROOMS[: ROOMS.index(room) + 1]
                assert parts[2] in allowed or parts[2:] == [game], f"{game}/{inside} imports {name}"
            elif room != "bots":
                assert parts[0] == "kit", f"{game}/{inside} imports {name}"


@pytest.mark.parametrize("part", sorted(HOUSE))
def test_parts_of_the_house(part: str) -> None:
    paths = [*PACKAGE.glob(f"{part}.py"), *PACKAGE.glob(f"{part}/**/*.py")]
    for path in paths:
        if "tests" in path.parts or (part == "games" and path.parent != PACKAGE / "games"):
            continue
        for name in imports(path):
            other = name.split(".")[0]
            other = other if (PACKAGE / other).exists() or (PACKAGE / f"{other}.py").exists() else "__init__"
            assert other == part or other in HOUSE[part], f"{path.name} imports {name}"
