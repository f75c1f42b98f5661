"""Many matches at once, and what is left of them when all are over."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc
from sanguosha.v1 import match_service_pb2_grpc

from service.matches.stored import decode_log
from service.store import Store
from tests.chaos.bots import Bot
from tests.service.replaying import check_replay
from tests.service.serving import Server

# A client that looks for a killed replica again soon, not after the minutes to which the library backs off.
CHANNEL = (
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
    ("grpc.use_local_subchannel_pool", 1),
)
AWAY = "sgs: the store of REDIS_URL cannot be reached"  # what a server that cannot start says


class Matches:
    """Bots, a few at once."""

    def __init__(self, seed: str, count: int, at_once: int, within: float, *, may_go_back: bool = False) -> None:
        """`within` is how many seconds all may take, `may_go_back` whether the store may lose steps of theirs."""
        self.count = count
        self.bots: list[Bot] = []
        self.seconds = 0.0
        self.seed = seed
        self._within = within
        self._stubs: list[Any] = []
        self._gate = asyncio.Semaphore(at_once)
        self._may_go_back = may_go_back

    @property
    def ended(self) -> int:
        return sum(bot.over > 0 for bot in self.bots)

    @property
    def begun_anew(self) -> int:
        """How often a match was gone, or in the lobby again."""
        return sum(bot.begun_anew for bot in self.bots)

    @property
    def seen(self) -> Counter[str]:
        return sum((bot.seen for bot in self.bots), Counter[str]())

    @asynccontextmanager
    async def through(self, addresses: Sequence[str]) -> AsyncIterator[None]:
        """Where they are played."""
        channels = [grpc.aio.insecure_channel(address, options=CHANNEL) for address in addresses]
        self._stubs = [match_service_pb2_grpc.MatchServiceStub(channel) for channel in channels]
        try:
            yield
        finally:
            for channel in channels:
                await channel.close()

    async def play(self) -> None:
        """All to their ends. Raises `AssertionError` with those that have not ended in time."""
        began = time.monotonic()
        async with self._all() as tasks:
            for number in range(self.count):
                tasks.create_task(self._one(number))
        self.seconds = time.monotonic() - began

    async def play_on(self) -> int:
        """Those that were over and have gone back, to their ends. How many they were. Raises as `play`."""
        over = [bot.over for bot in self.bots]
        async with self._all() as tasks:
            for bot in self.bots:
                tasks.create_task(bot.play_on())
        return sum(bot.over != before for bot, before in zip(self.bots, over, strict=True))

    async def _one(self, number: int) -> None:
        async with self._gate:
            bot = Bot(self._stubs, self.seed, number, may_go_back=self._may_go_back)
            self.bots.append(bot)
            await bot.play()

    @asynccontextmanager
    async def _all(self) -> AsyncIterator[asyncio.TaskGroup]:
        try:
            async with asyncio.timeout(self._within), asyncio.TaskGroup() as tasks:
                yield tasks
        except TimeoutError:
            hanging = [bot.name for bot in self.bots if not bot.over]
            raise AssertionError(f"{self.ended} of {self.count} matches ended, not {hanging}") from None

    def reached(self, part: float) -> Callable[[], bool]:
        """Whether so great a part of the matches has ended."""
        return lambda: self.ended >= part * self.count

    def acknowledged(self, each: int, since: int = 0) -> Callable[[], bool]:
        """Whether so many answers a match were acknowledged, after so many in all."""
        return lambda: self.acknowledged_so_far() >= since + each * self.count

    def acknowledged_so_far(self) -> int:
        return sum(len(bot.acknowledged) for bot in self.bots)


class Found(NamedTuple):
    """What the store has of them.

    answers        that are in the logs
    acknowledged   answers whose players were told that they were applied
    lost           when each of those was acknowledged that is not in the log
    doubled        answers that are in a log more than once
    told           events that viewers were told
    differing      those of them that are not stored
    went_back      how often a viewer was told that its match has gone back
    gone           when each match had ended for its players that is not there
    """

    answers: int
    acknowledged: int
    lost: list[float]
    doubled: int
    told: int
    differing: int
    went_back: int
    gone: list[float]


async def found(store: Store, matches: Matches) -> Found:
    """Every match that is there is over, and what its seed and log make of it."""
    answers = doubled = differing = 0
    lost: list[float] = []
    gone: list[float] = []
    for bot in matches.bots:
        entries = [decode_log(timed.entry) for timed in await store.log(bot.id)]
        given = [(entry.seat, entry.decision, entry.answer.option) for entry in entries if entry.decision]
        answers += len(given)
        doubled += len(given) - len({(seat, decision) for seat, decision, _ in given})
        # Of two that were acknowledged for the same decision the earlier one was lost.
        left = Counter(given)
        for answer in reversed(bot.acknowledged):
            if left[answer.given]:
                left[answer.given] -= 1
            else:
                lost.append(answer.at)
        if await store.load(bot.id) is None:
            gone.append(bot.over)
            continue
        await check_replay(store, bot.id)
        for viewer in bot.viewers:
            differing += await viewer.differing(store, bot.id)
    viewers = [viewer for bot in matches.bots for viewer in bot.viewers]
    return Found(
        answers,
        sum(len(bot.acknowledged) for bot in matches.bots),
        lost,
        doubled,
        sum(len(viewer.events) for viewer in viewers),
        differing,
        sum(viewer.went_back for viewer in viewers),
        gone,
    )


def tell(what: str, matches: Matches, left: Found, **faults: int) -> None:
    """One line of figures."""
    befell = ", ".join(f"{count} {name}" for name, count in faults.items())
    print(
        f"\n{what} (seed {matches.seed}): {matches.ended} of {matches.count} matches ended, {matches.seconds:.0f} s;"
        f" {befell}; {left.acknowledged} answers acknowledged, {left.acknowledged - len(left.lost)} found,"
        f" {len(left.lost)} lost, {left.doubled} doubled; {left.answers} stored and replayed; {left.told} events told,"
        f" {left.differing} not stored; {len(left.gone)} matches gone, {matches.begun_anew} begun anew,"
        f" {left.went_back} viewers told that theirs went back; to clients: {dict(sorted(matches.seen.items()))}"
    )


def errors(servers: Sequence[Server]) -> list[str]:
    """Lines of the logs that tell of an error which is not that the store is away, and what is no line of a log."""
    lines = [line for server in servers for line in server.log().splitlines()]
    told = [line for line in lines if '"level": "error"' in line or not line.startswith("{")]
    return [line for line in told if not line.startswith(AWAY)]
