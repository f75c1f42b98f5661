"""What the page on replays says can be done, is done."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf import json_format
from sanguosha.v1 import replay_service_pb2

from service.commands.connection import Connection
from service.replays.checking import check
from service.replays.file import MOST_BYTES, read
from tests.service.serving import Server
from tests.service.tables import ruleset

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/replays.md").read_text()
BIN = Path(sys.executable).parent
SEATS = 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("replays"), bot_delay_ms=0, sweep_ms=5) as running:
        yield running


@pytest.fixture(scope="module")
def folder(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands of the page were run, one after the other; what each said is in a file of its name."""
    found = tmp_path_factory.mktemp("folder")
    with Connection(server.address) as connection:
        name = connection.create(ruleset(SEATS, heroes=True), range(SEATS)).name
        connection.start(name)
        for _ in connection.follow(name):
            pass
    (snippet,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    for command in snippet.splitlines():
        command = command.replace("matches/NAME", f"{name} --address {server.address}").replace(".venv/bin", str(BIN))
        ran = subprocess.run(["bash", "-c", command], cwd=found, capture_output=True, text=True, timeout=60)
        assert ran.returncode == 0, (command, ran.stderr)
        (found / command.split()[2]).write_text(ran.stdout)
    return found


def without_figures(report: str) -> list[str]:
    """The report of any match reads the same, but for what its match was."""
    report = report.replace("winners nobody", "winners 0")
    lines = re.sub(r"[A-Za-z0-9+/]{43}=|\b[0-9a-f]{16}\b|\d+(\.\d+)?(, \d+)*", "#", report).splitlines()
    return [re.sub(r"result: \w+", "result: #", line) for line in lines]


def test_the_commands_do_what_the_page_says(folder: Path) -> None:
    (report,) = re.findall(r"```\n(match\.json: verified\n.*?)```", PAGE, re.DOTALL)
    assert without_figures((folder / "verify").read_text()) == without_figures(report)
    assert (folder / "get").read_text() == ""
    assert "== The match ends" in (folder / "show").read_text()


def test_a_fault_reads_as_on_the_page(folder: Path) -> None:
    replay = read(folder / "match.json")
    step = replay.steps[len(replay.steps) // 2]
    step.answer.option = "slash#7000"
    found = [str(finding) for finding in check(replay).findings if not finding.holds and finding.name != "steps"]
    (shown,) = re.findall(r"```\n(  NO  answers.*?)```", PAGE, re.DOTALL)
    assert without_figures("\n".join(f"  {finding}" for finding in found)) == without_figures(shown)


def test_the_fields_are_those_of_the_message() -> None:
    fields = [field.json_name for field in replay_service_pb2.Replay.DESCRIPTOR.fields]
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == fields
    (answer,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert json_format.Parse(answer, replay_service_pb2.ReplayAnswer()).option
    assert f"up to {MOST_BYTES >> 20} MiB" in PAGE
