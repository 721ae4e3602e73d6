"""Where games are played: here, on a pool of processes, or on a Ray cluster. The results are the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from trufflewood.arena.match import Pairing, Played, play, play_batch
from trufflewood.kit.errors import BadOption

FARMS: Final = ("pool", "ray")
BATCH: Final = 4  # games a task of the pool
RAY_BATCH: Final = 50
TRIES: Final = 5  # of a task whose worker was lost


def run(
    pairings: Sequence[Pairing],
    workers: int | None = None,
    farm: str = "pool",
    progress: Callable[[int], None] = lambda done: None,
) -> list[Played]:
    """Play all of them, in the order given; `progress` hears how many are done."""
    if farm not in FARMS:
        raise BadOption("unknown-farm", farm=farm, known=list(FARMS))
    found: list[Played] = []
    batches = _on_ray(pairings) if farm == "ray" else _on_pool(pairings, workers or os.cpu_count() or 1)
    for batch in batches:
        found += batch
        progress(len(found))
    return found


def _batches(pairings: Sequence[Pairing], size: int) -> list[Sequence[Pairing]]:
    return [pairings[first : first + size] for first in range(0, len(pairings), size)]


def _on_pool(pairings: Sequence[Pairing], workers: int) -> Iterator[list[Played]]:
    if workers == 1 or len(pairings) == 1:
        for pairing in pairings:
            yield [play(pairing)]
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_batch, _batches(pairings, BATCH))


def _on_ray(pairings: Sequence[Pairing]) -> Iterator[list[Played]]:
    """The same on a cluster: the one RAY_ADDRESS names, or one of this machine's own."""
    try:
        import ray  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise BadOption("no-ray") from None
    cluster: Any = ray
    started = not cluster.is_initialized()
    if started:
        cluster.init(log_to_driver=False, include_dashboard=False)
    try:
        task = cluster.remote(max_retries=TRIES, retry_exceptions=False)(play_batch)
        waiting = [task.remote(batch) for batch in _batches(pairings, RAY_BATCH)]
        for reference in waiting:
            yield cluster.get(reference)
    finally:
        if started:
            cluster.shutdown()
