"""An invitation says who can open it, and lets phones on the network in. 127.0.0.2 plays the network."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator

import pytest
from playwright.async_api import async_playwright, expect

from tests.browser.measure import is_fine
from tests.browser.stage import DESK, FLAGS, PHONE, ROOT, Person, chrome, chromium, person
from tests.server.harness import Running, running, settings
from tests.server.test_network import is_reached, leads_to

LAN = "127.0.0.2"
OPENER = (
    "Cross-Origin-Opener-Policy header has been ignored"  # which Chromium says of every page by plain HTTP
)
NAME = "friends.example"  # leads to 127.0.0.1 in one browser, and is no secure context


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("data"), lan_address=LAN, allowed_hosts=NAME)) as started:
        yield started


def words(language: str) -> dict[str, str]:
    text = (ROOT / "frontend" / "text" / f"{language}.toml").read_text(encoding="utf-8")
    said: dict[str, str] = tomllib.loads(text)["client"]
    return said


async def make_table(player: Person, said: dict[str, str], address: str = "") -> str:
    """Make a table for a friend and go to its waiting room; its name."""
    await player.page.goto(f"{address or player.address}g/truffle-scuffle")
    await player.page.get_by_role("button", name=said["make-table"]).click()
    await player.page.wait_for_selector(".room")
    return player.page.url.rpartition("/t/")[2]


async def invites_to(player: Person, server: Running, said: dict[str, str], link: str) -> None:
    """The link, and the QR code that is drawn, lead there."""
    await expect(player.page.get_by_label(said["link"], exact=True)).to_have_value(link)
    await player.until(DRAWN, link.rpartition("/t/")[0])
    source = await player.page.get_by_role("img", name=said["qr"]).get_attribute("src")
    picture = await player.page.evaluate("async (path) => (await fetch(path)).text()", source)
    assert leads_to(picture.encode(), link)


DRAWN = """(origin) => [...document.querySelectorAll('.invite img')]
  .some((one) => one.src.endsWith(encodeURIComponent(origin)) && one.complete && one.naturalWidth > 0)"""


async def letting_in(server: Running, language: str, look: dict[str, object]) -> None:
    said = words(language)
    async with chrome() as browser, person(browser, server.port, look, language=language) as host:
        page = host.page
        await page.goto(f"{host.address}g/truffle-scuffle")
        await expect(page.locator("dialog")).to_contain_text(said["only-here"])
        await page.locator("dialog .seat select").select_option("bot:level1")
        await expect(page.locator("dialog")).not_to_contain_text(said["only-here"])

        table = await make_table(host, said)
        room = page.locator(".room")
        await expect(room).to_contain_text(said["only-here"])
        await expect(room).to_contain_text(said["network-let-in-means"])
        await invites_to(host, server, said, f"http://127.0.0.1:{server.port}/t/{table}")
        await is_fine(host)

        await page.get_by_role("button", name=said["network-let-in"]).click()
        there = f"http://{LAN}:{server.port}"
        await expect(room).to_contain_text(said["network-open"])
        await expect(room).not_to_contain_text(said["only-here"])
        await invites_to(host, server, said, f"{there}/t/{table}")
        await is_fine(host)
        await page.reload()
        await invites_to(host, server, said, f"{there}/t/{table}")

        async with person(browser, server.port, PHONE, language=language) as guest:
            await guest.page.goto(f"{there}/t/{table}")
            await invites_to(guest, server, said, f"{there}/t/{table}")
            assert not await guest.page.locator("[data-network]").count(), "a guest has no say in it"
            await guest.page.get_by_label(said["your-name"]).fill("Bruno")
            await page.get_by_role("button", name=said["network-close"]).click()
            await expect(room).to_contain_text(said["only-here"])
            await invites_to(host, server, said, f"http://127.0.0.1:{server.port}/t/{table}")
            assert not is_reached(LAN, server.port)
            await expect(guest.page.locator("body")).to_contain_text(said["offline"])
            await page.get_by_role("button", name=said["network-let-in"]).click()
            await expect(guest.page.locator("body")).not_to_contain_text(said["offline"])
            await guest.page.get_by_role("button", name=said["sit-down"]).click()
            for one in (host, guest):
                await one.page.wait_for_selector(".bar")
        assert not host.troubles


@pytest.mark.parametrize(("language", "look"), [("en", DESK), ("es", PHONE)])
def test_phones_are_let_in_and_out_again(server: Running, language: str, look: dict[str, object]) -> None:
    asyncio.run(letting_in(server, language, look))


async def refused(server: Running) -> None:
    said = words("en")
    async with chrome() as browser, person(browser, server.port, DESK) as host:
        await make_table(host, said)
        object.__setattr__(server.settings, "lan_address", "203.0.113.7")  # of no interface here
        await host.page.get_by_role("button", name=said["network-let-in"]).click()
        await expect(host.page.locator(".room [role=alert]")).to_contain_text("--lan-address")
        await expect(host.page.locator(".room")).to_contain_text(said["only-here"])


def test_where_the_network_cannot_be_let_in(server: Running) -> None:
    asyncio.run(refused(server))


async def by_another_name(server: Running) -> None:
    said = words("en")
    async with async_playwright() as play:
        flags = [*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        browser = await play.chromium.launch(executable_path=chromium(), args=flags)
        async with person(browser, server.port, DESK) as host:
            there = f"http://{NAME}:{server.port}"
            table = await make_table(host, said, f"{there}/")
            assert not await host.page.evaluate("isSecureContext"), "as for a phone on the network"
            await invites_to(host, server, said, f"{there}/t/{table}")
            assert not await host.page.locator("[data-network]").count()
            await host.page.get_by_role("button", name=said["copy-link"]).click()
            await expect(host.page.get_by_role("button", name=said["copied"])).to_be_visible()
            await host.page.get_by_role("button", name=said["fill-with-bot"]).click()
            await host.page.wait_for_selector(".bar")
            assert not [one for one in host.troubles if OPENER not in one]
        await browser.close()


def test_a_page_by_a_name_that_others_can_use(server: Running) -> None:
    asyncio.run(by_another_name(server))
