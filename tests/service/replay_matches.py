"""Matches of every kind that a replay can be of, played on a real server."""

from __future__ import annotations

import asyncio
from typing import Any

from sanguosha.v1 import (
    match_pb2,
    replay_service_pb2,
    replay_service_pb2_grpc,
    ruleset_pb2,
    table_service_pb2,
    table_service_pb2_grpc,
)
from sanguosha.v1 import match_service_pb2 as pb

from tests.service.tables import OVER, SEED, Calls, Table, bearer, request_id, ruleset

SEATS = 4
KINDS = ("house", "players", "silent", "conceded", "late", "abandoned", "lobby")


async def play_everything(address: str) -> dict[str, replay_service_pb2.Replay]:
    """The replay of a match of each of `KINDS`."""
    players = (_house, _players, _silent, _conceded, _late, _abandoned, _lobby)
    async with Calls(address) as calls:
        played = await asyncio.gather(*(play(calls) for play in players))
        found = [await get_replay(calls, name) for name in played]
    return dict(zip(KINDS, found, strict=True))


async def get_replay(calls: Calls, name: str, token: str = "") -> replay_service_pb2.Replay:
    stub: Any = replay_service_pb2_grpc.ReplayServiceStub(calls.channels[0])
    return await stub.GetReplay(replay_service_pb2.GetReplayRequest(name=name), metadata=bearer(token))


async def get_result(calls: Calls, name: str) -> match_pb2.MatchResult:
    stub: Any = replay_service_pb2_grpc.ReplayServiceStub(calls.channels[0])
    return await stub.GetMatchResult(replay_service_pb2.GetMatchResultRequest(name=name))


async def over(calls: Calls, name: str) -> str:
    """Wait for the end of the match."""
    stream = calls.stub.WatchMatch(pb.WatchMatchRequest(name=name))
    async for message in stream:
        if message.end == pb.STREAM_END_MATCH_OVER:
            break
    assert (await calls.get(name)).state in OVER
    return name


async def _among_the_house(calls: Calls, playing: ruleset_pb2.Ruleset, players: int = 0) -> Table:
    """Started; the house has the seats that the players do not."""
    match = await calls.create(playing=playing, bots=range(players, playing.seat_count), seed=SEED)
    joined = [await calls.join(match.name) for _ in range(players)]
    await calls.start(match.name)
    return Table(calls, match.name, {seat.seat: seat.seat_token for seat in joined})


async def _house(calls: Calls) -> str:
    match = await calls.create(playing=ruleset(SEATS), bots=range(SEATS), seed=SEED)
    await calls.start(match.name)
    return await over(calls, match.name)


async def _players(calls: Calls) -> str:
    table = await calls.table(SEATS, playing=ruleset(SEATS, heroes=True))
    return (await table.play_out()).name


async def _silent(calls: Calls) -> str:
    playing = ruleset(SEATS)
    playing.options.silent_waits.FromMilliseconds(1)
    return await over(calls, (await _among_the_house(calls, playing)).name)


async def _conceded(calls: Calls) -> str:
    """The seat of the lord may be it, or another: either way it is a concession, and the match goes to its end."""
    table = await _among_the_house(calls, ruleset(SEATS, heroes=True), players=1)
    stub: Any = table_service_pb2_grpc.TableServiceStub(calls.channels[0])
    request = table_service_pb2.ConcedeMatchRequest(name=table.name, request_id=request_id())
    await stub.ConcedeMatch(request, metadata=bearer(table.tokens[0]))
    return await over(calls, table.name)


async def _late(calls: Calls) -> str:
    """A player who misses the first deadline, and for whom the house plays from then on."""
    playing = ruleset(SEATS)
    for kind in ("setup", "play", "respond", "invoke", "choose", "discard"):
        getattr(playing.options.deadlines, kind).FromSeconds(1)
    playing.options.deadlines.missed_limit = 1
    return await over(calls, (await _among_the_house(calls, playing, players=1)).name)


async def _abandoned(calls: Calls) -> str:
    table = await calls.table(SEATS, playing=ruleset(SEATS, heroes=True))
    await table.move(25)
    return (await calls.abandon(table.name)).name


async def _lobby(calls: Calls) -> str:
    return (await calls.abandon((await calls.create(SEATS)).name)).name
