"""How many matches there are in each state is true of the whole store, and told by one replica at a time."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.store import Store
from service.telemetry import census
from service.telemetry.census import Census
from service.telemetry.metrics import Metrics
from tests.service.replica import SOMEBODY, Replica
from tests.service.tables import request_id, ruleset


def told(metrics: Metrics) -> dict[str, float]:
    """What the replica exports, by state; nothing where another one counts."""
    families = [family for family in metrics.registry.collect() if family.name == "sanguosha_stored_matches"]
    return {sample.labels["state"]: sample.value for family in families for sample in family.samples}


async def created(replica: Replica, unlisted: bool = False) -> str:
    match = match_pb2.Match(ruleset=ruleset(5), unlisted=unlisted)
    request = pb.CreateMatchRequest(match=match, request_id=request_id())
    name: str = (await replica.app.call("CreateMatch")(request, SOMEBODY)).name
    return name


async def test_every_match_is_counted_in_its_state_listed_or_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "AT_ONCE", 1)
    monkeypatch.setattr(census, "REST", 0.0)
    replica, metrics = Replica(store), Metrics()
    counting = Census(store, metrics)
    await counting.count()
    assert told(metrics) == {"lobby": 0, "playing": 0, "finished": 0, "abandoned": 0}
    names = [await created(replica, unlisted=n % 2 > 0) for n in range(5)]
    await replica.table()
    abandon = pb.AbandonMatchRequest(name=names[0], request_id=request_id())
    await replica.app.call("AbandonMatch")(abandon, SOMEBODY)
    await counting.count()
    assert told(metrics) == {"lobby": 4, "playing": 1, "finished": 0, "abandoned": 1}
    await store.delete(names[1].removeprefix("matches/"))
    await counting.count()
    assert told(metrics)["lobby"] == 3


async def test_one_replica_counts_until_it_is_gone(store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "RENEWED", 0.0)  # it says before each bucket that it goes on
    one, two = Metrics(), Metrics()
    first, second = Census(store, one), Census(store, two)
    await first.count()
    await second.count()
    assert told(one)
    assert not told(two)
    assert 0 < await redis.pttl(census.NAME) <= census.LAPSES_MS
    await redis.delete(census.NAME)  # as if the first had not gone on for so long
    await second.count()
    assert told(two)
    await first.count()
    assert not told(one)
