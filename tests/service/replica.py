"""The application without its transport, so that a test can come between it and its store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sanguosha.v1 import decision_pb2, match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.access.auth import Caller, Keyring, SeatToken
from service.app import Application
from service.config.settings import Settings
from service.duty.timekeeper import Timekeeper
from service.store import Store
from service.telemetry.metrics import Metrics
from service.telling.cursors import Cursor, tag_of
from tests.service.tables import SEED, request_id, ruleset

SOMEBODY = Caller("", None)
SEATED: dict[tuple[str, int], Caller] = {}  # every seat, the house's too, at whichever replica


class Replica:
    """One of those that share a store. `settings` are names of `Settings`."""

    def __init__(self, store: Store, **settings: Any) -> None:
        self.store = store
        self.app = Application(store, Keyring(bytes(32)), Settings(**settings), Metrics())

    async def table(
        self,
        seats: int = 5,
        bots: Sequence[int] = (),
        silent_waits_ms: int = 0,
        playing: ruleset_pb2.Ruleset | None = None,
    ) -> str:
        """The id of a match that has just started."""
        match = match_pb2.Match(ruleset=playing or ruleset(seats))
        match.ruleset.options.silent_waits.FromMilliseconds(silent_waits_ms)
        create = pb.CreateMatchRequest(match=match, request_id=request_id(), seed=SEED, bot_seats=bots)
        name = (await self.app.call("CreateMatch")(create, SOMEBODY)).name
        for _ in range(seats - len(bots)):
            await self.app.call("JoinMatch")(pb.JoinMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        match_id = name.removeprefix("matches/")
        for seat, taken in enumerate((await self.app.backend.host.read(match_id)).stored.seats):
            SEATED[match_id, seat] = Caller("", SeatToken(match_id, seat, taken.generation))
        await self.app.call("StartMatch")(pb.StartMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        return match_id

    async def serve_due(self, match_id: str, now_ms: int | None = None) -> None:
        """What time does to the match by an instant; by now, if no other is named."""
        now_ms = await self.store.now_ms() if now_ms is None else now_ms
        timekeeper = Timekeeper(self.app.backend)
        await timekeeper.serve_due(match_id, now_ms)
        await timekeeper.settled()

    async def view(self, match_id: str, seat: int) -> pb.GetViewResponse:
        return await self.app.call("GetView")(pb.GetViewRequest(name=f"matches/{match_id}"), seated(match_id, seat))

    async def next(self, match_id: str, seat: int, ordinal: int) -> pb.Update:
        cursor = str(Cursor(ordinal, 0, 0, tag_of(match_id)))
        request = pb.NextDecisionRequest(name=f"matches/{match_id}", cursor=cursor)
        return (await self.app.call("NextDecision")(request, seated(match_id, seat))).update

    async def act(self, match_id: str, answer: decision_pb2.Answer, seat: int, id: str = "") -> pb.ActResponse:
        request = pb.ActRequest(name=f"matches/{match_id}", request_id=id or request_id(), answer=answer)
        return await self.app.call("Act")(request, seated(match_id, seat))

    async def asked(self, match_id: str) -> list[decision_pb2.Decision]:
        """Every open decision."""
        seats = (await self.view(match_id, 0)).view.seats
        return [d for seat in seats for d in (await self.view(match_id, seat.seat)).decisions]

    def counted(self, name: str, **labels: str) -> float:
        """The sum of a counter over the samples that carry these labels."""
        metrics = [metric for metric in self.app.backend.metrics.registry.collect() if metric.name == name]
        assert metrics, f"there is no counter {name}"
        return sum(sample.value for sample in metrics[0].samples if labels.items() <= sample.labels.items())

    def value(self, sample: str, **labels: str) -> float:
        """One sample of any metric."""
        found = self.app.backend.metrics.registry.get_sample_value(sample, labels)
        assert found is not None, f"there is no sample {sample} {labels}"
        return found


def seated(match_id: str, seat: int) -> Caller:
    return SEATED[match_id, seat]
