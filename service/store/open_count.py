"""How many matches a host has in the lobby or in play, and how many series: for each host a set beside them.

Each is counted before it is created and no more when it has ended. Whatever dies between these steps leaves an entry
without a match, or one that has ended: so each entry has an instant at which it is presumed gone.
"""

from __future__ import annotations

import hashlib
from typing import Final

from service.store.errors import writing
from service.store.scripts import Script
from service.store.topology import Topology

RESERVE: Final = Script("reserve")


def open_key(host: str, prefix: str = "open") -> str:
    """Of the names that operators give; a hash, so that it is bounded in length and free of braces."""
    return f"{prefix}:{hashlib.blake2b(host.encode(), digest_size=16).hexdigest()}"


class OpenCount:
    """Raises `StoreUnavailable` and `OutcomeUnknown`; every call may be repeated."""

    def __init__(self, redis: Topology, prefix: str = "open") -> None:
        self._redis = redis
        self._prefix = prefix

    async def reserve(self, host: str, id: str, most: int, ttl_ms: int) -> bool | None:
        """Count one: True where it is counted now, False where it was already, None where the host has `most`."""
        with writing():
            answer: int = await RESERVE.run(self._redis, [open_key(host, self._prefix)], id, most, ttl_ms)
        return None if answer < 0 else bool(answer)

    async def release(self, host: str, id: str) -> None:
        """Count it no more."""
        key = open_key(host, self._prefix)
        with writing():
            await self._redis.call(key, "ZREM", key, id)
