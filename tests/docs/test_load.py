"""What docs/operations.md says of loads holds."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

from tests.service.serving import SGS, Server

DOCUMENT = Path(__file__).parents[2] / "docs" / "operations.md"
SMALL = ("--seats", "4", "--at-once", "2", "--rate", "20", "--duration", "1.5")


def section() -> str:
    return DOCUMENT.read_text().partition("## How much can my machine take\n")[2].partition("\n## ")[0]


def test_the_load_of_the_document_can_be_run(tmp_path: Path) -> None:
    (command,) = re.findall(r"```sh\nsgs (.*)\n```", section())
    (shown,) = re.findall(r"```text\n(.*?)\n```", section(), re.DOTALL)
    with Server(tmp_path) as server:
        words = [SGS, *shlex.split(command), "--address", server.address, *SMALL]
        ran = subprocess.run(words, capture_output=True, text=True, timeout=60)
        figures = json.loads(subprocess.run([*words, "--json"], capture_output=True, text=True, timeout=60).stdout)
    assert ran.returncode == 0, ran.stderr
    assert form(ran.stdout) == form(shown)
    assert figures["actions"] > 0
    assert figures["errors"] == {}
    assert {"act_ms", "told_ms", "late_ms", "calls", "retries"} <= figures.keys()


def form(report: str) -> list[str]:
    """What each line is about. Of the first, what there was none of is left out."""
    first, *others = report.strip().splitlines()
    assert re.match(r"\d+ matches ended.* actions/s.* of \d+ actions/s offered$", first)
    return [re.sub(r"[\d.,]+", "#", line.partition(":")[0]) for line in others]
