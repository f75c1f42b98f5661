"""`SeriesService`: as many matches as there are players, each of whom is the lord once."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom

import msgspec
from sanguosha.v1 import series_service_pb2 as pb

from engine.editions import EDITIONS
from engine.modes import MODES
from engine.rules import check
from engine.ruleset import NO_SEAT, Ruleset, UnknownRuleset

from ..access.auth import Caller
from ..access.quota import Quota
from ..backend import Backend
from ..checks import access_of, body_of, check_request_id, display_name_of, ruleset_of, series_id_of
from ..errors import ServiceError
from ..hosting import Step
from ..matches.creating import new_match
from ..matches.series import FORMAT, Series, SeriesMatch, SeriesPlayer, Stage, decode, encode, to_message
from ..matches.steps import started_if_full
from ..matches.stored import State, new_seat
from ..matches.terms import Terms
from ..store import Request
from ..telling.resources import whole_message

KEPT = 30  # times as long as an idle match
TRIES = 8
LOST = ("MATCH_NOT_FOUND", "STATE_CORRUPTED")
STAGES = {State.FINISHED: Stage.FINISHED, State.ABANDONED: Stage.BROKEN_OFF}

_lots = SystemRandom()


class Contests:
    """A series is written only if nobody else wrote it since it was read."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._quota = Quota.of_series(backend.store, backend.settings)
        self._lifetime_ms = 1000 * backend.settings.idle_expiry

    async def create_series(self, request: pb.CreateSeriesRequest, caller: Caller) -> pb.Series:
        host = self._backend.keyring.require_host(caller)
        check_request_id(request)
        asked = request.series
        ruleset, options = ruleset_of(asked.ruleset)
        _check_rotates(ruleset)
        players = _players_of(asked, ruleset.seats)
        if options.seat_lottery:
            _lots.shuffle(players)
        if asked.HasField("first_lord") and asked.first_lord >= ruleset.seats:
            raise ServiceError("FIELD_INVALID", "first_lord names a seat that does not exist", field="first_lord")
        series = Series(
            format=FORMAT,
            host=host,
            body=Request.of(host, request.request_id, body_of(request)).body_hash.hex(),
            ruleset=ruleset,
            options=options,
            players=tuple(players),
            first_lord=asked.first_lord if asked.HasField("first_lord") else _lots.randrange(ruleset.seats),
            unlisted=asked.unlisted,
            access=access_of(asked),
            created_ms=await self._backend.now_ms(),
        )
        series_id = self._backend.keyring.match_id(host, f"series/{request.request_id}")
        await self._backend.reaching(self._quota.reserve(host, series_id, self._lifetime_ms))
        found = await self._write(series_id, "", series)
        if found.over:  # by a repeat that comes after its end
            await self._quota.release(host, series_id)
        if found.body != series.body:
            raise ServiceError("REQUEST_ID_REUSED", "this request_id was used for another request")
        return to_message(series_id, found)

    async def get_series(self, request: pb.GetSeriesRequest, caller: Caller) -> pb.Series:
        series_id = series_id_of(request.name)
        _, series = await self._look(series_id)
        return to_message(series_id, series)

    async def start_series_match(self, request: pb.StartSeriesMatchRequest, caller: Caller) -> pb.Series:
        series_id = series_id_of(request.name)
        check_request_id(request)
        host = self._backend.keyring.require_host(caller)
        for _ in range(TRIES):
            value, series = await self._look(series_id)
            if host != series.host and not caller.admin:
                raise ServiceError("NOT_CREATOR", "only the creator of the series may do this")
            if request.request_id in series.requests:
                return to_message(series_id, series)
            if series.under_way:
                raise ServiceError("MATCH_NOT_OVER", "the last match of the series is not over")
            if series.over:
                raise ServiceError("SERIES_OVER", "everybody has been the lord")
            following = series.started(await self._create(series_id, series), request.request_id)
            found = await self._write(series_id, value, following)
            if found == following:
                return to_message(series_id, found)
        raise ServiceError("CONTENTION", "others changed the series again and again: repeat the call")

    async def _create(self, series_id: str, series: Series) -> SeriesMatch:
        """The next match, started. It is there before the series names it; who comes after a call that died in between
        finds it by its id."""
        host = series.host
        match = series.next_match(self._backend.keyring.match_id(host, f"series/{series_id}/{len(series.requests)}"))
        seats = [new_seat(player.bot, player.display_name) for player in series.players]
        terms = Terms(access=series.access, unlisted=series.unlisted, auto_start=True)
        stored = await new_match(self._backend, host, series.rules_for(match), seats, terms)
        creation = Request.of(host, f"series/{match.match_id}", b"")
        await self._backend.host.create(match.match_id, creation, started_if_full(Step(stored, None)))
        return match

    async def _look(self, series_id: str) -> tuple[str, Series]:
        """The series, with what its last match has come to, and as it is stored. Raises SERIES_NOT_FOUND."""
        value = await self._backend.reaching(self._backend.store.value(_key(series_id)))
        if not value:
            raise ServiceError("SERIES_NOT_FOUND", "there is no such series")
        series = decode(value)
        if not series.under_way:
            return value, series
        last = await self._seen(series.matches[-1])
        if last == series.matches[-1]:
            return value, series
        found = await self._write(series_id, value, series.seen(last))
        if found.over:
            await self._quota.release(found.host, series_id)
        return encode(found), found

    async def _seen(self, match: SeriesMatch) -> SeriesMatch:
        try:
            stored = (await self._backend.host.read(match.match_id)).stored
        except ServiceError as error:
            if error.reason not in LOST:
                raise
            return msgspec.structs.replace(match, stage=Stage.BROKEN_OFF)
        stage = STAGES.get(stored.state, Stage.PLAYING)
        if stored.result is None:
            return msgspec.structs.replace(match, stage=stage)
        result = whole_message(match.match_id, stored).result.SerializeToString(deterministic=True)
        return msgspec.structs.replace(match, stage=stage, result=result, first_out=stored.result.first_out)

    async def _write(self, series_id: str, before: str, series: Series) -> Series:
        """The series as it then is: this one, unless somebody else was faster. Raises SERIES_NOT_FOUND."""
        swap = self._backend.store.swap(_key(series_id), before, encode(series), KEPT * self._lifetime_ms)
        found = await self._backend.reaching(swap)
        if not found:
            raise ServiceError("SERIES_NOT_FOUND", "the series is not there any more")
        return decode(found)


def _key(series_id: str) -> str:
    return f"series:{series_id}"


def _check_rotates(ruleset: Ruleset) -> None:
    """Raises RULESET_INVALID and FIELD_INVALID where the lord cannot go round."""
    having = [mode.id for mode in MODES.values() if "lord_seat" in mode.options]
    if ruleset.mode not in having:
        raise _without_series("MODE_AND_SERIES", f"mode {ruleset.mode!r}", having)
    having = [edition.id for edition in EDITIONS.values() if "lord_seat" in edition.options]
    if ruleset.edition not in having:
        raise _without_series("EDITION_AND_SERIES", f"edition {ruleset.edition!r}", having)
    if ruleset.lord_seat != NO_SEAT or ruleset.protected_seat != NO_SEAT:
        raise ServiceError("FIELD_INVALID", "the series sets lord_seat and protected_seat", field="ruleset")
    try:
        check(msgspec.structs.replace(ruleset, lord_seat=0))
    except UnknownRuleset as error:
        raise ServiceError("RULESET_INVALID", str(error)[:200], ruleset=error.reason) from error


def _without_series(reason: str, what: str, having: Sequence[str]) -> ServiceError:
    said = f"{what} has no series, in which each player is the lord once: those of {', '.join(having)} have"
    return ServiceError("RULESET_INVALID", said, ruleset=reason)


def _players_of(series: pb.Series, seats: int) -> list[SeriesPlayer]:
    players = [SeriesPlayer(display_name_of(player.display_name), player.bot) for player in series.players]
    if len(players) != seats or not all(player.bot or player.display_name for player in players):
        raise ServiceError("FIELD_INVALID", "players: one with a name for each seat", field="players")
    return players
