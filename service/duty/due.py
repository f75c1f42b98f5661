"""The sweeper: every replica claims matches whose time has come, and does what they are due for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from ..backend import Backend
from ..errors import ServiceError
from ..fleet import elsewhere
from ..fleet.rules_version import rules_version
from ..recent import Recent
from ..store import BUCKETS, DueMatch, OutcomeUnknown, StoreUnavailable
from .timekeeper import Timekeeper

MOST_AT_ONCE = 64
MOST_LEASES = 64  # that a match is left alone for after it failed again and again
MOST_FAILING = 1000  # matches remembered
PASSING = ("STORE_UNAVAILABLE", "CONTENTION")  # no fault of the match

log = structlog.get_logger(__name__)


class Sweeper:
    """Runs until cancelled. A claim is exclusive and lapses, so a match outlives the replica that claimed it."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._timekeeper = Timekeeper(backend)
        self._pause = backend.settings.sweep_ms / 1000
        self._bucket = 0
        self._failing = Recent[str, tuple[int, int]](MOST_FAILING)
        self._away = False

    async def run(self) -> None:
        try:
            while True:
                if not await self._swept():
                    await asyncio.sleep(self._pause)
        finally:
            await self._timekeeper.close()

    async def _swept(self) -> bool:
        """Whether anything was due, as far as is known."""
        try:
            return await self.sweep()
        except Exception as error:  # without a sweeper no house player moves: whatever it was, sweeping goes on
            self._sweep_failed(error)
            return False

    def _sweep_failed(self, error: Exception) -> None:
        self._backend.metrics.sweep_failures.inc()
        if not isinstance(error, StoreUnavailable | OutcomeUnknown):
            log.error("sweep_failed", exc_info=error)
        elif not self._away:  # once: there are some sweeps a second for as long as the store is away
            log.warning("sweep_failed", error=str(error))
            self._away = True

    async def sweep(self) -> bool:
        """Serve what is due; where nothing is, delete what has expired. Whether anything was due."""
        store, settings = self._backend.store, self._backend.settings
        claimed = await store.claim_due(range(BUCKETS), MOST_AT_ONCE, settings.lease_ms)
        self._backend.metrics.sweeps.inc()
        for due in claimed:
            self._backend.metrics.due_lag.observe((due.now_ms - due.due_ms) / 1000)
        # Beside each other: claimed matches do not wait for a node of a cluster that has something else.
        left, _ = await asyncio.gather(self._left(), self._serve_all(claimed))
        await self._serve_all(left)
        if not (claimed or left):
            # One bucket at a time, so that all have their turn within a minute or so.
            self._bucket = (self._bucket + 1) % BUCKETS
            await store.delete_expired(self._bucket, MOST_AT_ONCE)
        return bool(claimed or left)

    async def _left(self) -> list[DueMatch]:
        """What other servers have left to this one. Where they cannot be read, they are due when their leases end."""
        store = self._backend.store
        try:
            left = await store.servers.take_left(rules_version(), MOST_AT_ONCE)
            now_ms = await store.now_ms() if left else 0
        except Exception as error:
            self._sweep_failed(error)
            return []
        self._away = False
        return [DueMatch(match_id, now_ms, now_ms, now_ms) for match_id in left]

    async def _serve_all(self, claimed: Sequence[DueMatch]) -> None:
        await asyncio.gather(*(self._serve(due) for due in claimed))

    async def _serve(self, due: DueMatch) -> None:
        match_id = due.match_id
        failures, not_before_ms = self._failing.get(match_id, (0, 0))
        if due.now_ms < not_before_ms:
            return
        try:
            await self._serve_here_or_leave(due)
            self._failing.pop(match_id, None)
        except ServiceError as error:
            log.warning("due_failed", match=match_id, reason=error.reason)
            if error.reason not in PASSING:
                self._failed(due, failures + 1)
        except Exception:  # one match must not stop the others; it is due again when the lease ends
            log.exception("due_failed", match=match_id)
            self._failed(due, failures + 1)

    async def _serve_here_or_leave(self, due: DueMatch) -> None:
        try:
            await self._timekeeper.serve_due(due.match_id, due.now_ms)
        except ServiceError as error:
            await elsewhere.leave(self._backend, error, due.match_id)

    def _failed(self, due: DueMatch, failures: int) -> None:
        """Leave the match alone for a lease, then two, four, ..."""
        self._backend.metrics.due_failures.inc()
        leases = min(2 ** (failures - 1), MOST_LEASES)
        self._failing[due.match_id] = (failures, due.now_ms + leases * self._backend.settings.lease_ms)
