"""What docs/http.md says of HTTP is so."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.api import annotations_pb2

from service.app import SERVICES
from service.rest import connection, listener, reading
from service.rest.cross_origin import HEADERS
from service.rest.events import PING_SECONDS
from service.rest.faults import HTTP_REASONS
from tests.loopback import without_proxies
from tests.service.serving import Server

DOCUMENT = (Path(__file__).parents[2] / "docs/http.md").read_text()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("http"), bot_delay_ms=0, sweep_ms=10) as running:
        yield running


@pytest.mark.skipif(not shutil.which("curl") or not shutil.which("jq"), reason="the snippets take curl and jq")
def test_the_snippets_play_and_watch(server: Server) -> None:
    snippets = re.findall(r"```sh\n(.*?)```", DOCUMENT, re.DOTALL)
    script = "\n".join(snippets).replace("localhost:8080", server.http_address)
    ran = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, env=without_proxies())
    assert ran.stderr == ""
    started, *played = ran.stdout.splitlines()
    outcomes, winners, events = played[:-6], played[-6], played[-5:]
    assert started == '"MATCH_STATE_PLAYING"'
    assert set(outcomes) - {'"OUTCOME_SUPERSEDED"'} == {'"OUTCOME_APPLIED"'}
    assert json.loads(winners)
    assert [line.partition(":")[0] for line in events] == ["retry", "", "id", "event", "data"]


def test_the_paths_are_those_of_the_contract() -> None:
    annotated = []
    for service in SERVICES:
        for method in service.methods:
            rule = method.GetOptions().Extensions[annotations_pb2.http]
            if verb := rule.WhichOneof("pattern"):
                path = getattr(rule, verb).replace("{name=matches/*}", "matches/{id}")
                path = path.replace("{name=series/*}", "series/{id}")
                annotated.append((method.name, f"{verb.upper()} {path}"))
    assert re.findall(r"^\| `(\w+)` \| `((?:GET|POST) \S+)` \|$", DOCUMENT, re.MULTILINE) == annotated


def test_the_reasons_are_those_of_http() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert rows == [(name, str(reason.status), reason.meaning) for name, reason in HTTP_REASONS.items()]


def test_the_bounds_are_those_of_the_server() -> None:
    assert (
        f"at most {connection.MOST_HEADER_BYTES // 1024} KiB and {connection.HEADERS_SECONDS:.0f} seconds" in DOCUMENT
    )
    assert f"`SGS_MAX_REQUEST_BYTES` and {reading.BODY_SECONDS:.0f} seconds" in DOCUMENT
    assert f"silent for {listener.KEEP_ALIVE_SECONDS} seconds" in DOCUMENT
    assert f"Every {PING_SECONDS:.0f} seconds" in DOCUMENT
    assert all(f"`{header}`" in DOCUMENT for header in HEADERS)
