"""The decisions that wait for a seat, between the stream that brings them and whoever takes them."""

from __future__ import annotations

import asyncio

from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb


class Desk:
    """The decisions that wait, as they come and go while nobody looks."""

    def __init__(self) -> None:
        self._waiting: dict[int, decision_pb2.Decision] = {}
        self._paused = False
        self._changed = asyncio.Event()
        self._closed = False
        self._error: Exception | None = None

    def take(self, update: pb.Update) -> None:
        waiting = {**self._waiting, **{decision.id: decision for decision in update.decisions}}
        self._waiting = {id: waiting[id] for id in update.open if id in waiting}
        if update.HasField("match"):
            self._paused = update.match.paused
        self._changed.set()

    def close(self, error: Exception | None = None) -> None:
        self._closed, self._error = True, error
        self._changed.set()

    async def next(self) -> decision_pb2.Decision | None:
        """Waits for one that was not taken yet; None at the end of the match."""
        while True:
            self._changed.clear()
            if self._error is not None:
                raise self._error
            if self._closed:
                return None
            if self._waiting and not self._paused:
                return self._waiting.pop(min(self._waiting))
            await self._changed.wait()
