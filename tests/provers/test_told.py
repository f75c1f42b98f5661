"""The report on the scenarios: what ran and how it came out, and how much of the case list is told."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from service.cli import main
from service.scenario import run_paths
from tests.engine.test_cases import is_due
from tests.provers.told import counts

GOOD = """
id: G1
title: Something true
source: x
steps: [{expect: {turn: P1}}]
runs: [{name: once}, {name: twice}]
"""
BAD = """
id: B1
title: Something false
source: x
runs:
  - {name: right, steps: [{expect: {turn: P1}}]}
  - {name: wrong, steps: [{expect: {turn: P2}}]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


def test_every_file_is_listed_with_its_id_and_outcome(folder: Path) -> None:
    out = StringIO()
    assert run_paths([folder], listed=True, out=out) == 1
    lines = out.getvalue().splitlines()
    assert lines[0] == "passed  G1  Something true (2 of 2 runs)"
    assert lines[1].startswith(f"FAILED {folder / 'b.yaml'}: B1 Something false [wrong]")
    assert lines[-2:] == ["FAILED  B1  Something false (1 of 2 runs)", "3 passed, 1 failed"]


def test_a_broken_file_is_told_and_the_others_run(folder: Path) -> None:
    (folder / "a.yaml").write_text("id: G1", encoding="utf-8")
    out = StringIO()
    assert run_paths([folder], listed=True, out=out) == 1
    assert out.getvalue().startswith("BROKEN ")
    assert out.getvalue().endswith("1 passed, 2 failed\n")


def test_the_command_lists_when_it_is_told_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenario", "run", "--report", str(folder / "a.yaml")]) == 0
    assert capsys.readouterr().out == "passed  G1  Something true (2 of 2 runs)\n2 passed, 0 failed\n"


def test_the_report_counts_the_cases_of_the_standard_edition() -> None:
    table = {ruleset: (told, due) for ruleset, told, due in counts()}
    assert table["standard"] == (167, 167)
    assert table["standard+EX"] == (10, 10)


PLAYABLE = [row for row in counts() if is_due(set(row[0].split(" / ")))]


@pytest.mark.parametrize(("ruleset", "told", "due"), PLAYABLE)
def test_all_cases_that_can_be_told_are_told(ruleset: str, told: int, due: int) -> None:
    assert told == due
