"""A match whose spectators are behind, and a clock that the test sets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random
from typing import Any, NamedTuple

from google.protobuf.message import Message
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.access.auth import Caller, SeatToken
from service.errors import ServiceError
from service.store import Store
from service.telling.spectators import Behind, Spectators
from tests.service.playing import any_answer
from tests.service.replica import SEATED, SOMEBODY, Replica
from tests.service.tables import BEGINNING, SEED, request_id, ruleset

DELAY_MS = 60_000


def delayed(seats: int = 4, delay_ms: int = DELAY_MS, talk: bool = False) -> match_pb2.Match:
    playing = ruleset(seats)
    playing.options.spectator_delay.FromMilliseconds(delay_ms)
    playing.options.talk = talk
    return match_pb2.Match(ruleset=playing)


class Clock:
    """A store at another time of day: it writes now, and reads what time it is from the test."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.ms = 0

    async def now_ms(self) -> int:
        return self.ms

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Now(Spectators):
    """Without a delay."""

    async def behind(self, hosted: Any) -> Behind:
        return Behind(hosted, await self._store.now_ms(), None)


class Told(NamedTuple):
    """All that a spectator who comes then is told."""

    view: bytes
    snapshot: bytes
    from_the_beginning: bytes


class Delayed:
    """A match whose spectators are behind; one of them watches as if they were not, and some come later."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.table = Replica(store)
        self.table.app.backend.spectators = Now(store)
        self.clock = Clock(store)
        self.late = self.comes_late()
        self.rng = Random(1)
        self.match_id = ""
        self.told: dict[int, Told] = {}

    @property
    def name(self) -> str:
        return f"matches/{self.match_id}"

    async def call(self, method: str, request: Message, caller: Caller = SOMEBODY) -> Any:
        return await self.table.app.call(method)(request, caller)

    async def create(self, talk: bool = False, seats: int = 4) -> None:
        create = pb.CreateMatchRequest(match=delayed(seats, talk=talk), request_id=request_id(), seed=SEED)
        self.match_id = (await self.call("CreateMatch", create)).name.removeprefix("matches/")
        for _ in range(seats):
            await self.call("JoinMatch", pb.JoinMatchRequest(name=self.name, request_id=request_id()))
        for seat, taken in enumerate((await self.hosted()).stored.seats):
            SEATED[self.match_id, seat] = Caller("", SeatToken(self.match_id, seat, taken.generation))

    async def hosted(self) -> Any:
        return await self.table.app.backend.host.read(self.match_id)

    async def start(self) -> None:
        await self.call("StartMatch", pb.StartMatchRequest(name=self.name, request_id=request_id()))

    async def abandon(self) -> None:
        await self.call("AbandonMatch", pb.AbandonMatchRequest(name=self.name, request_id=request_id()))

    async def move(self) -> None:
        live = (await self.hosted()).live
        seat = self.rng.choice(list(live.open))
        [decision] = (await self.table.view(self.match_id, seat)).decisions
        await self.table.act(self.match_id, any_answer(self.rng, decision), seat)

    async def over(self) -> bool:
        return (await self.hosted()).stored.over

    async def note(self) -> int:
        """What a spectator is told now; the instant of the last change."""
        instant = (await self.store.log(self.match_id))[-1].ms
        self.told[instant] = await told(self.table, self.name)
        return instant

    def comes_late(self) -> Replica:
        """Another replica at the other time of day."""
        return Replica(self.clock)

    async def later(self, instant: int, replica: Replica | None = None) -> Told:
        """What a spectator is told then, who is behind."""
        self.clock.ms = instant
        return await told(replica or self.late, self.name)


async def told(replica: Replica, name: str) -> Told:
    try:
        view = (await replica.app.call("GetView")(pb.GetViewRequest(name=name), SOMEBODY)).SerializeToString()
    except ServiceError as error:
        view = error.reason.encode()
    snapshot, first = [await first_of(replica, name, cursor) for cursor in ("", BEGINNING)]
    return Told(view, snapshot.SerializeToString(), first.SerializeToString())


def watched(replica: Replica, name: str, cursor: str) -> AsyncIterator[pb.WatchMatchResponse]:
    stream: AsyncIterator[pb.WatchMatchResponse] = replica.app.call("WatchMatch")(
        pb.WatchMatchRequest(name=name, cursor=cursor), SOMEBODY
    )
    return stream


async def first_of(replica: Replica, name: str, cursor: str = "") -> pb.WatchMatchResponse:
    """What a watch begins with."""
    stream: Any = watched(replica, name, cursor)
    message: pb.WatchMatchResponse = await anext(stream)
    await stream.aclose()
    return message
