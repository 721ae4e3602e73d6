"""Everybody can use it: axe-core, tap targets, no sideways scrolling, the keyboard alone."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from tests.browser.stage import AXE, DESK, Person, chrome, person
from tests.server.harness import Running
from trufflewood.games import all_games

SIZES = ((360, 640), (390, 844), (768, 1024), (1366, 768), (1920, 1080))
TARGETS = """() => [...document.querySelectorAll('button, a, input, select, summary, [role=button][data-can]')]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest('.sr'))
  .map((one) => ({one, box: one.getBoundingClientRect()}))
  .filter(({one, box}) => box.width > 0 && !one.closest('label.tick'))
  .filter(({one, box}) => box.width < LEAST || box.height < LEAST)
  .map(({one, box}) => `${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 30)} ${Math.round(box.width)}×${Math.round(box.height)}`)"""
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


async def serious(player: Person) -> list[str]:
    """What axe-core finds that is serious or critical."""
    await player.page.evaluate(AXE.read_text(encoding="utf-8"))
    # letters drawn on a card or tile are its picture: its label says the same in words
    asked = "{resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: false}}}"
    found: Any = await player.page.evaluate(f"axe.run(document, {asked})")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


async def fits(player: Person, least: int) -> list[str]:
    """What is too small to tap, or wider than the page, at five sizes."""
    found: list[str] = []
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.page.wait_for_timeout(60)
        over = await player.page.evaluate(OVERFLOW)
        if over > 0:
            found.append(f"{width}×{height}: {over} px too wide")
        if width < 1000:  # fingers
            small = await player.page.evaluate(TARGETS.replace("LEAST", str(least)))
            found += [f"{width}×{height}: {one}" for one in small]
    return found


async def start_page(port: int) -> None:
    async with chrome() as browser, person(browser, port, {**DESK, "has_touch": True}) as player:
        await player.page.goto(player.address)
        await player.page.wait_for_selector(".game")
        assert await serious(player) == []
        assert await fits(player, 44) == []
        await player.tap(".game a.button")
        await player.page.wait_for_selector("dialog[open]")
        await player.tap("summary")
        assert await serious(player) == []
        assert await fits(player, 44) == []


def test_the_start_page(server: Running) -> None:
    asyncio.run(start_page(server.port))


async def table_page(port: int, game: str, theme: str) -> None:
    async with chrome() as browser, person(browser, port, {**DESK, "has_touch": True}, theme=theme) as player:
        await player.play_random_bot(game)
        random = Random(9)
        for _ in range(25):
            await player.step(random)
        assert await serious(player) == []
        assert await fits(player, 44) == []
        for name in ("Points", "Rules", "Settings"):
            await player.page.get_by_role("button", name=name, exact=True).click()
            await player.page.wait_for_selector("dialog[open]")
            await player.page.wait_for_timeout(80)
            assert await serious(player) == []
            assert await fits(player, 37) == []
            await player.page.keyboard.press("Escape")
            await player.page.wait_for_selector("dialog[open]", state="detached")


@pytest.mark.parametrize(
    ("game", "theme"), [(game, ("light", "dark")[n % 2]) for n, game in enumerate(all_games())]
)
def test_every_table(server: Running, game: str, theme: str) -> None:
    asyncio.run(table_page(server.port, game, theme))


READY = """() => Boolean(document.querySelector('[data-end]')
  || document.querySelector('.bar.mine') && document.querySelector('[data-can], .bar .acts .primary'))"""


async def keyboard_only(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        page = player.page
        await page.goto(player.address)
        await page.wait_for_selector(".game")
        await reach(player, "el => el.matches('.game:has(a[href=\"/g/snack-match\"]) .button.primary')")
        await page.keyboard.press("Enter")
        await page.wait_for_selector(".bar")
        await player.until(READY)
        for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
            await page.keyboard.press(key)
            assert await page.evaluate("document.activeElement.matches('[data-can]')"), (
                "arrows move on the board"
            )
        for _ in range(120):
            if await page.locator("[data-end]").count():
                break
            await player.until(READY)
            if await page.locator(".bar .acts .button.primary").count():
                await page.keyboard.press("c")
            else:  # the turn may become complete on the way there
                await reach(player, "el => el.matches('[data-can], .bar .acts .primary')")
                await page.keyboard.press("Enter")
            await page.wait_for_timeout(30)
        assert await page.locator("[data-end]").count()
        assert await serious(player) == []


async def reach(player: Person, wanted: str) -> None:
    for _ in range(120):
        await player.page.keyboard.press("Tab")
        if await player.page.evaluate(f"({wanted})(document.activeElement)"):
            return
    raise AssertionError(f"the keyboard never reaches {wanted}")


def test_a_whole_game_by_keyboard(server: Running) -> None:
    asyncio.run(keyboard_only(server.port))
