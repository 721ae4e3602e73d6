"""A real server, a real Chromium, and people who play by looking and tapping."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page, Response, async_playwright, expect

from tests.browser.pace import pace

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
QUIET = {"speed": "none", "pace": "instant", "sound": False, "confirm": True}
ABOUT_A_TABLE = re.compile(r"/api/tables/[\w-]+/(replay|record)")


def chromium() -> str:
    """The browser of this machine."""
    wanted = os.environ.get("TRUFFLEWOOD_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    assert Path(wanted).exists(), "these tests need Chromium: install Debian's chromium, then try again"
    return wanted


@contextlib.asynccontextmanager
async def chrome() -> AsyncIterator[Browser]:
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        await browser.close()


@dataclass
class Person:
    """Somebody at a browser of their own. Keeps every message that came, and what went wrong."""

    context: BrowserContext
    page: Page
    address: str
    heard: list[str]  # over sockets
    troubles: list[str]
    answers: list[asyncio.Task[str]] = field(default_factory=list)  # positions and records asked for
    news: asyncio.Event = field(default_factory=asyncio.Event)  # something was heard over a socket

    def hear(self, message: str) -> None:
        self.heard.append(message)
        self.news.set()

    async def hears(self, kind: str, after: int) -> None:
        """Wait until a message of this kind has come, after so many others."""
        async with asyncio.timeout(pace.patience):
            while not any(f'"type":"{kind}"' in message for message in self.heard[after:]):
                self.news.clear()
                await self.news.wait()
        await self.drawn()

    async def drawn(self) -> None:
        """Wait until everything that is on its way to the screen is there: pictures, letters, movements, layout."""
        await self.page.evaluate(DRAWN)

    async def all_heard(self) -> list[str]:
        """Every message about the table, over sockets and by request."""
        return [*self.heard, *await asyncio.gather(*self.answers)]

    def keep(self, answer: Response) -> None:
        """Read an answer about the table at once: after a reload it is gone."""
        if ABOUT_A_TABLE.search(answer.url) and answer.ok:
            self.answers.append(asyncio.create_task(answer.text()))

    async def tap(self, selector: str) -> None:
        await self.page.locator(selector).first.click()

    async def play_now(self, game: str) -> None:
        await self.page.goto(self.address)
        await self.tap(f".game:has(a[href='/g/{game}']) .button.primary")
        await self.page.wait_for_url("**/t/*")
        await self.page.wait_for_selector(".bar")

    async def play_random_bot(self, game: str) -> None:
        """The longer way: choose who sits where. A bot that does not think keeps the test short."""
        await self.page.goto(f"{self.address}g/{game}")
        await self.page.locator("dialog .seat select").select_option("bot:random")
        await self.tap("dialog form .button.primary")
        await self.page.wait_for_url("**/t/*")
        await self.page.wait_for_selector(".bar")

    async def version(self) -> int:
        """How many commands the table shown here has seen."""
        return int(await self.page.locator("[data-version]").get_attribute("data-version") or -1)

    async def step(self, random: Random) -> bool:
        """Tap one thing that the table offers and wait for the next decision; False if the game is over.

        Nothing changes by itself then, so that a test that looks sees the same on every machine.
        """
        found = await self.offered()
        if found["over"]:
            return False
        if found["confirm"]:
            await self.page.evaluate("document.querySelector('.bar .button.primary')?.click()")
        elif found["n"]:
            await self.page.evaluate(TAP, random.randrange(found["n"]))
        return not (await self.offered())["over"]

    async def offered(self) -> dict[str, Any]:
        """Wait until something can be done here, or the game is over, or the device is to be handed on."""
        found: dict[str, Any] = await self.until(OFFERED)
        return found

    async def until(self, true: str, arg: object = None) -> Any:
        """Wait for what a function of the page finds. (Playwright's own wait is an eval, which the page forbids.)"""
        for _ in range(pace.patience):
            try:
                if found := await self.page.evaluate(FOR_A_SECOND.replace("TRUE", true), arg):
                    return found
            except Error as error:
                if "context was destroyed" not in str(error):  # the page is just being loaded anew
                    raise
                await self.page.wait_for_load_state()
        raise AssertionError(f"never came true: {true}")

    async def play(self, random: Random, most: int = 2000) -> None:
        """Play to the end of the game by tapping whatever is offered."""
        for _ in range(most):
            if not await self.step(random):
                return
        raise AssertionError(f"not over after {most} taps")


FOR_A_SECOND = """async (arg) => {
  for (const end = performance.now() + 1000; performance.now() < end; ) {
    const found = (TRUE)(arg);
    if (found) return found;
    await new Promise((soon) => setTimeout(soon, 5));
  }
  return null;
}"""
DRAWN = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((one) => one.decode().catch(() => null)));
  const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
  await Promise.all(moving.map((one) => one.finished.catch(() => null)));
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}"""
# While something is on its way (aria-busy), nothing is offered.
OFFERED = """() => {
  const [one, all] = [(what) => Boolean(document.querySelector(what)), (what) => document.querySelectorAll(what)];
  const settled = one('main[aria-busy=false]');
  const found = {
    over: one('[data-end]'),
    veil: one('dialog[open]'),
    confirm: settled && one('.bar .acts .button.primary:not(:disabled)'),
    n: settled && one('.bar.mine') ? all('[data-can]').length : 0,
  };
  return Object.values(found).some(Boolean) ? found : null;
}"""
TAP = """(n) => document.querySelectorAll('[data-can]')[n]?.dispatchEvent(new MouseEvent('click', {bubbles: true}))"""


@contextlib.asynccontextmanager
async def person(
    browser: Browser, port: int, look: dict[str, Any] | None = None, **settings: Any
) -> AsyncIterator[Person]:
    """A browser with nothing kept but these settings."""
    context = await browser.new_context(**(look or DESK), locale="en-GB")
    context.set_default_timeout(pace.patience * 1000)
    expect.set_options(timeout=pace.patience * 1000)
    slowed: list[asyncio.Task[None]] = []
    context.on("page", lambda page: slowed.append(asyncio.create_task(pace.slow_down(page))))
    kept = json.dumps({**QUIET, **settings})
    await context.add_init_script(
        f"if (!localStorage.getItem('trufflewood')) localStorage.setItem('trufflewood', {json.dumps(kept)})"
    )
    page = await context.new_page()
    await asyncio.gather(*slowed)
    found = Person(context, page, f"http://127.0.0.1:{port}/", [], [])
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: found.hear(str(frame))))
    page.on("response", found.keep)
    page.on("pageerror", lambda error: found.troubles.append(str(error)))
    page.on("console", lambda said: found.troubles.append(said.text) if said.type == "error" else None)
    yield found
    await asyncio.gather(*slowed)
    await context.close()
