"""Reading and moving things on the boards: sheets about cards, dragging, flights."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from playwright.async_api import expect

from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.server.harness import Running

NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SHEET = ".reading:popover-open"
READABLE = {  # something to read at the very beginning
    "forest-shuffle": ".hand [data-about]",
    "snack-match": ".hand [data-about]",
    "truffle-scuffle": "[data-about='tile d4']",
    "truffle-shuffle": ".place[data-can]",
}


# How many milliseconds pass from the next movement of the mouse until a sheet opens.
RESTED = """() => {
  let moved = 0;
  addEventListener('pointermove', () => { moved = performance.now(); }, {capture: true, once: true});
  addEventListener('toggle', () => { window.rested = performance.now() - moved; }, {capture: true, once: true});
}"""


async def box_of(player: Person, selector: str) -> dict[str, float]:
    thing = player.page.locator(selector).first
    await thing.scroll_into_view_if_needed()
    box = await thing.bounding_box()
    assert box
    return {"x0": box["x"] + box["width"] / 2, "y0": box["y"] + box["height"] / 2}


async def check_sheet(player: Person, thing: dict[str, float]) -> None:
    """It says something, lies within the window, and not upon what it speaks of."""
    await player.page.wait_for_selector(SHEET)
    await player.until(f"() => document.querySelector('{SHEET}').innerText.includes('§')")
    await player.drawn()
    sheet = await player.page.locator(SHEET).bounding_box()
    page = player.page.viewport_size
    assert sheet and page
    assert sheet["x"] >= 0 and sheet["x"] + sheet["width"] <= page["width"]
    assert sheet["y"] >= 0 and sheet["y"] + sheet["height"] <= page["height"]
    beside = sheet["x"] >= thing["x0"] or sheet["x"] + sheet["width"] <= thing["x0"]
    assert beside or sheet["y"] >= thing["y0"] or sheet["y"] + sheet["height"] <= thing["y0"]


async def gone(player: Person) -> None:
    await player.page.wait_for_selector(SHEET, state="detached")


async def read_with_the_mouse_and_keys(port: int, game: str) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        page = player.page
        await player.play_random_bot(game)
        await page.wait_for_selector(".bar.mine [role=status]")
        thing = await box_of(player, READABLE[game])
        await page.mouse.move(3, 3)
        await page.evaluate(RESTED)
        await page.mouse.move(thing["x0"], thing["y0"])
        await check_sheet(player, thing)
        assert await player.until("() => window.rested") > 150, "not before the mouse rests"
        await page.mouse.move(3, 3)
        await gone(player)
        steps = await page.locator(".steps li").count()
        focus = "el => (el.querySelector('button') ?? el).focus()"
        await page.locator(READABLE[game]).first.evaluate(focus)
        await page.keyboard.press("Space")
        await check_sheet(player, thing)
        await page.keyboard.press("Escape")
        await gone(player)
        assert await page.evaluate("document.activeElement.closest('[data-about]') !== null"), (
            "focus comes back"
        )
        await page.get_by_role("button", name="Read", exact=True).click()
        await page.locator(READABLE[game]).first.dispatch_event("click")
        await check_sheet(player, thing)
        await page.get_by_role("button", name="Close").click()
        await gone(player)
        assert await page.locator(".steps li").count() == steps, "reading plays nothing"
        assert not player.troubles


@pytest.mark.parametrize("game", list(READABLE))
def test_cards_are_read_by_mouse_and_keys(server: Running, game: str) -> None:
    asyncio.run(read_with_the_mouse_and_keys(server.port, game))


async def read_with_a_finger(port: int, game: str) -> None:
    async with chrome() as browser, person(browser, port, NARROW) as player:
        page = player.page
        await player.play_random_bot(game)
        await page.wait_for_selector(".bar.mine [role=status]")
        thing = await box_of(player, READABLE[game])
        touch = await player.context.new_cdp_session(page)
        point = {"x": thing["x0"], "y": thing["y0"]}
        await touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        await check_sheet(player, thing)
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await player.drawn()
        assert await page.locator(SHEET).count(), "it stays when the finger leaves"
        assert await page.evaluate("getSelection().toString()") == ""
        assert not await page.locator(".bar .acts").count(), "holding plays nothing"
        await page.touchscreen.tap(point["x"], point["y"])
        await gone(player)
        assert not await page.locator(".bar .acts").count(), "the tap that closes it does nothing else"


@pytest.mark.parametrize("game", ["forest-shuffle", "truffle-shuffle"])
def test_cards_are_read_by_a_finger(server: Running, game: str) -> None:
    asyncio.run(read_with_a_finger(server.port, game))


async def pyramid_targets(port: int) -> None:
    async with chrome() as browser, person(browser, port, NARROW) as player:
        await player.play_random_bot("truffle-shuffle")
        await player.page.wait_for_selector(".place[data-can]")
        boxes = [await one.bounding_box() for one in await player.page.locator(".place[data-can]").all()]
        assert len(boxes) > 5
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 44


def test_cards_of_the_pyramid_are_large_enough_on_a_narrow_phone(server: Running) -> None:
    asyncio.run(pyramid_targets(server.port))


async def orders_before_the_action(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        page, random = player.page, Random(3)
        await player.play_random_bot("truffle-shuffle")
        while await player.step(random):
            asks = await page.locator(".bar .asked").inner_text()
            if "Take a free card" in asks and await page.locator(".order.ready").count():
                break
        ready = page.locator(".order.ready").first
        assert await ready.locator("svg[role=img]").count() >= 1, "with what cards"
        assert not await page.locator(".order[data-can]").count(), "the action comes first"
        said = await ready.locator(".what").inner_text()
        assert said.split("\n")[0].strip() in await page.locator(".ready").first.inner_text()


def test_the_order_sheet_knows_the_hand_before_the_action(server: Running) -> None:
    asyncio.run(orders_before_the_action(server.port))


async def looked_back(player: Person) -> None:
    """A position in the past has its own points: the last shows those of now, the first has none."""
    page, points = player.page, player.page.locator(".trees .points")
    now = await points.all_inner_texts()
    await page.locator("aside .told").first.click()
    await page.wait_for_selector(".bar.replay")
    await page.keyboard.press("Home")
    await expect(points).to_have_count(0)
    await page.keyboard.press("End")
    await expect(points).to_have_text(now)
    await page.keyboard.press("Escape")
    await page.wait_for_selector(".bar:not(.replay)")


async def live_points(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        page = player.page
        await player.play_random_bot("forest-shuffle")
        await until_offered(player, ".trees .tree:not([data-can]) .points", 12)
        await page.locator(".trees .points:not(.together)").first.wait_for()
        await page.locator(".trees .tree").first.dispatch_event("click")
        await page.wait_for_selector(f"{SHEET} table")
        total = await page.locator(f"{SHEET} p strong").inner_text()
        assert any(sign.isdigit() for sign in total)
        await page.keyboard.press("Escape")
        await page.locator("[role=log] [data-about^=species]").last.hover()  # names in the log are read too
        await page.wait_for_selector(SHEET)
        await page.mouse.move(3, 3)
        await gone(player)
        await looked_back(player)
        await page.locator(".tab").nth(1).click()  # the whole forest of the other, one tap away
        assert "forest" in (await page.locator(".tab.now").inner_text()).lower()


def test_every_card_in_a_forest_shows_its_points(server: Running) -> None:
    asyncio.run(live_points(server.port))


async def drag(player: Person, thing: str, to: str) -> None:
    start, end = await box_of(player, thing), await box_of(player, to)
    await player.page.mouse.move(start["x0"], start["y0"])
    await player.page.mouse.down()
    await player.page.mouse.move(start["x0"] + 12, start["y0"] + 12)
    await player.page.mouse.move(end["x0"], end["y0"], steps=4)
    await player.page.mouse.up()


async def until_offered(player: Person, selector: str, seed: int) -> None:
    """Play on until something is offered at the start of a turn."""
    random = Random(seed)
    while await player.step(random):
        fresh = not await player.page.locator(".steps li, .bar .acts .primary").count()
        if fresh and await player.page.locator(selector).count():
            return
    raise AssertionError(f"{selector} was never offered")


DRAGS = {
    "snack-match": (".hand .card.chosen", "[data-can][data-drop]"),
    "truffle-scuffle": (".tile.picked .hog", ".tile[data-can][data-drop]"),
    "forest-shuffle": (".hand .half.can:is(.top, .bottom, .left, .right)", ".tree[data-drop]"),
}


async def drag_and_drop(port: int, game: str) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        thing, target = DRAGS[game]
        await player.play_random_bot(game)
        await until_offered(player, thing, 5)
        await drag(player, thing, "h1")
        assert not await player.page.locator(".steps li, .choose, .bar .acts").count(), (
            "dropped outside: nothing"
        )
        await drag(player, thing, target)
        await player.page.wait_for_selector(".steps li, .bar .acts, .choose")
        assert not await player.page.locator(".notice").count()
        assert not player.troubles


async def drag_with_a_finger(port: int) -> None:
    async with chrome() as browser, person(browser, port, PHONE) as player:
        thing, target = DRAGS["snack-match"]
        await player.play_random_bot("snack-match")
        await until_offered(player, thing, 5)
        start, end = await box_of(player, thing), await box_of(player, target)
        touch = await player.context.new_cdp_session(player.page)
        for n in range(8):
            x, y = (start[axis] + (end[axis] - start[axis]) * n / 7 for axis in ("x0", "y0"))
            kind = "touchMove" if n else "touchStart"
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await player.page.wait_for_selector(".steps li, .bar .acts")


def test_a_finger_drags_too(server: Running) -> None:
    asyncio.run(drag_with_a_finger(server.port))


@pytest.mark.parametrize("game", list(DRAGS))
def test_dragging_does_what_two_taps_do(server: Running, game: str) -> None:
    asyncio.run(drag_and_drop(server.port, game))


async def flights(port: int) -> None:
    async with chrome() as browser:
        for look, speed, seen in ((PHONE, "normal", True), (PHONE, "none", False)):
            async with person(browser, port, look, speed=speed) as player:
                await player.play_random_bot("truffle-shuffle")
                await player.page.wait_for_selector(".place[data-can]")
                await player.page.evaluate(WATCH)
                await player.page.locator(".place[data-can]").first.dispatch_event("click")
                await player.tap(".bar .acts .primary")  # it lies face down
                await player.page.wait_for_selector(".hand .card")
                await player.drawn()
                flown = await player.page.evaluate("window.flown")
                assert bool(flown) == seen
                assert all(120 <= time <= 400 for time in flown)


WATCH = """() => {
  window.flown = [];
  new MutationObserver((found) => {
    for (const one of found.flatMap((change) => [...change.addedNodes]))
      if (one.style?.position === 'fixed') window.flown.push(one.getAnimations()[0]?.effect.getTiming().duration ?? 0);
  }).observe(document.querySelector('.board .board'), {childList: true});
}"""


def test_a_card_flies_from_the_pyramid_to_the_hand(server: Running) -> None:
    asyncio.run(flights(server.port))
