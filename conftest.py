"""A test run that believes it is compiled and is not must stop at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import native


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("TRUFFLEWOOD_PURE"):
        return
    if not native.missing_tools() and not native.is_current(native.source_hash()):
        raise pytest.UsageError("the compiled engine is older than its sources: run make build first")
