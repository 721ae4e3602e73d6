"""What a host may do about guests, and what a guest is asked and told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.browser.measure import is_fine
from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.browser.test_invitation import words
from tests.server.harness import Running

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LOOKS = pytest.mark.parametrize(
    ("language", "theme"), [("en", "light"), ("es", "dark")], ids=["en-light", "es-dark"]
)

DISMISS = "document.querySelector('.notice button')?.click()"  # it may have gone by itself


@contextlib.asynccontextmanager
async def host_and_guest(server: Running, look: dict[str, Any], **table: Any) -> AsyncIterator[list[Person]]:
    """A table of Ana at a desk, with Bea on a phone; both have the page open."""
    made = server.make(**table)
    _, bea = server.ask("POST", f"/api/tables/{made['table']}/seats", {"name": "Bea"})
    async with (
        chrome() as browser,
        person(browser, server.port, {**DESK, "has_touch": True}, key=made["key"], **look) as host,
        person(browser, server.port, PHONE, key=bea["key"], **look) as guest,
    ):
        for one in (host, guest):
            await one.page.goto(f"{one.address}t/{made['table']}")
        yield [host, guest]
        assert not host.troubles + guest.troubles


def button(who: Person, name: str) -> Locator:
    return who.page.get_by_role("button", name=name, exact=True)


async def order_in_the_room(server: Running, language: str, theme: str) -> None:
    said = words(language)
    table = {"game": "forest-shuffle", "seats": [ME, OPEN, OPEN]}
    async with host_and_guest(server, {"language": language, "theme": theme}, **table) as (host, guest):
        await button(guest, said["chat"]).click()
        await guest.page.locator("dialog form input").fill("hola")
        await button(guest, said["send"]).click()
        chat = host.page.locator("aside section").nth(1)
        await expect(chat).to_contain_text("Bea: hola")

        await button(host, said["mute-choose"]).click()
        await button(host, said["mute-name"].format(name="Bea")).click()
        await expect(guest.page.locator("dialog")).to_contain_text(said["muted"])
        await expect(guest.page.locator("dialog form")).to_have_count(0)
        for one in (host, guest):
            await is_fine(one)
        await button(host, said["unmute-name"].format(name="Bea")).click()
        await expect(guest.page.locator("dialog form")).to_have_count(1)
        await button(host, said["mute-done"]).click()
        await expect(chat).to_contain_text("Bea: hola")
        await guest.page.keyboard.press("Escape")

        await button(host, said["remove-name"].format(name="Bea")).click()
        await is_fine(host)
        await button(host, said["remove-not"]).click()
        await expect(host.page.locator(".room")).to_contain_text("Bea")
        await button(host, said["remove-name"].format(name="Bea")).click()
        await host.page.locator("dialog").get_by_role("button", name=said["remove"], exact=True).click()
        await expect(host.page.locator(".room")).not_to_contain_text("Bea")
        room = guest.page.locator(".room")
        for _ in range(2):
            await expect(room).to_contain_text(said["removed"])
            await expect(button(guest, said["sit-down"])).to_have_count(0)
            await is_fine(guest)
            await guest.page.reload()


@LOOKS
def test_a_host_mutes_and_removes_a_guest(server: Running, language: str, theme: str) -> None:
    asyncio.run(order_in_the_room(server, language, theme))


async def nobody_looks_on(server: Running) -> None:
    table = {"game": "forest-shuffle", "seats": [ME, OPEN, OPEN], "watch": False}
    async with host_and_guest(server, {}, **table) as (host, guest):
        said = words("en")
        await guest.page.wait_for_selector(".room")
        await button(host, "Remove Bea").click()
        await host.page.locator("dialog").get_by_role("button", name=said["remove"], exact=True).click()
        for _ in range(2):
            await expect(guest.page.locator(".gone")).to_contain_text(said["removed"])
            await guest.page.reload()


def test_a_removed_guest_of_a_table_that_nobody_watches(server: Running) -> None:
    asyncio.run(nobody_looks_on(server))


async def asking(server: Running, language: str, theme: str) -> None:
    said = words(language)
    table = {"game": "truffle-scuffle", "seats": [ME, OPEN]}
    async with host_and_guest(server, {"language": language, "theme": theme}, **table) as (host, guest):
        question = guest.page.locator(".question")
        for answer in (said["asked-no"], said["asked-yes"]):
            await guest.page.wait_for_selector(".bar")
            await host.page.locator(".plate").nth(1).click()
            await button(host, said["lend-ask"]).click()
            await expect(host.page.locator(".notice")).to_contain_text("Bea")
            await expect(question).to_contain_text(said["asked"].format(name="Ana"))
            await is_fine(guest)
            await button(guest, answer).click()
            await expect(question).to_have_count(0)
            await host.page.evaluate(DISMISS)
        await expect(guest.page.locator(".bar")).to_contain_text(said["lent"])
        await expect(host.page.locator(".plate").nth(1)).to_contain_text(said["seat-lent"])


@LOOKS
def test_a_player_who_is_there_is_asked(server: Running, language: str, theme: str) -> None:
    asyncio.run(asking(server, language, theme))
