"""How many matches there are in each state: counted over and over, by one replica at a time.

A count kept by the commits themselves would be exact, and wrong for good after the first fault or restored backup.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter

import structlog
from sanguosha.v1 import match_pb2

from ..matches.stored import State
from ..store import BUCKETS, Store
from .metrics import Metrics

NAME = "census"  # whose value is the replica that counts
LAPSES_MS = 45_000  # after which another replica counts, if this one does not go on
RENEWED = 10.0  # seconds after which it says that it goes on
PAUSE = 15.0  # seconds from one count to the next
AT_ONCE = 100  # matches read at once
REST = 0.05  # seconds after each of them: a large store is counted slowly, and no call waits for it

log = structlog.get_logger(__name__)


class Census:
    """Sets the gauge at the replica that counts, and removes it at the others."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._stored_matches = metrics.stored_matches
        self._me = secrets.token_hex(8)
        self._mine_until = 0.0

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.count()
            except Exception as error:  # whatever it was, no match depends on it
                self._stored_matches.clear()
                log.warning("census_failed", error=type(error).__name__)

    async def count(self) -> None:
        """Count once, if it is for this replica to do."""
        found = Counter[str]()
        for bucket in range(BUCKETS):
            if not await self._is_mine():
                self._stored_matches.clear()
                return
            ids = await self._store.matches_of(bucket)
            for first in range(0, len(ids), AT_ONCE):
                summaries = await self._store.summaries(ids[first : first + AT_ONCE])
                found.update(State(match_pb2.Match.FromString(summary).state).name.lower() for summary in summaries)
                if first + AT_ONCE < len(ids):
                    await asyncio.sleep(REST)
        for state in State:
            name = state.name.lower()
            self._stored_matches.labels(name).set(found[name])

    async def _is_mine(self) -> bool:
        """Whether this replica counts; if so, it does for a while again."""
        now = time.monotonic()
        if now < self._mine_until:
            return True
        holder = await self._store.swap(NAME, self._me, self._me, LAPSES_MS)
        mine = (holder or await self._store.swap(NAME, "", self._me, LAPSES_MS)) == self._me
        self._mine_until = now + RENEWED if mine else 0.0
        return mine
