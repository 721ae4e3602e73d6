"""Where games are played: here, on a pool of processes, or on a Ray cluster. The results are the same.

A worker that is lost costs the batch it was playing and nothing else: the batch is played again.
"""

from __future__ import annotations

import os
import re
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import Any, Final, TypeVar

from trufflewood.arena.match import Pairing, Played, play
from trufflewood.kit.errors import BadOption, LostWorker

FARMS: Final = ("pool", "ray")
BATCH: Final = 4  # games a task, at most, of the pool
RAY_BATCH: Final = 50
TASKS: Final = 8  # for each worker, so that none is idle at the end and a bar moves
PATIENCE: Final = 5.0  # seconds for a cluster to answer
TRIES: Final = 5  # of a batch whose worker is lost

Done = TypeVar("Done")
Work = Callable[[Pairing], Done]
Batch = Sequence[Pairing]


def run(
    pairings: Sequence[Pairing],
    workers: int | None = None,
    farm: str = "pool",
    progress: Callable[[int], None] = lambda done: None,
) -> list[Played]:
    """Play all of them; the results stand in the order given. `progress` hears how many are done."""
    return each(play, pairings, workers, farm, progress)


def each(
    work: Work[Done],
    pairings: Sequence[Pairing],
    workers: int | None = None,
    farm: str = "pool",
    progress: Callable[[int], None] = lambda done: None,
) -> list[Done]:
    """Do some work for each game, such as playing it, wherever the farm is."""
    if farm not in FARMS:
        raise BadOption("unknown-farm", farm=farm, known=list(FARMS))
    if workers is not None and workers < 1:
        raise BadOption("bad-workers", value=str(workers))
    found: dict[int, list[Done]] = {}
    played = _on_ray(work, pairings, workers) if farm == "ray" else _on_pool(work, pairings, workers)
    for number, batch in played:
        found[number] = batch
        progress(sum(map(len, found.values())))
    return [one for number in sorted(found) for one in found[number]]


def _batches(pairings: Sequence[Pairing], workers: int, most: int) -> dict[int, Batch]:
    size = min(most, -(-len(pairings) // (workers * TASKS)))
    return {
        number: pairings[first : first + size] for number, first in enumerate(range(0, len(pairings), size))
    }


def play_batch(work: Work[Done], batch: Batch) -> list[Done]:
    return [work(pairing) for pairing in batch]


def _on_pool(
    work: Work[Done], pairings: Sequence[Pairing], workers: int | None
) -> Iterator[tuple[int, list[Done]]]:
    count = min(workers or os.cpu_count() or 1, len(pairings))
    if count <= 1:
        yield from enumerate([work(pairing)] for pairing in pairings)
        return
    left = _batches(pairings, count, BATCH)
    lost = 0  # pools in a row that finished nothing
    while left:
        before = len(left)
        others = set(active_children())
        # Ctrl-C is for whoever started the match, and ends the workers below
        deaf = (signal.SIGINT, signal.SIG_IGN)
        pool = ProcessPoolExecutor(count, get_context("spawn"), signal.signal, deaf)
        try:
            futures = {pool.submit(play_batch, work, batch): number for number, batch in left.items()}
            for future in as_completed(futures):
                yield futures[future], future.result()
                del left[futures[future]]
        except BrokenProcessPool:
            lost = lost + 1 if len(left) == before else 0
            if lost == TRIES:
                raise LostWorker("lost-worker", tries=TRIES) from None
        except BaseException:
            for worker in set(active_children()) - others:
                worker.terminate()  # what it still plays is not wanted
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _on_ray(
    work: Work[Done], pairings: Sequence[Pairing], workers: int | None
) -> Iterator[tuple[int, list[Done]]]:
    """The same on a cluster: the one RAY_ADDRESS names, or one of this machine's own."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray would report its use to its makers
    try:
        import ray  # type: ignore[import-not-found,unused-ignore]  # an extra: absent where it is not wanted
    except ImportError:
        raise BadOption("no-ray") from None
    cluster: Any = ray
    started = not cluster.is_initialized()
    if started:
        _join(cluster, workers)
    try:
        task = cluster.remote(max_retries=TRIES)(play_batch)
        count = int(cluster.cluster_resources().get("CPU", 1))
        batches = _batches(pairings, max(1, count), RAY_BATCH)
        waiting = {task.remote(work, batch): number for number, batch in batches.items()}
        while waiting:
            ready, _ = cluster.wait(list(waiting), num_returns=1)
            for reference in ready:
                yield waiting.pop(reference), cluster.get(reference)
    except cluster.exceptions.WorkerCrashedError:
        raise LostWorker("lost-worker", tries=TRIES + 1) from None
    finally:
        if started:
            cluster.shutdown()


def _join(cluster: Any, workers: int | None) -> None:
    address = os.environ.get("RAY_ADDRESS", "")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if not address:
        cluster.init(num_cpus=workers, include_dashboard=False, **quiet)
        return
    try:
        if found := re.fullmatch(r"(?:ray://)?(.+):(\d+)", address):
            # Ray itself would try for minutes
            socket.create_connection((found[1], int(found[2])), PATIENCE).close()
        cluster.init(address=address, **quiet)
    except (OSError, OverflowError, ValueError):
        raise BadOption("no-cluster", address=address) from None
