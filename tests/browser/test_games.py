"""A person's path: from the start page to the end sheet, in a real browser, for every game."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest

from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.server.harness import Running
from trufflewood.games import all_games
from trufflewood.kit.chance import Dice
from trufflewood.server.worker import view_type

LOOKS = {"phone": PHONE, "desk": DESK}
EVERY = 7  # messages, of which one is compared with another world's
USUAL = [
    ("truffle-scuffle", "desk", "en"),
    ("truffle-shuffle", "phone", "es"),
    ("snack-match", "phone", "en"),
    ("forest-shuffle", "desk", "es"),
]
ALL = [(game, look, language) for game in all_games() for look in LOOKS for language in ("en", "es")]


class Shown(msgspec.Struct):
    type: str
    view: msgspec.Raw = msgspec.Raw(b"null")


def check_secrecy(game: str, heard: list[str]) -> int:
    """A world made up from nothing but what the browser was sent gives the same bytes."""
    rules, kind = all_games()[game].rules, view_type(game)
    shown = [one.view for one in (msgspec.json.decode(text, type=Shown) for text in heard)]
    views = [bytes(raw) for raw in shown if bytes(raw) != b"null"]
    for n, sent in enumerate(views[::EVERY]):
        view = msgspec.json.decode(sent, type=kind)
        imagined = rules.imagine(view, Dice(n))
        assert msgspec.json.encode(rules.view(imagined, view.seat)) == sent
    return len(views[::EVERY])


async def play_to_the_end(port: int, game: str, look: str, language: str) -> Person:
    async with chrome() as browser, person(browser, port, LOOKS[look], language=language) as player:
        await (player.play_now if game == "snack-match" else player.play_random_bot)(game)
        assert await player.page.evaluate("document.documentElement.lang") == language
        await player.play(Random(5))
        end = player.page.locator("[data-end]")
        assert await end.locator("tbody tr").count() >= 1
        assert len(await end.locator(".outcome").inner_text()) > 10
        await end.locator("button", has_text="Explain" if language == "en" else "Explicar").click()
        await player.page.wait_for_selector("dialog[open] tbody tr")
        assert not player.troubles
        return player


@pytest.mark.parametrize(("game", "look", "language"), USUAL)
def test_a_whole_game_against_a_bot(server: Running, game: str, look: str, language: str) -> None:
    player = asyncio.run(play_to_the_end(server.port, game, look, language))
    assert check_secrecy(game, player.heard) > 3


@pytest.mark.slow
@pytest.mark.parametrize(("game", "look", "language"), [one for one in ALL if one not in USUAL])
def test_every_game_in_both_languages_at_both_sizes(
    server: Running, game: str, look: str, language: str
) -> None:
    player = asyncio.run(play_to_the_end(server.port, game, look, language))
    assert check_secrecy(game, player.heard) > 3


async def two_friends(port: int, game: str) -> tuple[list[str], list[str]]:
    async with (
        chrome() as browser,
        person(browser, port, DESK) as host,
        person(browser, port, PHONE) as guest,
    ):
        await host.page.goto(f"{host.address}g/{game}")
        await host.page.get_by_label("Your name").fill("Ana")
        await host.page.get_by_role("button", name="Make the table").click()
        await host.page.wait_for_url("**/t/*")
        link = await host.page.get_by_label("Link to this table").input_value()
        await host.until("() => document.querySelector(\"img[src$='qr.svg']\")?.naturalWidth > 0")
        await guest.page.goto(link)
        await guest.page.get_by_label("Your name").fill("Bruno")
        await guest.page.get_by_role("button", name="Sit down").click()
        for player in (host, guest):
            await player.page.wait_for_selector(".bar")
        await asyncio.gather(host.play(Random(1)), guest.play(Random(2)))
        for player in (host, guest):
            said = await player.page.locator("[data-end]").inner_text()
            assert "Ana" in said and "Bruno" in said
            assert not player.troubles
        return host.heard, guest.heard


def test_two_friends_by_a_link(server: Running) -> None:
    for heard in asyncio.run(two_friends(server.port, "snack-match")):
        check_secrecy("snack-match", heard)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(all_games()))
def test_two_friends_in_every_game(server: Running, game: str) -> None:
    for heard in asyncio.run(two_friends(server.port, game)):
        check_secrecy(game, heard)
