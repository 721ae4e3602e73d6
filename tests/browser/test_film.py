"""What the board knows does not blink: every frame of a few turns is looked at, inside the page."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from tests.browser.stage import DESK, PHONE, Person, chrome, person
from tests.server.harness import Running

LOOKS = {"desk": DESK, "phone": PHONE}
CARDS = 4  # with points, before the film begins
CONFIRMED = 6  # turns that are filmed
CHIPS = "() => document.querySelectorAll('.trees [data-flight] > .points').length"
# The points of every card that lies in the forest, by the card, frame after frame.
FILM = """() => {
  const film = (window.film = {frames: 0, cards: 0, blank: []});
  const last = new Map();
  const missing = new Set();
  const look = () => {
    const now = new Map();
    for (const card of document.querySelectorAll('.trees [data-flight^=card]'))
      now.set(card.dataset.flight, card.querySelector('.points')?.textContent.trim() ?? '');
    for (const [card, points] of last) {
      if (points && now.get(card) === '') film.blank.push(`frame ${film.frames}: ${card} had ${points}`);
      if (!now.has(card)) missing.add(card);
      else if (missing.delete(card)) film.blank.push(`frame ${film.frames}: ${card} was away and came back`);
    }
    for (const [card, points] of now) last.set(card, points);
    film.cards = Math.max(film.cards, [...now.values()].filter(Boolean).length);
    film.frames += 1;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


async def filmed(port: int, look: dict[str, Any]) -> None:
    async with chrome() as browser, person(browser, port, look) as player:
        await player.play_random_bot("forest-shuffle")
        random = Random(12)
        while await player.page.evaluate(CHIPS) < CARDS:
            assert await player.step(random)
        await player.page.evaluate(FILM)
        for _ in range(CONFIRMED):
            await confirm_a_turn(player, random)
        film = await player.page.evaluate("window.film")
        assert film["blank"] == []
        assert film["cards"] >= CARDS and film["frames"] > CONFIRMED
        assert not player.troubles


async def confirm_a_turn(player: Person, random: Random) -> None:
    """Make a turn, send it, and wait for the next decision."""
    while not (await player.offered())["confirm"]:
        assert await player.step(random)
    assert await player.step(random)


@pytest.mark.parametrize("look", list(LOOKS))
def test_no_frame_loses_the_points_of_a_card(server: Running, look: str) -> None:
    asyncio.run(filmed(server.port, LOOKS[look]))


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["slow", "delayed"], indirect=True)
@pytest.mark.parametrize("look", list(LOOKS))
def test_no_frame_loses_the_points_of_a_card_at_another_pace(server: Running, pace: str, look: str) -> None:
    asyncio.run(filmed(server.port, LOOKS[look]))
