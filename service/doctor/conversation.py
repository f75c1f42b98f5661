"""What is tried on the store itself: whether it answers, how fast, by which clock, and whether the scripts run."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from statistics import median

from redis.exceptions import RedisError

from service.fleet.announcing import announcements
from service.fleet.rules_version import rules_version
from service.store import NotFound, Store, StoreError, Write, new_commit_id

from .finding import Finding, Status, fail, measured, ok, warn

ROUND_TRIPS = 20
SLOW_MS, TOO_SLOW_MS = 5.0, 100.0
APART_S, TOO_FAR_APART_S = 1.0, 30.0


async def reached(store: Store) -> Finding:
    try:
        await store.ping()
    except StoreError as error:
        return fail("redis", f"cannot be reached: {_bare(error)}", "look at REDIS_URL, Redis and the network")
    return ok("redis", "answers")


async def findings(store: Store) -> AsyncIterator[Finding]:
    """Of a store that answers. Raises `StoreUnavailable` if it no longer does."""
    run = await scripts(store)
    yield run
    yield await round_trip(store)
    yield await clock(store)
    if run.status == Status.OK:
        yield await servers(store)


async def scripts(store: Store) -> Finding:
    """By a read and a write of a match that does not exist, which leave nothing behind."""
    match_id = secrets.token_hex(16)
    write = Write(commit=new_commit_id(), state=b"")
    try:
        found = await store.load(match_id)
        answer = await store.commit(match_id, None, write, expected_commit=b"", expected_head=0)
    except (StoreError, RedisError) as error:
        return fail("scripts", f"Redis refuses them: {_bare(error)}", "look at its role, memory, replicas and users")
    assert found is None
    assert isinstance(answer, NotFound)
    return ok("scripts", "load and run")


def _bare(error: Exception) -> str:
    return str(error).rstrip(".")


async def round_trip(store: Store) -> Finding:
    taken = []
    for _ in range(ROUND_TRIPS):
        began = time.perf_counter()
        await store.ping()
        taken.append(1000 * (time.perf_counter() - began))
    said = f"{median(taken):.2f} ms (median of {ROUND_TRIPS})"
    advice = "run the service near Redis: a call takes one or two round trips"
    return measured("round trip", median(taken), said, advice, warn_above=SLOW_MS, fail_above=TOO_SLOW_MS)


async def clock(store: Store) -> Finding:
    """That of Redis decides; this machine's is in the logs and the certificates."""
    before = time.time()
    theirs = await store.now_ms() / 1000
    apart = theirs - (before + time.time()) / 2
    said = f"that of Redis is {abs(apart):.2f} s {'ahead of' if apart > 0 else 'behind'} this machine's"
    advice = "keep both machines in time (NTP): deadlines, tickets and signatures of webhooks go by the clock of Redis"
    return measured("clock", abs(apart), said, advice, warn_above=APART_S, fail_above=TOO_FAR_APART_S)


async def servers(store: Store) -> Finding:
    """Those that have said within some seconds that they are there."""
    said = await store.servers.announce(secrets.token_hex(8), b"", 0)  # which withdraws what was never announced
    versions = Counter(each.rules_version for each in announcements(said.values()))
    running = f"{versions.total()} on this store"
    others = sorted(versions.keys() - {rules_version()})
    if others:
        found = f"{running}, {sum(versions[each] for each in others)} of them with other rules: {', '.join(others)}"
        return warn("servers", found, "end the roll-out: what one began by its rules, the other may have to leave")
    return ok("servers", running)
