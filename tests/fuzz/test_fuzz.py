"""Whatever is sent to a server, it answers as the contract says, tells nothing, changes nothing, and goes on serving.

Made-up messages, damaged bytes and odd requests, by every method and every path. `make fuzz` tries many more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from sanguosha.v1 import match_pb2

from service.store import EmbeddedServer, Store
from tests.fuzz.judging import Judge
from tests.fuzz.sender import Sender
from tests.fuzz.world import World
from tests.service.asking import METHODS
from tests.service.serving import EAST, WEST, Server
from tests.service.tables import Calls

SEED = 20240607
CALLS, NIGHTLY_CALLS = 5_000, 200_000
ROUND = 1_000  # calls between two looks at the matches
LIMIT = 65_536  # bytes of a request
FAULTS = ("INTERNAL", "UNKNOWN", "DATA_LOSS")
MOST_GROWTH, MOST_A_CALL = 16 * 2**20, 32
"""Bytes that the server may grow by after the first rounds, and for each call since. Its caches are bounded by number,
and not all full by then: some megabytes. A call leaves nothing of ours. One whose client goes away as it is answered
leaves the 96 bytes of a batch that failed, which grpc.aio does not free (so in grpcio 1.85): few of all."""


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[EmbeddedServer]:
    with EmbeddedServer(tmp_path / "store") as embedded:
        yield embedded


@pytest.fixture
async def records(redis: EmbeddedServer) -> AsyncIterator[Store]:
    async with Store(redis.url) as opened:
        yield opened


@pytest.fixture
def server(tmp_path: Path, redis: EmbeddedServer) -> Iterator[Server]:
    """Its caches are small, so that they are soon full; its waits and streams end soon."""
    brisk: dict[str, Any] = {
        "max_wait": 0.02,
        "max_stream_age": 0.05,
        "warm_matches": 50,
        "sweep_ms": 20,
        "bot_delay_ms": 1,
    }
    keys = f"east:{EAST},west:{WEST}"
    with Server(tmp_path / "server", redis_url=redis.url, api_keys=keys, max_request_bytes=LIMIT, **brisk) as started:
        yield started


async def test_no_call_breaks_the_server(server: Server, records: Store, request: pytest.FixtureRequest) -> None:
    count = NIGHTLY_CALLS if request.config.getoption("nightly") else CALLS
    print(f"seed {SEED}, {count:,} calls")
    resident: list[int] = []
    async with Calls(server.address, api_key=EAST) as calls, grpc.aio.insecure_channel(server.address) as channel:
        world = World(calls, records, Random(SEED))
        await world.begin()
        judge = Judge(world.secrets, LIMIT)
        sender = Sender(server, channel, world, judge, SEED)
        for first in range(0, count, ROUND):
            await sender.send(first, ROUND)
            assert await world.changed() == []
            await world.refresh()
            resident.append(_resident_bytes(server.pid))
            if judge.wrong:
                break
        print(judge.summary())
        assert judge.wrong[:5] == []
        assert not world.touched & {table.name for table in world.bystanders}
        # It goes on serving.
        table = await calls.table()
        assert (await table.play_out()).state == match_pb2.MATCH_STATE_FINISHED
        for code in FAULTS:
            assert server.metric("grpc_server_handled_total", grpc_code=code) == 0
            assert server.metric("http_server_handled_total", code=code) == 0
    warm = len(resident) // 4
    growth = resident[-1] - resident[warm]
    print(f"resident after each round, MiB: {[size >> 20 for size in resident]}")
    assert growth < MOST_GROWTH + MOST_A_CALL * ROUND * (len(resident) - 1 - warm)
    assert wrong_lines(server.log()) == []
    # It would prove little if nearly all were refused for the same few reasons.
    answered = Counter(status for counts in judge.statuses.values() for status in counts.elements())
    assert len(answered) > 40
    assert answered["OK"] + answered["200"] > count / 10
    if count == NIGHTLY_CALLS:
        assert {method for (_, method), counts in judge.statuses.items() if counts["OK"]} == METHODS.keys()


def wrong_lines(log: str) -> list[str]:
    """What says that something went wrong in the server, in the server's words or a library's."""
    return [line for line in log.splitlines() if not re.fullmatch(r'\{.*"level": "(debug|info|warning)".*\}', line)]


def _resident_bytes(pid: int) -> int:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) * 1024
