"""Work that goes on without the caller who waited for it: what becomes of it, and of what it fails with."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress
from typing import Any

import pytest
from structlog.testing import capture_logs

from service.errors import ServiceError
from service.to_its_end import ToItsEnd


class Fault(Exception):
    """Which can be watched as it goes."""


async def hung_up(fails_with: Exception) -> list[Any]:
    """What the log says where work fails after its caller has hung up. Nothing may be left to the event loop to say."""
    to_its_end, begun, goes_on = ToItsEnd(), asyncio.Event(), asyncio.Event()
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))

    async def work() -> None:
        begun.set()
        await goes_on.wait()
        raise fails_with

    calling = asyncio.create_task(to_its_end(work()))
    await begun.wait()
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    [working] = [task for task in asyncio.all_tasks() if task.get_name() == "to-its-end"]
    with capture_logs() as said:
        goes_on.set()
        await asyncio.wait([working])
        del working
        gc.collect()
    assert unheard == []
    return said


async def test_a_refusal_that_nobody_hears_is_no_fault() -> None:
    assert await hung_up(ServiceError("LIMIT_REACHED", "at most 3")) == []


async def test_a_fault_that_nobody_hears_is_in_the_log() -> None:
    fault = Fault()
    [said] = await hung_up(fault)
    assert (said["event"], said["log_level"], said["exc_info"]) == ("call_failed", "error", fault)


async def test_what_it_fails_with_goes_with_the_last_who_has_it() -> None:
    """No pass of the collector is needed: it comes seldom."""
    to_its_end, gone = ToItsEnd(), []

    async def work() -> None:
        fault = Fault()
        gone.append(weakref.ref(fault))
        try:
            raise fault
        finally:
            del fault

    gc.disable()
    try:
        with suppress(Fault):
            await to_its_end(work())
        await asyncio.sleep(0)
        assert gone[0]() is None
    finally:
        gc.enable()
