"""The servers on one store, as far as they have said that they are there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress
from secrets import token_hex

import msgspec
import structlog

from ..errors import ServiceError
from ..matches.upcasts import FORMAT
from ..store import OutcomeUnknown, Store, StoreUnavailable
from .rules_version import rules_version

EVERY = 2.0  # seconds
TTL_MS = 7_000
SURE_AFTER = 3.0  # seconds; by then whoever lives has said so again, also where the store had lost it

log = structlog.get_logger(__name__)


class Announcement(msgspec.Struct, frozen=True):
    """What a server says of itself. `address` is where others reach it by gRPC; empty: they do not."""

    address: str
    rules_version: str
    stored_format: int


class Fleet:
    """`me` is what this server says; it says it again and again as long as `run` is running."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._id = token_hex(8)
        self.me = Announcement("", rules_version(), FORMAT)
        self._others: list[Announcement] = []
        self._missed_since: dict[str, float] = {}  # by rules version: who was looked for in vain

    async def run(self) -> None:
        """Until cancelled, and then the others are told."""
        try:
            while True:
                try:
                    await self.look_around()
                except Exception as error:  # who is announced no more is handed nothing: whatever it was, it goes on
                    log.warning("announcing_failed", error=str(error))
                await asyncio.sleep(EVERY)
        finally:
            with suppress(StoreUnavailable, OutcomeUnknown):
                await self._store.servers.announce(self._id, b"", 0)

    async def look_around(self) -> None:
        """Who is there now. Raises `StoreUnavailable`, `OutcomeUnknown`."""
        try:
            said = await self._store.servers.announce(self._id, msgspec.json.encode(self.me), TTL_MS)
        except BaseException:
            self._missed_since.clear()  # the others cannot have said anything, either
            raise
        self._others = announcements(each for server, each in said.items() if server != self._id)
        for other in self._others:
            self._missed_since.pop(other.rules_version, None)

    def who_can(self, error: ServiceError) -> list[Announcement]:
        """The others that can serve what this server could not."""
        return [other for other in self._others if _can(other, error)]

    def has_lost(self, rules_version: str) -> bool:
        """Whether nobody has had these rules for longer than a gap in what the store tells: when it was away, or has
        lost something, nobody is announced for a moment."""
        now = time.monotonic()
        return now - self._missed_since.setdefault(rules_version, now) >= SURE_AFTER

    def i_can(self, error: ServiceError) -> bool:
        """Whether this server can serve what another could not."""
        return _can(self.me, error)


def _can(server: Announcement, error: ServiceError) -> bool:
    if stored_format := int(error.metadata.get("stored_format", 0)):
        return server.stored_format >= stored_format
    return server.rules_version == error.metadata.get("rules_version")


def announcements(said: Iterable[bytes]) -> list[Announcement]:
    """Without what is none: whatever else is in the store, the others are to be found."""
    found: list[Announcement] = []
    for each in said:
        with suppress(msgspec.MsgspecError, UnicodeDecodeError):
            found.append(msgspec.json.decode(each, type=Announcement))
    return found
