"""`ReplayService`: what is left of a match when it is over."""

from __future__ import annotations

from sanguosha.v1 import match_pb2
from sanguosha.v1 import replay_service_pb2 as pb

from ..access.auth import Caller
from ..backend import Backend
from ..checks import check_may_watch, match_id_of
from ..errors import ServiceError
from ..hosting import Hosted
from ..matches.stored import State
from ..replays.message import replay_message
from ..telling.resources import result_message


class Replays:
    """The calls; none changes anything."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def get_replay(self, request: pb.GetReplayRequest, caller: Caller) -> pb.Replay:
        match_id = match_id_of(request.name)
        caller.seat_of(match_id)
        hosted = await self._over(match_id)
        check_may_watch(hosted.stored, caller)
        log = await self._backend.reaching(self._backend.store.log(match_id))
        return replay_message(match_id, hosted.stored, log)

    async def get_match_result(self, request: pb.GetMatchResultRequest, caller: Caller) -> match_pb2.MatchResult:
        hosted = await self._over(match_id_of(request.name))
        if hosted.stored.state != State.FINISHED:
            raise ServiceError("MATCH_NOT_OVER", "the match was abandoned: it has no result")
        return result_message(hosted.stored)

    async def _over(self, match_id: str) -> Hosted:
        hosted = await self._backend.host.read(match_id)
        if not hosted.stored.over:
            raise ServiceError("MATCH_NOT_OVER", "the match is not over")
        return hosted
