"""How fast the browser tests run: nothing that a test looks at may hang on it.

`natural`; `slow`: the page gets a sixth of the processor; `delayed`: every answer of the server, each
message of a socket and each answer to a request by itself, is held back by a seeded moment. PACE chooses
one for all tests; a test that has a pace of its own is parametrised with the fixture `pace`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Page

PACES = ("natural", "slow", "delayed")
SLOWER = 6  # times, as Chromium throttles
LONGEST = 0.3  # seconds that an answer is held back
PATIENCE = {"natural": 30, "slow": 120, "delayed": 120}  # seconds that a wait may take


class Pace:
    """The pace of the test that runs now."""

    def __init__(self) -> None:
        self.begin("natural", "")

    def begin(self, name: str, luck: str) -> None:
        assert name in PACES, f"PACE is one of {', '.join(PACES)}, not {name}"
        self.name = name
        self.luck = luck
        self._random = Random(luck)

    @property
    def patience(self) -> int:
        return PATIENCE[self.name]

    def held_back(self) -> float:
        return self._random.random() * LONGEST

    async def slow_down(self, page: Page) -> None:
        if self.name == "slow":
            session = await page.context.new_cdp_session(page)
            await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


pace = Pace()
