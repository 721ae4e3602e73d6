"""The one build hook: compiles the engine while the package is installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import native


class NativeBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if native.build() == "interpreted":
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            package = native.PACKAGE
            build_data["artifacts"] += [f"src/{p.relative_to(package.parent)}" for p in package.rglob("*.so")]
            build_data["artifacts"].append("src/trufflewood/_built.json")
