"""The servers on one store, as far as they have said that they are there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from secrets import token_hex

import msgspec
import structlog

from .errors import ServiceError
from .rules_version import rules_version
from .store import OutcomeUnknown, Store, StoreUnavailable
from .upcasts import FORMAT

EVERY = 2.0  # seconds
TTL_MS = 7_000

log = structlog.get_logger(__name__)


class Replica(msgspec.Struct, frozen=True):
    """What a server says of itself. `address` is where others reach it by gRPC; empty: they do not."""

    address: str
    rules_version: str
    stored_format: int


class Fleet:
    """`me` is what this server says; it says it again and again as long as `run` is running."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._id = token_hex(8)
        self.me = Replica("", rules_version(), FORMAT)
        self._others: list[Replica] = []

    async def run(self) -> None:
        """Until cancelled, and then the others are told."""
        try:
            while True:
                try:
                    await self.look_around()
                except (StoreUnavailable, OutcomeUnknown) as error:
                    log.warning("announcing_failed", error=str(error))
                await asyncio.sleep(EVERY)
        finally:
            with suppress(StoreUnavailable, OutcomeUnknown):
                await self._store.servers.announce(self._id, b"", 0)

    async def look_around(self) -> None:
        """Who is there now. Raises `StoreUnavailable`, `OutcomeUnknown`."""
        said = await self._store.servers.announce(self._id, msgspec.json.encode(self.me), TTL_MS)
        del said[self._id]
        self._others = [msgspec.json.decode(each, type=Replica) for each in said.values()]

    def who_can(self, error: ServiceError) -> list[Replica]:
        """The others that can serve what this server could not."""
        version, stored_format = error.metadata.get("rules_version"), int(error.metadata.get("stored_format", 0))
        if stored_format:
            return [other for other in self._others if other.stored_format >= stored_format]
        return [other for other in self._others if other.rules_version == version]
