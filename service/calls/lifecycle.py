"""A match from its creation to its start, and its end before its time."""

from __future__ import annotations

from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.chance import SEED_BYTES

from ..access.auth import Caller
from ..backend import Backend
from ..checks import (
    access_of,
    annotations_of,
    body_of,
    bot_seats_of,
    check_request_id,
    display_name_of,
    match_id_of,
    require,
    ruleset_of,
)
from ..duty.webhook import uri_of
from ..errors import ServiceError
from ..hosting import Hosted, Step
from ..matches.creating import new_match
from ..matches.joining import enter, joined, renew_code, reserve_code
from ..matches.steps import abandoned, started, started_if_full
from ..matches.stored import State, new_seat
from ..matches.terms import Terms
from ..store import Request
from ..telling.listing import page_of
from ..telling.resources import whole_message


class Lifecycle:
    """Calls of `MatchService`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._host = backend.host

    async def create_match(self, request: pb.CreateMatchRequest, caller: Caller) -> match_pb2.Match:
        host = self._backend.keyring.require_host(caller)
        check_request_id(request)
        ruleset, options = ruleset_of(request.match.ruleset)
        if request.seed and len(request.seed) != SEED_BYTES:
            raise ServiceError("SEED_INVALID", f"a seed has {SEED_BYTES} bytes")
        bots = bot_seats_of(request, ruleset.seats)
        names = _names_of(request.match, ruleset.seats)
        match_id = self._backend.keyring.match_id(host, request.request_id)
        terms = Terms(
            access=access_of(request.match),
            unlisted=request.match.unlisted,
            auto_start=request.match.auto_start,
            annotations=annotations_of(request.match.annotations),
            webhook_uri=uri_of(request.webhook_uri, self._backend.settings),
            code=await reserve_code(self._backend, match_id),
        )
        seats = [new_seat(seat in bots, names.get(seat, "")) for seat in range(ruleset.seats)]
        stored = await new_match(self._backend, host, (ruleset, options), seats, terms, request.seed)
        step = started_if_full(Step(stored, None))
        body = Request.of(host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self._host.create(match_id, body, replying(match_id, step)))

    async def get_match(self, request: pb.GetMatchRequest, caller: Caller) -> match_pb2.Match:
        hosted = await self._host.read(match_id_of(request.name))
        return whole_message(hosted.match_id, hosted.stored)

    async def list_matches(self, request: pb.ListMatchesRequest, caller: Caller) -> pb.ListMatchesResponse:
        if not self._backend.settings.public_listing:
            self._backend.keyring.require_host(caller)
        return await page_of(self._backend, request)

    async def join_match(self, request: pb.JoinMatchRequest, caller: Caller) -> pb.JoinMatchResponse:
        match_id = match_id_of(request.name)
        check_request_id(request)
        name = display_name_of(request.display_name)
        wanted = request.seat if request.HasField("seat") else None

        def join(hosted: Hosted) -> Step:
            return enter(hosted, name, wanted)

        body = Request.of(caller.host, request.request_id, body_of(request))
        response = joined(self._backend, match_id, await self._host.step(match_id, body, join))
        if response.match.code:
            await renew_code(self._backend, match_id, response.match.code)
        return response

    async def start_match(self, request: pb.StartMatchRequest, caller: Caller) -> match_pb2.Match:
        match_id = match_id_of(request.name)
        check_request_id(request)

        def start(hosted: Hosted) -> Step:
            self._backend.require_creator(hosted, caller)
            require(hosted, State.LOBBY)
            if not all(seat.taken for seat in hosted.stored.seats):
                raise ServiceError("SEATS_FREE", "some seats are still free")
            return replying(match_id, started(hosted.stored))

        body = Request.of(caller.host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self._host.step(match_id, body, start))

    async def abandon_match(self, request: pb.AbandonMatchRequest, caller: Caller) -> match_pb2.Match:
        match_id = match_id_of(request.name)
        check_request_id(request)

        def abandon(hosted: Hosted) -> Step:
            self._backend.require_creator(hosted, caller)
            if hosted.stored.over:
                raise ServiceError("MATCH_OVER", "the match is over")
            return replying(match_id, abandoned(hosted))

        body = Request.of(caller.host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self._host.step(match_id, body, abandon))


def replying(match_id: str, step: Step) -> Step:
    """The step, answered with what the match then is."""
    return step.answered(whole_message(match_id, step.stored))


def _names_of(match: match_pb2.Match, seats: int) -> dict[int, str]:
    """The seats that are taken from the beginning, and by whom."""
    names = {seat.seat: display_name_of(seat.display_name) for seat in match.seats if seat.display_name}
    if any(seat.seat >= seats for seat in match.seats):
        raise ServiceError("FIELD_INVALID", "seats names a seat that does not exist", field="seats")
    return names
