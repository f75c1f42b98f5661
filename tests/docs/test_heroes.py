"""docs/heroes.md says what is registered, and every hero has its scenarios."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from engine.editions import every_pack

from .heroes import PAGE, page, section

README = Path(__file__).parents[2] / "README.md"
LATER = ("yj2011", "yj2011r", "yj2012", "sp", "sp2")
WRITTEN = {2: "two", 12: "twelve"}


def test_the_page_is_written_from_what_is_registered() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make heroes writes it anew"


def test_every_hero_of_every_pack_is_on_the_page() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    assert [hero.id for pack in every_pack().values() for hero in pack.heroes if hero.id not in named] == []


def test_every_hero_sits_at_the_table_of_a_scenario() -> None:
    counts = re.findall(r"^\| .* \| `(\w+)` \| .* \| (\d+) \|$", page(), re.MULTILINE)
    assert counts
    assert [hero for hero, count in counts if count == "0"] == []


def test_the_readme_counts_the_later_heroes_as_the_page_does() -> None:
    heroes = sum(len(every_pack()[pack].heroes) for pack in LATER)
    listed = "\n".join(line for pack in LATER for line in section(pack, Counter()))
    revised, further = (WRITTEN[listed.count(f"; {card}")] for card in ("revised", "another card"))
    counted = f"{heroes} more cards, of which {revised} are those revisions and {further} further cards"
    assert counted in " ".join(README.read_text(encoding="utf-8").split())
