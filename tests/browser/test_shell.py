"""What the shell adds to every board: hints, levels, memory aids, looking back, playing on, coming back."""

from __future__ import annotations

import asyncio
import re
from random import Random
from typing import Any

from playwright.async_api import Browser, expect

from tests.browser.measure import is_fine
from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.browser.test_games import check_secrecy
from tests.server.harness import Running

MINE = "() => Boolean(document.querySelector('.bar.mine') && document.querySelector('[data-can]'))"
SENT_OR_STEP = """v => Number(document.querySelector('[data-version]').dataset.version) > v
  || document.querySelector('.steps li')"""
AT = "() => Number(document.querySelector('.bar.replay')?.dataset.at ?? -1)"


async def with_help(server: Running) -> None:
    async with chrome() as browser, person(browser, server.port, PHONE, confirm=False) as player:
        page = player.page
        await page.goto(player.address)
        level = page.get_by_label("How well bots play")
        assert await level.input_value() == "level3"
        await level.select_option("level1")
        await page.reload()
        assert await level.input_value() == "level1", "the choice is remembered"
        await player.play_now("truffle-scuffle")
        await expect(page.locator(".plate").nth(1)).to_contain_text("Piglet")
        await player.until(MINE)
        before = await player.version()
        while not await page.locator(".bar .acts .primary").count():
            await player.tap(".bar .hint")
            advice = page.locator("dialog ol button")
            await advice.first.wait_for()
            assert re.search(r"\d+ in 100\n.{10}", await advice.first.inner_text())
            await advice.first.click()
            await page.wait_for_selector("dialog[open]", state="detached")
            await page.wait_for_selector(".bar .steps, .bar .acts .primary")
            await player.offered()
        assert await player.version() == before, (
            "a hint sends nothing, not even where turns go without confirming"
        )
        await player.tap(".bar .acts .primary")
        await player.until(
            "v => Number(document.querySelector('[data-version]').dataset.version) > v", before
        )
        await player.tap("header .small-screen")
        await page.get_by_role("button", name="Memory aids").click()
        await expect(page.locator("dialog")).to_contain_text("Truffles still in the forest")
        await page.keyboard.press("Escape")
        await player.tap(".plate >> nth=0")
        await expect(page.get_by_label("How well the bot plays")).to_have_value("level1")
        await page.get_by_label("How well the bot plays").select_option("level2")
        await page.get_by_role("button", name="Let a bot play").click()
        await page.get_by_role("button", name="Take the seat back").first.wait_for()
        table = page.url.split("/t/")[1]
        assert server.server.house.matches[table].chairs[0].bot == "level2"
        assert not player.troubles


def test_hints_levels_and_memory_aids(server: Running) -> None:
    asyncio.run(with_help(server))


async def without_help(server: Running) -> None:
    async with chrome() as browser, person(browser, server.port, DESK) as player:
        page = player.page
        await page.goto(f"{player.address}g/truffle-scuffle")
        await player.tap("summary")
        await page.get_by_label("A bot may be asked for hints").uncheck()
        await page.get_by_label("With memory aids").uncheck()
        await page.get_by_role("button", name="Make the table").click()
        await expect(page.locator("[data-facts]")).to_contain_text("no hints · no memory aids")
        await page.get_by_label("How well bots play").select_option("level4")
        await page.get_by_role("button", name="A bot instead").click()
        await expect(page.locator(".plate").nth(1)).to_contain_text("Truffle hound")
        await player.until(MINE)
        assert not await page.locator(".bar .hint").count()
        assert not await page.get_by_role("button", name="Memory aids").count()
        await page.get_by_role("button", name="Rules", exact=True).click()
        await expect(page.locator("dialog [data-facts]")).to_contain_text("no hints · no memory aids")


def test_a_table_without_hints_and_memory_aids(server: Running) -> None:
    asyncio.run(without_help(server))


async def own_deck(server: Running) -> None:
    deck = {"tiles": {"white red": 10, "empty": 26}}
    made = server.make(
        game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "open"}], options={"deck": deck}
    )
    async with chrome() as browser, person(browser, server.port, DESK) as player:
        await player.page.goto(f"{player.address}t/{made['table']}")
        facts = player.page.locator("[data-deck]")
        await expect(facts).to_contain_text(f"players' own ({made['info']['options']['deck'][1:9]})")
        await facts.locator("summary").click()
        await expect(facts).to_contain_text("26 × empty")
        assert not player.troubles


def test_a_deck_of_the_players_own_can_be_looked_at(server: Running) -> None:
    asyncio.run(own_deck(server))


async def coming_back(server: Running) -> None:
    async with chrome() as browser, person(browser, server.port, DESK, confirm=False) as player:
        page = player.page
        await player.play_random_bot("truffle-scuffle")
        random = Random(2)
        for _ in range(20):
            await player.step(random)
        await player.until(MINE)
        assert "Your turn" in await page.title()
        assert await page.evaluate(
            "document.querySelector('link[rel=icon]').href.endsWith('favicon-turn.svg')"
        )
        assert not await page.locator("#since").count()
        await page.reload()
        since = page.locator("section[aria-labelledby=since]")
        await expect(since.locator("li").first).to_contain_text("Bot (at random)")
        last = await page.locator(".plate .last").inner_text()
        assert last in await since.inner_text(), "the last move of each opponent stands on its plate"
        await is_fine(player)
        await since.get_by_role("button").click()
        await page.keyboard.press("z")
        await expect(page.locator(".notice")).to_contain_text("another player has acted since")
        await page.keyboard.press("?")
        await expect(page.locator("dialog")).to_contain_text("a turn back, a turn on")
        await page.keyboard.press("Escape")
        await page.wait_for_selector("dialog", state="detached")  # keys are the sheet's until it is gone
        await page.keyboard.press("h")
        await page.locator("dialog ol button").first.wait_for()
        await page.keyboard.press("Escape")
        await page.get_by_role("link", name="Start page").click()
        await page.wait_for_selector(".game")
        assert await page.evaluate("document.querySelector('link[rel=icon]').href.endsWith('favicon.svg')")
        assert not player.troubles


def test_somebody_who_comes_back_sees_what_happened(server: Running) -> None:
    asyncio.run(coming_back(server))


def a_long_game(server: Running, commands: int) -> str:
    """The name of a table at which so much has been played that not all of it is told at once."""
    made = server.make(game="forest-shuffle", seats=[{"kind": "me"}] * 5, seed="1")
    random = Random(1)
    with server.client(made["table"], made["key"]) as client:
        for _ in range(commands):
            seat = client.update["view"]["waiting"][0]
            if client.update["view"]["seat"] != seat:
                client.send("face", seat=seat)
                client.until("update")
            assert client.ask("play", moves=[random.choice(client.moves)])["type"] == "ack"
    return str(made["table"])


async def a_long_log(server: Running) -> None:
    table = await asyncio.to_thread(a_long_game, server, 330)
    async with chrome() as browser, person(browser, server.port, DESK) as watcher:
        page = watcher.page
        await page.goto(f"{watcher.address}t/{table}")
        earlier = page.get_by_role("button", name="Show what came before")
        await earlier.wait_for()
        told = await page.locator("aside .told").count()
        await page.locator("aside .told").first.click()
        await page.wait_for_selector(".bar.replay")
        assert await page.evaluate(AT) > 20, "what is not shown is counted"
        await page.get_by_role("button", name="Back to the table").click()
        await earlier.click()
        await earlier.wait_for(state="detached")
        assert await page.locator("aside .told").count() > told
        await page.locator("aside .told").first.click()
        await page.wait_for_selector(".bar.replay")
        assert await page.evaluate(AT) == 1
        assert not watcher.troubles


def test_a_long_log_is_shown_in_two_parts(server: Running) -> None:
    asyncio.run(a_long_log(server))


async def only_move(server: Running) -> None:
    settings: dict[str, Any] = {"auto": True, "confirm": False}
    async with chrome() as browser, person(browser, server.port, DESK, **settings) as player:
        random, alone = Random(3), 0
        while alone < 2:  # not every game has such a move
            await player.play_random_bot("truffle-shuffle")
            match = server.server.house.matches[player.page.url.split("/t/")[1]]
            going = True
            while going and alone < 2:
                await player.until("() => document.querySelector('.bar.mine, [data-end]')")
                before, moves = match.version, match.table.legal(0)
                if len(moves) == 1:  # sent, or a first step where the rest of the turn is open
                    await player.until(SENT_OR_STEP, before)
                    alone += 1
                while going and match.version == before:
                    going = await player.step(random)
        assert not player.troubles


def test_the_only_move_plays_itself_where_one_likes_it_so(server: Running) -> None:
    asyncio.run(only_move(server))


async def looking_back(server: Running) -> None:
    async with chrome() as browser, person(browser, server.port, DESK) as player:
        page = player.page
        await player.play_random_bot("snack-match")
        random = Random(7)
        for _ in range(24):
            await player.step(random)
        await another_looks_on(server, browser, page.url)
        now = await page.locator(".board").first.inner_html()
        await page.locator("aside .told").nth(1).click()
        await page.wait_for_selector(".bar.replay")
        at = await page.evaluate(AT)
        assert page.url.endswith(f"/at/{at}")
        await expect(page.locator("aside .told[aria-current]")).to_have_count(1)
        assert await page.locator(".board").first.inner_html() != now
        assert not await page.locator("[data-can]").count(), "nothing can be played in the past"
        await page.keyboard.press("ArrowRight")
        await player.until(f"() => ({AT})() === {at + 1}")
        await page.reload()
        await player.until(f"() => ({AT})() === {at + 1}")
        await page.get_by_role("button", name="Back to the table").click()
        await page.wait_for_selector(".bar:not(.replay)")
        assert not page.url.count("/at/")
        await player.play(random)
        check_secrecy(server, player, await player.all_heard())
        await the_end_goes_home(player)
        await whole_record(player)
        await played_on(server, player)
        assert not player.troubles


async def another_looks_on(server: Running, browser: Browser, table: str) -> None:
    """Who has seats elsewhere, and none here, looks back as any watcher may."""
    elsewhere = server.make(game="truffle-scuffle", seats=[{"kind": "me"}, {"kind": "open"}])
    async with person(browser, server.port, DESK, key=elsewhere["key"]) as watcher:
        await watcher.page.goto(table)
        await watcher.page.locator("aside .told").nth(1).click()
        await watcher.page.wait_for_selector(".bar.replay")
        check_secrecy(server, watcher, await watcher.all_heard())


async def the_end_goes_home(player: Person) -> None:
    """The end sheet can be put aside, shared, printed and taken home."""
    page = player.page
    end = page.locator("[data-end]")
    await page.get_by_role("button", name="See the table").click()
    assert not await end.locator("table").count()
    await page.get_by_role("button", name="Show the result").click()
    await player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.get_by_role("button", name="Share").click()
    await end.get_by_role("button", name="Copied").wait_for()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Snack Match\n") and copied.endswith("/at/0")
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download the record").click()
    path = await (await coming.value).path()
    assert path.read_text(encoding="utf-8").startswith("trufflewood record 1\ngame: snack-match\n")
    await page.emulate_media(media="print")
    assert await end.is_visible() and not await page.locator(".board").first.is_visible()
    await page.emulate_media(media="screen")


async def whole_record(player: Person) -> None:
    """First, last, by move and by turn, by itself, through other eyes."""
    page = player.page
    await page.get_by_role("button", name="Replay").click()
    await player.until(f"() => ({AT})() === 0")
    await page.get_by_role("button", name="A move on").click()
    await player.until(f"() => ({AT})() === 1")
    await page.get_by_role("button", name="To the end").click()
    last = int(await page.get_by_label("Position in the game").get_attribute("max") or 0)
    await player.until(f"() => ({AT})() === {last}")
    await page.get_by_role("button", name="A turn back").click()
    await player.until(f"() => ({AT})() < {last}")
    await page.keyboard.press("Home")
    await player.until(f"() => ({AT})() === 0")
    await page.get_by_label("Speed").select_option("4")
    await page.get_by_role("button", name="Play by itself").click()
    await player.until(f"() => ({AT})() >= 3")
    await page.get_by_role("button", name="Pause").click()
    await player.until(f"() => location.pathname.endsWith(`/at/${{({AT})()}}`)")  # nothing is on its way
    mine = await page.locator(".hand").inner_html()
    await page.get_by_label("Whose view").select_option("1")
    await player.until("() => location.search === '?as=1'")
    await player.until("was => document.querySelector('.hand').innerHTML !== was", mine)
    await page.get_by_label("Whose view").select_option("0")
    await player.until("was => document.querySelector('.hand').innerHTML === was", mine)
    await is_fine(player)


async def played_on(server: Running, player: Person) -> None:
    """A position of the record becomes a table of its own."""
    page = player.page
    first = page.url
    await page.get_by_role("button", name="Play on from here").click()
    await is_fine(player)
    await page.get_by_role("button", name="Play on", exact=True).click()
    await player.until("was => !location.href.startsWith(was)", first.split("/at/")[0])
    await page.wait_for_selector(".bar:not(.replay)")
    await expect(page.locator("header .tag")).to_have_text("practice")
    await expect(page.locator("aside [role=log]").first).to_contain_text("dealt anew")
    await player.play(Random(1))


def test_looking_back_and_playing_on(server: Running) -> None:
    asyncio.run(looking_back(server))
