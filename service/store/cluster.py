"""Redis Cluster: every call goes to the node that has the slot of its key.

What a node refuses because the slot is elsewhere or on its way has not been executed, and is sent again. What was sent
over a connection that broke is not.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

import structlog
from redis.asyncio.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,
    MovedError,
    RedisError,
    TimeoutError,
    TryAgainError,
)

from service.store.address import ClusterAddress, Endpoint
from service.store.errors import NotConnected
from service.store.race import first
from service.store.replicated import ReplicaWait
from service.store.shared import CLOSED, outcome
from service.store.topology import Limits, Node
from service.store.wire import Command

LEARN_AGAIN: Final = 0.1  # seconds for which what was learned is not asked for again
PAUSE_FIRST, PAUSE_MOST = 0.01, 0.2  # seconds between two tries

log = structlog.get_logger(__name__)


@lru_cache(maxsize=8192)
def slot_of(key: str) -> int:
    return key_slot(key.encode())


class Cluster:
    """Finds the nodes through any that answers, and again whenever they turn out to have changed."""

    one_slot = True

    def __init__(self, address: ClusterAddress, limits: Limits, wait: ReplicaWait | None) -> None:
        self._address = address
        self._limits = limits
        self._wait = wait
        self._known = address.seeds
        self._owners: dict[int, Endpoint] = {}
        self._nodes: dict[Endpoint, Node] = {}
        self._learning: asyncio.Task[None] | None = None
        self._closed = False
        self._failure: RedisError | None = None  # of learning last
        self._closing: set[asyncio.Task[None]] = set()
        self._learned_at = -LEARN_AGAIN
        self._turn = random.randrange(1 << 16)

    async def call(self, key: str, *command: str | bytes | int) -> Any:
        return await self._routed(slot_of(key), command, replicated=False)

    async def call_replicated(self, key: str, *command: str | bytes | int) -> Any:
        return await self._routed(slot_of(key), command, replicated=True)

    async def call_all(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        slots = [slot_of(key) for key, _ in commands]
        if any(slot not in self._owners for slot in slots):
            await self._learn()
        batches: dict[Endpoint | None, list[int]] = {}
        for place, slot in enumerate(slots):
            batches.setdefault(self._owners.get(slot), []).append(place)
        answers: list[Any] = [None] * len(commands)

        async def ask(endpoint: Endpoint | None, places: list[int]) -> None:
            replies: list[Any] = [NotConnected()] * len(places)
            if endpoint is not None:
                with suppress(NotConnected):  # then each finds out where its slot is by now
                    replies = await self._node(endpoint).wire.replies([commands[place][1] for place in places])
            for place, reply in zip(places, replies, strict=True):
                if isinstance(reply, AskError | TryAgainError | NotConnected):
                    reply = await self._routed(slots[place], commands[place][1], replicated=False)
                if isinstance(reply, RedisError):
                    raise reply
                answers[place] = reply

        await asyncio.gather(*(ask(endpoint, places) for endpoint, places in batches.items()))
        return answers

    async def call_any(self, *command: str | bytes | int) -> Any:
        failure: RedisError = NotConnected("no node of the cluster answers")
        for _ in self._known:
            try:
                return await self._node(self._known[self._turn % len(self._known)]).wire.call(*command)
            except (ConnectionError, TimeoutError) as error:
                failure = error
                self._turn += 1
        raise failure

    async def connect_watch(self) -> AbstractConnection:
        """To one node after the other: whichever it is, all published messages reach it."""
        self._turn += 1
        return await self._address.connect(self._known[self._turn % len(self._known)])

    def together(self, keys: Sequence[str]) -> list[list[str]]:
        """The keys, those of one node together, as far as is known."""
        found: dict[Endpoint | None, list[str]] = {}
        for key in keys:
            found.setdefault(self._owners.get(slot_of(key)), []).append(key)
        return list(found.values())

    async def close(self) -> None:
        """As that of `Wire`."""
        self._closed = True
        if self._learning is not None:
            self._learning.cancel()
            await asyncio.gather(self._learning, return_exceptions=True)
        await asyncio.gather(*(node.close() for node in self._nodes.values()), *self._closing)

    # -- inside

    async def _routed(self, slot: int, command: Command, *, replicated: bool) -> Any:
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + self._limits.timeout, 0.0
        asked: Endpoint | None = None  # who has the slot for this try alone
        while True:
            owner = asked or self._owners.get(slot) or await self._find(slot)
            node = self._node(owner)
            channel = node.writing if replicated else node.wire
            try:
                if asked:
                    return (await channel.call_all([("ASKING",), command]))[-1]
                return await channel.call(*command)
            except MovedError as error:
                refusal: RedisError = error
                self._owners[slot], asked = _target(error, owner), None
                self._learn_soon()
            except AskError as error:
                refusal, asked = error, _target(error, owner)
            except TryAgainError as error:
                refusal, asked = error, None
            except NotConnected as error:
                refusal, asked = error, None
                await self._learn()
                if self._owners.get(slot) == owner:
                    raise
            except (ClusterDownError, ConnectionError, TimeoutError):
                self._learn_soon()
                raise
            if loop.time() + pause > until:
                raise NotConnected(f"slot {slot} does not settle: {refusal}")
            await asyncio.sleep(pause)  # not before the first repetition: it goes to another node
            pause = min(2 * pause, PAUSE_MOST) or PAUSE_FIRST

    async def _find(self, slot: int) -> Endpoint:
        await self._learn()
        if slot not in self._owners:
            raise ClusterDownError(f"no node has slot {slot}")
        return self._owners[slot]

    def _node(self, endpoint: Endpoint) -> Node:
        if self._closed:
            raise NotConnected(CLOSED)
        if endpoint not in self._nodes:

            async def connect() -> AbstractConnection:
                return await self._address.connect(endpoint)

            self._nodes[endpoint] = Node(connect, self._limits, self._wait)
        return self._nodes[endpoint]

    def _learn_soon(self) -> asyncio.Task[None] | None:
        """Whoever comes while the nodes are asked shares what they say."""
        recently = asyncio.get_running_loop().time() < self._learned_at + LEARN_AGAIN
        if self._learning is None and not recently:
            self._learning = asyncio.create_task(self._ask_nodes(), name="store-cluster")
        return self._learning

    async def _learn(self) -> None:
        """Raises `NotConnected`."""
        task = self._learn_soon()
        if task is not None:
            await outcome(task)
        if self._failure is not None:
            raise NotConnected(str(self._failure))

    async def _ask_nodes(self) -> None:
        self._failure = None
        try:
            self._take(*await first(self._slots_by(endpoint) for endpoint in self._known))
        except RedisError as error:
            self._failure = error
        finally:
            self._learned_at = asyncio.get_running_loop().time()
            self._learning = None

    async def _slots_by(self, endpoint: Endpoint) -> tuple[Endpoint, list[Any]]:
        slots = await self._node(endpoint).wire.call("CLUSTER", "SLOTS")
        if not slots:
            raise ConnectionError("a node that knows of no slots")
        return endpoint, slots

    def _take(self, asked: Endpoint, ranges: list[Any]) -> None:
        """Believe what a node says of the others."""
        owners: dict[int, Endpoint] = {}
        known = dict.fromkeys(self._address.seeds)
        for begin, end, *nodes in ranges:
            # A node that does not know under which name it is reached leaves that to who asks.
            endpoints = [((node[0] or b"").decode() or asked[0], node[1]) for node in nodes]
            owners.update(dict.fromkeys(range(begin, end + 1), endpoints[0]))
            known.update(dict.fromkeys(endpoints))
        if owners != self._owners:
            log.info("store_cluster_learned", primaries=len(set(owners.values())), slots=len(owners))
        self._owners, self._known = owners, tuple(known)
        for endpoint in [each for each in self._nodes if each not in known]:
            closing = asyncio.create_task(self._nodes.pop(endpoint).close(), name="store-close")
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)


def _target(error: AskError, asked: Endpoint) -> Endpoint:
    return error.host or asked[0], error.port
