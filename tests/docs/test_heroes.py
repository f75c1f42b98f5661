"""docs/heroes.md says what is registered, and every hero has its scenarios."""

from __future__ import annotations

import re

from .heroes import PAGE, page


def test_the_page_is_written_from_what_is_registered() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make heroes writes it anew"


def test_every_hero_sits_at_the_table_of_a_scenario() -> None:
    counts = re.findall(r"^\| .* \| `(\w+)` \| .* \| (\d+) \|$", page(), re.MULTILINE)
    assert counts
    assert [hero for hero, count in counts if count == "0"] == []
