"""Pictures of every board: three sizes, both themes and languages, at the start, in the middle, at the end.

`make screenshots` writes them to build/screenshots; `--few` makes those that the README shows.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.stage import DESK, PHONE, ROOT, chrome, person
from tests.server.harness import running, settings
from trufflewood.games import all_games

OUT = ROOT / "build" / "screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "desk": DESK,
}
SKINS = (("light", "en"), ("dark", "es"))
MIDDLE = {"snack-match": 15, "truffle-scuffle": 50, "truffle-shuffle": 90, "forest-shuffle": 130}


async def take(port: int, games: list[str], sizes: list[str]) -> None:
    async with chrome() as browser:
        for size in sizes:
            for theme, language in SKINS:
                look = SIZES[size]
                async with person(browser, port, look, theme=theme, language=language) as player:
                    page, skin = player.page, f"{size}-{theme}-{language}"
                    await page.goto(player.address)
                    await page.wait_for_selector(".game")
                    await player.drawn()
                    await page.screenshot(path=OUT / f"start-{skin}.png", full_page=True)
                    for game in games:
                        await player.play_random_bot(game)
                        await player.drawn()
                        await page.screenshot(path=OUT / f"{game}-{skin}-1-start.png")
                        random = Random(11)
                        for _ in range(MIDDLE[game]):
                            await player.step(random)
                        await player.drawn()
                        await page.screenshot(path=OUT / f"{game}-{skin}-2-middle.png")
                        await player.play(random)
                        await player.drawn()
                        await page.screenshot(path=OUT / f"{game}-{skin}-3-end.png", full_page=True)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    few = "--few" in sys.argv
    chosen = [one for one in sys.argv[1:] if one in all_games()] or list(all_games())
    sizes = [one for one in sys.argv[1:] if one in SIZES] or (["phone", "desk"] if few else list(SIZES))
    with tempfile.TemporaryDirectory() as folder, running(settings(Path(folder))) as server:
        asyncio.run(take(server.port, chosen, sizes))
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
