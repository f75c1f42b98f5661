"""The calls of the contract, transport-neutral: messages in, messages out, `ServiceError` for everything that fails."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence

import msgspec
import structlog
from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1.catalogue_service_pb2 import Catalogue, GetCatalogueRequest
from sanguosha.v1.server_service_pb2 import GetServerInfoRequest, ServerInfo

from engine.chance import SEED_BYTES
from engine.match import ELAPSED, Match, NotAsked
from engine.questions import Answer, IllegalAnswer
from engine.ruleset import UnknownRuleset

from .auth import Caller, Keyring
from .catalogue import catalogue
from .checks import body_of, bot_seats_of, check_generation, check_request_id, match_id_of, require, ruleset_of, seat_of
from .config import Settings
from .convert import decisions
from .errors import ServiceError
from .hosting import Host, Hosted, Step
from .house import choose
from .info import server_info
from .metrics import Metrics
from .resources import etag, match_message
from .rules_version import rules_version
from .store import BadPageToken, Request, Store, StoreUnavailable
from .stored import LogEntry, State, Stored, new_seat
from .updates import read_since, told

Update = pb.Update
MOST_HOUSE_ROUNDS = 32  # a step may hold up other calls for some ten milliseconds

log = structlog.get_logger(__name__)


class Application:
    """One server's calls. Every method checks its caller and its input before anything else."""

    def __init__(self, store: Store, keyring: Keyring, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.keyring = keyring
        self.store = store
        self.metrics = metrics
        self.host = Host(store, settings, metrics)
        self._draining = False

    # -- the lobby

    async def create_match(self, request: pb.CreateMatchRequest, caller: Caller) -> match_pb2.Match:
        host = self.keyring.require_host(caller)
        check_request_id(request)
        ruleset = ruleset_of(request)
        bots = bot_seats_of(request, ruleset.seats)
        if request.seed and len(request.seed) != SEED_BYTES:
            raise ServiceError("SEED_INVALID", f"a seed has {SEED_BYTES} bytes")
        match_id = self.keyring.match_id(host, request.request_id)
        stored = Stored(
            state=State.LOBBY,
            host=host,
            ruleset=ruleset,
            seats=tuple(new_seat(seat in bots) for seat in range(ruleset.seats)),
            seed=request.seed or secrets.token_bytes(SEED_BYTES),
            salt=secrets.token_bytes(SEED_BYTES),
            seeded_by_creator=bool(request.seed),
            created_ms=await self._now_ms(),
            rules_version=rules_version(),
        )
        reply = match_message(match_id, stored, None).SerializeToString()
        body = Request.of(host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self.host.create(match_id, body, stored, reply))

    async def get_match(self, request: pb.GetMatchRequest, caller: Caller) -> match_pb2.Match:
        hosted = await self.host.read(match_id_of(request.name))
        return match_message(hosted.match_id, hosted.stored, hosted.sound)

    async def list_matches(self, request: pb.ListMatchesRequest, caller: Caller) -> pb.ListMatchesResponse:
        if request.page_size < 0:
            raise ServiceError("FIELD_INVALID", "page_size is negative", field="page_size")
        size = min(request.page_size or self.settings.max_page_size, self.settings.max_page_size)
        try:
            page = await self.store.list_matches(size, request.page_token)
        except BadPageToken as error:
            raise ServiceError("PAGE_TOKEN_INVALID", "the page token was not given by this method") from error
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error
        listed = [match_pb2.Match.FromString(match.summary) for match in page.matches]
        return pb.ListMatchesResponse(matches=listed, next_page_token=page.next_page_token)

    async def join_match(self, request: pb.JoinMatchRequest, caller: Caller) -> pb.JoinMatchResponse:
        match_id = match_id_of(request.name)
        check_request_id(request)

        def join(hosted: Hosted) -> Step:
            require(hosted, State.LOBBY)
            seats = hosted.stored.seats
            free = next((n for n, seat in enumerate(seats) if not seat.taken), None)
            if free is None:
                raise ServiceError("MATCH_FULL", "every seat is taken")
            taken = msgspec.structs.replace(seats[free], taken=True)
            stored = msgspec.structs.replace(hosted.stored, seats=(*seats[:free], taken, *seats[free + 1 :]))
            # The token itself is not kept in the store: a repeat derives it again.
            return Step(stored, None, pb.JoinMatchResponse(seat=free).SerializeToString())

        body = Request.of(caller.host, request.request_id, body_of(request))
        response = pb.JoinMatchResponse.FromString(await self.host.step(match_id, body, join))
        seat = (await self.host.read(match_id)).stored.seats[response.seat]
        response.seat_token = self.keyring.seat_token(match_id, response.seat, seat.generation)
        return response

    async def start_match(self, request: pb.StartMatchRequest, caller: Caller) -> match_pb2.Match:
        match_id = match_id_of(request.name)
        check_request_id(request)

        def start(hosted: Hosted) -> Step:
            self._require_creator(hosted, caller)
            require(hosted, State.LOBBY)
            if not all(seat.taken for seat in hosted.stored.seats):
                raise ServiceError("SEATS_FREE", "some seats are still free")
            live = Match.start(hosted.stored.ruleset, hosted.stored.seed)
            step = self._played(live, msgspec.structs.replace(hosted.stored, state=State.PLAYING))
            return msgspec.structs.replace(step, reply=match_message(match_id, step.stored, live).SerializeToString())

        body = Request.of(caller.host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self.host.step(match_id, body, start))

    async def abandon_match(self, request: pb.AbandonMatchRequest, caller: Caller) -> match_pb2.Match:
        match_id = match_id_of(request.name)
        check_request_id(request)

        def abandon(hosted: Hosted) -> Step:
            self._require_creator(hosted, caller)
            if hosted.stored.state in (State.FINISHED, State.ABANDONED):
                raise ServiceError("MATCH_OVER", "the match is over")
            stored = msgspec.structs.replace(hosted.stored, state=State.ABANDONED)
            # A match that cannot be brought up can be broken off all the same.
            return Step(stored, hosted.sound, match_message(match_id, stored, hosted.sound).SerializeToString())

        body = Request.of(caller.host, request.request_id, body_of(request))
        return match_pb2.Match.FromString(await self.host.step(match_id, body, abandon))

    # -- play

    async def get_view(self, request: pb.GetViewRequest, caller: Caller) -> pb.GetViewResponse:
        match_id = match_id_of(request.name)
        viewer = caller.seat_of(match_id)
        hosted = await self.host.read(match_id)
        check_generation(hosted, caller)
        stored, live = hosted.stored, hosted.live
        if live is None:
            raise ServiceError("MATCH_NOT_STARTED", "the match has not started")
        seen = told(stored, live, viewer, None, None)
        tag = etag(match_id, stored, live, viewer)
        return pb.GetViewResponse(view=seen.snapshot, decisions=seen.decisions, etag=tag)

    async def act(self, request: pb.ActRequest, caller: Caller) -> pb.ActResponse:
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        check_request_id(request)

        def answer(hosted: Hosted) -> Step | None:
            check_generation(hosted, caller)
            require(hosted, State.PLAYING)
            assert hosted.live is not None
            entry = apply(hosted.live, seat, request.answer)
            return self._acted(hosted, hosted.live, seat, entry)

        body = Request.of(f"{match_id}/{seat}", request.request_id, body_of(request))
        try:
            response = pb.ActResponse.FromString(await self.host.step(match_id, body, answer))
        except Superseded:
            response = pb.ActResponse(outcome=pb.OUTCOME_SUPERSEDED)
        return await self._caught_up(match_id, seat, request, response)

    async def next_decision(self, request: pb.NextDecisionRequest, caller: Caller) -> pb.NextDecisionResponse:
        match_id = match_id_of(request.name)
        seat = seat_of(caller, match_id)
        wait = min(request.wait.seconds + request.wait.nanos / 1e9, self.settings.max_wait)
        if wait < 0:
            raise ServiceError("FIELD_INVALID", "wait is negative", field="wait")
        cursor = request.cursor if request.HasField("cursor") else None
        hosted = await self.host.read(match_id)
        check_generation(hosted, caller)
        if wait and not _concerns(hosted, seat):
            hosted = await self._wait_for(hosted, seat, wait)
        hosted, missed = await read_since(self.host, match_id, cursor, hosted.commit)
        return pb.NextDecisionResponse(update=told(hosted.stored, hosted.live, seat, cursor, missed))

    async def _wait_for(self, hosted: Hosted, seat: int, wait: float) -> Hosted:
        """The match as soon as the seat is asked, it is over, or the time is up."""
        match_id = hosted.match_id
        commit = None
        try:
            async with asyncio.timeout(wait), self.store.watch(match_id) as watch:
                while True:
                    hosted = await self.host.read(match_id, commit)
                    if self._draining or _concerns(hosted, seat):
                        return hosted
                    commit = (await watch.changed()).commit
        except TimeoutError:
            return hosted
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error

    async def watch_match(self, name: str, cursor: int | None, caller: Caller) -> AsyncIterator[Update]:
        """Updates until the match is over, the stream is old or the server stops; those that would say nothing are left
        out."""
        match_id = match_id_of(name)
        viewer = caller.seat_of(match_id)
        await self._check_token(match_id, caller)
        sent: tuple[object, ...] | None = None
        known: frozenset[int] = frozenset()
        commit = None
        old = asyncio.get_running_loop().time() + self.settings.max_stream_age
        try:
            async with self.store.watch(match_id) as watch:
                while not self._draining:
                    hosted, missed = await read_since(self.host, match_id, cursor, commit)
                    update = told(hosted.stored, hosted.live, viewer, cursor, missed, known)
                    shown = (update.cursor, update.state, tuple(update.open))
                    if shown != sent:
                        yield update
                        sent, cursor, known = shown, update.cursor, frozenset(update.open)
                    if _is_over(update):
                        return
                    # Only the wait is cut off: a cancelled `yield` would cancel the call.
                    try:
                        async with asyncio.timeout_at(old):
                            commit = (await watch.changed()).commit
                    except TimeoutError:
                        return
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error

    def drain(self) -> None:
        """Let every wait and stream end: their clients go on elsewhere."""
        self._draining = True
        self.store.wake_all()

    async def serve_due(self, match_id: str, now_ms: int) -> None:
        """Do what the match is due for now: let a window go whose least duration is over, and answer for seats of the
        house. One decision a seat, so that a table is pleasant to watch; without a delay as many as a step may bring.
        """
        rounds = 1 if self.settings.bot_delay_ms else MOST_HOUSE_ROUNDS

        def answer(hosted: Hosted) -> Step | None:
            live = hosted.live
            if live is None or hosted.stored.state != State.PLAYING:
                return None
            entries: list[LogEntry] = []
            if live.holding and hosted.held_until_ms <= now_ms:
                live.elapse()
                entries.append(LogEntry(ELAPSED.seat, 0, ELAPSED.answer, True, rules_version()))
            for _ in range(rounds):
                for seat in [seat for seat in live.open if hosted.stored.seats[seat].bot]:
                    decision = live.open.get(seat)
                    if decision is not None:  # not withdrawn by what another seat of the house has answered
                        chosen = self._house_answer(live, seat)
                        live.answer(seat, decision.id, chosen)
                        entries.append(LogEntry(seat, decision.id, chosen, True, rules_version()))
            self.metrics.bot_answers.inc(sum(entry.seat >= 0 for entry in entries))
            return self._played(live, hosted.stored, entries) if entries else None

        await self.host.step(match_id, None, answer)

    # -- about the server

    async def get_catalogue(self, request: GetCatalogueRequest, caller: Caller) -> Catalogue:
        try:
            return catalogue(request.packs)
        except UnknownRuleset as error:
            raise ServiceError("FIELD_INVALID", "packs names an unknown pack", field="packs") from error

    async def get_server_info(self, request: GetServerInfoRequest, caller: Caller) -> ServerInfo:
        return server_info(self.settings)

    # -- inside

    def _house_answer(self, live: Match, seat: int) -> Answer:
        """The default where a house player fails or answers what is not listed: its fault stalls no match."""
        question = live.open[seat].question
        try:
            chosen = choose(live, seat)
            question.check(chosen)
        except Exception:
            log.exception("house_player_failed", kind=question.kind, reason=question.reason.name)
            self.metrics.bot_faults.inc()
            return question.default
        return chosen

    def _acted(self, hosted: Hosted, live: Match, seat: int, entry: LogEntry) -> Step:
        """The answer is applied: the reply has what it caused, and what the seat is asked now."""
        step = self._played(live, hosted.stored, (entry,))
        update = told(step.stored, live, seat, hosted.head, live.events_after(hosted.head))
        tag = etag(hosted.match_id, step.stored, live, seat)
        response = pb.ActResponse(outcome=pb.OUTCOME_APPLIED, update=update, etag=tag)
        return msgspec.structs.replace(step, reply=response.SerializeToString())

    def _played(self, live: Match, stored: Stored, log: Sequence[LogEntry] = ()) -> Step:
        game = live.game
        stored = msgspec.structs.replace(stored, record=live.record(), rules_version=rules_version())
        if live.over:
            stored = msgspec.structs.replace(
                stored,
                state=State.FINISHED,
                winners=tuple(game.winners),
                roles=tuple(player.role for player in game.players),
                ending=live.ending,
            )
        return Step(stored, live, log=log)

    async def _caught_up(
        self, match_id: str, seat: int, request: pb.ActRequest, response: pb.ActResponse
    ) -> pb.ActResponse:
        """With a cursor, or when nothing was applied, the update is made from what the client has."""
        has_cursor = request.HasField("cursor")
        if response.outcome == pb.OUTCOME_SUPERSEDED or (
            has_cursor and request.cursor != response.update.cursor - len(response.update.events)
        ):
            cursor = request.cursor if has_cursor else None
            hosted, missed = await read_since(self.host, match_id, cursor)
            response.update.CopyFrom(told(hosted.stored, hosted.live, seat, cursor, missed))
            response.etag = etag(match_id, hosted.stored, hosted.live, seat)
        return response

    async def _check_token(self, match_id: str, caller: Caller) -> None:
        if caller.token is not None:
            check_generation(await self.host.read(match_id), caller)

    def _require_creator(self, hosted: Hosted, caller: Caller) -> None:
        if self.keyring.require_host(caller) != hosted.stored.host:
            raise ServiceError("NOT_CREATOR", "only the creator of the match may do this")

    async def _now_ms(self) -> int:
        try:
            return await self.store.now_ms()
        except StoreUnavailable as error:
            raise ServiceError("STORE_UNAVAILABLE", "the store cannot be reached") from error


class Superseded(ServiceError):
    """The decision had closed already: an outcome, not an error."""

    def __init__(self) -> None:
        super().__init__("DECISION_UNKNOWN", "the decision has closed")


def apply(live: Match, seat: int, answer: decision_pb2.Answer) -> LogEntry:
    """Apply a player's answer as it came over the wire. Raises `ServiceError`, and then nothing has changed."""
    waiting = live.open.get(seat)
    if waiting is None or waiting.id != answer.decision:
        if 0 < answer.decision <= live.game.players[seat].asked:
            raise Superseded
        raise ServiceError("DECISION_UNKNOWN", f"seat {seat} has not been asked decision {answer.decision}")
    try:
        meant = decisions.from_message(waiting.question, answer)
        live.answer(seat, waiting.id, meant)
    except IllegalAnswer as error:
        raise ServiceError(error.reason, str(error)) from error
    except NotAsked as error:
        raise Superseded from error
    return LogEntry(seat, waiting.id, meant, False, rules_version())


def _concerns(hosted: Hosted, seat: int) -> bool:
    """Whether a seat that waits for its next decision has waited long enough."""
    over = hosted.stored.state in (State.FINISHED, State.ABANDONED)
    return over or (hosted.live is not None and seat in hosted.live.open)


def _is_over(update: Update) -> bool:
    return update.state in (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_ABANDONED)
