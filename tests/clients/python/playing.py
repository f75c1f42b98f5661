"""Matches that the client in Python plays by chance."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import Any

from sanguosha.v1 import match_service_pb2 as pb
from sanguosha_client import Client, Seat, Watcher, answers

SEED = bytes(range(16))


async def table(client: Client, players: int = 1, seats: int = 5, seed: bytes = SEED, **how: Any) -> list[Seat]:
    """Seats of a match in the lobby; the house has the others. Unless told otherwise it is always the same match."""
    match = await client.create_match(seats=seats, bots=range(players, seats), seed=seed, **how)
    return [await client.join(match.name) for _ in range(players)]


async def play(*seats: Seat, outcomes: Counter[int] | None = None) -> Counter[int]:
    """Play the seats to the end of the match; how many answers had which outcome, counted as they come."""
    outcomes = Counter[int]() if outcomes is None else outcomes

    async def sit(seat: Seat) -> None:
        rng = Random(seat.number)
        async for decision in seat.decisions():
            outcomes[await seat.act(answers.random(decision, rng))] += 1

    await asyncio.gather(*map(sit, seats))
    return outcomes


async def first_of(watcher: Watcher) -> pb.Update:
    async for update in watcher:
        return update
    raise AssertionError("nothing comes")


async def all_of(watcher: Watcher) -> list[pb.Update]:
    return [update async for update in watcher]


def ordinals(updates: list[pb.Update]) -> list[int]:
    return [event.ordinal for update in updates for event in update.events]
