"""`LobbyService`: how players without a host find each other."""

from __future__ import annotations

from collections.abc import Iterable
from secrets import token_hex

import msgspec
from sanguosha.v1 import lobby_service_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from engine.modes import MODES
from engine.ruleset import Ruleset

from ..access.auth import Caller
from ..backend import Backend
from ..checks import body_of, check_generation, check_request_id, display_name_of, match_id_of, ruleset_of, seat_of
from ..convert import rulesets
from ..errors import ServiceError
from ..hosting import Hosted, Step
from ..matches.creating import new_match
from ..matches.joining import enter, joined, match_of_code
from ..matches.steps import revised
from ..matches.stored import Seat, State, Stored, new_seat
from ..matches.terms import TableOptions, Terms
from ..store import Request, request_identity
from ..telling.resources import whole_message

QUICK = Terms(unlisted=True, auto_start=True)
GONE = ("MATCH_NOT_FOUND", "MATCH_FULL", "MATCH_STARTED", "MATCH_OVER", "STATE_CORRUPTED")
TRIES = 32  # a table is lost to faster callers, who fill one for each time that it is


class Lobby:
    """Everything here comes down to creating and joining matches."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._host = backend.host

    async def look_up_match(self, request: lobby_service_pb2.LookUpMatchRequest, caller: Caller) -> match_pb2.Match:
        match_id = await match_of_code(self._backend, request.code)
        try:
            hosted = await self._host.read(match_id)
        except ServiceError as error:
            if error.reason != "MATCH_NOT_FOUND":
                raise
            hosted = None
        if hosted is None or hosted.stored.state != State.LOBBY:
            raise ServiceError("CODE_UNKNOWN", "no match in the lobby has this code")
        return whole_message(match_id, hosted.stored)

    async def quick_match(self, request: lobby_service_pb2.QuickMatchRequest, caller: Caller) -> pb.JoinMatchResponse:
        host = self._backend.keyring.require_host(caller)
        check_request_id(request)
        name = display_name_of(request.display_name)
        played = ruleset_of(request.ruleset)
        body = Request.of(host, f"quick/{request.request_id}", body_of(request))
        queue = Queue(self._backend, host, played, body)
        target, gone = "", set[str]()
        for _ in range(TRIES):
            waiting = await queue.waiting()
            if not waiting or waiting in gone:
                waiting = await self._open_table(queue, waiting, host, played)
            target = await queue.choose(target, waiting)
            try:
                reply = await self._host.step(target, body, lambda hosted: enter(hosted, name, None))
            except ServiceError as error:
                if error.reason not in GONE:
                    raise
                gone.add(target)
                continue
            await queue.put(target, target)
            return joined(self._backend, target, reply)
        raise ServiceError("CONTENTION", "the queue moved on again and again: repeat the call")

    async def _open_table(self, queue: Queue, before: str, host: str, played: tuple[Ruleset, TableOptions]) -> str:
        """The match to wait in from now on: a new one, unless somebody else was faster. It is there before anybody is
        led to it, and empty, so that it is no loss to anybody where it is not needed."""
        fresh = self._backend.keyring.match_id(host, f"quick/{token_hex(16)}")
        creation = Request.of(host, f"quick/{fresh}", b"")
        await self._create(fresh, creation, played, [new_seat(False)] * played[0].seats, QUICK)
        found = await queue.put(before, fresh)
        if found != fresh:
            await self._backend.reaching(self._backend.store.delete(fresh))
            await self._host.quota.release(host, fresh)
        return found

    async def rematch(self, request: lobby_service_pb2.RematchRequest, caller: Caller) -> pb.JoinMatchResponse:
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        check_request_id(request)
        hosted = await self._host.read(match_id)
        check_generation(hosted.stored, caller)
        if not hosted.stored.over:
            raise ServiceError("MATCH_NOT_OVER", "the match is not over")
        last = hosted.stored
        # The id derives from the server's key, which may have been changed since somebody was here.
        following = last.rematch or self._backend.keyring.next_id(match_id)
        terms = msgspec.structs.replace(last.terms, unlisted=True, auto_start=True, code="")
        seats = [new_seat(seated.bot) for seated in last.seats]
        creation = Request.of(last.host, f"rematch/{match_id}", b"")
        options = msgspec.structs.replace(last.options, seat_lottery=False)  # they keep the seats that they drew
        await self._create(following, creation, (_ruleset_after(last), options), seats, terms)

        def link(found: Hosted) -> Step | None:
            return None if found.stored.rematch else Step(revised(found.stored, rematch=following), found.sound)

        await self._host.step(match_id, None, link)
        name = last.seats[seat].display_name
        body = Request.of(f"{match_id}/{seat}", request.request_id, body_of(request))
        reply = await self._host.step(following, body, lambda found: enter(found, name, seat))
        return joined(self._backend, following, reply)

    async def _create(
        self,
        match_id: str,
        request: Request,
        played: tuple[Ruleset, TableOptions],
        seats: Iterable[Seat],
        terms: Terms,
    ) -> None:
        """Whatever it has become meanwhile, where it exists."""
        stored = await new_match(self._backend, request.caller, played, seats, terms)
        await self._host.create(match_id, request, Step(stored, None))


def _ruleset_after(last: Stored) -> Ruleset:
    """What is played in the rematch."""
    result = last.result
    return MODES[last.ruleset.mode].rematch(last.ruleset, result.roles, result.first_out) if result else last.ruleset


class Queue:
    """Where those wait who ask for the same: the id of a match with a free seat. And which match one request went to,
    which is kept before it goes there: a repeat asks in the same match again, and takes no second seat."""

    def __init__(self, backend: Backend, host: str, played: tuple[Ruleset, TableOptions], request: Request) -> None:
        wanted = rulesets.to_message(*played).SerializeToString(deterministic=True)
        self._queue = f"queue:{request_identity(host, wanted.hex())}"
        self._choice = f"queue:{request_identity(host, request.request_id)}"
        self._asked = request.body_hash.hex()[:16]
        self._backend = backend
        self._ttl_ms = backend.settings.idle_expiry * 1000

    async def waiting(self) -> str:
        """The match that others wait in; empty where there is none."""
        return await self._backend.reaching(self._backend.store.value(self._queue))

    async def put(self, before: str, match_id: str) -> str:
        """Make it the one to wait in, for as long as an idle match lives, unless it has become another than before.
        Which it then is."""
        return await self._backend.reaching(self._backend.store.swap(self._queue, before, match_id, self._ttl_ms))

    async def choose(self, before: str, match_id: str) -> str:
        """The match that the request goes to: this one, unless it went to another than before. One call at two
        replicas goes to one match."""
        expected, chosen = (f"{each}/{self._asked}" if each else "" for each in (before, match_id))
        found = await self._backend.reaching(self._backend.store.swap(self._choice, expected, chosen, self._ttl_ms))
        went_to, _, asked = found.partition("/")
        if found and asked != self._asked:
            raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")
        return went_to
