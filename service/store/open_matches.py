"""How many matches a host has in the lobby or in play: a set of its own for each host, beside the matches.

A match is counted before it is created and no more when it has ended. Whatever dies between these steps leaves an entry
without a match, or one that has ended: so each entry has an instant at which it is presumed gone.
"""

from __future__ import annotations

import hashlib
from typing import Final

from service.store.errors import writing
from service.store.scripts import Script
from service.store.topology import Topology

RESERVE: Final = Script("reserve")


def open_key(host: str) -> str:
    """Of the names that operators give; a hash, so that it is bounded in length and free of braces."""
    return f"open:{hashlib.blake2b(host.encode(), digest_size=16).hexdigest()}"


class OpenMatches:
    """Raises `StoreUnavailable` and `OutcomeUnknown`; every call may be repeated."""

    def __init__(self, redis: Topology) -> None:
        self._redis = redis

    async def reserve(self, host: str, match_id: str, most: int, ttl_ms: int) -> bool | None:
        """Count a match: True where it is counted now, False where it was already, None where the host has `most`."""
        with writing():
            answer: int = await RESERVE.run(self._redis, [open_key(host)], match_id, most, ttl_ms)
        return None if answer < 0 else bool(answer)

    async def release(self, host: str, match_id: str) -> None:
        """Count it no more."""
        with writing():
            await self._redis.call(open_key(host), "ZREM", open_key(host), match_id)
