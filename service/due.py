"""The sweeper: every replica claims matches whose time has come, and lets the house answer."""

from __future__ import annotations

import asyncio

import structlog

from .app import Application
from .errors import ServiceError
from .store import BUCKETS, DueMatch, StoreError

MOST_AT_ONCE = 64

log = structlog.get_logger(__name__)


class Sweeper:
    """Runs until cancelled. A claim is exclusive and lapses, so a match outlives the replica that claimed it."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._pause = app.settings.sweep_ms / 1000
        self._bucket = 0

    async def run(self) -> None:
        while True:
            try:
                claimed = await self._app.store.claim_due(range(BUCKETS), MOST_AT_ONCE, self._app.settings.lease_ms)
            except StoreError as error:
                log.warning("sweep_failed", error=str(error))
                claimed = []
            await asyncio.gather(*(self._serve(due) for due in claimed))
            if not claimed:
                await self._delete_expired()
                await asyncio.sleep(self._pause)

    async def _delete_expired(self) -> None:
        """One bucket at a time, so that all have their turn within a minute or so."""
        self._bucket = (self._bucket + 1) % BUCKETS
        try:
            await self._app.store.delete_expired(self._bucket, MOST_AT_ONCE)
        except StoreError as error:
            log.warning("expiry_failed", error=str(error))

    async def _serve(self, due: DueMatch) -> None:
        match_id = due.match_id
        try:
            await self._app.serve_due(match_id, due.lease_ends_ms - self._app.settings.lease_ms)
        except ServiceError as error:
            log.warning("house_answer_failed", match=match_id, reason=error.reason)
        except Exception:  # one match must not stop the others; it is due again when the lease ends
            log.exception("house_answer_failed", match=match_id)
