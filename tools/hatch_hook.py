"""The build hook: puts the built pages into sdist and wheel, and the compiled engine into the wheel.

With TRUFFLEWOOD_PURE=1, or without a C compiler, the wheel is pure: one for every platform, interpreted.
An editable install builds nothing: a checkout builds its pages and its engine itself (tools/prepare.py).
"""

from __future__ import annotations

import importlib.metadata
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import client
import native
from steps import say

COMPILED = native.ROOT / "build" / "wheel"
# The games import these; they tell the pages what is on their cards, and the compiler their types.
IMPORTED = ("msgspec", "mypy-extensions")


class PackageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # not generic when it runs
    def dependencies(self) -> list[str]:
        """What an isolated build fetches: only what will be used."""
        needed: list[str] = []
        if not client.is_current(client.source_hash()):
            needed += self._imported() + ([] if client.node() else [client.WHEEL])
        if self.target_name == "wheel" and compiles():
            needed += self._imported() + self.config["compiler"]
        return needed

    def _imported(self) -> list[str]:
        return [one for one in self.metadata.core.dependencies if one.startswith(IMPORTED)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        try:
            client.build()
        except client.NoPages as problem:  # what npm said, without the sentence for whoever plays
            sys.exit("\n".join([*str(problem).splitlines()[:-1], say("package-without-pages")]))
        build_data["artifacts"].append("/src/trufflewood/server/static/**")
        self._name_licence(client.STATIC / "third-party-licences.txt")
        if self.target_name == "sdist":
            # by its stamp, a build from the sdist knows that the pages are current
            build_data["force_include"][str(client.STAMP)] = _inside(client.STAMP)
        elif compiles():
            self._compile(build_data)

    def _name_licence(self, file: Path) -> None:
        """Hatchling looked for licence files before anything was built."""
        found = self.metadata.core.license_files
        if _inside(file) not in found:
            found.append(_inside(file))

    def _compile(self, build_data: dict[str, Any]) -> None:
        shutil.rmtree(COMPILED, ignore_errors=True)
        native.compile_into(COMPILED)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for built in sorted(COMPILED.rglob(f"*{native.SUFFIX}")):
            build_data["force_include"][str(built)] = built.relative_to(COMPILED).as_posix()
        licence = COMPILED / "mypyc-licence.txt"  # part of its runtime is in every compiled module
        licence.write_text(licence_of("mypy"), encoding="utf-8")
        self._name_licence(licence)


def licence_of(package: str) -> str:
    """The licence that an installed package brought along."""
    files = importlib.metadata.files(package) or []
    return next(file for file in files if file.name == "LICENSE").read_text()


def compiles() -> bool:
    return not native.pure() and not native.missing_tools()


def _inside(path: Path) -> str:
    return path.relative_to(native.ROOT).as_posix()
