"""What calls end with, handed to gRPC and not taken by their clients: replies to single calls, and refusals of any.

gRPC keeps it until its client has room for it, however long that is and however much there is: one connection that
takes nothing could have a server hold gigabytes. Streams wait for their clients themselves (`Dispatcher.stream`).
"""

from __future__ import annotations

import asyncio
from functools import partial

from google.protobuf.message import Message

from .errors import ServiceError
from .grpc_port import leave_call
from .telemetry.metrics import Handled

MOST_UNTAKEN = 16 * 2**20  # bytes of a connection
COST_OF_A_CALL = 16 * 2**10  # bytes, whatever its reply


class Untaken:
    """Bounds them by connection, and replies in time as well. `max_write_time` is in seconds."""

    def __init__(self, max_write_time: float, handled: Handled) -> None:
        self._max_write_time = max_write_time
        self._handled = handled
        self._held: dict[str, int] = {}

    def hand_over(self, connection: str, response: Message) -> bytes:
        """The reply that the task of this call is to end with. The call is given up where it is not taken in time.
        Raises SLOW_READER where the connection has too many."""
        reply = response.SerializeToString()
        cost = COST_OF_A_CALL + len(reply)
        held = self._held.get(connection, 0)
        if held and held + cost > MOST_UNTAKEN:
            raise ServiceError("SLOW_READER", "the client does not take its replies")
        task = self._hold(connection, cost)
        timer = asyncio.get_running_loop().call_later(self._max_write_time, self._give_up, task)
        task.add_done_callback(lambda _: timer.cancel())
        return reply

    def refuse(self, connection: str) -> None:
        """For a call that is to end with a refusal, which waits for its client however long: who was too slow for a
        stream is to learn it when he reads again. Where the connection has too many of these as well the call ends
        without a word: raises `CancelledError`."""
        if self._held.get(connection, 0) + COST_OF_A_CALL > 2 * MOST_UNTAKEN:
            leave_call()
            raise asyncio.CancelledError
        self._hold(connection, COST_OF_A_CALL)

    def _hold(self, connection: str, cost: int) -> asyncio.Task[object]:
        """The task of this call, until whose end it is held."""
        self._held[connection] = self._held.get(connection, 0) + cost
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(partial(self._ended, connection, cost))
        return task

    def _give_up(self, task: asyncio.Task[object]) -> None:
        self._handled.refusals["SLOW_READER",].inc()
        leave_call()
        task.cancel()

    def _ended(self, connection: str, cost: int, _: asyncio.Task[object]) -> None:
        left = self._held[connection] - cost
        if left:
            self._held[connection] = left
        else:
            del self._held[connection]
