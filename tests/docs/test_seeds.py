"""docs/seeds.md has every row of the source texts with what shows it, and what it names is there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.editions import every_pack
from engine.hero import Hero
from engine.texts import CARDS, HEROES, SKILLS
from tests.engine.test_sheets import DECK
from tests.provers.coverage import scenarios

from .heroes import seats_of
from .seeds import PAGE, Known, Section, Showing, faults, page, read, sections, showings

LISTED, SHOWN, THERE = read()
SEATED: dict[str, set[str]] = {}
for scenario in scenarios():
    SEATED.setdefault(scenario.id, set()).update(seats_of(scenario.setup))

# How many rows the texts have in each section: none may go missing from both lists at once.
RULES = {"1": 25, "2": 10, "3": 6, "4": 9, "5": 10, "6": 21, "7": 10}
CARD_ROWS = {"8a": 28, "8b": 13, "8c": 5, "8e": 5}
HERO_ROWS = {"9a": 25, "9b": 25, "9c": 10, "9d": 10, "9e": 10, "9f": 10, "9g": 13, "9h": 12, "9i": 9, "9j": 6}
FURTHER = {"10": 9, "11": 18, "12": 13, "13": 8, "14": 28, "14a": 12, "15": 27, "16": 17, "17": 41}

PACKS = ("first-edition", "standard", "wind", "fire", "forest", "mountain", "yj2011 yj2011r", "yj2012", "sp", "sp2")
PACKS_OF = {section: packs.split() for section, packs in zip(HERO_ROWS, PACKS, strict=True)}
PRINTED = [
    (section, hero)
    for section in LISTED
    for pack in PACKS_OF.get(section.number, [])
    for hero in every_pack()[pack].heroes
]


def test_every_row_has_what_shows_it_and_that_is_there() -> None:
    assert list(faults(LISTED, SHOWN, THERE)) == []


def test_the_page_is_written_from_the_lists() -> None:
    is_the_same = PAGE.read_text(encoding="utf-8") == page(LISTED, SHOWN, THERE)
    assert is_the_same, "make seeds writes it anew"  # to tell the difference of two long texts takes minutes


def test_no_row_is_missing() -> None:
    assert {section.number: len(section.rows) for section in LISTED} == RULES | CARD_ROWS | HERO_ROWS | FURTHER


@pytest.mark.parametrize(("section", "hero"), PRINTED, ids=[hero.id for _, hero in PRINTED])
def test_a_hero_has_a_row_with_its_skills_and_sits_where_that_is_shown(section: Section, hero: Hero) -> None:
    skills = {SKILLS[skill.id].name.zh for skill in hero.skills}
    name = HEROES[hero.id].name.zh
    rows = [row for row, what in section.rows.items() if re.split("[: ]", what)[0] == name]
    assert all(skills <= set(re.findall(r"[\u4e00-\u9fff]+", section.rows[row])) for row in rows)
    shown = [one for one in SHOWN if one.section == section.number and one.row in rows]
    assert hero.id in {seated for showing in shown for one in showing.shown for seated in SEATED.get(one, ())}


def test_the_heroes_have_no_other_rows() -> None:
    assert Counter(section.number for section, _ in PRINTED) == HERO_ROWS


def test_every_card_has_a_row() -> None:
    written = " ".join(what for section in LISTED if section.number in ("8a", "8b") for what in section.rows.values())
    assert [card for card in {row["english_id"] for row in DECK} if CARDS[card].name.zh not in written] == []


# -- the check itself

ROWS = "# a note\n## 1 Cards\nK1\ta card\nK2\tanother\n## 2 Texts\nT1\ta misprint\n"
LINES = "1\t*\tC1\n1\tK1\tC1 C2\n1\tK2\ttests/t.py::test_two\n2\tT1\treading\tR7\tonly a word\n"


@pytest.fixture
def there(tmp_path: Path) -> Known:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/t.py").write_text("def test_two() -> None: ...\ndef helper() -> None: ...\n", encoding="utf-8")
    return Known({"C1": "tests/C1.yaml", "C2": "tests/C2.yaml"}, {"R7": "docs/rulings/README.md"}, tmp_path)


def found(there: Known, shown: str, listed: str = ROWS) -> list[str]:
    return list(faults(sections(listed), showings(shown), there))


def test_where_all_is_shown_nothing_is_amiss(there: Known) -> None:
    assert found(there, LINES) == []
    assert found(there, LINES.replace("\tR7", "\ttests/t.py")) == []


@pytest.mark.parametrize(
    ("written", "instead", "fault"),
    [
        ("1\tK1\tC1 C2\n", "", "1 K1: nothing shows it"),
        ("1\tK1\tC1 C2\n", "1\tK1\t\n", "1 K1: nothing shows it"),
        ("1\tK1\tC1 C2\n", "1\tK1\tC1\n1\tK1\tC2\n", "1 K1: has 2 lines"),
        ("1\tK1\tC1 C2\n", "1\tK1\tC1 C3\n", "1 K1: no scenario C3"),
        ("1\tK1\tC1 C2\n", "1\tK1\tC1 C1 \n", "1 K1: C1 is named twice"),
        ("1\tK1\tC1 C2\n", "1\tK1\tC1 C2\tR7\n", "1 K1: a place and a reason are for readings"),
        ("1\tK1\tC1 C2\n", "1\tK1\tC1\n1\tK3\tC2\n", "1 K3: no such row"),
        ("1\t*\tC1\n", "3\t*\tC1\n", "3 *: no such row"),
        ("1\t*\tC1\n", "1\t*\tC9\n", "1 *: no scenario C9"),
        ("::test_two", "::test_three", "1 K2: no test tests/t.py::test_three"),
        ("::test_two", "::helper", "1 K2: no test tests/t.py::helper"),
        ("tests/t.py::", "tests/u.py::", "1 K2: no test tests/u.py::test_two"),
        ("\tR7", "\tR8", "2 T1: no file or ruling 'R8'"),
        ("\tonly a word", "", "2 T1: a reading that does not say why"),
        ("\tR7\tonly a word", "", "2 T1: no file or ruling ''"),
    ],
)
def test_what_is_amiss_is_told(there: Known, written: str, instead: str, fault: str) -> None:
    assert LINES.count(written) == 1
    assert fault in found(there, LINES.replace(written, instead))


def test_a_row_beyond_those_that_are_shown_is_told(there: Known) -> None:
    assert found(there, LINES, ROWS + "T2\tanother\n") == ["2 T2: nothing shows it"]


def test_a_row_that_is_listed_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="2 T1: listed twice"):
        sections(ROWS + "T1\tagain\n")


def test_a_page_says_how_much_is_shown_by_what(there: Known) -> None:
    written = page(sections(ROWS), showings(LINES), there)
    assert "3 rows: 1 shown by scenarios, 1 by tests alone, 1 readings." in written
    assert "All rows: [C1](../tests/C1.yaml)." in written
    assert "| K2 | another | [two](../tests/t.py) |" in written
    assert "| T1 | a misprint | *reading*: only a word ([R7](rulings/README.md)) |" in written
    assert Showing("2", "T1", ("reading",), "R7", "only a word").is_reading
