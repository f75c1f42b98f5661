"""Whatever is cited is explained, and whatever is ruled is held by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULINGS = ROOT / "docs/rulings"
SOURCES = (RULINGS / "sources.md").read_text()
RULED = {path.name: path.read_text() for path in sorted(RULINGS.glob("*.md")) if path.name != "sources.md"}
BY_FILE = {name: re.findall(r"^\| (R\d+) \|.*\| (.+) \|$", text, re.MULTILINE) for name, text in RULED.items()}
ROWS = [row for rows in BY_FILE.values() for row in rows]
EXPLAINED = {number for number, _ in ROWS} | set(re.findall(r"^\| ([SD]\d+) \|", SOURCES, re.MULTILINE))
CITATION = re.compile(r"\b[SDRX]\d+\b")


def citations() -> dict[str, set[str]]:
    """Where what is cited: in brackets in the source, and as the sources of scenarios."""
    cited: dict[str, set[str]] = {}
    for file in [*(ROOT / "engine").rglob("*.py"), *(ROOT / "service").rglob("*.py")]:
        for bracket in re.findall(r"\(([^()\"']*)\)", file.read_text()):
            cited.setdefault(file.name, set()).update(CITATION.findall(bracket))
    for file in (ROOT / "tests/scenarios").rglob("*.yaml"):
        for source in re.findall(r"^source: (.*)$", file.read_text(), re.MULTILINE):
            cited.setdefault(file.name, set()).update(CITATION.findall(source))
    return {name: numbers for name, numbers in cited.items() if numbers}


@pytest.mark.parametrize(("ruling", "holders"), ROWS, ids=[ruling for ruling, _ in ROWS])
def test_a_ruling_names_scenarios_or_tests_that_are_there(ruling: str, holders: str) -> None:
    files = re.findall(r"\]\((.+?)\)", holders)
    assert files
    assert [file for file in files if not (RULINGS / file).is_file()] == []


@pytest.mark.parametrize("name", BY_FILE)
def test_the_rulings_of_a_file_are_in_order_of_their_numbers(name: str) -> None:
    numbers = [int(ruling.removeprefix("R")) for ruling, _ in BY_FILE[name]]
    assert numbers == sorted(numbers)


def test_a_number_is_given_once_in_all_files() -> None:
    numbers = [ruling for ruling, _ in ROWS]
    assert numbers
    assert sorted(set(numbers)) == sorted(numbers)


def test_every_number_that_is_cited_is_explained() -> None:
    cited = citations()
    assert "D28" in cited["striking.py"]
    assert "R9" in cited["O24_collateral_with_the_weapon_as_slash.yaml"]
    assert {name: numbers - EXPLAINED for name, numbers in cited.items() if numbers - EXPLAINED} == {}


def test_a_scenario_of_a_ruling_is_named_by_it() -> None:
    own = {f"../../tests/scenarios/rulings/{path.name}" for path in (ROOT / "tests/scenarios/rulings").iterdir()}
    assert own
    assert own <= {file for _, holders in ROWS for file in re.findall(r"\]\((.+?)\)", holders)}
