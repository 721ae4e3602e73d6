"""One server for the browser tests of a file that do not stop it, and the same luck on every run."""

from __future__ import annotations

import itertools
import os
import secrets
from collections.abc import Iterator
from random import Random

import pytest

from tests.server.harness import Running, running, settings
from trufflewood.kit.chance import seed_from
from trufflewood.server import house


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("data"))) as started:
        yield started


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals and bots' dice hang on the test's name alone; LUCK=2 tries every test with another luck."""
    luck = f"{request.node.name} {os.environ.get('LUCK', '1')}"
    numbers, dice = itertools.count(), Random(luck)
    monkeypatch.setattr(house, "new_seed", lambda: seed_from(f"{luck} {next(numbers)}"))
    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
