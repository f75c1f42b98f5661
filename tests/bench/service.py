"""One replica over a real Redis, beside the least that could do the same traffic."""

from __future__ import annotations

import gzip
import json
import secrets
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec

from engine.codec import encode_record
from engine.match import Match
from engine.ruleset import Ruleset
from service.checks import MOST_ANNOTATION_BYTES, MOST_NAME, MOST_TALK
from service.convert.json import to_json
from service.fleet.rules_version import rules_version
from service.hosting import Hosted
from service.matches.stored import Answerer, LogEntry, Stored, encode
from service.matches.terms import Terms
from service.store import Timed
from service.store.embedded import EmbeddedServer
from service.telling import talk
from service.telling.updates import FIRST_MESSAGES, News, told
from tests.loopback import free_port

from .planting import stored_at
from .processes import Redis, result_of, server
from .report import Figure, Part, at_most, between, spread
from .scripts import Script, scripts, stops

SEATS = 5
AT_ONCE = 40
PACE = 100
RATIO = 1.25
SERVER_KEY = secrets.token_hex(32)
SERVE = ("-c", "import sys; from service.cli import main; sys.exit(main(['serve']))")
HOW = (
    f"One replica (`sgs serve`) over the embedded Valkey, through its socket; {AT_ONCE} matches at once of {SEATS} "
    "seats with heroes. One scripted client a match plays all of its seats by chance in a closed loop; all clients in "
    "one process. *Unary*: `Act`, and `NextDecision` where the acting seat is not asked again. *Watched*: `Act`, with "
    "a `WatchMatch` stream for every seat. *Played*: a `PlayMatch` stream for every seat. The bare handler (the same "
    "transport, one script that writes as many bytes and list entries, as many reads, wakes and bytes of messages, no "
    "engine) gets the same load right after; then a replica with `SGS_TRANSPORT=native` (*native transport*), and the "
    "bare handler on that. CPU is user and system time of a process; of the rounds, the runs with the least. The "
    "engine's step is `Match.answer` and `Match.record`, of as many matches at once, in turn. The ratio is the "
    "service's CPU of an action to that of the bare handler and the engine's step together."
)


class Sizes(NamedTuple):
    """Bytes and counts of one action on average, and the engine's own CPU seconds."""

    state: int
    events: int
    event: int
    entry: int
    step: float


def run(quick: bool, runs: int) -> Part:
    actions, at_once = (40, 4) if quick else (2000, AT_ONCE)
    sizes = _sizes(scripts(Ruleset(SEATS), 2 if quick else AT_ONCE))
    load = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": actions // 100}
    figures = [Figure("the engine's step", f"{sizes.step * 1e6:.0f} us")]
    ratios = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedServer(Path(folder)) as redis,
        serving(redis) as place,
        serving(redis, SGS_TRANSPORT="native") as native,
    ):
        for manner in ("unary", "watched", "played"):
            asked = {**load, "manner": manner}
            rounds = [(_pair(redis, place, asked, sizes), _pair(redis, native, asked, sizes)) for _ in range(runs)]
            pairs, by_native = (list(same) for same in zip(*rounds, strict=True))
            rows, ratios[manner] = _compared(manner, pairs, sizes.step)
            figures += rows
            figures += _compared(f"{manner}, native transport", by_native, sizes.step)[0]
            if manner == "watched":
                figures.append(_bytes_watched(pairs[0].found["each"]))
        better = min(ratios["unary"], ratios["played"])
        figures.append(at_most("ratio, the better of unary and played", better, RATIO, "times", 2))
        paced = {**load, "actions": max(20, actions // 2), "rate": PACE}
        for manner in ("unary", "watched"):
            asked = {**paced, "manner": manner}
            figures += _paced(manner, [_found(place, asked) for _ in range(runs)])
    return Part(HOW, [*figures, *_reconnecting(quick)])


@contextmanager
def serving(redis: Redis, **settings: str) -> Iterator[dict[str, Any]]:
    """The service, with settings of its environment; where its load finds it. Several may be on one store."""
    port = free_port()
    environment = {
        "REDIS_URL": redis.url,
        "SGS_SERVER_KEY": SERVER_KEY,
        "SGS_PORT": str(port),
        "SGS_HTTP_PORT": "-1",
        "SGS_METRICS_PORT": "-1",
        "SGS_LOG_LEVEL": "warning",
        **settings,
    }
    with server(SERVE, port, environment) as pid:
        yield {
            "address": f"127.0.0.1:{port}",
            "pids": [pid, redis.pid],
            "transport": settings.get("SGS_TRANSPORT", "grpc"),
        }


class Pair(NamedTuple):
    """What the service did under a load, and the bare handler right after."""

    found: dict[str, Any]
    bare: dict[str, Any]


def _pair(redis: EmbeddedServer, place: dict[str, Any], load: dict[str, Any], sizes: Sizes) -> Pair:
    found = _found(place, load)
    return Pair(found, _bare(redis, place["transport"], load, found["each"], sizes))


def _found(place: dict[str, Any], load: dict[str, Any]) -> dict[str, Any]:
    return result_of("tests.bench.load", {**load, **place})


def _server_cpu(found: dict[str, Any]) -> float:
    microseconds: float = found["cpu_us"][0]
    return microseconds


def _bare(
    redis: EmbeddedServer, transport: str, load: dict[str, Any], each: dict[str, float], sizes: Sizes
) -> dict[str, Any]:
    """The bare handler under the load that the service just had."""

    def mean(kind: str, way: str) -> int:
        return round(each.get(f"{kind} {way}", 0) / each[kind]) if each.get(kind) else 0

    port = free_port()
    told_to = {
        "port": port,
        "transport": transport,
        "redis": redis.url,
        **sizes._asdict(),
        "reply": mean("act", "received") or 300,
        "read": mean("next", "received"),
        "update": mean("stream", "received"),
        "result": 45,
    }
    with server(("-m", "tests.bench.bare", json.dumps(told_to)), port) as pid:
        asked = {
            **load,
            "address": f"127.0.0.1:{port}",
            "pids": [pid, redis.pid],
            "sent": mean("act", "sent"),
            "reads": each.get("next", 0),
        }
        return result_of("tests.bench.bare_load", asked)


def _compared(name: str, pairs: list[Pair], step: float) -> tuple[list[Figure], float]:
    """The rows of both, and the ratio."""
    ours, theirs = zip(*pairs, strict=True)
    found, bare = min(ours, key=_server_cpu), min(theirs, key=_server_cpu)
    ratio = _server_cpu(found) / (_server_cpu(bare) + step * 1e6)
    each = found["each"]
    calls = ", ".join(f"{each[kind]:.2f} {what}" for kind, what in CALLS.items() if kind in each)
    figures = [
        Figure(f"{name}: actions", f"{found['rate']:,.0f} /s", runs=_runs(ours, "rate")),
        Figure("· p50 / p99 at saturation", f"{found['p50_ms']:.1f} / {found['p99_ms']:.1f} ms"),
        Figure("· an action is", calls),
        Figure("· CPU of an action: service, Valkey, client", _cpu(found), runs=between(list(map(_server_cpu, ours)))),
        Figure("· the bare handler: actions", f"{bare['rate']:,.0f} /s", runs=_runs(theirs, "rate")),
        Figure("· the bare handler: CPU, Valkey, client", _cpu(bare), runs=between(list(map(_server_cpu, theirs)))),
        Figure("· ratio", f"{ratio:.2f}"),
    ]
    return figures, ratio


def _runs(found: Sequence[dict[str, Any]], what: str) -> str:
    return between([run[what] for run in found])


CALLS = {"act": "answers", "next": "`NextDecision`", "stream": "stream messages"}


def _cpu(found: dict[str, Any]) -> str:
    return " / ".join(f"{microseconds:.0f}" for microseconds in found["cpu_us"]) + " us"


def _bytes_watched(each: dict[str, float]) -> Figure:
    return at_most("an action to each watching seat", each["stream received"] / SEATS, 0.8 * 1024, "bytes")


def _paced(manner: str, found: list[dict[str, Any]]) -> list[Figure]:
    name = f"{manner}, paced at {PACE} actions/s"
    p50, p99 = ([run[what] for run in found] for what in ("p50_ms", "p99_ms"))
    return [
        at_most(f"{name}: p50", median(p50), 2, "ms", 2, runs=p50),
        at_most(f"{name}: p99", median(p99), 5, "ms", 2, runs=p99),
    ]


def _sizes(played: list[Script]) -> Sizes:
    states, events, entries = [], [], []
    began = time.process_time()
    for match in _in_turn(played):
        encode_record(match.record())
    step = time.process_time() - began
    for script in played:
        states += [len(encode(stored_at(script, match))) for match in stops(script)]
        events += [len(encode(event)) for event in match.game.events]
        entries += [
            len(encode(LogEntry(seat, n, answer, Answerer.PLAYER, rules_version())))
            for seat, n, answer in script.answers
        ]
    return Sizes(
        state=sum(states) // len(states),
        events=round(len(events) / len(entries)),
        event=sum(events) // len(events),
        entry=sum(entries) // len(entries),
        step=step / len(entries),
    )


def _in_turn(played: list[Script]) -> Iterator[Match]:
    """All stops of the matches, one of each at a time."""
    playing = [stops(script) for script in played]
    while playing:
        for one in list(playing):
            match = next(one, None)
            if match is None:
                playing.remove(one)
            else:
                yield match


FEW = 10


def _reconnecting(quick: bool) -> list[Figure]:
    """What a seat that has nothing yet is sent: the match with as much to say of it as may be, the table, the last of
    the talk, and its open decisions."""
    loudest = Timed(2**40, talk.encode(talk.Message(0, 1, "杀" * MOST_TALK)))
    news = News(None, messages=[loudest] * FIRST_MESSAGES)
    figures = []
    for seats in (5, 8, 10):
        sizes, compressed = [], 0
        for script in scripts(Ruleset(seats), 1 if quick else 5):
            stored = _outspoken(stored_at(script))
            for number, match in enumerate(stops(script)):
                updates = [told(Hosted("m", b"", 0, stored, match, 0), seat, None, news) for seat in match.open]
                sizes += [update.ByteSize() for update in updates]
                if number % FEW == 0:  # JSON takes its time
                    compressed = max([compressed, *(len(gzip.compress(to_json(update))) for update in updates)])
        middle, p99, greatest = spread(sizes)
        name = f"{seats} seats: snapshot with decisions, greatest"
        figures.append(
            Figure(f"{seats} seats: snapshot with decisions", f"{middle:,.0f} / {p99:,.0f} bytes (median / p99)")
        )
        figures.append(at_most(name, greatest, 8192, "bytes"))
        figures.append(at_most(f"{seats} seats: the same over HTTP, compressed, greatest", compressed, 8192, "bytes"))
    return figures


def _outspoken(stored: Stored) -> Stored:
    """With the longest names and annotations that there may be."""
    seats = tuple(msgspec.structs.replace(seat, display_name="备" * MOST_NAME) for seat in stored.seats)
    terms = Terms(annotations={"note": "x" * (MOST_ANNOTATION_BYTES - 4)})
    return msgspec.structs.replace(stored, seats=seats, terms=terms)
