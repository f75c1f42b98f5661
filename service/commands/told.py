"""What the seats of a match have been told, and how long after an action all of them had it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random

import grpc
from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .connection import OVER


class _Telling:
    """An action that others have still to hear of: everything up to an event."""

    def __init__(self, ordinal: int, due: float, waiting: set[int]) -> None:
        self.ordinal = ordinal
        self.due = due
        self.waiting = waiting
        self.last = due


class Table:
    """A match whose seats are all played by one client. Adds to `latencies` how many seconds after it was due an action
    had been told to every seat but its own."""

    def __init__(self, tokens: Sequence[str], latencies: list[float]) -> None:
        self.tokens = tokens
        self.ordinal = 0
        self._latencies = latencies
        self._heard = [0] * len(tokens)
        self._decisions: list[dict[int, decision_pb2.Decision]] = [{} for _ in tokens]
        self._since_sent: list[tuple[int, int, float]] = []
        self._tellings: list[_Telling] = []
        self._acted = 0
        self._over = False
        self._error: grpc.aio.AioRpcError | None = None
        self._changed = asyncio.Event()

    async def asked(self, chance: Random) -> tuple[int, decision_pb2.Decision] | None:
        """Any open decision of a seat that has heard of the last action; None when the match is over. Raises what a
        stream failed with."""
        while not self._over:
            if self._error is not None:
                raise self._error
            ready = [seat for seat, heard in enumerate(self._heard) if heard >= self._acted and self._decisions[seat]]
            if ready:
                seat = chance.choice(ready)
                return seat, next(iter(self._decisions[seat].values()))
            self._changed.clear()
            await self._changed.wait()
        return None

    def acting(self, seat: int, decision: decision_pb2.Decision) -> None:
        """The seat is about to answer."""
        self._decisions[seat].pop(decision.id, None)
        self._since_sent.clear()

    def acted(self, seat: int, update: pb.Update, due: float) -> None:
        """The seat has answered, and this is the reply."""
        self._acted = max(self._acted, last_event(update))
        telling = _Telling(self._acted, due, set(range(len(self.tokens))) - {seat})
        self._take(seat, update)
        for other, ordinal, when in self._since_sent:  # streams may be ahead of the reply
            self._hear(telling, other, ordinal, when)
        if update.events and telling.waiting:
            self._tellings.append(telling)
        elif update.events:
            self._latencies.append(telling.last - due)

    def told(self, seat: int | None, update: pb.Update) -> None:
        """The stream of the seat, or of a spectator, has said this."""
        if seat is None:
            self.ordinal = max(self.ordinal, last_event(update))
            return
        now, ordinal = time.perf_counter(), last_event(update)
        self._since_sent.append((seat, ordinal, now))
        self._take(seat, update)
        for telling in self._tellings:
            self._hear(telling, seat, ordinal, now)
        self._latencies += [telling.last - telling.due for telling in self._tellings if not telling.waiting]
        self._tellings = [telling for telling in self._tellings if telling.waiting]

    def fail(self, error: grpc.aio.AioRpcError) -> None:
        """A stream has ended, and there is no other one."""
        self._error = error
        self._changed.set()

    @staticmethod
    def _hear(telling: _Telling, seat: int, ordinal: int, when: float) -> None:
        if ordinal >= telling.ordinal and seat in telling.waiting:
            telling.waiting.discard(seat)
            telling.last = max(telling.last, when)

    def _take(self, seat: int, update: pb.Update) -> None:
        known = self._decisions[seat]
        known.update((decision.id, decision) for decision in update.decisions)
        for closed in known.keys() - set(update.open):
            del known[closed]
        self._heard[seat] = max(self._heard[seat], last_event(update))
        self.ordinal = max(self.ordinal, self._heard[seat])
        self._over = self._over or update.state in OVER
        self._changed.set()


def last_event(update: pb.Update) -> int:
    """Its ordinal, 0 where there is none."""
    return update.events[-1].ordinal if update.events else update.snapshot.event_ordinal
