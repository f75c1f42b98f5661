"""How many matches a host may have in the lobby or in play."""

from __future__ import annotations

from contextlib import suppress

from ..config.settings import Settings
from ..errors import ServiceError
from ..store import OutcomeUnknown, Store, StoreUnavailable


class Quota:
    """Counted for the name of the key; on a server without keys all hosts are one. Exact but for what dies between two
    steps, and for matches that are played for longer than an idle one is kept: those count as gone."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._most = settings.max_open_matches

    async def reserve(self, host: str, match_id: str, ttl_ms: int) -> bool:
        """Before a match is created; whether it was not counted already. Raises LIMIT_REACHED, `StoreUnavailable` and
        `OutcomeUnknown`."""
        if not self._most:
            return False
        counted = await self._store.open_matches.reserve(host, match_id, self._most, ttl_ms)
        if counted is None:
            said = f"at most {self._most} matches in the lobby or in play"
            raise ServiceError("LIMIT_REACHED", said, limit="max_open_matches")
        return counted

    async def release(self, host: str, match_id: str) -> None:
        """When a match has ended or is deleted. Where the store is away, it is presumed gone in time."""
        if self._most:
            with suppress(OutcomeUnknown, StoreUnavailable):
                await self._store.open_matches.release(host, match_id)
