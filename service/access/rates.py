"""How often somebody may call: token buckets in memory, one for each who calls."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from ..errors import ServiceError

MOST_BUCKETS = 65_536  # not full; the one that was used longest ago is forgotten, and so is full again


class Buckets:
    """Of one kind of caller. Each holds what may come within one second, and fills up at the same rate; 0: no bounds.

    A bucket is one number, the instant at which it will be full again (the "theoretical arrival time" of GCRA).
    """

    def __init__(self, limit: str, per_second: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`limit` is the name of the setting, for who is refused."""
        self._limit = limit
        self._interval = 1 / per_second if per_second else 0.0
        self._clock = clock
        # A plain dict takes ever longer to tell its first key when the first ones are removed again and again.
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, who: Hashable) -> None:
        """Count a call. Raises RATE_EXCEEDED, and then nothing is counted: waiting as long as it says is enough."""
        if not self._interval:
            return
        now = self._clock()
        full_at = max(self._full_at.pop(who, now), now) + self._interval
        excess = full_at - now - 1.0
        if excess > 1e-6:  # what rounding makes of the last call of a burst
            self._full_at[who] = full_at - self._interval
            raise ServiceError("RATE_EXCEEDED", "too many calls", retry_after=excess, limit=self._limit)
        self._full_at[who] = full_at  # popped and set: they are in order of use
        # One that is full again says nothing: else a replica grows with everybody who has ever called.
        while len(self._full_at) > 1 and (len(self._full_at) > MOST_BUCKETS or self._first() <= now):
            self._full_at.popitem(last=False)

    def _first(self) -> float:
        return next(iter(self._full_at.values()))
