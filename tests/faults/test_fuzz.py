"""Hostile messages and requests: no 5xx, nothing dies, no word is missing, nothing changes, nothing leaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import fuzz


@pytest.mark.parametrize(
    "messages",
    [
        3000,
        pytest.param(20_000, marks=pytest.mark.slow),
        pytest.param(100_000, marks=pytest.mark.long),
    ],
)
def test_hostile_messages_and_requests(tmp_path: Path, messages: int) -> None:
    attack, tally = fuzz.run(tmp_path, messages, seed=messages)
    assert not sum(tally.faults.values()), fuzz.report(attack, tally)
    assert tally.kinds.total() >= messages
