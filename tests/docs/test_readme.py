"""What the README says can be done, is done."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loopback import without_proxies
from tests.service.serving import Server

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BIN = Path(sys.executable).parent


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("readme"), bot_delay_ms=0) as running:
        yield running


def at(server: Server, snippet: str) -> str:
    """The snippet, for a server on another port than the README's."""
    assert "localhost:50051" in snippet
    return snippet.replace("localhost:50051", server.address).replace(".venv/bin/", f"{BIN}/")


def test_the_python_snippet_plays_a_match_to_its_end(server: Server) -> None:
    (snippet,) = snippets("python")
    ran = subprocess.run([sys.executable, "-c", at(server, snippet)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("round 0: "), "it says something at once"
    assert "\n  selection: choose\n" in ran.stdout
    assert "winners" in ran.stdout
    assert "roles" in ran.stdout


def test_the_grpcurl_snippets_create_and_list_a_match(server: Server) -> None:
    (snippet,) = snippets("sh")
    ran = subprocess.run(
        ["bash", "-e", "-c", at(server, snippet)], capture_output=True, text=True, timeout=60, env=without_proxies()
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count('"name": "matches/') >= 2


def test_every_file_that_the_documents_link_to_is_there() -> None:
    for document in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.relative_to(ROOT)}: {target}"
