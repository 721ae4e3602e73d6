"""`kill -9` under load, with a full disk, a log that cannot be written and slow clients: nothing told is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import crash
from tests.faults.client import ME, Server


@pytest.mark.parametrize(
    "kills",
    [3, pytest.param(10, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.long)],
)
def test_what_was_told_is_kept_and_every_table_goes_on(tmp_path: Path, kills: int) -> None:
    load = crash.run(tmp_path, kills, seed=kills)
    assert not sum(load.ledger.faults.values()), load.report()
    assert load.ledger.checked["Ack"] > 12 * kills // 2, load.report()


def test_the_seed_fixes_the_faults() -> None:
    lives = [crash.plan(1, number) for number in range(20)]
    assert lives == [crash.plan(1, number) for number in range(20)]
    assert {life.log for life in lives} == {*crash.LOGS}
    assert {life.steps for life in lives} == {*crash.STEPS}
    assert sum(life.starting for life in lives) == 2


def test_a_graceful_stop_tells_its_guests(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.make(seats=(ME, ME))
        client = server.client(made["table"], made["key"])
        assert server.stop() == 0
        assert client.closed() == 1012, "the standard code for: come again soon"
        server.start()
        with server.client(made["table"], made["key"]) as again:
            assert again.update["view"] == client.update["view"]
        assert server.stop() == 0
