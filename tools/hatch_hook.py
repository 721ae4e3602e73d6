"""The one build hook: compiles the engine and builds the browser client while the package is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import client
import native


class NativeBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # not generic when it runs
    def dependencies(self) -> list[str]:
        """Node, where the machine has none; an isolated build fetches it."""
        return [] if client.node() else [client.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if client.build() != "missing" and version != "editable":
            build_data["artifacts"].append("src/trufflewood/server/static/**")
        if native.build() == "interpreted":
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            package = native.PACKAGE
            build_data["artifacts"] += [f"src/{p.relative_to(package.parent)}" for p in package.rglob("*.so")]
            build_data["artifacts"].append("src/trufflewood/_built.json")
