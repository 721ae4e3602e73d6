"""Which engine this process runs: the compiled modules, or the same sources interpreted.

It is decided once, when `trufflewood` is first imported, so that no process ever mixes the two. An
installed package has its compiled modules beside their sources, where Python finds them by itself. In
a checkout they lie together in a folder of `build/`, and `_built.json`, written last, names it;
without that file the sources run. TRUFFLEWOOD_PURE=1 means the sources, always.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).parent
STAMP = PACKAGE / "_built.json"
LIBRARIES = "trufflewood_native_"  # what the compiled modules of a game share
NO_LIBRT = (  # in both languages: nothing that could choose one is imported yet
    "the compiled engine does not fit the installed librt ({error}): run pip install --upgrade trufflewood "
    "librt, or set TRUFFLEWOOD_PURE=1 to play without it, more slowly. / "
    "El motor compilado no encaja con el librt instalado: ejecuta pip install --upgrade trufflewood librt, "
    "o pon TRUFFLEWOOD_PURE=1 para jugar sin él, más despacio."
)


def built() -> dict[str, str]:
    """What was compiled in this checkout: `sources` (their hash), `suffix` and `folder`; {} for nothing."""
    try:
        found: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    fits = found.get("suffix") == EXTENSION_SUFFIXES[0] and (PACKAGE / found.get("folder", "?")).is_dir()
    return found if fits else {}


def choose() -> None:
    """Have the modules of this package come from one place."""
    if os.environ.get("TRUFFLEWOOD_PURE"):
        sys.meta_path.insert(0, _Finder(None))
    elif stamp := built():
        sys.meta_path.insert(0, _Finder((PACKAGE / stamp["folder"]).resolve()))


@contextmanager
def starting() -> Iterator[None]:
    """Import the first compiled modules in here: a librt that does not fit is named, with the remedy."""
    try:
        yield
    except (ImportError, AttributeError, ValueError) as error:  # what mypyc raises then
        if "librt" not in str(error):
            raise
        raise ImportError(NO_LIBRT.format(error=error)) from error


class _Finder(MetaPathFinder):
    """Finds compiled modules in one folder and all others among the sources; nothing else."""

    def __init__(self, compiled: Path | None) -> None:
        self._compiled = compiled

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(("trufflewood.", LIBRARIES)):
            return None
        return self._find_compiled(fullname, path) or _find_source(fullname, path)

    def _find_compiled(self, fullname: str, path: Sequence[str] | None) -> ModuleSpec | None:
        if self._compiled is None:
            return None
        parts = fullname.split(".")
        place = self._compiled.joinpath(*parts)
        module = place.parent / f"{parts[-1]}{EXTENSION_SUFFIXES[0]}"
        if module.exists():
            return spec_from_file_location(fullname, module)
        package = place / f"__init__{EXTENSION_SUFFIXES[0]}"
        if package.exists():
            sources = [str(PACKAGE.parent.joinpath(*parts))]
            return spec_from_file_location(fullname, package, submodule_search_locations=sources)
        return None


def _find_source(fullname: str, path: Sequence[str] | None) -> ModuleSpec | None:
    for folder in path or ():
        spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
        if spec is not None:
            return spec
    return None
