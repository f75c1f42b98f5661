"""`sgs bots`: many matches at once, by ordinary clients that choose at random or by the house; how fast they went."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from typing import NamedTuple

import grpc
from sanguosha.v1 import ruleset_pb2

from .load import Load
from .load_report import Tally
from .replicas import RoundRobin, addresses_of

EACH = 2.0  # seconds between two lines that tell how far it is
PATIENT_HOUSE = (
    "The house waits before each of its answers, SGS_BOT_DELAY_MS of the server (300 if not set): that is most of the "
    "time that this takes."
)


class Asked(NamedTuple):
    """What `sgs bots` was called with. `matches` is None where `duration` alone decides; `duration` is in seconds, 0
    where the matches decide; `replicas` is 0 where addresses are taken as they are."""

    address: str
    api_key: str
    replicas: int
    matches: int | None
    at_once: int
    ruleset: ruleset_pb2.Ruleset
    seed: int
    rate: float
    duration: float
    watchers: int
    house: bool
    json: bool


async def bots(asked: Asked, credentials: grpc.ChannelCredentials | None = None) -> bool:
    """Prints the figures when all matches have ended, the time is up or SIGINT came, and on standard error how far it
    is. True where there was no error. Raises `ConfigError`, and `AioRpcError` where not one action could be made."""
    tally = Tally(asked.rate)
    replicas = RoundRobin(addresses_of(asked.address, asked.replicas), tally.calls, credentials)
    load = Load(
        replicas,
        tally,
        asked.api_key,
        asked.ruleset,
        asked.seed,
        house=asked.house,
        watchers=asked.watchers,
        rate=asked.rate,
    )
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, stop.set)
    if asked.duration:
        loop.call_later(asked.duration, stop.set)
    if asked.house:
        _aside(PATIENT_HOUSE)
    progress = asyncio.create_task(_tell_progress(tally, asked.matches))
    try:
        await load.run(asked.matches, asked.at_once, stop)
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        progress.cancel()
        await replicas.close()
    print(json.dumps(tally.figures()) if asked.json else tally.report())
    return not tally.errors


async def _tell_progress(tally: Tally, matches: int | None) -> None:
    while True:
        await asyncio.sleep(EACH)
        _aside(tally.progress(matches))


def _aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
