"""The sweeper and the house go on whatever happens, and what went wrong is counted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from engine.questions import Answer
from service.config.settings import Settings
from service.duty import timekeeper
from service.duty.due import Sweeper
from service.duty.timekeeper import Timekeeper
from service.errors import ServiceError
from service.server import running
from service.store import OutcomeUnknown, Store, StoreUnavailable
from tests.service.planting import answered
from tests.service.replica import Replica

BOTS = range(5)


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(5):
        while not await condition():
            await asyncio.sleep(0.01)


async def answers(store: Store, match_id: str) -> int:
    return await answered(store, match_id)


@pytest.mark.parametrize("fault", [RuntimeError("unheard of"), OSError("gone"), KeyError("x")])
async def test_a_sweep_that_fails_is_counted_and_the_next_one_works(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    replica = Replica(store, sweep_ms=5, bot_delay_ms=0)
    match_id = await replica.table(bots=BOTS)
    claim, failing = store.claim_due, iter([fault, fault])

    async def claim_due(*which: Any) -> Any:
        if (error := next(failing, None)) is not None:
            raise error
        return await claim(*which)

    monkeypatch.setattr(store, "claim_due", claim_due)
    sweeping = asyncio.create_task(Sweeper(replica.app.backend).run())

    async def has_moved() -> bool:
        return await answers(store, match_id) > 0

    await until(has_moved)
    sweeping.cancel()
    assert replica.counted("sanguosha_sweep_failures") == 2


async def test_a_store_that_is_away_is_logged_once_until_it_is_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica = Replica(store, sweep_ms=1)
    claim, faults, tries = store.claim_due, (StoreUnavailable("gone"), OutcomeUnknown("gone")), 0

    async def claim_due(*which: Any) -> Any:
        nonlocal tries
        tries += 1
        if away:
            raise faults[tries % 2]
        return await claim(*which)

    async def three_more() -> None:
        before = tries

        async def done() -> bool:
            return tries >= before + 3

        await until(done)

    away = True
    monkeypatch.setattr(store, "claim_due", claim_due)
    with capture_logs() as logged:
        sweeping = asyncio.create_task(Sweeper(replica.app.backend).run())
        for away in (True, False, True):  # noqa: B007  claim_due reads it
            await three_more()
        sweeping.cancel()
    said = [line for line in logged if line["event"] == "sweep_failed"]
    assert said == [{"event": "sweep_failed", "log_level": "warning", "error": "gone"}] * 2
    assert replica.counted("sanguosha_sweep_failures") >= 4


async def test_a_match_that_fails_again_and_again_is_tried_ever_less_often(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica = Replica(store, lease_ms=1, bot_delay_ms=0)
    await replica.table(bots=BOTS)
    tried: list[int] = []

    async def fail(_: Timekeeper, __: str, now_ms: int) -> None:
        tried.append(now_ms)
        raise ServiceError("STATE_CORRUPTED", "spoilt")

    monkeypatch.setattr(Timekeeper, "serve_due", fail)
    sweeper = Sweeper(replica.app.backend)
    while len(tried) < 6:
        await sweeper.sweep()
    apart = [later - earlier for earlier, later in pairwise(tried)]
    assert all(gap >= 2**n for n, gap in enumerate(apart))
    assert replica.counted("sanguosha_due_failures") == 6


async def test_a_match_that_could_not_be_reached_for_once_is_served_at_the_end_of_the_lease(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    replica = Replica(store, lease_ms=1, bot_delay_ms=0)
    match_id = await replica.table(bots=BOTS)
    serve, failing = Timekeeper.serve_due, iter(["STORE_UNAVAILABLE"] * 20)

    async def serve_due(*which: Any) -> None:
        if (reason := next(failing, None)) is not None:
            raise ServiceError(reason, "away")
        await serve(*which)

    monkeypatch.setattr(Timekeeper, "serve_due", serve_due)
    sweeper = Sweeper(replica.app.backend)
    async with asyncio.timeout(2):
        while not await answers(store, match_id):
            await sweeper.sweep()


@pytest.mark.parametrize("fault", [StoreUnavailable("the node that has it is away"), RuntimeError("unheard of")])
async def test_what_is_claimed_is_served_where_what_was_left_cannot_be_read(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    replica = Replica(store, lease_ms=600_000, bot_delay_ms=0)
    match_id = await replica.table(bots=BOTS)

    async def take_left(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(store.servers, "take_left", take_left)
    sweeper = Sweeper(replica.app.backend)
    with capture_logs() as logged:
        assert await sweeper.sweep()
        assert await answers(store, match_id)
        await sweeper.sweep()
    assert replica.counted("sanguosha_sweep_failures") == 2
    levels = [line["log_level"] for line in logged if line["event"] == "sweep_failed"]
    assert levels == (["warning"] if isinstance(fault, StoreUnavailable) else ["error"] * 2)


async def test_the_sweeper_has_ended_before_the_store_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    close = Store.close

    async def run(_: Sweeper) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.02)
            order.append("sweeper")

    async def close_later(store: Store) -> None:
        order.append("store")
        await close(store)

    monkeypatch.setattr(Sweeper, "run", run)
    monkeypatch.setattr(Store, "close", close_later)
    async with running(Settings(port=0, http_port=-1, metrics_port=-1, data_dir=tmp_path)):
        await asyncio.sleep(0.01)
    assert order == ["sweeper", "store"]


def fails(*_: Any) -> Answer:
    raise RuntimeError("lost its head")


def lists_nothing(*_: Any) -> Answer:
    return Answer("no such option")


@pytest.mark.parametrize("choose", [fails, lists_nothing])
async def test_where_a_house_player_fails_the_default_is_played_and_the_fault_is_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch, choose: Callable[..., Answer]
) -> None:
    replica = Replica(store)
    match_id = await replica.table(bots=BOTS)
    before = await replica.asked(match_id)
    monkeypatch.setattr(timekeeper, "choose", choose)
    await replica.serve_due(match_id)
    assert await replica.asked(match_id) != before
    assert replica.counted("sanguosha_bot_faults") == replica.counted("sanguosha_answers", answerer="house") >= 1
