"""Playing a seat call by call."""

from __future__ import annotations

import asyncio

from sanguosha.v1 import decision_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.match import Match
from engine.questions import IllegalAnswer
from engine.view import EVERYTHING, SPECTATOR

from ..access.auth import Caller
from ..backend import Backend
from ..checks import body_of, check_generation, check_may_watch, check_request_id, match_id_of, require, seat_of
from ..convert.answering import answered
from ..duty import clock
from ..errors import ServiceError
from ..fleet.rules_version import rules_version
from ..hosting import Hosted, Step
from ..matches.steps import played, returned
from ..matches.stored import Answerer, LogEntry, State
from ..matches.terms import TableOptions
from ..store import Request, StoreUnavailable
from ..telling import cursors
from ..telling.cursors import Cursor, tag_of
from ..telling.resources import etag
from ..telling.updates import News, ordinal_before, read_since, snapshot, tell, told, waiting_for


class Play:
    """Calls of `MatchService`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._host = backend.host

    async def get_view(self, request: pb.GetViewRequest, caller: Caller) -> pb.GetViewResponse:
        match_id = match_id_of(request.name)
        viewer = caller.seat_of(match_id)
        hosted = await self._host.read(match_id)
        check_may_watch(hosted.stored, caller)
        if viewer == SPECTATOR and hosted.stored.options.spectator_delay_ms:
            hosted = (await self._backend.spectators.behind(hosted)).hosted
        if request.reveal_all and not hosted.stored.over:
            raise ServiceError("MATCH_NOT_OVER", "cards are turned up when the match is over")
        if hosted.live is None:
            raise ServiceError("MATCH_NOT_STARTED", "the match has not started, or not for spectators yet")
        return pb.GetViewResponse(
            view=snapshot(hosted.stored, hosted.live, EVERYTHING if request.reveal_all else viewer),
            decisions=waiting_for(hosted, viewer),
            etag=etag(match_id, hosted.stored, hosted.live, viewer),
        )

    async def act(self, request: pb.ActRequest, caller: Caller) -> pb.ActResponse:
        response = await self.take(request, caller)
        self._backend.metrics.count_told(response.update)
        return response

    async def take(self, request: pb.ActRequest, caller: Caller) -> pb.ActResponse:
        """Take an answer; whoever sends the update counts what it tells."""
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        check_request_id(request)
        cursor = cursors.read(request.cursor, match_id)
        options = TableOptions()

        def answer(hosted: Hosted) -> Step | None:
            nonlocal options
            options = hosted.stored.options
            check_generation(hosted.stored, caller)
            require(hosted, State.PLAYING)
            if hosted.stored.paused:
                raise ServiceError("MATCH_PAUSED", "the match is paused")
            live = hosted.live
            assert live is not None
            present = returned(hosted.stored, seat, openly=clock.is_open_to_all(live))
            try:
                entry, kind = apply(live, seat, request.answer)
            except Superseded:
                if present is hosted.stored:
                    raise
                return Step(present, live).answered(pb.ActResponse(outcome=pb.OUTCOME_SUPERSEDED))
            step = played(live, present, (entry,), (kind,))
            after = Hosted(match_id, b"", hosted.head, step.stored, live, 0)
            has_all = cursor is not None and cursor.ordinal == hosted.head and cursor.tag == tag_of(match_id)
            since = cursor if has_all else Cursor(hosted.head, hosted.stored.revision, 0, tag_of(match_id))
            reply = pb.ActResponse(outcome=pb.OUTCOME_APPLIED, etag=etag(match_id, step.stored, live, seat))
            tell(reply.update, after, seat, since, News(live.events_after(hosted.head)))
            return step.answered(reply)

        body = Request.of(f"{match_id}/{seat}", request.request_id, body_of(request))
        try:
            response = pb.ActResponse.FromString(await self._host.step(match_id, body, answer))
        except Superseded:
            response = pb.ActResponse(outcome=pb.OUTCOME_SUPERSEDED)
        except Rejected as error:
            self._backend.metrics.rejected[(error.reason,)].inc()
            raise
        if response.outcome == pb.OUTCOME_SUPERSEDED:
            self._backend.metrics.rejected[("SUPERSEDED",)].inc()
        # What was said is not in the stored reply: between the reply and its commit it could only be lost.
        caught_up = cursor is None or (
            not options.talk and cursor.tag == tag_of(match_id) and cursor.ordinal == ordinal_before(response.update)
        )
        if response.outcome == pb.OUTCOME_SUPERSEDED or not caught_up:
            seen = await read_since(self._backend, match_id, seat, cursor)
            # Of a repeat, the answer is as old as its token; what has happened since is not.
            check_generation(seen.hosted.stored, caller)
            response.update.CopyFrom(told(seen.hosted, seat, cursor, seen.news))
            response.etag = etag(match_id, seen.hosted.stored, seen.hosted.live, seat)
        elif response.update.decisions and options.deadlines_ms:
            await self._set_deadlines(match_id, seat, response.update)
        return response

    async def _set_deadlines(self, match_id: str, seat: int, update: pb.Update) -> None:
        """The reply was made before it was written, and so before anybody knew when its decision opened."""
        hosted = self._host.warm(match_id) or await self._host.read(match_id)
        if hosted.live is None:
            return
        until, waiting = clock.deadline_ms(hosted.stored, hosted.live, hosted.opened_ms), hosted.live.open.get(seat)
        for decision in update.decisions:
            if until and waiting and waiting.id == decision.id:
                decision.deadline.FromMilliseconds(until)

    async def next_decision(self, request: pb.NextDecisionRequest, caller: Caller) -> pb.NextDecisionResponse:
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        wait = min(request.wait.seconds + request.wait.nanos / 1e9, self._backend.settings.max_wait)
        if wait < 0:
            raise ServiceError("FIELD_INVALID", "wait is negative", field="wait")
        cursor = cursors.read(request.cursor, match_id)
        hosted = await self._host.read(match_id)
        check_generation(hosted.stored, caller)
        if wait and not _concerns(hosted, seat):
            hosted = await self._wait_for(hosted, caller, seat, wait)
        seen = await read_since(self._backend, match_id, seat, cursor, hosted.commit)
        check_generation(seen.hosted.stored, caller)  # again: it was long ago
        update = told(seen.hosted, seat, cursor, seen.news)
        self._backend.metrics.count_told(update)
        return pb.NextDecisionResponse(update=update)

    async def _wait_for(self, hosted: Hosted, caller: Caller, seat: int, wait: float) -> Hosted:
        """The match as soon as the seat is asked, it is over, or the time is up. Raises TOKEN_INVALID as soon as the
        caller's token is replaced, and KEY_REQUIRED as soon as its key is revoked."""
        match_id = hosted.match_id
        commit = None
        try:
            async with asyncio.timeout(wait), self._backend.store.watch(match_id) as watch:
                while True:
                    hosted = await self._host.read(match_id, commit)
                    check_generation(hosted.stored, caller)
                    self._backend.keyring.check_key(caller)
                    if self._backend.draining or _concerns(hosted, seat):
                        return hosted
                    commit = (await watch.changed()).commit
        except TimeoutError:
            return hosted
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error


class Rejected(ServiceError):
    """The answer is none that the decision lists."""


class Superseded(ServiceError):
    """The decision had closed already: an outcome, not an error."""

    def __init__(self) -> None:
        super().__init__("DECISION_UNKNOWN", "the decision has closed")


def apply(live: Match, seat: int, answer: decision_pb2.Answer) -> tuple[LogEntry, str]:
    """Apply a player's answer as it came over the wire; its log entry, and the kind of its decision. Raises
    `ServiceError`, and then nothing has changed."""
    waiting = live.open.get(seat)
    try:
        meant = answered(live, seat, answer)
    except IllegalAnswer as error:
        raise Rejected(error.reason, str(error)) from error
    if meant is None or waiting is None:
        raise Superseded
    return LogEntry(seat, answer.decision, meant, Answerer.PLAYER, rules_version()), waiting.question.kind


def _concerns(hosted: Hosted, seat: int) -> bool:
    """Whether a seat that waits for its next decision has waited long enough."""
    return hosted.stored.over or (hosted.live is not None and seat in hosted.live.open)
