"""One server for the browser tests of a file that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Running, running, settings


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("data"))) as started:
        yield started
