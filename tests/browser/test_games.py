"""A person's path: from the start page to the end sheet, in a real browser, for every game."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from tests.browser.measure import is_fine
from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.secrecy import imaginable, tells_nothing_of_the_house, views_in
from tests.server.harness import Running
from trufflewood.games import all_games

LOOKS = {"phone": PHONE, "desk": DESK}
USUAL = [
    ("truffle-scuffle", "desk", "en"),
    ("truffle-shuffle", "phone", "es"),
    ("snack-match", "phone", "en"),
    ("forest-shuffle", "desk", "es"),
]
ALL = [(game, look, language) for game in all_games() for look in LOOKS for language in ("en", "es")]


def check_secrecy(server: Running, player: Person, heard: list[str]) -> None:
    """The law of tests/server/test_secrecy.py, on every message that this browser received."""
    match = server.server.house.matches[player.page.url.split("/t/")[1][:22]]
    views = views_in(heard)
    assert imaginable(match.table.game, views) == len(views) > 1
    held = [chair.holder for chair in match.chairs if chair.holder]
    over_sockets = [text for text in heard if not text.startswith('{"game"')]
    tells_nothing_of_the_house(over_sockets, held, match.setup.seed)


async def play_to_the_end(server: Running, game: str, look: str, language: str) -> None:
    async with chrome() as browser, person(browser, server.port, LOOKS[look], language=language) as player:
        page = player.page
        await (player.play_now if game == "snack-match" else player.play_random_bot)(game)
        assert await page.evaluate("document.documentElement.lang") == language
        await player.play(Random(5))
        end = page.locator("[data-end]")
        assert len(await end.locator(".outcome").inner_text()) > 10
        await end.locator("tfoot td").first.wait_for()
        await page.wait_for_selector("[data-end] .cell, [data-end] tbody tr")
        await is_fine(player, 37 if game == "truffle-shuffle" else 44)
        await the_sheet_adds_up(player)
        check_secrecy(server, player, await player.all_heard())
        assert not player.troubles


async def the_sheet_adds_up(player: Person) -> None:
    """The categories of every player sum up to their points, and a tap explains a number."""
    table = await player.page.evaluate(SHEET)
    points = table.pop()
    for seat, total in enumerate(points):
        assert sum(row[seat] for row in table) == total
    if await player.page.locator("[data-end] .cell").count():
        await player.tap("[data-end] .cell")
        assert "§" in await player.page.locator("[data-end] .why").inner_text()


SHEET = """() => [...document.querySelectorAll('[data-end] tbody tr:not(.rank), [data-end] tfoot tr')]
  .map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('–', '0'))))"""


@pytest.mark.parametrize(("game", "look", "language"), USUAL)
def test_a_whole_game_against_a_bot(server: Running, game: str, look: str, language: str) -> None:
    asyncio.run(play_to_the_end(server, game, look, language))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "look", "language"), [one for one in ALL if one not in USUAL])
def test_every_game_in_both_languages_at_both_sizes(
    server: Running, game: str, look: str, language: str
) -> None:
    asyncio.run(play_to_the_end(server, game, look, language))


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["slow", "delayed"], indirect=True)
@pytest.mark.parametrize(
    ("game", "look", "language"), [("snack-match", "phone", "es"), ("truffle-scuffle", "desk", "en")]
)
def test_a_whole_game_at_another_pace(
    server: Running, pace: str, game: str, look: str, language: str
) -> None:
    asyncio.run(play_to_the_end(server, game, look, language))


async def two_friends(server: Running, game: str) -> None:
    async with (
        chrome() as browser,
        person(browser, server.port, DESK) as host,
        person(browser, server.port, PHONE, language="es") as guest,
    ):
        await host.page.goto(f"{host.address}g/{game}")
        await host.page.get_by_label("Your name").fill("Ana")
        await host.page.get_by_role("button", name="Make the table").click()
        await host.page.wait_for_url("**/t/*")
        link = await host.page.get_by_label("Link to this table").input_value()
        await host.until("() => document.querySelector(\"img[src*='qr.svg']\")?.naturalWidth > 0")
        await guest.page.goto(link)
        await guest.page.get_by_label("Tu nombre").fill("Bruno")
        await guest.page.get_by_role("button", name="Sentarse").click()
        for player in (host, guest):
            await player.page.wait_for_selector(".bar")
        await asyncio.gather(host.play(Random(1)), guest.play(Random(2)))
        for player in (host, guest):
            said = await player.page.locator("[data-end]").inner_text()
            assert "Ana" in said and "Bruno" in said
            assert not player.troubles
            check_secrecy(server, player, await player.all_heard())


def test_two_friends_by_a_link(server: Running) -> None:
    asyncio.run(two_friends(server, "snack-match"))


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in all_games() if game != "snack-match"])
def test_two_friends_in_every_game(server: Running, game: str) -> None:
    asyncio.run(two_friends(server, game))
