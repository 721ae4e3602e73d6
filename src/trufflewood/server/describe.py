"""The protocol described for other programs: OpenAPI for HTTP, TypeScript for every message.

`python -m trufflewood.server.describe` prints the TypeScript; with the name of a folder it writes the
files that the browser client is checked with (`make types`, and `make check` before it looks at them).
"""

from __future__ import annotations

import re
import sys
import typing
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from trufflewood.games import all_games
from trufflewood.kit.seen import View
from trufflewood.server import api, wire
from trufflewood.server.worker import view_type

INPUTS: Final = (*typing.get_args(wire.FromClient), wire.NewTable, wire.Join, wire.Replay)
HEADER: Final = "// Made by `make types` from the server's own types. Not to be edited, and not in git.\n"


# ---- OpenAPI


def openapi() -> dict[str, Any]:
    used = [kind for route in api.ROUTES for kind in (route.body, route.answer) if _is_struct(kind)]
    _, components = msgspec.json.schema_components(
        [*used, wire.Failed], ref_template="#/components/schemas/{name}"
    )
    paths: dict[str, Any] = {}
    for route in api.ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Trufflewood",
            "version": str(wire.PROTOCOL),
            "description": "Tables over HTTP. Play itself goes over a socket: docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"key": []}],
    }


def _operation(route: api.Route) -> dict[str, Any]:
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    asked = [{"name": name, "in": "query", "schema": {"type": "integer"}} for name in route.query]
    spoken = {"name": "lang", "in": "query", "schema": {"enum": ["en", "es"]}}
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": route.does.__name__,
        "parameters": [*named, *asked, spoken],
        "responses": {
            "200": {"description": "as asked", "content": {route.media: {"schema": _schema(route.answer)}}},
            "default": {
                "description": "one sentence that says why not",
                "content": {"application/json": {"schema": _schema(wire.Failed)}},
            },
        },
    }
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _schema(route.body)}},
        }
    return operation


def _schema(kind: Any) -> dict[str, Any]:
    if kind is None:
        return {"type": "string"}
    if _is_struct(kind):
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    return msgspec.json.schema(kind)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


# ---- TypeScript


class _Writer:
    """Writes structs as interfaces, those they need included."""

    def __init__(self, inputs: tuple[type, ...] = (), prefix: str = "") -> None:
        self._inputs = set(inputs)
        self._prefix = prefix
        self._done: dict[str, str] = {}

    def add(self, kind: Any) -> str:
        """The TypeScript name of a type; what it needs is written along the way."""
        return self._type(inspect.type_info(kind), kind in self._inputs)

    def text(self) -> str:
        return "\n".join(self._done.values())

    def _type(self, info: inspect.Type, given: bool) -> str:
        match info:
            case inspect.IntType() | inspect.FloatType():
                return "number"
            case inspect.StrType():
                return "string"
            case inspect.BoolType():
                return "boolean"
            case inspect.NoneType():
                return "null"
            case inspect.AnyType():
                return "unknown"
            case inspect.RawType():
                return "View | null"
            case inspect.LiteralType(values):
                return " | ".join(msgspec.json.encode(value).decode() for value in values)
            case inspect.UnionType(types):
                return " | ".join(dict.fromkeys(self._type(one, given) for one in types))
            case inspect.DictType():
                return f"{{ [key: string]: {self._type(info.value_type, given)} }}"
            case inspect.TupleType():
                return f"[{', '.join(self._type(one, given) for one in info.item_types)}]"
            case inspect.ListType() | inspect.VarTupleType():
                item = self._type(info.item_type, given)
                return f"({item})[]" if " " in item else f"{item}[]"
            case inspect.StructType():
                return self._struct(info, given)
        raise TypeError(f"no TypeScript for {info}")

    def _struct(self, info: inspect.StructType, given: bool) -> str:
        name = self._prefix + info.cls.__name__
        if name in self._done:
            return name
        self._done[name] = ""  # its place, before those of what it needs
        doc = (info.cls.__doc__ or "").strip().split("\n")[0]
        lines = [f"/** {doc} */"] if doc and not doc.startswith(info.cls.__name__ + "(") else []
        lines.append(f"export interface {name} {{")
        if info.tag is not None:
            lines.append(f'  type: "{info.tag}";')
        for field in info.fields:
            optional = "?" if given and not field.required else ""
            lines.append(f"  {field.encode_name}{optional}: {self._type(field.type, given)};")
        self._done[name] = "\n".join([*lines, "}", ""])
        return name


def protocol_types() -> str:
    writer = _Writer(INPUTS)
    writer.add(View)
    sides = {}
    for side, union in (("FromClient", wire.FromClient), ("ToClient", wire.ToClient)):
        sides[side] = [writer.add(kind) for kind in typing.get_args(union)]
    for route in api.ROUTES:
        for kind in (route.body, route.answer):
            if _is_struct(kind):
                writer.add(kind)
    writer.add(wire.Failed)
    unions = [f"export type {side} = {' | '.join(names)};\n" for side, names in sides.items()]
    return f"{HEADER}\nexport const PROTOCOL = {wire.PROTOCOL};\n\n{writer.text()}\n{''.join(unions)}"


def view_types() -> str:
    """The views of every game: `ForestShuffleView` and what it is made of."""
    written = []
    for name in all_games():
        writer = _Writer(prefix=name.title().replace("-", ""))
        writer.add(view_type(name))
        written.append(writer.text())
    return HEADER + "\n" + "\n".join(written)


FILES: Final = {"protocol.ts": protocol_types, "views.ts": view_types}


def main(args: list[str]) -> None:
    for name, make in FILES.items():
        if args:
            path = Path(args[0]) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(make(), encoding="utf-8")
        else:
            print(make())


if __name__ == "__main__":
    main(sys.argv[1:])
