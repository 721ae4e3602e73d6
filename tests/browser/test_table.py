"""What happens to a table when pages reload, lines break and servers die: play goes on."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
from pathlib import Path
from random import Random

from tests.browser.late import command as server_command
from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.server.harness import Running

SETTLED = ".bar .acts .button.primary"


async def half_a_turn(player: Person) -> str:
    """Sketch a move without sending it; return what the bar says."""
    random = Random(3)
    for _ in range(200):
        steps = await player.page.locator(".bar .acts").count()
        if steps and await player.page.locator(SETTLED).count():
            return await player.page.locator(".bar .say").inner_text()
        await player.step(random)
    raise AssertionError("no turn was ever complete")


async def moved_on(player: Person, since: int) -> None:
    await player.until("v => Number(document.querySelector('[data-version]').dataset.version) > v", since)


async def reload_and_second_tab(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        await player.play_random_bot("truffle-scuffle")
        random = Random(4)
        for _ in range(20):
            await player.step(random)
        before = await player.version()
        await player.page.reload()
        await player.page.wait_for_selector(".bar")
        assert await player.version() >= before
        other = await player.context.new_page()
        await other.goto(player.page.url)
        await other.wait_for_selector(".bar")
        tab = Person(player.context, other, player.address, [], [])
        await half_a_turn(player)
        now = await player.version()
        await player.tap(SETTLED)
        await moved_on(tab, now)
        assert not player.troubles


def test_reload_and_second_tab(server: Running) -> None:
    asyncio.run(reload_and_second_tab(server.port))


HALF_A_MINUTE = 30  # by the clock of the page, which is put forward
LONGEST_WAIT = 5  # seconds between two tries to come back


async def lost_line(port: int) -> None:
    async with chrome() as browser, person(browser, port, PHONE) as player:
        page = player.page
        await page.clock.install()
        await player.play_random_bot("truffle-scuffle")
        await half_a_turn(player)
        before = await player.version()
        await player.context.set_offline(True)
        await page.wait_for_selector(".offline")
        await player.tap(SETTLED)  # kept, and sent when the line is back
        for _ in range(0, HALF_A_MINUTE, LONGEST_WAIT):
            async with page.expect_websocket():  # in vain
                await page.clock.fast_forward(LONGEST_WAIT * 1000)
        assert await player.version() == before
        await player.context.set_offline(False)
        await moved_on(player, before)
        await player.page.wait_for_selector(".offline", state="detached")
        random = Random(6)
        for _ in range(8):
            assert await player.step(random)


def test_half_a_minute_without_a_line_loses_nothing(server: Running) -> None:
    asyncio.run(lost_line(server.port))


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    command = [*server_command(), "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 0.1).close()
            return process
        except OSError:
            assert process.poll() is None, "the server did not start"
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
    raise AssertionError("the server does not listen")


async def killed_server(folder: Path, port: int) -> None:
    process = start(folder, port)
    try:
        async with chrome() as browser, person(browser, port, DESK) as player:
            await player.play_random_bot("truffle-scuffle")
            random = Random(8)
            for _ in range(12):
                await player.step(random)
            said = await half_a_turn(player)
            before = await player.version()
            process.send_signal(signal.SIGKILL)
            process.wait()
            await player.page.wait_for_selector(".offline")
            process = start(folder, port)
            await player.page.wait_for_selector(".offline", state="detached")
            assert await player.version() >= before
            assert (
                await player.page.locator(".bar .say").inner_text() == said
            )  # the half-made turn is still there
            await player.tap(SETTLED)
            await moved_on(player, before)
    finally:
        process.kill()
        process.wait()


def test_a_killed_server_comes_back(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    asyncio.run(killed_server(tmp_path, port))


# Lift the veil and look, before any message can have come.
LIFT = """async () => {
  document.querySelector("dialog[aria-labelledby='hand-over'] button").click();
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
  return document.querySelector('.hand')?.innerHTML ?? '';
}"""


async def same_device(port: int) -> None:
    async with chrome() as browser, person(browser, port, PHONE) as player:
        page = player.page
        await page.goto(f"{player.address}g/snack-match")
        await page.get_by_label("Seat 2").select_option("here")
        await page.get_by_label("Their name").fill("Bea")
        await page.get_by_label("Your name").fill("Ana")
        await page.get_by_role("button", name="Make the table").click()
        random, handed = Random(2), 0
        for _ in range(300):
            veil = page.locator("dialog[aria-labelledby='hand-over'][open]")
            if await veil.count():
                handed += 1
                box = await veil.bounding_box()
                assert box and box["width"] >= 390 and box["height"] >= 844  # nothing shows beside it
                shown = await page.evaluate(LIFT)
                assert shown == "" or handed == 1, "the hand of whoever sat there before flashes up"
                await page.wait_for_selector(".bar")
            elif not await player.step(random):
                break
        assert await page.locator("[data-end]").count()
        assert handed > 4
        assert not player.troubles


def test_one_device_changes_hands(server: Running) -> None:
    asyncio.run(same_device(server.port))


async def language_in_mid_game(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        await player.play_now("snack-match")
        assert "Which card" in await player.page.locator(".bar").inner_text()
        before = len(player.heard)
        await player.tap("header button[lang='es']")
        assert "Qué carta" in await player.page.locator(".bar").inner_text()
        await player.hears("update", before)
        assert "Qué carta" in await player.page.locator(".bar").inner_text()


def test_the_language_changes_at_once(server: Running) -> None:
    asyncio.run(language_in_mid_game(server.port))


async def refused(port: int) -> None:
    async with chrome() as browser, person(browser, port, DESK) as player:
        await player.play_now("truffle-shuffle")
        await player.page.wait_for_selector(".bar.mine")
        await player.page.locator(".place[aria-disabled='true']").first.dispatch_event("click")
        said = await player.page.locator(".notice").inner_text()
        assert "§" in said


def test_a_move_that_is_not_allowed_says_why(server: Running) -> None:
    asyncio.run(refused(server.port))
