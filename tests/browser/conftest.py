"""One server for the browser tests of a file that do not stop it; the same luck on every run, at any pace."""

from __future__ import annotations

import itertools
import os
import re
import secrets
from collections.abc import Callable, Iterator
from random import Random

import pytest

from tests.browser.late import held_back
from tests.browser.pace import PACES
from tests.browser.pace import pace as now
from tests.server.harness import Running, running, settings
from trufflewood.kit.chance import seed_from
from trufflewood.server import house

REPEAT = int(os.environ.get("REPEAT", "1"))
ASKED = os.environ.get("PACE", "natural").split(",")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Several paces, and several goes, of every test."""
    own = any("pace" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if len(ASKED) > 1 and not own:
        metafunc.parametrize("pace", ASKED, indirect=True)
    if REPEAT > 1:
        metafunc.parametrize("go", range(REPEAT), ids=[f"go{n + 1}" for n in range(REPEAT)], indirect=True)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("data")), held_back) as started:
        yield started


@pytest.fixture(autouse=True)
def go(request: pytest.FixtureRequest) -> int:
    """How often this test has been run before, where REPEAT runs it several times."""
    return int(getattr(request, "param", 0))


@pytest.fixture(autouse=True)
def luck(request: pytest.FixtureRequest, go: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Deals and bots' dice hang on the test's name alone; LUCK=2 tries every test with another luck.

    The second go of a repeated test has the luck after that of the first: LUCK alone brings it back.
    """
    number = int(os.environ.get("LUCK", "1")) + go
    found = f"{plain_name(request.node.name)} {number}"
    numbers, dice = itertools.count(), Random(found)
    monkeypatch.setattr(house, "new_seed", lambda: seed_from(f"{found} {next(numbers)}"))
    monkeypatch.setattr(secrets, "randbits", dice.getrandbits)
    return found


@pytest.fixture(autouse=True)
def pace(
    request: pytest.FixtureRequest, luck: str, record_property: Callable[[str, object], None]
) -> Iterator[str]:
    """The pace of this test: its own, or that of PACE."""
    chosen = str(getattr(request, "param", ASKED[0]))
    record_property("test", plain_name(request.node.name))
    record_property("pace", chosen)
    now.begin(chosen, luck)
    yield chosen
    now.begin("natural", "")


def plain_name(name: str) -> str:
    """The name of a test without its pace and its go."""
    head, _, rest = name.rstrip("]").partition("[")
    kept = [part for part in rest.split("-") if part not in PACES and not re.fullmatch(r"go\d+", part)]
    return f"{head}[{'-'.join(kept)}]" if "".join(kept) else head
