"""What a host has open where replies are lost, callers hang up and servers stop: as many as there are, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import Settings
from service.errors import ServiceError
from service.server import running
from service.store import EmbeddedServer, OutcomeUnknown, Store, StoreUnavailable
from service.store.open_count import open_key
from tests.service.conftest import Proxy
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import SERVER_KEY
from tests.service.tables import request_id, ruleset


def creation() -> pb.CreateMatchRequest:
    request = pb.CreateMatchRequest(request_id=request_id())
    request.match.ruleset.CopyFrom(ruleset(4))
    return request


def abandoning(name: str) -> pb.AbandonMatchRequest:
    return pb.AbandonMatchRequest(name=name, request_id=request_id())


async def created(replica: Replica, request: pb.CreateMatchRequest) -> Any:
    return await replica.app.call("CreateMatch")(request, SOMEBODY)


async def hang_up(calling: asyncio.Task[Any]) -> None:
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling


class Slow:
    """A call of the store that is served at once, and replies when it is told to."""

    def __init__(self, call: Any) -> None:
        self._call = call
        self.served, self.replies = asyncio.Event(), asyncio.Event()

    async def __call__(self, *which: Any, **more: Any) -> Any:
        answer = await self._call(*which, **more)
        self.served.set()
        await self.replies.wait()
        return answer


# -- the end of a match


@pytest.fixture
async def far(proxy: Proxy) -> AsyncIterator[Replica]:
    async with Store(proxy.url, timeout=1, connect_timeout=1) as store:
        yield Replica(store, max_open_matches=1)


async def lose_the_reply(proxy: Proxy, replica: Replica, request: pb.AbandonMatchRequest, away: bool) -> None:
    """The store ends the match, and is not heard; where it is `away`, it cannot be reached then."""
    commit = replica.store.commit

    async def unheard(*which: Any, **expected: Any) -> Any:
        proxy.cut_at_next_reply = True
        try:
            return await commit(*which, **expected)
        finally:
            if away:
                await proxy.close()

    with pytest.MonkeyPatch.context() as lost:
        lost.setattr(replica.store, "commit", unheard)
        with pytest.raises(ServiceError, match="repeat"):
            await replica.app.call("AbandonMatch")(request, SOMEBODY)


async def test_an_end_whose_reply_is_lost_counts_once_though_nobody_repeats_it(
    proxy: Proxy, far: Replica, redis: Redis
) -> None:
    request = abandoning(f"matches/{await far.table()}")
    await lose_the_reply(proxy, far, request, away=False)
    assert await redis.zcard(open_key("")) == 0
    await far.app.call("AbandonMatch")(request, SOMEBODY)
    assert far.counted("sanguosha_matches", state="abandoned") == 1


async def test_who_repeats_it_when_the_store_is_back_has_one_less(proxy: Proxy, far: Replica, redis: Redis) -> None:
    request = abandoning(f"matches/{await far.table()}")
    await lose_the_reply(proxy, far, request, away=True)
    assert await redis.zcard(open_key("")) == 1
    await proxy.open()
    await far.app.call("AbandonMatch")(request, SOMEBODY)
    assert await redis.zcard(open_key("")) == 0


@pytest.mark.parametrize("behind", [False, True], ids=["cold", "behind"])
@pytest.mark.parametrize("call", ["AbandonMatch", "GetMatch"])
async def test_whoever_learns_that_a_match_is_over_counts_it_no_more(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch, call: str, behind: bool
) -> None:
    """Where the replica that ended it has died at once."""
    dying, other = Replica(store, max_open_matches=1), Replica(store, max_open_matches=1)
    match_id = await dying.table()
    request = abandoning(f"matches/{match_id}")
    if behind:
        await other.app.backend.host.read(match_id)

    async def dies(*_: Any) -> None:
        pass

    with monkeypatch.context() as dead:
        dead.setattr(store.open_matches, "release", dies)
        await dying.app.call("AbandonMatch")(request, SOMEBODY)
    assert await redis.zcard(open_key("")) == 1
    asked = request if call == "AbandonMatch" else pb.GetMatchRequest(name=request.name)
    await other.app.call(call)(asked, SOMEBODY)
    assert await redis.zcard(open_key("")) == 0
    assert other.counted("sanguosha_matches", state="abandoned") == 0


# -- the creation of a match


@pytest.mark.parametrize("step", ["open_matches.reserve", "create"])
async def test_who_hangs_up_as_a_match_is_created_has_it_and_it_counts(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    replica, request = Replica(store, max_open_matches=1), creation()
    at: Any = store.open_matches if "." in step else store
    slow = Slow(getattr(at, step.rpartition(".")[2]))
    monkeypatch.setattr(at, step.rpartition(".")[2], slow)
    calling = asyncio.create_task(created(replica, request))
    await slow.served.wait()
    await hang_up(calling)
    slow.replies.set()
    await replica.app.backend.host.to_its_end.settled()
    [listed] = (await store.list_matches(10)).matches
    assert await redis.zrange(open_key(""), 0, -1) == [listed.match_id.encode()]
    assert replica.counted("sanguosha_matches", state="lobby") == 1


async def test_a_creation_that_the_store_refuses_counts_no_more(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> None:
        raise StoreUnavailable("no memory")

    monkeypatch.setattr(store, "create", refuse)
    with pytest.raises(ServiceError, match="reached"):
        await created(Replica(store, max_open_matches=1), creation())
    assert await redis.zcard(open_key("")) == 0


def lose_replies(monkeypatch: pytest.MonkeyPatch, at: Any, operation: str) -> None:
    call = getattr(at, operation)

    async def unheard(*which: Any) -> None:
        await call(*which)
        raise OutcomeUnknown("cut")

    monkeypatch.setattr(at, operation, unheard)


async def test_a_count_whose_reply_is_lost_is_taken_back_but_for_a_match_that_is_there(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica, there = Replica(store, max_open_matches=2), creation()
    await created(replica, there)
    lose_replies(monkeypatch, store.open_matches, "reserve")
    for request in (creation(), there):
        with pytest.raises(ServiceError, match="repeat"):
            await created(replica, request)
        assert await redis.zcard(open_key("")) == 1


async def test_a_match_counts_whose_creation_was_not_heard(
    store: Store, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose_replies(monkeypatch, store, "create")
    with pytest.raises(ServiceError, match="repeat"):
        await created(Replica(store, max_open_matches=1), creation())
    assert len((await store.list_matches(10)).matches) == await redis.zcard(open_key("")) == 1


# -- a server that stops


async def test_a_server_that_stops_has_counted_first_what_ended(
    tmp_path: Path, embedded: EmbeddedServer, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the caller is gone, as all are by then."""
    done: list[str] = []
    settings = Settings(
        port=0, http_port=-1, metrics_port=-1, redis_url=embedded.url, server_key=SERVER_KEY, data_dir=tmp_path
    )
    async with running(settings) as server:
        call, store = server.app.call, server.app.backend.store
        [sweeper] = [task for task in asyncio.all_tasks() if task.get_name() == "sweeper"]
        match = await call("CreateMatch")(creation(), SOMEBODY)
        slow, release, close = Slow(store.commit), store.open_matches.release, store.close

        async def released(*which: Any) -> None:
            await release(*which)
            done.append("counted")

        async def closed() -> None:
            done.append("closed")
            await close()

        monkeypatch.setattr(store, "commit", slow)
        monkeypatch.setattr(store.open_matches, "release", released)
        monkeypatch.setattr(store, "close", closed)
        calling = asyncio.create_task(call("AbandonMatch")(abandoning(match.name), SOMEBODY))
        await slow.served.wait()
        await hang_up(calling)
        sweeper.add_done_callback(lambda _: slow.replies.set())  # it is what stops last
    with suppress(TimeoutError):
        async with asyncio.timeout(5):
            while "counted" not in done:
                await asyncio.sleep(0.01)
    assert done == ["counted", "closed"]
