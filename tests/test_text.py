"""Every sentence exists in English and in Spanish, with the same arguments."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from trufflewood.games import all_games
from trufflewood.kit.package import Game
from trufflewood.kit.words import LANGUAGES

PACKAGE = Path(__file__).parents[1] / "src" / "trufflewood"
FRONTEND = PACKAGE.parents[1] / "frontend"
TOOLS = PACKAGE.parents[1] / "tools"
FOLDERS = [*sorted(path.parent for path in PACKAGE.rglob("text/en.toml")), FRONTEND / "text", TOOLS / "text"]
FIELD = re.compile(r"\{\w+(?::[\w.-]+)?\}")


def flat(node: Any, path: str = "") -> dict[str, str]:
    if not isinstance(node, dict):
        return {path: str(node)}
    return {key: text for name, child in node.items() for key, text in flat(child, f"{path}.{name}").items()}


def sentences(folder: Path, language: str) -> dict[str, str]:
    data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
    data.pop("notation", None)  # one language's words for the same notation
    return flat(data)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_both_languages_say_the_same_things(folder: Path) -> None:
    english, spanish = (sentences(folder, language) for language in LANGUAGES)
    assert english.keys() == spanish.keys()
    for key, text in english.items():
        if not key.endswith(".one"):
            assert set(FIELD.findall(text)) == set(FIELD.findall(spanish[key])), key
        assert text.strip() and spanish[key].strip(), key


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_notation_words_are_one_to_one(game: Game) -> None:
    for language in LANGUAGES:
        spoken = game.words(language).sections.get("notation", {})
        assert len(set(spoken.values())) == len(spoken)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_rulebooks_have_the_same_numbers(game: Game) -> None:
    english, spanish = (re.findall(r"^(?:## |\*\*)(§[\d.]+)", game.rulebook(x), re.M) for x in LANGUAGES)
    assert english == spanish and len(set(english)) == len(english) > 10


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_rule_that_is_cited_exists(game: Game) -> None:
    cited: set[str] = set()
    for path in [*game.room.glob("*.py"), *game.room.glob("*/*.py"), *game.room.glob("text/*.toml")]:
        cited |= set(re.findall(r"§\d+(?:\.\d+)*", path.read_text(encoding="utf-8")))
    for number in cited | set(re.findall(r"§\d+(?:\.\d+)*", game.rulebook("en"))):
        for language in LANGUAGES:
            assert game.rule(number, language), f"{number} is cited and does not exist"
