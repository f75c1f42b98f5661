"""`TableService`: what the people at a table do beside playing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec
from google.protobuf.message import Message
from sanguosha.v1 import match_pb2, talk_pb2
from sanguosha.v1 import table_service_pb2 as pb

from engine.match import NotAsked
from engine.modes import MODES
from engine.view import SPECTATOR

from ..access.auth import Caller
from ..backend import Backend
from ..checks import (
    body_of,
    check_generation,
    check_request_id,
    display_name_of,
    match_id_of,
    require,
    seat_of,
    talk_of,
)
from ..errors import ServiceError
from ..fleet.rules_version import rules_version
from ..hosting import Hosted, Step
from ..matches.joining import renew_code
from ..matches.steps import no_pause_asked, played, players, returned, revised, seated, started_if_full, unattended
from ..matches.stored import CONCEDED, State, Stored, happening, new_generation
from ..matches.terms import Access
from ..store import Limited, NotFound, Repeat, Request, RequestReused
from ..telling import talk
from .lifecycle import replying


class Asked(Protocol):
    """Any request about a match that changes it."""

    name: str
    request_id: str


class Tables:
    """The calls, each one step of a match."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._host = backend.host

    async def issue_token(self, request: pb.IssueTokenRequest, caller: Caller) -> pb.IssueTokenResponse:
        match_id = match_id_of(request.name)
        check_request_id(request)
        name = display_name_of(request.display_name)
        scope = request.WhichOneof("scope")
        if scope is None or (scope == "spectator" and not request.spectator):
            raise ServiceError("FIELD_INVALID", "say what the token is for", field="scope")

        def issue(hosted: Hosted) -> Step:
            self._backend.require_creator(hosted, caller)
            stored = hosted.stored
            generation = new_generation()
            if scope == "spectator":
                if stored.terms.access == Access.NOBODY:
                    raise ServiceError("SPECTATORS_REFUSED", "this match is not open to spectators")
                # Nobody is told: nothing that anybody else sees has changed.
                stored = msgspec.structs.replace(stored, spectator_generation=generation)
            else:
                stored = _given(stored, request.seat, generation, name)
            # Where a match in play cannot be brought up, nothing says when it is due: it is left alone.
            live = hosted.sound if stored.over else hosted.live
            # The token is not stored: what stands in its place is its generation.
            reply = pb.IssueTokenResponse(token=str(generation))
            return started_if_full(Step(stored, live)).answered(reply)

        body = Request.of(caller.host, request.request_id, body_of(request))
        response = pb.IssueTokenResponse.FromString(await self._host.step(match_id, body, issue))
        seat = SPECTATOR if scope == "spectator" else request.seat
        known = self._host.warm(match_id)
        if known and known.stored.state == State.LOBBY:
            await renew_code(self._backend, match_id, known.stored.terms.code)
        return pb.IssueTokenResponse(token=self._backend.keyring.seat_token(match_id, seat, int(response.token)))

    async def issue_ticket(self, request: pb.IssueTicketRequest, caller: Caller) -> pb.IssueTicketResponse:
        match_id = match_id_of(request.name)
        if caller.token is None:
            raise ServiceError("TOKEN_MISSING", "a ticket stands for a token: metadata authorization: Bearer <token>")
        caller.seat_of(match_id)
        check_generation((await self._host.read(match_id)).stored, caller)
        expires_ms = await self._backend.now_ms() + int(self._backend.settings.ticket_age * 1000)
        response = pb.IssueTicketResponse(ticket=self._backend.keyring.ticket(caller.token, expires_ms))
        response.expire_time.FromMilliseconds(expires_ms)
        return response

    async def leave_match(self, request: pb.LeaveMatchRequest, caller: Caller) -> match_pb2.Match:
        def leave(hosted: Hosted, seat: int) -> Step:
            stored = hosted.stored
            if stored.over:
                raise ServiceError("MATCH_OVER", "the match is over")
            if stored.state == State.LOBBY:
                left = seated(stored, seat, taken=False, display_name="", generation=new_generation())
                return Step(left, None)
            # The seat is one of the house from now on: whoever gets a token for it is another player.
            return Step(
                unattended(stored, hosted.live, seat, bot=True, away=False, absent=False, generation=new_generation()),
                hosted.live,
            )

        return await self._for_seat(request, caller, leave)

    async def hand_over_seat(self, request: pb.HandOverSeatRequest, caller: Caller) -> match_pb2.Match:
        if not request.HasField("seat"):
            return await self._for_seat(request, caller, _handed_over)

        def hand_over(hosted: Hosted) -> Step:
            own = caller.seat_of(hosted.match_id)
            check_generation(hosted.stored, caller)
            if own != request.seat:
                self._backend.require_creator(hosted, caller)
            if request.seat >= len(hosted.stored.seats):
                raise ServiceError("FIELD_INVALID", "there is no such seat", field="seat")
            return _handed_over(hosted, request.seat)

        return await self._step(request, caller.host, hand_over)

    async def take_back_seat(self, request: pb.TakeBackSeatRequest, caller: Caller) -> match_pb2.Match:
        def take_back(hosted: Hosted, seat: int) -> Step:
            require(hosted, State.PLAYING)
            return Step(returned(hosted.stored, seat), hosted.live)

        return await self._for_seat(request, caller, take_back)

    async def concede_match(self, request: pb.ConcedeMatchRequest, caller: Caller) -> match_pb2.Match:
        def concede(hosted: Hosted, seat: int) -> Step:
            require(hosted, State.PLAYING)
            live = hosted.live
            assert live is not None
            if hosted.stored.seats[seat].conceded:
                raise ServiceError("SEAT_CONCEDED", "the seat has conceded")
            try:
                live.concede(seat)
            except NotAsked as error:
                raise ServiceError("SEAT_DEAD", "the seat's character is dead") from error
            stored = unattended(hosted.stored, live, seat, conceded=True)
            return played(live, stored, (happening(CONCEDED, seat, rules_version()),))

        return await self._for_seat(request, caller, concede)

    async def pause_match(self, request: pb.PauseMatchRequest, caller: Caller) -> match_pb2.Match:
        def pause(hosted: Hosted, seat: int) -> Step:
            require(hosted, State.PLAYING)
            stored = returned(hosted.stored, seat)
            if stored.paused:
                return Step(stored, hosted.live)
            asking = {*stored.pause_requests, seat}
            everybody = players(stored, hosted.live)
            if everybody and everybody <= asking:
                return Step(revised(stored, paused=True, pause_requests=()), hosted.live)
            return Step(revised(stored, pause_requests=tuple(sorted(asking))), hosted.live)

        return await self._for_seat(request, caller, pause)

    async def resume_match(self, request: pb.ResumeMatchRequest, caller: Caller) -> match_pb2.Match:
        def resume(hosted: Hosted, seat: int) -> Step:
            require(hosted, State.PLAYING)
            stored = returned(hosted.stored, seat)
            if stored.paused or seat in stored.pause_requests:
                stored = revised(no_pause_asked(stored, seat), paused=False)
            return Step(stored, hosted.live)

        return await self._for_seat(request, caller, resume)

    async def send_message(self, request: pb.SendMessageRequest, caller: Caller) -> talk_pb2.TalkMessage:
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        check_request_id(request)
        text = talk_of(request.text)
        audience = request.audience or talk_pb2.TALK_AUDIENCE_EVERYBODY
        if audience not in talk_pb2.TalkAudience.values():
            raise ServiceError("FIELD_INVALID", "there is no such audience", field="audience")
        body = Request.of(f"{match_id}/{seat}", request.request_id, body_of(request))
        hosted = await self._host.read(match_id)
        check_generation(hosted.stored, caller)
        said = talk.Message(seat, audience, text, _hearers(hosted.stored, seat, audience))
        try:
            _check_may_talk(hosted, seat, audience)
        except ServiceError:
            repeated = await self._backend.reaching(self._backend.store.reply_for(match_id, body))
            if isinstance(repeated, Repeat):
                return talk.to_message(said, int(repeated.reply))
            raise
        most = self._backend.settings.talk_per_minute
        answer = await self._backend.reaching(self._backend.store.say(match_id, body, seat, talk.encode(said), most))
        match answer:
            case Limited():
                raise ServiceError("LIMIT_REACHED", f"at most {most} messages a minute", limit="talk_per_minute")
            case RequestReused():
                raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")
            case NotFound():
                raise ServiceError("MATCH_NOT_FOUND", "there is no such match")
        self._backend.metrics.talk_messages.inc()
        return talk.to_message(said, answer.ms)

    # -- inside

    async def _for_seat(self, request: Asked, caller: Caller, change: Callable[[Hosted, int], Step]) -> match_pb2.Match:
        """A change that the caller makes for its seat; the match after it."""
        seat = seat_of(caller, match_id_of(request.name))

        def checked(hosted: Hosted) -> Step:
            check_generation(hosted.stored, caller)
            return change(hosted, seat)

        return await self._step(request, f"{match_id_of(request.name)}/{seat}", checked)

    async def _step(self, request: Asked, caller: str, change: Callable[[Hosted], Step]) -> match_pb2.Match:
        match_id = match_id_of(request.name)
        check_request_id(request)
        assert isinstance(request, Message)
        body = Request.of(caller, request.request_id, body_of(request))

        def answered(hosted: Hosted) -> Step:
            return replying(match_id, change(hosted))

        match = match_pb2.Match.FromString(await self._host.step(match_id, body, answered))
        if match.code:
            await renew_code(self._backend, match_id, match.code)
        return match


def _given(stored: Stored, seat: int, generation: int, name: str) -> Stored:
    """A seat in the hands of whoever gets its new token; in play the house goes on with it until they come."""
    if stored.over:
        raise ServiceError("MATCH_OVER", "the match is over")
    if seat >= len(stored.seats):
        raise ServiceError("FIELD_INVALID", "there is no such seat", field="seat")
    found = stored.seats[seat]
    if found.conceded:
        raise ServiceError("SEAT_CONCEDED", "the seat has conceded")
    if stored.options.seat_lottery and not found.taken:
        raise ServiceError("SEATS_BY_LOT", "the seats of this match are drawn by lot: let the player join")
    away = found.away or (found.bot and stored.state == State.PLAYING)
    given = {"taken": True, "bot": False, "away": away, "absent": found.absent or away, "missed": 0}
    given["generation"] = generation
    stored = seated(stored, seat, **given, display_name=name or found.display_name)
    return no_pause_asked(stored, seat)  # that was somebody else


def _handed_over(hosted: Hosted, seat: int) -> Step:
    require(hosted, State.PLAYING)
    stored = hosted.stored
    # A seat of the house has no player who could be away.
    return Step(unattended(stored, hosted.live, seat) if stored.seats[seat].has_player else stored, hosted.live)


def _check_may_talk(hosted: Hosted, seat: int, audience: int) -> None:
    if not hosted.stored.options.talk:
        raise ServiceError("TALK_OFF", "the match was created without talk")
    if audience == talk_pb2.TALK_AUDIENCE_TEAM:
        if not _team(hosted.stored, seat):
            raise ServiceError("NO_TEAMS", "this mode has no teams")
        if hosted.stored.ruleset.competitive:
            raise ServiceError("TEAM_TALK_OFF", "in a competitive match nobody talks to the own team")
    if hosted.stored.state == State.PLAYING and hosted.live and not hosted.live.game.players[seat].alive:
        raise ServiceError("SEAT_DEAD", "the dead are silent until the match is over")


def _team(stored: Stored, seat: int) -> tuple[int, ...]:
    return MODES[stored.ruleset.mode].team(stored.ruleset, seat)


def _hearers(stored: Stored, seat: int, audience: int) -> tuple[int, ...]:
    """Whom a message is for, none where it is for everybody. As long as a competitive match is played nothing that a
    seat says reaches its team."""
    team = _team(stored, seat)
    if audience == talk_pb2.TALK_AUDIENCE_TEAM:
        return team
    if stored.ruleset.competitive and stored.state == State.PLAYING:
        return (SPECTATOR, *(other for other in range(len(stored.seats)) if other == seat or other not in team))
    return ()
