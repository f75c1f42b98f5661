"""Watching a match as it goes, and playing a seat on one stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import partial
from typing import TypeVar

from sanguosha.v1 import match_service_pb2 as pb

from ..access.auth import Caller
from ..backend import Backend
from ..checks import check_may_watch, match_id_of
from ..errors import ServiceError
from ..store import StoreUnavailable
from ..telling import cursors
from ..telling.streams import play
from ..telling.updates import NOTHING, read_since, tell
from .play import Play

Response = TypeVar("Response", pb.WatchMatchResponse, pb.PlayMatchResponse)


class Watching:
    """The streams of `MatchService`."""

    def __init__(self, backend: Backend, play: Play) -> None:
        self._backend = backend
        self._play = play

    async def watch_match(self, request: pb.WatchMatchRequest, caller: Caller) -> AsyncIterator[pb.WatchMatchResponse]:
        if request.ticket:
            now_ms = await self._backend.now_ms()
            caller = caller._replace(token=self._backend.keyring.read_ticket(request.ticket, now_ms))
        watching = self._updates(pb.WatchMatchResponse, request.name, request.cursor, caller)
        try:
            with self._backend.streams.opened(caller):
                async with aclosing(watching) as responses:
                    async for response in responses:
                        yield response
        except ServiceError as error:
            if request.ticket and error.reason == "TOKEN_INVALID":  # who has a ticket may never have seen the token
                said = "the ticket is for another match, or its token was replaced"
                raise ServiceError("TICKET_INVALID", said) from error
            raise

    async def play_match(
        self, requests: AsyncIterator[pb.PlayMatchRequest], caller: Caller
    ) -> AsyncIterator[pb.PlayMatchResponse]:
        count, patience = self._backend.admission.count_message, self._backend.settings.max_wait
        playing = play(partial(self._updates, pb.PlayMatchResponse), self._play.take, requests, caller, count, patience)
        with self._backend.streams.opened(caller):
            async with aclosing(playing) as responses:
                async for response in responses:
                    yield response

    async def _updates(
        self, response_class: type[Response], name: str, cursor: str, caller: Caller
    ) -> AsyncGenerator[Response, None]:
        """Until the match is over, the stream is old or the server stops; those that would say nothing are left out."""
        match_id = match_id_of(name)
        viewer = caller.seat_of(match_id)
        has = cursors.read(cursor, match_id)
        check_may_watch((await self._backend.host.read(match_id)).stored, caller)
        sent: tuple[object, ...] | None = None
        known = NOTHING
        commit = None
        loop = asyncio.get_running_loop()
        old = loop.time() + self._backend.settings.max_stream_age
        try:
            async with self._backend.store.watch(match_id) as watch:
                while not self._backend.draining:
                    seen = await read_since(self._backend, match_id, viewer, has, commit)
                    check_may_watch(seen.hosted.stored, caller)  # again: tokens are replaced,
                    self._backend.keyring.check_key(caller)  # and keys revoked
                    response = response_class()
                    update = response.update
                    now = tell(update, seen.hosted, viewer, has, seen.news, known)
                    shown = (update.cursor, update.state, tuple(update.open))
                    over = seen.hosted.stored.over
                    if shown != sent:
                        self._backend.metrics.count_told(update)
                        yield response
                        sent, has = shown, now
                        if known[0] not in update.open:
                            known = NOTHING  # the client forgets what is not open, and it may be asked again
                        for decision in update.decisions:
                            known = (decision.id, decision.deadline.ToMilliseconds(), seen.hosted.stored.paused)
                    if over:
                        yield response_class(end=pb.STREAM_END_MATCH_OVER)
                        return
                    # Only the wait is cut off: a cancelled `yield` would cancel the call.
                    until = old if seen.next_ms is None else min(old, loop.time() + seen.next_ms / 1000 + SOON)
                    change = await watch.changed_by(until)
                    if change is not None:
                        commit = change.commit
                    elif loop.time() >= old:
                        yield response_class(end=pb.STREAM_END_AGE)
                        return
            yield response_class(end=pb.STREAM_END_SERVER_STOPPING)
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error


SOON = 0.005  # seconds after an instant, so that it has come by every clock
