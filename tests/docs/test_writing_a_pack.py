"""Who does what the page on packs says has a pack."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packs.building import PIP, ROOT, with_packs

PAGE = (ROOT / "docs/writing-a-pack.md").read_text()
BIN = Path(sys.executable).parent


def snippets(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the page is followed."""
    folder = tmp_path_factory.mktemp("followed")
    (project,), (module, _), (scenario,) = (snippets(language) for language in ("toml", "python", "yaml"))
    (folder / "market" / "scenarios").mkdir(parents=True)
    (folder / "market" / "pyproject.toml").write_text(project)
    (folder / "market" / "market.py").write_text(module)
    (folder / "market" / "scenarios" / "barter.yaml").write_text(scenario)
    return folder


@pytest.fixture(scope="module")
def said(written: Path) -> str:
    """What its commands say; installed into a folder of its own, without a network."""
    (commands,) = snippets("sh")
    install = ".venv/bin/pip install --no-deps --no-build-isolation"
    assert install in commands
    commands = commands.replace(install, f"{' '.join(PIP)} --target installed")
    commands = commands.replace(".venv/bin/sgs", str(BIN / "sgs"))
    ran = subprocess.run(
        ["bash", "-e", "-c", commands],
        cwd=written,
        env=with_packs(written / "installed"),
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_its_scenario_comes_out_as_written(said: str) -> None:
    assert said.splitlines()[-1] == "1 passed, 0 failed"


@pytest.mark.usefixtures("said")
def test_its_pack_is_played_by_chance(written: Path) -> None:
    _, program = snippets("python")
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=written,
        env=with_packs(written / "installed"),
        capture_output=True,
        text=True,
        timeout=110,
    )
    assert ran.stdout == "a hundred matches ended\n", ran.stderr


@pytest.mark.usefixtures("said")
def test_what_is_said_of_one_that_does_not_fit_is_what_the_page_says(written: Path) -> None:
    (line,) = re.findall(r"^    (sgs: the pack .*)$", PAGE, re.MULTILINE)
    module = written / "installed" / "market.py"
    fitting = module.read_text()
    module.write_text(fitting.replace('"pedlar"', '"caocao"', 1))
    ran = subprocess.run(
        [BIN / "sgs", "scenario", "run", "market"],
        cwd=written,
        env=with_packs(written / "installed"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    module.write_text(fitting)
    assert (ran.returncode, ran.stderr) == (2, f"{line}\n")


def test_the_sample_is_made_as_the_page_says() -> None:
    (project,) = snippets("toml")
    sample = (ROOT / "examples" / "pack" / "pyproject.toml").read_text()
    for line in project.splitlines():
        if "market" not in line and "version" not in line:
            assert line in sample.splitlines()
