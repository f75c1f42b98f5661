"""Following a match: what happens, once and in order, whatever becomes of the connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import grpc
from sanguosha.v1 import match_service_pb2 as pb

from .connection import Connection
from .errors import SanguoshaError

# Seconds without a word, after which a stream is opened anew: what is sent for it shows whether the connection lives.
LONGEST_SILENCE = 60.0


class Watcher:
    """`async for update in watcher`: every `Update` of a match as the holder of the token may see it, to its end.

    Without a cursor the first update has a `snapshot` and the last three messages. From then on no event and no message
    is left out or comes twice; where that cannot be, since the server has it no more, the update has a `snapshot` and
    says why (`reset`). A decision comes once, and again when its deadline has moved, when a pause begins or ends, and
    where the match changed while no stream was open.

    `cursor` is that of the last update: with it, another watcher goes on from there, also in another process; and so
    does this one, if the loop over it was left and another begins. Use one loop at a time.

    Looping raises `SanguoshaError`: SPECTATORS_REFUSED, TOKEN_INVALID, MATCH_NOT_FOUND, or what the server was away
    with for longer than the client's patience.
    """

    def __init__(self, connection: Connection, name: str, token: str = "", cursor: str = "") -> None:
        self.name = name
        self.cursor = cursor
        self._connection = connection
        self._token = token
        self._said: tuple[object, ...] | None = None
        self._given: dict[int, bytes] = {}

    def __aiter__(self) -> AsyncGenerator[pb.Update, None]:
        return self._follow()

    async def _follow(self) -> AsyncGenerator[pb.Update, None]:
        patience = self._connection.patience()
        watch, metadata = self._connection.matches.WatchMatch, self._connection.metadata(self._token)
        while True:
            self._connection.check_open()
            stream = watch(pb.WatchMatchRequest(name=self.name, cursor=self.cursor), metadata=metadata)
            end = pb.STREAM_END_UNSPECIFIED
            begins = True
            try:
                while (response := await self._connection.unless_closed(_read(stream))) is not None:
                    patience.heard()
                    end = response.end
                    if not response.HasField("update"):
                        continue
                    if self._take(response.update, begins):
                        yield response.update
                    begins = False
            except grpc.aio.AioRpcError as error:
                await patience.bear(SanguoshaError.of(error))
                continue
            except TimeoutError:
                continue
            finally:
                stream.cancel()
            if end == pb.STREAM_END_MATCH_OVER:
                return
            if end != pb.STREAM_END_AGE:
                await patience.rest()

    def _take(self, update: pb.Update, begins: bool) -> bool:
        """Leaves out of an update that begins a stream what those before have brought. Whether anything is left."""
        if update.reset == pb.RESET_CURSOR_AHEAD:
            self._given.clear()  # the numbers of lost decisions are given again
        new = {decision.id: decision.SerializeToString(deterministic=True) for decision in update.decisions}
        fresh = list(update.decisions)
        # What a stream repeats itself, it means: a decision without a deadline looks the same after a pause. Where the
        # match has changed, a pause may have ended while no stream was open.
        if begins and not update.HasField("match"):
            fresh = [decision for decision in fresh if self._given.get(decision.id) != new[decision.id]]
        known = {**self._given, **new}
        self._given = {id: known[id] for id in update.open if id in known}
        if len(fresh) < len(update.decisions):
            del update.decisions[:]
            update.decisions.extend(fresh)
        said = (update.cursor, update.state, tuple(update.open))
        if said == self._said and not fresh:
            return False
        self._said, self.cursor = said, update.cursor
        return True


async def _read(
    stream: grpc.aio.UnaryStreamCall[pb.WatchMatchRequest, pb.WatchMatchResponse],
) -> pb.WatchMatchResponse | None:
    """The next message; None at the end. Raises `TimeoutError` after a long silence."""
    async with asyncio.timeout(LONGEST_SILENCE):
        response = await stream.read()
    return response if isinstance(response, pb.WatchMatchResponse) else None
