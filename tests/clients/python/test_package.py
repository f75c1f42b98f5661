"""The package by itself: built without a network, installed without the server, and played with."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from sysconfig import get_path
from zipfile import ZipFile

import pytest
import sanguosha_client
from packaging.requirements import Requirement

from tests.service.serving import Server

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "clients" / "python"
BOT = PACKAGE / "examples" / "bot.py"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    built = subprocess.run(
        [*pip, "--wheel-dir", str(folder), str(PACKAGE)], capture_output=True, text=True, timeout=100
    )
    assert built.returncode == 0, built.stderr
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """A folder with what the wheel installs, and nothing else."""
    folder = wheel.parent / "installed"
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, *arguments: str) -> str:
    """What Python prints that finds the wheel and its requirements, and neither the repository nor what is installed
    out of it: that takes a file which only the module `site` reads."""
    paths = os.pathsep.join([str(installed), get_path("purelib"), get_path("platlib")])
    ran = subprocess.run(
        [sys.executable, "-S", "-P", *arguments],
        env={**os.environ, "PYTHONPATH": paths},
        cwd=installed,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_wheel_has_the_client_the_contract_and_nothing_else(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    parts = ("sanguosha_client/", "sanguosha/v1/", f"sanguosha_client-{version()}.dist-info/")
    assert [name for name in names if not name.startswith(parts)] == []
    protos = {path.stem for path in (ROOT / "proto" / "sanguosha" / "v1").glob("*.proto")}
    for kind in ("py", "pyi"):
        assert {f"sanguosha/v1/{proto}_pb2.{kind}" for proto in protos} <= set(names)
    assert {"sanguosha_client/py.typed", "sanguosha/v1/py.typed"} <= set(names)
    assert {f"sanguosha_client/{path.name}" for path in (PACKAGE / "sanguosha_client").glob("*.py")} <= set(names)


def test_the_wheel_is_imported_without_the_server(installed: Path) -> None:
    program = """
from importlib.util import find_spec
import sanguosha.v1, sanguosha_client
assert find_spec("engine") is None and find_spec("service") is None
print(sanguosha_client.__file__, *sanguosha.v1.__path__, *sanguosha_client.__all__)
"""
    file, contract, *names = run(installed, "-c", program).split()
    assert Path(file).parent == installed / "sanguosha_client"
    assert Path(contract) == installed / "sanguosha" / "v1"
    assert names == sanguosha_client.__all__


def test_the_example_bot_plays_with_the_wheel_alone(installed: Path, server: Server) -> None:
    said = run(installed, str(BOT), "", server.address)
    assert said.startswith("matches/")
    assert said.strip().endswith((", won", ", lost"))


def test_the_example_bot_is_short() -> None:
    body = BOT.read_text().partition("import Client, answers\n")[2]
    lines = [line for line in body.splitlines() if line.strip()]
    assert len(lines) <= 30


def test_the_package_imports_only_what_it_requires() -> None:
    required = {"google", "grpc", "sanguosha", "sanguosha_client"}
    for path in [*(PACKAGE / "sanguosha_client").glob("*.py"), BOT]:
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names.append(node.module or "")
            strange = {name.partition(".")[0] for name in names} - required - set(sys.stdlib_module_names)
            assert not strange, f"{path.name} imports {strange}"


def test_the_package_requires_no_more_than_the_server_does() -> None:
    server = tomllib.loads((ROOT / "pyproject.toml").read_text())
    client = tomllib.loads((PACKAGE / "pyproject.toml").read_text())
    ours = [Requirement(each) for each in server["project"]["dependencies"]]
    for needed in map(Requirement, client["project"]["dependencies"]):
        (found,) = (each for each in ours if each.name == needed.name)
        assert set(needed.specifier) <= set(found.specifier)
    assert set(server["build-system"]["requires"]) <= set(client["build-system"]["requires"])
    assert client["project"]["version"] == server["project"]["version"]


def version() -> str:
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]
    return str(project["version"])
