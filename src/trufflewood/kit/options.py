"""What the players settle before the deal: seats, variants, deck. Frozen afterwards."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, StructType, UnionType, type_info

from trufflewood.kit.errors import BadOption, cut

# A deck by its name (of a file of the game, or one that kit/deck.py remembers), the text of a file, or data.
DeckChoice = str | dict[str, dict[str, int]]


class Options(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Each game adds its own, with the usual choice as default."""

    seats: int
    start: int | None = None  # the seat that begins; None draws it at the deal


O = TypeVar("O", bound=Options)


def choose(kind: type[O], room: Path, seats: range, given: Mapping[str, Any]) -> O:
    """Check what was asked for, one sentence for whatever is wrong; the rest by default."""
    fields = {field.name: field.type for field in _info(kind).fields}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            near = difflib.get_close_matches(name[:60], fields, 1)
            key = "unknown-option-near" if near else "unknown-option"
            known = [field for field in fields if field != "seats"]
            raise BadOption(key, room, option=cut(name), near=near[0] if near else "", known=known)
        try:
            chosen[name] = msgspec.convert(value, _hint(kind, name), strict=not isinstance(value, str))
        except msgspec.ValidationError:
            key, args = _allowed(fields[name])
            raise BadOption(key, room, option=name, value=cut(value), **args) from None
    options: O = kind(**chosen)
    if options.seats not in seats:
        key = "bad-seats" if len(seats) > 1 else "only-seats"
        raise BadOption(key, room, value=options.seats, least=seats.start, most=seats.stop - 1)
    if options.start is not None and not 0 <= options.start < options.seats:
        raise BadOption("bad-start", room, value=options.start, most=options.seats - 1)
    return options


def changed(options: Options) -> dict[str, Any]:
    """The options that are not the default, as plain data: what a record keeps."""
    return {
        field.name: getattr(options, field.name)
        for field in _info(type(options)).fields
        if field.name != "seats" and getattr(options, field.name) != field.default
    }


def _info(kind: type[Options]) -> StructType:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return info


def _hint(kind: type[Options], name: str) -> Any:
    return get_type_hints(kind, include_extras=True)[name]


def _allowed(info: Any) -> tuple[str, dict[str, Any]]:
    """The sentence that says what an option of this type takes."""
    if isinstance(info, UnionType):
        info = info.types[0]
    if isinstance(info, LiteralType):
        return "option-takes-one-of", {"allowed": [str(value) for value in info.values]}
    if isinstance(info, BoolType):
        return "option-takes-one-of", {"allowed": ["true", "false"]}
    if isinstance(info, IntType):
        if info.ge is not None and info.le is not None:
            return "option-takes-a-number", {"least": info.ge, "most": info.le}
        return "option-takes-any-number", {}
    return "option-takes-text", {}
