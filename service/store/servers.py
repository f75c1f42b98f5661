"""What the servers on one store say of themselves, and the due matches that one leaves to another."""

from __future__ import annotations

from typing import Final

from service.store import scripts
from service.store.errors import writing
from service.store.topology import Topology

SERVERS_KEY: Final = "servers"


class Servers:
    """Errors of every call: `StoreUnavailable`, `OutcomeUnknown`."""

    def __init__(self, redis: Topology) -> None:
        self._redis = redis

    async def announce(self, server: str, said: bytes, ttl_ms: int) -> dict[str, bytes]:
        """What the living ones say, by server. Who does not repeat it within `ttl_ms` counts as dead; 0 withdraws."""
        with writing():
            found: list[bytes] = await scripts.ANNOUNCE.run(self._redis, [SERVERS_KEY], server, said, ttl_ms)
        return {each.decode(errors="replace"): said for each, said in zip(found[::2], found[1::2], strict=True)}

    async def leave(self, match_id: str, to: str, ttl_ms: int) -> None:
        """Leave a due match to whoever takes what is left to `to`, a rules version. Nobody has to: the match is due
        again when its lease ends."""
        key = _left_key(to)
        with writing():
            await self._redis.call_all([(key, ("RPUSH", key, match_id)), (key, ("PEXPIRE", key, ttl_ms))])

    async def take_left(self, to: str, limit: int) -> list[str]:
        """At most `limit` matches that were left to it; nobody else takes them."""
        with writing():
            found = await self._redis.call(_left_key(to), "LPOP", _left_key(to), limit)
        return [match_id.decode() for match_id in found or ()]


def _left_key(to: str) -> str:
    return f"left:{to}"
