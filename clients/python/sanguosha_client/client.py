"""A server, and everything that it does for whoever plays no seat yet."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from typing import Any, Literal, Self, Unpack

import grpc
from sanguosha.v1 import (
    catalogue_service_pb2,
    lobby_service_pb2,
    match_pb2,
    replay_service_pb2,
    ruleset_pb2,
    series_service_pb2,
    server_service_pb2,
    table_service_pb2,
)
from sanguosha.v1 import match_service_pb2 as pb

from . import rulesets
from .connection import Connection, new_request_id
from .rulesets import Rules
from .seat import Seat
from .watcher import Watcher

SPECTATORS = {
    "everybody": match_pb2.SPECTATOR_ACCESS_EVERYBODY,
    "token": match_pb2.SPECTATOR_ACCESS_TOKEN,
    "nobody": match_pb2.SPECTATOR_ACCESS_NOBODY,
}


class Client:
    """A client of a server, or of several that share a store.

    `addresses` are gRPC targets, `host:port`; a name that stands for several servers, or several IP addresses with
    ports, are taken in turn. `api_key` is the host's, where the server has keys. Without `credentials`
    (`tls()` makes some) nothing is encrypted. `patience` is for how many seconds a server may be away
    before a call or a stream fails; until then it is tried again, with the same request id, so that what it asks for
    happens once. `options` are those of the gRPC channel, before our own. Make it where an event loop runs.

    Every call raises `SanguoshaError`; its `reason` is among those that the contract names for the method. Arguments
    that no server can understand raise `ValueError`.
    """

    def __init__(
        self,
        *addresses: str,
        api_key: str = "",
        credentials: grpc.ChannelCredentials | None = None,
        patience: float = 30.0,
        options: Sequence[tuple[str, Any]] = (),
    ) -> None:
        self.connection = Connection(addresses, api_key, credentials, patience, options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends every call and stream, also those of seats: whoever waits for one gets `SanguoshaError` (CANCELLED)."""
        await self.connection.close()

    # -- matches

    async def create_match(
        self,
        ruleset: ruleset_pb2.Ruleset | None = None,
        *,
        bots: Collection[int] = (),
        display_names: Mapping[int, str] = {},
        annotations: Mapping[str, str] = {},
        spectators: Literal["everybody", "token", "nobody"] = "everybody",
        unlisted: bool = False,
        auto_start: bool = False,
        seed: bytes = b"",
        webhook_uri: str = "",
        **rules: Unpack[Rules],
    ) -> match_pb2.Match:
        """A new match in the lobby: of a whole `Ruleset`, or of `rules` (`seats=5, heroes=True`; `Rules` lists them).

        The house plays the seats of `bots`; those of `display_names` are taken, and `issue_token` gives them to their
        players. Raises RULESET_INVALID, SEED_INVALID, FIELD_INVALID and LIMIT_REACHED.
        """
        if spectators not in SPECTATORS:
            raise ValueError(f"spectators are not {spectators!r}: write {', '.join(SPECTATORS)}")
        match = match_pb2.Match(
            ruleset=_either(ruleset, rules),
            seats=[match_pb2.MatchSeat(seat=seat, display_name=name) for seat, name in sorted(display_names.items())],
            annotations=annotations,
            spectator_access=SPECTATORS[spectators],
            unlisted=unlisted,
            auto_start=auto_start,
        )
        request = pb.CreateMatchRequest(
            match=match, request_id=new_request_id(), seed=seed, bot_seats=sorted(bots), webhook_uri=webhook_uri
        )
        return await self.connection.call(self.connection.matches.CreateMatch, request)

    async def get(self, name: str) -> match_pb2.Match:
        """A match by its name, `matches/{match}`. Raises MATCH_NOT_FOUND."""
        return await self.connection.call(self.connection.matches.GetMatch, pb.GetMatchRequest(name=name))

    async def matches(
        self,
        *,
        state: match_pb2.MatchState.ValueType = match_pb2.MATCH_STATE_UNSPECIFIED,
        joinable: bool = False,
        mode: str = "",
        edition: str = "",
        seats: int = 0,
        page_size: int = 0,
    ) -> AsyncGenerator[match_pb2.Match, None]:
        """The listed matches, the newest first, page after page; with filters, those alone to which all apply."""
        request = pb.ListMatchesRequest(
            page_size=page_size, state=state, joinable=joinable, mode=mode, edition=edition, seat_count=seats
        )
        while True:
            page = await self.connection.call(self.connection.matches.ListMatches, request)
            for match in page.matches:
                yield match
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def start(self, name: str) -> match_pb2.Match:
        """Starts a match whose seats are all taken. Raises NOT_CREATOR, MATCH_STARTED, MATCH_OVER and SEATS_FREE."""
        request = pb.StartMatchRequest(name=name, request_id=new_request_id())
        return await self.connection.call(self.connection.matches.StartMatch, request)

    async def abandon(self, name: str) -> match_pb2.Match:
        """Breaks a match off, without a result. Raises NOT_CREATOR and MATCH_OVER."""
        request = pb.AbandonMatchRequest(name=name, request_id=new_request_id())
        return await self.connection.call(self.connection.matches.AbandonMatch, request)

    # -- seats

    async def join(self, name: str, *, seat: int | None = None, display_name: str = "") -> Seat:
        """Takes a seat, the first free one unless told. Raises MATCH_STARTED, MATCH_OVER, MATCH_FULL and SEAT_TAKEN."""
        request = pb.JoinMatchRequest(name=name, request_id=new_request_id(), display_name=display_name, seat=seat)
        response = await self.connection.call(self.connection.matches.JoinMatch, request)
        return Seat.joined(self.connection, response)

    # -- series

    async def create_series(
        self,
        players: Sequence[str],
        ruleset: ruleset_pb2.Ruleset | None = None,
        *,
        bots: Collection[int] = (),
        first_lord: int | None = None,
        unlisted: bool = False,
        **rules: Unpack[Rules],
    ) -> series_service_pb2.Series:
        """A contest of as many matches as there are names in `players`, each of whom is the lord once; the house plays
        those of `bots`. Raises RULESET_INVALID and FIELD_INVALID."""
        series = series_service_pb2.Series(
            ruleset=_either(ruleset, rules),
            players=[
                series_service_pb2.SeriesPlayer(display_name=name, bot=seat in bots)
                for seat, name in enumerate(players)
            ],
            first_lord=first_lord,
            unlisted=unlisted,
        )
        series.ruleset.seat_count = series.ruleset.seat_count or len(players)
        request = series_service_pb2.CreateSeriesRequest(series=series, request_id=new_request_id())
        return await self.connection.call(self.connection.series.CreateSeries, request)

    async def series(self, name: str) -> series_service_pb2.Series:
        """A series by its name, `series/{series}`, with the results so far. Raises SERIES_NOT_FOUND."""
        request = series_service_pb2.GetSeriesRequest(name=name)
        return await self.connection.call(self.connection.series.GetSeries, request)

    async def start_series_match(self, name: str) -> series_service_pb2.Series:
        """Starts the next match, the last one in `matches`. Raises NOT_CREATOR, MATCH_NOT_OVER and SERIES_OVER."""
        request = series_service_pb2.StartSeriesMatchRequest(name=name, request_id=new_request_id())
        return await self.connection.call(self.connection.series.StartSeriesMatch, request)

    # -- lobby

    async def look_up(self, code: str) -> match_pb2.Match:
        """The match in the lobby that a code leads to. Raises CODE_UNKNOWN."""
        request = lobby_service_pb2.LookUpMatchRequest(code=code)
        return await self.connection.call(self.connection.lobby.LookUpMatch, request)

    async def join_by_code(self, code: str, *, seat: int | None = None, display_name: str = "") -> Seat:
        """Takes a seat in the match that a code leads to. Raises CODE_UNKNOWN, and what `join` does."""
        return await self.join((await self.look_up(code)).name, seat=seat, display_name=display_name)

    async def quick_match(
        self, ruleset: ruleset_pb2.Ruleset | None = None, *, display_name: str = "", **rules: Unpack[Rules]
    ) -> Seat:
        """A seat in a match with whoever asks for the same rules. It starts by itself when its seats are taken. Raises
        RULESET_INVALID."""
        request = lobby_service_pb2.QuickMatchRequest(
            ruleset=_either(ruleset, rules), display_name=display_name, request_id=new_request_id()
        )
        response = await self.connection.call(self.connection.lobby.QuickMatch, request)
        return Seat.joined(self.connection, response)

    async def issue_token(self, name: str, seat: int | None = None, *, display_name: str = "") -> str:
        """A token for a seat, or without one to watch with; those given before are not valid any more. Raises
        NOT_CREATOR, MATCH_OVER and SEAT_CONCEDED."""
        request = table_service_pb2.IssueTokenRequest(name=name, request_id=new_request_id(), display_name=display_name)
        if seat is None:
            request.spectator = True
        else:
            request.seat = seat
        return (await self.connection.call(self.connection.tables.IssueToken, request)).token

    async def hand_over(self, name: str, seat: int) -> match_pb2.Match:
        """Lets the house play a seat of a match of one's own. Raises NOT_CREATOR, MATCH_NOT_STARTED and MATCH_OVER."""
        request = table_service_pb2.HandOverSeatRequest(name=name, request_id=new_request_id(), seat=seat)
        return await self.connection.call(self.connection.tables.HandOverSeat, request)

    # -- watching, and what is left of a match

    def watch(self, name: str, token: str = "", cursor: str = "") -> Watcher:
        """What happens in a match, as a seat, a spectator with a token, or anybody sees it. It begins with the table as
        it is; after a cursor, if there is one; with the first event after the cursor `0`."""
        return Watcher(self.connection, name, token, cursor)

    async def view(self, name: str, token: str = "", *, reveal_all: bool = False) -> pb.GetViewResponse:
        """The table now; with everything face up when the match is over. Raises MATCH_NOT_STARTED, MATCH_NOT_OVER and
        SPECTATORS_REFUSED."""
        request = pb.GetViewRequest(name=name, reveal_all=reveal_all)
        return await self.connection.call(self.connection.matches.GetView, request, token)

    async def result(self, name: str) -> match_pb2.MatchResult:
        """How a match ended. Raises MATCH_NOT_OVER, also where it was abandoned."""
        request = replay_service_pb2.GetMatchResultRequest(name=name)
        return await self.connection.call(self.connection.replays.GetMatchResult, request)

    async def replay(self, name: str, token: str = "") -> replay_service_pb2.Replay:
        """Everything to play a match again with. Raises MATCH_NOT_OVER and SPECTATORS_REFUSED."""
        request = replay_service_pb2.GetReplayRequest(name=name)
        return await self.connection.call(self.connection.replays.GetReplay, request, token)

    # -- the server

    async def catalogue(self, packs: Collection[str] = ()) -> catalogue_service_pb2.Catalogue:
        """Every card, hero, skill and text, or those of some packs. Raises FIELD_INVALID for an unknown one."""
        request = catalogue_service_pb2.GetCatalogueRequest(packs=packs)
        return await self.connection.call(self.connection.catalogues.GetCatalogue, request)

    async def server_info(self) -> server_service_pb2.ServerInfo:
        """Its versions and limits."""
        return await self.connection.call(
            self.connection.servers.GetServerInfo, server_service_pb2.GetServerInfoRequest()
        )


def _either(message: ruleset_pb2.Ruleset | None, rules: Rules) -> ruleset_pb2.Ruleset:
    if message is None:
        return rulesets.ruleset(**rules)
    if rules:
        raise ValueError(f"a whole Ruleset leaves nothing to say by {', '.join(rules)}")
    return message
