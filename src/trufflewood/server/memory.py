"""When Python looks for dead objects that hold on to each other. Most objects end by themselves before.

Python's own collector counts allocations, and a busy server allocates all the time: with a thousand
connections it stopped everything for a tenth of a second, again and again (`make load`). Here it goes by the
clock instead: what is new is looked at once a minute, all there is when nobody plays, or after a long time.
What is new is also looked at after very many allocations, so that nobody can fill the memory in that minute.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final

EVERY: Final = 60.0  # seconds between looks at what is new
QUIET: Final = 2.0  # seconds without a command after which there is time to look at everything
ALLOCATIONS: Final = (50_000, 20, 1_000_000)  # for gc.set_threshold; everything is never looked at by itself
AT_THE_LATEST: Final = 1800.0  # seconds after which everything is looked at, however busy the server is


async def look_for_garbage(quiet_for: Callable[[], float]) -> None:
    """Take over from Python's collector, for as long as the server runs."""
    gc.collect()
    gc.freeze()  # what is here now stays until the end
    before = gc.get_threshold()
    gc.set_threshold(*ALLOCATIONS)
    clock = asyncio.get_running_loop().time
    last = clock()
    try:
        while True:
            await asyncio.sleep(EVERY)
            if quiet_for() >= QUIET or clock() - last >= AT_THE_LATEST:
                gc.collect()
                last = clock()
            else:
                gc.collect(1)
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
