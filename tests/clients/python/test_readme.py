"""What the README of the client in Python says can be done, is done."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

from sanguosha_client import Client, Seat

from tests.service.serving import Server

PACKAGE = Path(__file__).parents[3] / "clients" / "python"
README = (PACKAGE / "README.md").read_text()
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def at(server: Server, snippet: str) -> str:
    """The snippet, for a server on another port than the README's."""
    return snippet.replace("localhost:50051", server.address)


def test_the_first_snippet_plays_a_match_to_its_end(server: Server) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", at(server, SNIPPETS[0])],
        env={"PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert "winners" in ran.stdout


async def test_the_other_snippets_run_one_after_the_other(server: Server) -> None:
    names: dict[str, Any] = {}
    for snippet in SNIPPETS[1:]:
        code = compile(at(server, snippet), "README.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        ran = FunctionType(code, names)()
        if inspect.iscoroutine(ran):
            await ran
    assert names["outcome"] == 1
    assert names["seat"].number == 0


def test_every_method_is_named() -> None:
    for kind in (Client, Seat):
        methods = [name for name, member in vars(kind).items() if callable(member) and not name.startswith("_")]
        for name in set(methods) - {"close", "joined"}:
            assert f"`{name}`" in README, name


def test_every_file_that_it_links_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#:]+)\)", README)
    assert targets
    assert all((PACKAGE / target).exists() for target in targets)
