"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

REMEMBERED: Final = 50_000  # clients; the one not seen for longest is forgotten
clock: Callable[[], float] = time.monotonic  # by which tokens come back


class Bucket:
    """Holds `most` tokens and gains `rate` a second; each message takes one."""

    def __init__(self, rate: float, most: int, now: Callable[[], float] | None = None) -> None:
        self._rate = rate
        self._most = most
        self._left = float(most)
        self._now = now or clock
        self._then = self._now()

    def take(self) -> bool:
        now = self._now()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each client."""

    def __init__(self, rate: float, most: int) -> None:
        self._rate = rate
        self._most = most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._of.pop(client, None) or Bucket(self._rate, self._most)
        self._of[client] = bucket
        if len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        return bucket.take()
