"""How many matches a host may have in the lobby or in play, and how many series that are not over."""

from __future__ import annotations

from contextlib import suppress

from ..config.settings import Settings
from ..errors import ServiceError
from ..store import OutcomeUnknown, Store, StoreUnavailable
from ..store.open_count import OpenCount


class Quota:
    """Counted for the name of the key; on a server without keys all hosts are one. Exact but for what dies between two
    steps, and for what is open for longer than it is counted: that counts as gone."""

    def __init__(self, count: OpenCount, limit: str, most: int, what: str) -> None:
        self._count = count
        self._limit = limit
        self._most = most
        self._what = what

    @classmethod
    def of_matches(cls, store: Store, settings: Settings) -> Quota:
        most = settings.max_open_matches
        return cls(store.open_matches, "max_open_matches", most, "matches in the lobby or in play")

    @classmethod
    def of_series(cls, store: Store, settings: Settings) -> Quota:
        return cls(store.open_series, "max_open_series", settings.max_open_series, "series that are not over")

    async def reserve(self, host: str, id: str, ttl_ms: int) -> bool:
        """Before one is created; whether it was not counted already. Raises LIMIT_REACHED, `StoreUnavailable` and
        `OutcomeUnknown`."""
        if not self._most:
            return False
        counted = await self._count.reserve(host, id, self._most, ttl_ms)
        if counted is None:
            raise ServiceError("LIMIT_REACHED", f"at most {self._most} {self._what}", limit=self._limit)
        return counted

    async def release(self, host: str, id: str) -> None:
        """When it has ended or is deleted. Where the store is away, it is presumed gone in time."""
        if self._most:
            with suppress(OutcomeUnknown, StoreUnavailable):
                await self._count.release(host, id)
