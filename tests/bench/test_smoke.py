"""The bench still runs. What it measures is for no test to judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.__main__ import PARTS
from tests.bench.report import Figure, Part, at_most, missed, rewrite, table


@pytest.mark.parametrize("name", PARTS)
def test_every_part_gives_figures(name: str) -> None:
    part = PARTS[name](True)
    assert part.figures
    assert all(figure.name and figure.value for figure in part.figures)
    assert len(table(part).splitlines()) == len(part.figures) + 4


def test_the_document_keeps_everything_but_the_figures(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    document.write_text("before\n<!-- bench:engine -->\nold\n<!-- /bench:engine -->\nafter\n")
    rewrite(document, "engine", "new")
    assert document.read_text() == "before\n<!-- bench:engine -->\nnew\n<!-- /bench:engine -->\nafter\n"
    with pytest.raises(ValueError, match="no markers for stored"):
        rewrite(document, "stored", "new")


def test_what_is_not_met_is_listed(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    document.write_text(table(Part("", [at_most("slow", 3, 2, "ms"), at_most("quick", 1, 2, "ms"), Figure("n", "1")])))
    assert missed(document) == "* slow: 3 ms, at most 2 ms"


def test_the_committed_document_has_a_place_for_every_part() -> None:
    document = (Path(__file__).parents[2] / "docs" / "performance.md").read_text()
    for name in (*PARTS, "missed"):
        assert document.count(f"<!-- bench:{name} -->") == document.count(f"<!-- /bench:{name} -->") == 1
