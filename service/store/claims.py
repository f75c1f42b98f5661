"""Claiming due matches, on one server or on those of a cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from service.store import scripts
from service.store.errors import StoreError, writing
from service.store.records import DueMatch
from service.store.replies import ms_of, pairs
from service.store.topology import Topology


async def claim(redis: Topology, due_keys: Sequence[str], limit: int, lease_ms: int) -> list[DueMatch]:
    """As `Store.claim_due`."""
    if not redis.one_slot:
        with writing():
            return _claimed(await scripts.CLAIM.run(redis, due_keys, limit, lease_ms))
    servers = redis.together(due_keys)
    each = max(1, limit // len(servers))
    outcomes = await asyncio.gather(
        *(_claim_by_slot(redis, keys, each, lease_ms) for keys in servers), return_exceptions=True
    )
    claimed = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    for outcome in outcomes:
        # A node that is away holds up only its own matches.
        if isinstance(outcome, BaseException) and not (claimed and isinstance(outcome, StoreError)):
            raise outcome
    return list(chain.from_iterable(claimed))[:limit]


async def _claim_by_slot(redis: Topology, keys: list[str], limit: int, lease_ms: int) -> list[DueMatch]:
    """From the sets of one server, where every set takes a script of its own: only from those that look due."""
    with writing():
        first = [(key, ("ZRANGE", key, 0, 0, "WITHSCORES")) for key in keys]
        *heads, time = await redis.call_all([*first, (keys[0], ("TIME",))])
        now = ms_of(time)
        due = [key for key, head in zip(keys, heads, strict=True) if head and int(head[1]) <= now]
        if not due:
            return []
        # From another set at every call, so that a flood in one does not starve the rest.
        turn = now % len(due)
        chosen = [*due[turn:], *due[:turn]][:limit]
        each = limit // len(chosen)
        answers = await asyncio.gather(*(scripts.CLAIM.run(redis, [key], each, lease_ms) for key in chosen))
    return list(chain.from_iterable(map(_claimed, answers)))


def _claimed(answer: Iterable[Any]) -> list[DueMatch]:
    now, lease_ends, *claimed = answer
    return [DueMatch(match_id.decode(), int(due_ms), now, lease_ends) for match_id, due_ms in pairs(claimed)]
