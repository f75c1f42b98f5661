"""Replies to single calls that were handed to gRPC and that their clients have not taken.

gRPC keeps a reply until its client has room for it, however long that is and however many there are: one connection
that takes nothing could have a server hold gigabytes. Streams wait for their clients themselves (`Dispatcher.stream`).
"""

from __future__ import annotations

import asyncio
from functools import partial

from google.protobuf.message import Message

from .errors import ServiceError
from .telemetry.metrics import Handled

MOST_UNTAKEN = 16 * 2**20  # bytes of a connection
COST_OF_A_CALL = 16 * 2**10  # bytes, whatever its reply


class Untaken:
    """Bounds them by connection, and each in time. `max_write_time` is in seconds."""

    def __init__(self, max_write_time: float, handled: Handled) -> None:
        self._max_write_time = max_write_time
        self._handled = handled
        self._held: dict[str, int] = {}

    def hand_over(self, connection: str, response: Message) -> bytes:
        """The reply that the task of this call is to end with, which is cancelled where it is not taken in time. Raises
        SLOW_READER where the connection has too many."""
        reply = response.SerializeToString()
        cost = COST_OF_A_CALL + len(reply)
        held = self._held.get(connection, 0)
        if held and held + cost > MOST_UNTAKEN:
            raise ServiceError("SLOW_READER", "the client does not take its replies")
        self._held[connection] = held + cost
        task = asyncio.current_task()
        assert task is not None
        timer = asyncio.get_running_loop().call_later(self._max_write_time, self._give_up, task)
        task.add_done_callback(partial(self._ended, connection, cost, timer))
        return reply

    def _give_up(self, task: asyncio.Task[object]) -> None:
        self._handled.refusals["SLOW_READER",].inc()
        task.cancel()

    def _ended(self, connection: str, cost: int, timer: asyncio.TimerHandle, _: asyncio.Task[object]) -> None:
        timer.cancel()
        left = self._held[connection] - cost
        if left:
            self._held[connection] = left
        else:
            del self._held[connection]
