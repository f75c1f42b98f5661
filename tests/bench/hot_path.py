"""Where the time of an action goes in a replica, step by step, from the bytes of an `Act` to the bytes of its reply."""

from __future__ import annotations

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from engine.match import Match
from engine.ruleset import Ruleset
from service import checks, servicer
from service.access.admission import Admission
from service.calls.play import Play
from service.convert import decisions
from service.dispatch import Dispatcher
from service.hosting import Host, Step
from service.matches import stored
from service.store import Request, Store
from service.store.embedded import EmbeddedServer
from service.store.scripts import Script as LuaScript
from service.store.wire import Wire
from service.telemetry.metrics import Metrics
from service.telling import cursors, resources, updates
from service.untaken import Untaken
from tests.loopback import free_port

from .attribution import Attribution, attributed
from .in_process import calls, replica
from .planting import plant, stop_after
from .processes import cpu_seconds, result_of, server
from .report import Part, plain
from .scripts import Script, scripts
from .service import SEATS

ACT = "the call itself: what is asked of the match, put together"
PARTS: dict[str, list[Callable[..., Any]]] = {
    "metadata read": [servicer._credentials],
    "request parsed": [servicer._read],
    "counted, timed, handed over if need be": [Dispatcher.unary],
    "caller found, rate counted": [Admission.admit],
    ACT: [Play.act],
    "request checked, its body hashed": [
        checks.match_id_of,
        checks.seat_of,
        checks.check_request_id,
        checks.body_of,
        cursors.read,
        checks.check_generation,
        checks.require,
    ],
    "match locked and found warm": [Host.step],
    "answer read": [decisions.from_message],
    "engine: the answer applied": [Match.answer],
    "engine: the record made": [Match.record],
    "update told": [updates.tell],
    "etag": [resources.etag],
    "reply serialised to be stored": [Step.answered],
    "what is written, put together": [Host._write],
    "state, events and log encoded": [stored.encode, stored.encode_stored],
    "commit's script filled in, its answer read": [Store.commit, LuaScript.run],
    "sent to Valkey, its reply awaited and read": [Wire.replies],
    "warm copy kept, events forgotten": [Host._commit, Match.forget_events],
    "answers counted": [Metrics.count_step, Metrics.count_answers, Metrics.count_told],
    "reply serialised": [Untaken.hand_over],
}
ELSEWHERE = "the handler between these"
HOW = (
    "One process is the replica and hands itself recorded answers of matches of {seats} seats with heroes, one after "
    "the other, as bytes: everything between gRPC and the socket of Valkey, with nothing in parallel. CPU time of the "
    "thread; the steps from runs with wrapped functions (each charged with what passes in it and in no other one, less "
    "what wrapping takes), scaled to the runs without. gRPC is what a call costs another process that answers at once "
    "with as many bytes. Under load several calls share what waking up costs, so a replica at work is cheaper than "
    "this sum."
)


def run(quick: bool, runs: int) -> Part:
    played = scripts(Ruleset(SEATS), 1 if quick else 10)
    wholes: list[float] = []
    valkey: list[float] = []
    parts: list[Counter[str]] = []
    sizes: list[int] = []
    with tempfile.TemporaryDirectory() as folder, EmbeddedServer(Path(folder)) as redis:
        for number in range(runs):
            before = cpu_seconds(redis.pid)
            whole, count, sizes = uvloop.run(_acted(redis.url, played, 2 * number, None))
            wholes.append(whole)
            valkey.append((cpu_seconds(redis.pid) - before) / count * 1e6)
            with _charged() as attribution:
                uvloop.run(_acted(redis.url, played, 2 * number + 1, attribution))
            net = attribution.net()
            parts.append(Counter({part: net[part] for part in (*PARTS, ELSEWHERE)}))
        grpc = [_grpc(redis.url, sizes, 40 if quick else 4000) for _ in range(runs)]
    figures = [plain("gRPC: from the socket to the handler and back", grpc, "us")]
    for part in (*PARTS, ELSEWHERE):
        shares = [whole * spent[part] / spent.total() for whole, spent in zip(wholes, parts, strict=True)]
        figures.append(plain(f"· {part}", shares, "us", 1))
    figures.append(plain("from the handler's request to its reply", wholes, "us"))
    figures.append(plain("Valkey: the script, and what it writes to disk", valkey, "us"))
    return Part(HOW.format(seats=SEATS), figures)


@contextmanager
def _charged() -> Iterator[Attribution]:
    with attributed(PARTS, time.thread_time_ns) as attribution:
        step = Host.step

        async def charged(self: Host, match_id: str, request: Request | None, change: Callable[..., Any]) -> bytes:
            return await step(self, match_id, request, attribution.wrapped(ACT, change))

        Host.step = charged  # type: ignore[method-assign]  # the change is a function of each call
        try:
            yield attribution
        finally:
            Host.step = step  # type: ignore[method-assign]


async def _acted(
    url: str, played: list[Script], copy: int, attribution: Attribution | None
) -> tuple[float, int, list[int]]:
    """CPU microseconds of an action, how many there were, and the bytes that each was asked and answered with."""
    async with replica(url) as ours:
        spent = count = 0
        sizes = [0, 0]
        for number, script in enumerate(played):
            [name] = await plant(url, [stop_after(script, 0)], 1, copy * len(played) + number)
            await ours.app.backend.host.read(name.removeprefix("matches/"))
            if attribution is not None and not number:
                attribution.clear()
            for call in calls(name, script):
                began = time.thread_time_ns()
                before = attribution.enter(ELSEWHERE) if attribution is not None else ""
                reply = await ours.act(call.sent, call)
                if attribution is not None:
                    attribution.enter(before)
                spent += time.thread_time_ns() - began
                count += 1
                sizes = [sizes[0] + len(call.sent), sizes[1] + len(reply)]
    return spent / count / 1000, count, [size // count for size in sizes]


def _grpc(url: str, sizes: list[int], actions: int) -> float:
    """CPU microseconds of a call that answers at once, one after the other."""
    sent, reply = sizes
    port = free_port()
    unused = dict.fromkeys(("state", "events", "event", "entry", "read", "update", "result"), 0)
    told = {"port": port, "transport": "grpc", "redis": url, "reply": reply, **unused}
    with server(("-m", "tests.bench.bare", json.dumps(told)), port) as pid:
        asked = {"address": f"127.0.0.1:{port}", "pids": [pid], "at_once": 1, "seats": 1, "manner": "echoed"}
        found = result_of("tests.bench.bare_load", {**asked, "actions": actions, "sent": sent, "reads": 0})
    microseconds: float = found["cpu_us"][0]
    return microseconds
