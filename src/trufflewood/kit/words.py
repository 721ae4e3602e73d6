"""Sentences for people, in English and Spanish, from the `text/` folders.

A template names its arguments in braces: `{seat:seat} takes {colour:colours}`. After the colon
stands the section where the argument's own word is looked up; a section with `one` and `other`
is a plural. A list of arguments becomes "a, b and c".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "es")
_KIT: Final = Path(__file__).parent
_FIELD: Final = re.compile(r"\{(\w+)(?::([\w.-]+))?\}")
_TOKEN: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


class Words:
    """The sentences of one game (and those all games share) in one language."""

    def __init__(self, language: str, sections: dict[str, Any]) -> None:
        self.language = language
        self.sections = sections
        spoken: dict[str, str] = sections.get("notation", {})
        self._spoken = spoken
        self._canonical = {local: token for token, local in spoken.items()}

    def has(self, section: str, key: str) -> bool:
        return key in self.sections.get(section, {})

    def name(self, section: str, key: object) -> str:
        """The word for one thing: `name("colours", "red")`."""
        return str(self.sections[section][str(key)])

    def say(
        self, section: str, key: str, args: Mapping[str, Any] | None = None, names: Sequence[str] = ()
    ) -> str:
        """A sentence, with its arguments in their places; `names` are the players'."""
        given = args or {}
        template = self.sections[section][key]
        if isinstance(template, dict):
            template = template["one" if given.get("n") == 1 else "other"]

        def fill(field: re.Match[str]) -> str:
            return self._word(given[field[1]], field[2], names)

        return _FIELD.sub(fill, template)

    def _word(self, value: Any, section: str | None, names: Sequence[str]) -> str:
        if isinstance(value, list | tuple):
            return self.join([self._word(one, section, names) for one in value])
        if section is None:
            return str(value)
        if section == "seat":
            if isinstance(value, int) and value < len(names):
                return names[value]
            return str(self.sections["table"]["seat"]).replace("{n}", str(int(value) + 1))
        node: Any = self.sections
        for step in section.split("."):
            node = node[step]
        if "other" in node:
            return str(node["one" if value == 1 else "other"]).replace("{n}", str(value))
        return str(node[str(value)])

    def join(self, parts: Sequence[str]) -> str:
        """`a, b and c`; Spanish says `e` before the sound of an i."""
        if len(parts) < 2:
            return "".join(parts) or str(self.sections["table"]["nothing"])
        link = str(self.sections["table"]["and"])
        if self.language == "es" and re.match(r"h?i(?!e)", parts[-1], re.IGNORECASE):
            link = "e"
        return f"{', '.join(parts[:-1])} {link} {parts[-1]}"

    def translate(self, text: str) -> str:
        """A move in notation, with its words in this language."""
        return _TOKEN.sub(lambda token: self._spoken.get(token[0], token[0]), text)

    def untranslate(self, text: str) -> str:
        """A move typed in this language, in canonical notation. English words stay as they are."""
        return _TOKEN.sub(lambda token: self._canonical.get(token[0].lower(), token[0]), text)


@lru_cache(maxsize=64)
def words(room: Path | None, language: str) -> Words:
    """The words of the game that lives in `room`, or the kit's alone."""
    sections = _load(_KIT, language)
    if room is not None:
        for section, entries in _load(room, language).items():
            sections[section] = {**sections.get(section, {}), **entries}
    return Words(language, sections)


def _load(room: Path, language: str) -> dict[str, Any]:
    if language not in LANGUAGES:
        raise KeyError(language)
    return tomllib.loads((room / "text" / f"{language}.toml").read_text(encoding="utf-8"))
