"""Everybody can use it: axe-core, tap targets, no sideways scrolling, the keyboard alone."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.browser.measure import is_fine, serious
from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.server.harness import Running
from trufflewood.games import all_games


async def start_page(port: int) -> None:
    async with chrome() as browser, person(browser, port, {**DESK, "has_touch": True}) as player:
        page = player.page
        await page.goto(player.address)
        await page.wait_for_selector(".game")
        await is_fine(player)
        await page.get_by_role("button", name="Settings").click()
        await is_fine(player)
        await page.keyboard.press("Escape")
        await player.tap(".game a.button")
        await page.wait_for_selector("dialog[open]")
        await player.tap("summary")
        await is_fine(player)
        await page.get_by_role("button", name="Make the table").click()
        await page.wait_for_selector(".room")
        await is_fine(player)


def test_the_start_page_and_the_waiting_room(server: Running) -> None:
    asyncio.run(start_page(server.port))


OWN_SHEETS = ("Points", "Memory aids")  # of each game
SAME_SHEETS = ("Rules", "Keys", "Settings")  # whatever the game


async def table_page(port: int, game: str, theme: str) -> None:
    async with chrome() as browser, person(browser, port, {**DESK, "has_touch": True}, theme=theme) as player:
        page = player.page
        await player.play_random_bot(game)
        random = Random(9)
        for _ in range(25):
            await player.step(random)
        await is_fine(player, 44)
        for name in OWN_SHEETS + SAME_SHEETS * (game == "truffle-scuffle"):
            await page.get_by_role("button", name=name, exact=True).click()
            await page.wait_for_selector("dialog[open][aria-busy=false]")
            await is_fine(player, 44)
            await page.keyboard.press("Escape")
            await page.wait_for_selector("dialog[open]", state="detached")
        await player.tap("aside .told")
        await page.wait_for_selector(".bar.replay")
        await is_fine(player, 44)


@pytest.mark.parametrize(
    ("game", "theme"), [(game, ("light", "dark")[n % 2]) for n, game in enumerate(all_games())]
)
def test_every_table(server: Running, game: str, theme: str) -> None:
    asyncio.run(table_page(server.port, game, theme))


async def sheets_of_a_phone(port: int) -> None:
    async with chrome() as browser, person(browser, port, PHONE) as player:
        page = player.page
        await player.play_now("truffle-scuffle")
        random = Random(3)
        for _ in range(14):
            await player.step(random)
        while not await page.locator(".bar .hint").count():
            await player.step(random)
        for open_it in ("header .small-screen", "header [aria-label=Log]", ".plate", ".bar .hint"):
            await player.tap(open_it)
            await page.wait_for_selector("dialog[open][aria-busy=false]")
            await is_fine(player)
            await page.keyboard.press("Escape")
            await page.wait_for_selector("dialog[open]", state="detached")


def test_the_sheets_of_a_phone(server: Running) -> None:
    asyncio.run(sheets_of_a_phone(server.port))


async def keyboard_only(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        page = player.page
        await page.goto(player.address)
        await page.wait_for_selector(".game")
        await reach(player, "el => el.matches('.game:has(a[href=\"/g/snack-match\"]) .button.primary')")
        await page.keyboard.press("Enter")
        await page.wait_for_selector(".bar")
        await player.offered()
        for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
            await page.keyboard.press(key)
            assert await page.evaluate("document.activeElement.matches('[data-can]')"), (
                "arrows move on the board"
            )
        for _ in range(120):
            if (await player.offered())["over"]:
                break
            if await page.locator(".bar .acts .button.primary").count():
                await page.keyboard.press("c")
            else:
                await reach(player, "el => el.matches('[data-can]')")
                await page.keyboard.press("Enter")
        assert await page.locator("[data-end]").count()
        assert await serious(player) == []


async def reach(player: Person, wanted: str) -> None:
    """Press Tab until there."""
    for _ in range(120):
        await player.page.keyboard.press("Tab")
        if await player.page.evaluate(f"({wanted})(document.activeElement)"):
            return
    raise AssertionError(f"the keyboard never reaches {wanted}")


def test_a_whole_game_by_keyboard(server: Running) -> None:
    asyncio.run(keyboard_only(server.port))
