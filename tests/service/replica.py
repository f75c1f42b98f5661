"""The application without its transport, so that a test can come between it and its store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sanguosha.v1 import decision_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.app import Application
from service.auth import Caller, Keyring, SeatToken
from service.config import Settings
from service.metrics import Metrics
from service.store import Store
from tests.service.tables import SEED, request_id, ruleset

SOMEBODY = Caller("", None)
SEATED: dict[tuple[str, int], Caller] = {}  # every seat, the house's too, at whichever replica


class Replica:
    """One of those that share a store. `settings` are names of `Settings`."""

    def __init__(self, store: Store, **settings: Any) -> None:
        self.store = store
        self.app = Application(store, Keyring(bytes(32), {}), Settings(**settings), Metrics())

    async def table(self, seats: int = 5, bots: Sequence[int] = (), silent_waits_ms: int = 0) -> str:
        """The id of a match that has just started."""
        match = match_pb2.Match(ruleset=ruleset(seats))
        match.ruleset.options.silent_waits.FromMilliseconds(silent_waits_ms)
        create = pb.CreateMatchRequest(match=match, request_id=request_id(), seed=SEED, bot_seats=bots)
        name = (await self.app.create_match(create, SOMEBODY)).name
        for _ in range(seats - len(bots)):
            await self.app.join_match(pb.JoinMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        match_id = name.removeprefix("matches/")
        for seat, taken in enumerate((await self.app.host.read(match_id)).stored.seats):
            SEATED[match_id, seat] = Caller("", SeatToken(match_id, seat, taken.generation))
        await self.app.start_match(pb.StartMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        return match_id

    async def view(self, match_id: str, seat: int) -> pb.GetViewResponse:
        return await self.app.get_view(pb.GetViewRequest(name=f"matches/{match_id}"), seated(match_id, seat))

    async def next(self, match_id: str, seat: int, cursor: int) -> pb.Update:
        request = pb.NextDecisionRequest(name=f"matches/{match_id}", cursor=cursor)
        return (await self.app.next_decision(request, seated(match_id, seat))).update

    async def act(self, match_id: str, answer: decision_pb2.Answer, seat: int) -> pb.ActResponse:
        request = pb.ActRequest(name=f"matches/{match_id}", request_id=request_id(), answer=answer)
        return await self.app.act(request, seated(match_id, seat))

    async def asked(self, match_id: str) -> list[decision_pb2.Decision]:
        """Every open decision."""
        seats = (await self.view(match_id, 0)).view.seats
        return [d for seat in seats for d in (await self.view(match_id, seat.seat)).decisions]

    def counted(self, name: str) -> float:
        return self.app.metrics.registry.get_sample_value(f"{name}_total") or 0.0


def seated(match_id: str, seat: int) -> Caller:
    return SEATED[match_id, seat]
