"""What can be measured of a page: what axe-core finds, what is too small to tap, what is too wide."""

from __future__ import annotations

from typing import Any

from tests.browser.stage import AXE, Person

SIZES = ((360, 640), (390, 844), (768, 1024), (1366, 768), (1920, 1080))
TARGETS = """() => [...document.querySelectorAll('button, a, input, select, summary, [role=button][data-can]')]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest('.sr'))
  .map((one) => ({one, box: one.getBoundingClientRect()}))
  .filter(({one, box}) => box.width > 0 && !one.closest('label.tick'))
  .filter(({one, box}) => box.width < LEAST || box.height < LEAST)
  .map(({one, box}) => `${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 30)} ${Math.round(box.width)}×${Math.round(box.height)}`)"""
CLIPPED = """() => [...document.querySelectorAll('button, a.button')]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.closest('.sr'))
  .filter((one) => one.scrollHeight > one.clientHeight + 6 || one.scrollWidth > one.clientWidth + 6)
  .map((one) => `clipped: ${one.className} ${one.textContent.trim().slice(0, 30)} ${one.scrollWidth}×${one.scrollHeight} in ${one.clientWidth}×${one.clientHeight}`)"""
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
    """What is wider than the page at five sizes, or too small for the fingers of who has no mouse."""
    found: list[str] = []
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.until("width => innerWidth === width", width)
        await player.drawn()
        over = await player.page.evaluate(OVERFLOW)
        if over > 0:
            found.append(f"{width}×{height}: {over} px too wide")
        found += [f"{width}×{height}: {one}" for one in await player.page.evaluate(CLIPPED)]
        if width < 1000 and await player.page.evaluate("matchMedia('(pointer: coarse)').matches"):
            small = await player.page.evaluate(TARGETS.replace("LEAST", str(least)))
            found += [f"{width}×{height}: {one}" for one in small]
    return found


async def is_fine(player: Person, least: int = 44) -> None:
    """Axe finds nothing serious; at five sizes every target can be tapped and nothing scrolls sideways."""
    look = player.page.viewport_size
    await player.drawn()
    found = await serious(player) + await fits(player, least)
    assert not found, "\n".join(found)
    if look:
        await player.page.set_viewport_size(look)
