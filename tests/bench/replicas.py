"""Two replicas behind a balancer, beside one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from service.store.embedded import EmbeddedServer
from tests.deploy.nginx import NGINX, Nginx
from tests.loopback import free_port

from .planting import SETTINGS
from .processes import result_of
from .report import Figure, Part, plain
from .service import AT_ONCE, SEATS, serving

HOW = (
    f"nginx with the configuration of deploy/nginx, which gives each call to the next replica; {AT_ONCE} matches at "
    f"once of {SEATS} seats with heroes, every action by `Act`; the cases take turns. A match so goes from replica to "
    "replica with every call: each finds its warm copy behind, and brings the match up from the store. The replicas "
    "share {cores} cores with nginx, Valkey and the clients: where these are all busy with one replica already, a "
    "second one can only cost. What two replicas bring is to be measured on machines of their own."
)


class Addresses(NamedTuple):
    """A replica as `Nginx` takes it."""

    address: str
    http_address: str


def run(quick: bool, runs: int) -> Part:
    how = HOW.format(cores=os.cpu_count())
    if NGINX is None:
        return Part(how, [Figure("two replicas", "not measured: there is no nginx (requirements-debian.txt)")])
    actions, at_once = (20, 2) if quick else (2000, AT_ONCE)
    asked = {"actions": actions, "at_once": at_once, "seats": SEATS, "spare": 0, "manner": "unary"}
    with ExitStack() as stack:
        redis = stack.enter_context(EmbeddedServer(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        first, second = (stack.enter_context(serving(redis, **SETTINGS)) for _ in range(2))
        pids = [*first["pids"], second["pids"][0]]
        cases = {
            "one, without nginx": first,
            "one": stack.enter_context(_balanced([first])),
            "two": stack.enter_context(_balanced([first, second])),
        }
        found: dict[str, list[dict[str, Any]]] = {case: [] for case in cases}
        for _ in range(runs):
            for case, place in cases.items():
                found[case].append(result_of("tests.bench.load", {**asked, **place, "pids": pids}))
    figures = [figure for case, each in found.items() for figure in _case(case, each)]
    ratios = [two["rate"] / one["rate"] for one, two in zip(found["one"], found["two"], strict=True)]
    return Part(how, [*figures, plain("two to one, both behind nginx: actions/s", ratios, "times", 2)])


def _case(case: str, found: list[dict[str, Any]]) -> list[Figure]:
    replicas = [run["cpu_us"][0] + run["cpu_us"][2] for run in found]
    return [
        plain(f"{case}: actions", [run["rate"] for run in found], "/s"),
        plain("· p50", [run["p50_ms"] for run in found], "ms", 1),
        plain("· p99", [run["p99_ms"] for run in found], "ms", 1),
        plain("· CPU of an action: replicas together", replicas, "us"),
        plain("· CPU of an action: Valkey", [run["cpu_us"][1] for run in found], "us"),
    ]


@contextmanager
def _balanced(places: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """gRPC alone: nothing listens where the replicas would serve HTTP."""
    nowhere = f"127.0.0.1:{free_port()}"
    replicas: Any = [Addresses(place["address"], nowhere) for place in places]
    with tempfile.TemporaryDirectory() as folder, Nginx(Path(folder), replicas) as nginx:
        yield {"address": nginx.address}
