"""Runs the errands of matches that are over, each match in a task of its own: whoever takes what is brought may be
slow, and other matches are due."""

from __future__ import annotations

import asyncio

import httpx
import structlog

from ..backend import Backend
from ..errors import ServiceError
from ..hosting import Hosted, Step
from . import webhook
from .archive import ArchiveError, archive_at
from .owed import PAUSES_MS, Errand, noted, owed

MOST_MATCHES = 64  # at once; others wait for a lease
WITHIN = 4.0  # seconds for a try; less than a lease, after which another replica tries

log = structlog.get_logger(__name__)


class Errands:
    """Each is run again until it came off or is given up. It may come off twice."""

    def __init__(self, backend: Backend) -> None:
        """Raises `ConfigError` where nothing can be archived at `Settings.archive`."""
        self._backend = backend
        self._archive = archive_at(backend.settings.archive) if backend.settings.archive else None
        self._client = httpx.AsyncClient(follow_redirects=False, trust_env=False)
        self._running: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        for task in self._running.values():
            task.cancel()
        await self.settled()
        await self._client.aclose()
        if self._archive is not None:
            self._archive.close()

    async def settled(self) -> None:
        """Returns when no errand is under way."""
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def begin(self, hosted: Hosted, now_ms: int) -> None:
        """Try what the match owes, unless this replica is at it."""
        match_id = hosted.match_id
        if match_id not in self._running and len(self._running) < MOST_MATCHES:
            running = asyncio.create_task(self._try(hosted, now_ms), name="errands")
            self._running[match_id] = running
            running.add_done_callback(lambda _: self._running.pop(match_id))

    async def _try(self, hosted: Hosted, now_ms: int) -> None:
        """Once; the next try, if it takes one, is due by itself."""
        tries = owed(hosted.stored, self._backend.settings)
        came_off = await asyncio.gather(*(self._came_off(errand, hosted, now_ms) for errand in tries))
        outcomes = dict(zip(tries, came_off, strict=True))
        for errand, done in outcomes.items():
            self._count(errand, done, tries[errand] + 1)

        def note(found: Hosted) -> Step | None:
            still = owed(found.stored, self._backend.settings)
            left = {errand: done for errand, done in outcomes.items() if errand in still}
            return Step(noted(found.stored, left), found.sound) if left else None

        try:
            await self._backend.host.step(hosted.match_id, None, note)
        except ServiceError as error:  # it is due again when the lease ends
            log.warning("errand_not_noted", match=hosted.match_id, reason=error.reason)

    async def _came_off(self, errand: Errand, hosted: Hosted, now_ms: int) -> bool:
        try:
            async with asyncio.timeout(WITHIN):
                return await self._run(errand, hosted, now_ms)
        except (TimeoutError, ArchiveError) as error:
            said = str(error) or f"not done within {WITHIN} s"
            log.warning("errand_failed", errand=errand.name.lower(), match=hosted.match_id, error=said)
        except Exception:  # whatever a library makes of what comes from outside: it was not taken
            log.exception("errand_failed", errand=errand.name.lower(), match=hosted.match_id)
        return False

    async def _run(self, errand: Errand, hosted: Hosted, now_ms: int) -> bool:
        match errand:
            case Errand.WEBHOOK:
                return await webhook.send(self._backend, self._client, hosted, now_ms)
            case Errand.ARCHIVE:
                assert self._archive is not None
                steps = await self._backend.reaching(self._backend.store.log(hosted.match_id))
                await self._archive.keep(hosted.match_id, hosted.stored, steps)
                return True

    def _count(self, errand: Errand, done: bool, tries: int) -> None:
        metrics = self._backend.metrics
        failed = "failed" if tries < len(PAUSES_MS) else "given_up"
        match errand:
            case Errand.WEBHOOK:
                metrics.webhooks[("sent" if done else failed,)].inc()
            case Errand.ARCHIVE:
                metrics.archives[("written" if done else failed,)].inc()
