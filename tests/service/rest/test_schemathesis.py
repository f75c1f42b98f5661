"""What the document promises is kept for whatever a tool makes up out of it, right and wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.store import EmbeddedServer
from tests.loopback import without_proxies
from tests.service.rest.calling import HTTP_METHODS, Rest, RestCalls
from tests.service.serving import Server
from tests.service.tables import Table

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
SEED = 20240607
SECONDS = 100  # what takes longer hangs
ENDING = ("AbandonMatch", "LeaveMatch", "ConcedeMatch")
WITHOUT = (
    "positive_data_acceptance",  # a schema cannot say that a match must not have started yet
    "negative_data_rejection",  # the mapping of protobuf takes more than a schema says: null, a number as a text
)


@pytest.fixture
def brisk(tmp_path: Path, backing: EmbeddedServer) -> Iterator[Server]:
    """Streams and waits that end before a tool loses its patience."""
    with Server(tmp_path / "server", redis_url=backing.url, max_wait=0.02, max_stream_age=0.02) as started:
        yield started


async def test_no_request_breaks_the_document(brisk: Server, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    nightly = request.config.getoption("nightly")
    async with Rest(brisk.http_address) as rest:
        playing, ending = await RestCalls(rest).table(4), await RestCalls(rest).table(4)
        await playing.move(3)
    (tmp_path / "schemathesis.toml").write_text(configured(playing, ending))
    command = [
        *(SCHEMATHESIS, "run", f"http://{brisk.http_address}/openapi.json"),
        *("--seed", str(SEED), "--max-examples", "500" if nightly else "10", "--exclude-checks", ",".join(WITHOUT)),
        *("--phases", "examples,coverage,fuzzing" + ",stateful" * nightly),
        *("--continue-on-failure", "--no-color", "--warnings", "off"),
    ]
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env=without_proxies(),
        capture_output=True,
        text=True,
        timeout=None if nightly else SECONDS,
    )
    print(ran.stdout)
    assert ran.returncode == 0, f"seed {SEED}: {ran.stdout}{ran.stderr}{brisk.log()}"
    assert f"Tested: {len(HTTP_METHODS)}" in ran.stdout
    assert "call_failed" not in brisk.log()
    assert "reply_failed" not in brisk.log()


def configured(playing: Table, ending: Table) -> str:
    """Calls are about a match that is there, and for a seat in it; those that end it, about another one."""
    elsewhere = "".join(
        f"""
[[operations]]
include-operation-id = "{name}"
headers = {{ authorization = "Bearer {ending.tokens[1]}" }}
parameters = {{ "path.id" = "{ending.id}" }}
"""
        for name in ENDING
    )
    return f"""
headers = {{ authorization = "Bearer {playing.tokens[0]}" }}

[parameters]
"path.id" = "{playing.id}"
{elsewhere}"""
