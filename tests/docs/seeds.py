"""`python -m tests.docs.seeds`: write docs/seeds.md, what shows each row of what the source texts print."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.provers.coverage import scenarios

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "seeds.md"
SYSTEMS = ROOT / "tests" / "data" / "systems.tsv"
SHOWN = ROOT / "tests" / "data" / "seeds.tsv"
EVERY = "*"  # in the place of a row: all rows of the section
READING = "reading"
OPENING = """# What shows each row of the texts

To look something up, search this page: for a card, hero or skill by its Chinese name as it is printed; for a scenario
that you have seen somewhere by its id (C641), for a rule by its row (S03). Behind the link is the shortest proof of it.

What the [five source texts](rulings/sources.md) print, row by row ([systems.tsv](../tests/data/systems.tsv)), and the
[scenarios](../tests/scenarios/README.md) and tests that show it ([seeds.tsv](../tests/data/seeds.tsv)): the best, not
all. A *reading* only explains a text; it says why nothing has to show it, and where it is applied. `make seeds` writes
this page from the two lists; a test fails where a row has nothing, or what is named is not there. A text is named by
its number, a choice that the texts leave open by its D.
"""


@dataclass(frozen=True)
class Section:
    number: str
    title: str
    rows: Mapping[str, str]
    """What each row is, by its name."""


@dataclass(frozen=True)
class Showing:
    section: str
    row: str
    shown: tuple[str, ...]
    """Ids of scenarios, and tests as `path::name`."""
    place: str = ""
    why: str = ""

    @property
    def is_reading(self) -> bool:
        return self.shown == (READING,)


@dataclass(frozen=True)
class Known:
    """What there is: the file of each scenario and ruling by its id, and every test and other file."""

    scenarios: Mapping[str, str]
    rulings: Mapping[str, str]
    root: Path = ROOT

    def has_test(self, node: str) -> bool:
        path, _, name = node.partition("::")
        return name.startswith("test_") and self.has_file(path) and name in functions(self.root / path)

    def has_file(self, path: str) -> bool:
        return (self.root / path).is_file()


# -- reading the lists


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def sections(text: str) -> list[Section]:
    found: list[Section] = []
    rows: dict[str, str] = {}
    for line in lines(text):
        if line.startswith("## "):
            _, number, title = line.split(" ", 2)
            rows = {}
            found.append(Section(number, title, rows))
        else:
            row, what = line.split("\t")
            if row in rows:
                raise ValueError(f"{found[-1].number} {row}: listed twice")
            rows[row] = what
    return found


def showings(text: str) -> list[Showing]:
    fields = [line.split("\t") for line in lines(text)]
    return [Showing(section, row, tuple(shown.split()), *rest) for section, row, shown, *rest in fields]


@cache
def functions(path: Path) -> frozenset[str]:
    """The functions that stand in the file by themselves."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return frozenset(one.name for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def known() -> Known:
    rulings: dict[str, str] = {}
    for path in sorted((ROOT / "docs/rulings").glob("*.md")):
        for ruling in re.findall(r"^\| (R\d+) \|", path.read_text(encoding="utf-8"), re.MULTILINE):
            rulings[ruling] = str(path.relative_to(ROOT))
    return Known({one.id: str(Path(one.path).relative_to(ROOT)) for one in scenarios()}, rulings)


# -- comparing them


def faults(listed: list[Section], shown: list[Showing], there: Known) -> Iterator[str]:
    """Everything that is amiss; nothing where each row has what shows it."""
    rows = {(section.number, row) for section in listed for row in section.rows}
    every = {(section.number, EVERY) for section in listed}
    named = Counter((showing.section, showing.row) for showing in shown)
    yield from (f"{' '.join(key)}: nothing shows it" for key in sorted(rows - named.keys()))
    yield from (f"{' '.join(key)}: no such row" for key in sorted(named.keys() - rows - every))
    yield from (f"{' '.join(key)}: has {count} lines" for key, count in named.items() if count > 1)
    for showing in shown:
        yield from (f"{showing.section} {showing.row}: {fault}" for fault in faults_of(showing, there))


def faults_of(showing: Showing, there: Known) -> Iterator[str]:
    if showing.is_reading:
        if showing.place not in there.rulings and not there.has_file(showing.place):
            yield f"no file or ruling {showing.place!r}"
        if not showing.why:
            yield "a reading that does not say why"
        return
    if not showing.shown:
        yield "nothing shows it"
    if showing.place or showing.why:
        yield "a place and a reason are for readings"
    for one in showing.shown:
        if showing.shown.count(one) > 1:
            yield f"{one} is named twice"
        if "::" in one and not there.has_test(one):
            yield f"no test {one}"
        if "::" not in one and one not in there.scenarios:
            yield f"no scenario {one}"


# -- the page


def page(listed: list[Section], shown: list[Showing], there: Known) -> str:
    by_row = {(showing.section, showing.row): showing for showing in shown}
    own = [showing for showing in shown if showing.row != EVERY]
    told = sum(any("::" not in one for one in showing.shown) for showing in own if not showing.is_reading)
    read = sum(showing.is_reading for showing in own)
    totals = f"{len(own)} rows: {told} shown by scenarios, {len(own) - told - read} by tests alone, {read} readings.\n"
    written = [OPENING, totals]
    for section in listed:
        written += [f"## {section.number} {section.title}", ""]
        if every := by_row.get((section.number, EVERY)):
            written += [f"All rows: {cell(every, there)}.", ""]
        written += ["| row | what it is | shown by |", "|---|---|---|"]
        for row, what in section.rows.items():
            written.append(f"| {row} | {what} | {cell(by_row[section.number, row], there)} |")
        written.append("")
    return "\n".join(written)


def cell(showing: Showing, there: Known) -> str:
    if showing.is_reading:
        path = there.rulings.get(showing.place, showing.place)
        name = showing.place if showing.place in there.rulings else Path(path).name
        return f"*reading*: {showing.why} ({link(name, path)})"
    return ", ".join(link(*shown_by(one, there)) for one in showing.shown)


def shown_by(one: str, there: Known) -> tuple[str, str]:
    """In words, and where. A test has the rule that it tests as its name, and so has the file of a scenario."""
    path, _, test = one.partition("::test_")
    path = path if test else there.scenarios[one]
    return (test or Path(path).stem).replace("_", " "), path


def link(text: str, path: str) -> str:
    return f"[{text}]({path.removeprefix('docs/') if path.startswith('docs/') else f'../{path}'})"


def read() -> tuple[list[Section], list[Showing], Known]:
    return sections(SYSTEMS.read_text(encoding="utf-8")), showings(SHOWN.read_text(encoding="utf-8")), known()


if __name__ == "__main__":
    PAGE.write_text(page(*read()), encoding="utf-8")
