"""What the API guide shows is done, in each of its languages, from the first snippet to the last."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.loopback import without_proxies
from tests.service.clients import node_command
from tests.service.serving import Server

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/api-guide.md").read_text()
TYPESCRIPT = ROOT / "clients/typescript"
LANGUAGES = ("sh", "python", "ts")
NO_SUCH_TASK = {"Write a bot"}  # which the examples of the clients are


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("guide"), bot_delay_ms=0, sweep_ms=10) as running:
        yield running


def snippets(language: str, server: Server) -> list[str]:
    """Those of one language, for a server on other ports than the guide's."""
    found = re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)
    return [
        text.replace("localhost:8080", server.http_address).replace("localhost:50051", server.address) for text in found
    ]


def run(command: list[str], **how: Any) -> str:
    """What it says."""
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100, env=without_proxies(), **how)
    assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}"
    return ran.stdout


def test_every_task_is_shown_in_every_language() -> None:
    tasks = {task.partition("\n")[0]: task for task in GUIDE.split("\n## ")[1:]}
    for name in tasks.keys() - NO_SUCH_TASK:
        assert [language for language in LANGUAGES if f"```{language}\n" in tasks[name]] == list(LANGUAGES), name


def test_with_curl(server: Server, tmp_path: Path) -> None:
    os.symlink(ROOT / ".venv", tmp_path / ".venv")
    script = "\n".join(["set -eu", *snippets("sh", server)])
    said = run(["bash", "-c", script], cwd=tmp_path).splitlines()
    assert said[:2] == ["MATCH_STATE_PLAYING", "OUTCOME_APPLIED"]
    assert any(line.startswith("id: ") for line in said)
    assert said[-1] == "MATCH_NOT_FOUND"
    assert json.loads((tmp_path / "result.json").read_text())["winners"]
    series = json.loads((tmp_path / "series.json").read_text())
    assert series["over"]
    assert series["winners"]


async def test_in_python(server: Server) -> None:
    names: dict[str, Any] = {}
    for snippet in snippets("python", server):
        code = compile(snippet, "api-guide.md", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        ran = FunctionType(code, names)()
        if inspect.iscoroutine(ran):
            await ran
    assert names["replay"].match.result.winners
    assert names["series"].winners


def test_in_typescript(server: Server) -> None:
    folder = TYPESCRIPT / "build/guide"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "guide.ts").write_text("\n".join(snippets("ts", server)))
    options = {"types": ["node"], "outDir": "out", "rootDir": "../..", "noUnusedLocals": False}
    project = {"extends": "../../tsconfig.json", "compilerOptions": options, "include": ["*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(project))
    run([node_command(), str(TYPESCRIPT / "node_modules/typescript/bin/tsc"), "--project", str(folder)])
    [built] = folder.rglob("out/**/guide.js")
    assert run([node_command(), str(built)]).splitlines()[-1] == "MATCH_NOT_FOUND"
