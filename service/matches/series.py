"""A series of matches as the store keeps it: one small value, which holds the results of its matches."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

import msgspec
from sanguosha.v1 import match_pb2, series_service_pb2

from engine.ruleset import NO_SEAT, Ruleset

from ..convert import rulesets
from ..errors import ServiceError
from ..reticent import Reticent
from .terms import Access, TableOptions

FORMAT = 1


class Stage(IntEnum):
    """Where a match of a series is: numbers of `MatchState` in the contract."""

    PLAYING = 2
    FINISHED = 3
    BROKEN_OFF = 4


class SeriesPlayer(msgspec.Struct, frozen=True):
    display_name: str
    bot: bool = False


class SeriesMatch(msgspec.Struct, frozen=True):
    """`result` is a `MatchResult`, of a match that is finished."""

    match_id: str
    lord: int
    protected: int = NO_SEAT
    stage: Stage = Stage.PLAYING
    result: bytes = b""
    first_out: int = NO_SEAT


class Series(Reticent, frozen=True):
    """`host` created it, by a request with this `body`. `requests` are those that have started a match."""

    format: int
    host: str
    body: str
    ruleset: Ruleset
    options: TableOptions
    players: tuple[SeriesPlayer, ...]
    first_lord: int
    unlisted: bool
    access: Access
    created_ms: int
    requests: tuple[str, ...] = ()
    matches: tuple[SeriesMatch, ...] = ()

    shown = ("format", "host", "ruleset", "created_ms")

    @property
    def played(self) -> list[SeriesMatch]:
        return [match for match in self.matches if match.stage == Stage.FINISHED]

    @property
    def under_way(self) -> bool:
        return bool(self.matches) and self.matches[-1].stage == Stage.PLAYING

    @property
    def over(self) -> bool:
        return len(self.played) == len(self.players)

    def next_match(self, match_id: str) -> SeriesMatch:
        """The lord is who follows the last one; who died first in that match keeps the last blood, by the option."""
        played = self.played
        lord = (self.first_lord + len(played)) % len(self.players)
        protected = played[-1].first_out if played and self.ruleset.last_blood else NO_SEAT
        return SeriesMatch(match_id, lord, protected)

    def rules_for(self, match: SeriesMatch) -> tuple[Ruleset, TableOptions]:
        """Who sits where was drawn for the whole series."""
        ruleset = msgspec.structs.replace(self.ruleset, lord_seat=match.lord, protected_seat=match.protected)
        return ruleset, msgspec.structs.replace(self.options, seat_lottery=False)

    def started(self, match: SeriesMatch, request_id: str) -> Series:
        """With the match in the place of one that was broken off, or after those that were played."""
        matches = (*self.played, match)
        return msgspec.structs.replace(self, matches=matches, requests=(*self.requests, request_id))

    def seen(self, last: SeriesMatch) -> Series:
        """With the last match as it is now."""
        return msgspec.structs.replace(self, matches=(*self.matches[:-1], last))


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Series)


def encode(series: Series) -> str:
    return _encoder.encode(series).decode()


def decode(value: str) -> Series:
    """Raises STATE_CORRUPTED."""
    try:
        return _decoder.decode(value)
    except msgspec.MsgspecError as error:
        raise ServiceError("STATE_CORRUPTED", "the stored series cannot be read") from error


def to_message(series_id: str, series: Series) -> series_service_pb2.Series:
    message = series_service_pb2.Series(
        name=f"series/{series_id}",
        ruleset=rulesets.to_message(series.ruleset, series.options),
        first_lord=series.first_lord,
        unlisted=series.unlisted,
        spectator_access=match_pb2.SpectatorAccess.ValueType(series.access),
        matches=map(_match, series.matches),
        over=series.over,
    )
    points = list(_points(series))
    for player, total in zip(series.players, points, strict=True):
        message.players.add(display_name=player.display_name, bot=player.bot, points=total)
    if series.over:
        message.winners.extend(seat for seat, total in enumerate(points) if total == max(points))
    message.create_time.FromMilliseconds(series.created_ms)
    return message


def _match(match: SeriesMatch) -> series_service_pb2.SeriesMatch:
    message = series_service_pb2.SeriesMatch(
        match=f"matches/{match.match_id}",
        lord_seat=match.lord,
        protected_seat=None if match.protected == NO_SEAT else match.protected,
        state=match_pb2.MatchState.ValueType(match.stage),
    )
    if match.stage == Stage.FINISHED:
        message.result.ParseFromString(match.result)
    return message


def _points(series: Series) -> Iterator[int]:
    results = [match_pb2.MatchResult.FromString(match.result) for match in series.played]
    for seat in range(len(series.players)):
        yield sum(result.seats[seat].points for result in results)
