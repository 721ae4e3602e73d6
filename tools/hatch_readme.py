"""The metadata hook: README.md for a package index, where a link into the repository must be absolute."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)\s]+)\)")


def absolute(readme: str, source: str, version: str) -> str:
    """The same text with its links to files of the release that it describes."""

    def link(found: re.Match[str]) -> str:
        mark, text, path = found.groups()
        return f"{mark}[{text}]({source}/{'raw' if mark else 'blob'}/v{version}/{path})"

    return RELATIVE.sub(link, readme)


class ReadmeHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = absolute(readme, metadata["urls"]["Source"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
