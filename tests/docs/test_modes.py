"""docs/modes.md says which option goes with what as the rules and the catalogue do."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from google.protobuf import json_format
from sanguosha.v1 import ruleset_pb2

from engine.editions import EDITIONS, Edition
from engine.modes.dark_souls import SOULS
from engine.texts import SKILLS
from service.convert.catalogue import catalogue

from .modes import BEGIN, END, GAMES, OFF, PAGE, VALUES, is_taken, options, page, ruleset, takers

MODES = {mode.id: mode for mode in catalogue(()).modes}
WRITTEN = PAGE.read_text(encoding="utf-8")


def test_the_matrix_is_written_from_the_rules() -> None:
    assert WRITTEN.count(BEGIN) == WRITTEN.count(END) == 1
    assert page(WRITTEN) == WRITTEN, "make modes writes it anew"


def test_the_catalogue_says_the_same() -> None:
    for option in options():
        named = [game for game, (edition, mode) in GAMES.items() if edition in option.editions and mode in option.modes]
        named = [game for game in named if option.id not in MODES[GAMES[game][1]].needs or option.id not in OFF]
        assert takers(option.id) == named


def test_what_exclude_each_other_is_refused_together_and_nothing_else_is() -> None:
    excluded = {frozenset((option.id, other)) for option in options() for other in option.excludes}
    switches = [option.id for option in options() if option.id not in VALUES]
    refused = set()
    for one, other in combinations(switches, 2):
        shared = [game for game in takers(one) if game in takers(other)]
        if shared and not any(is_taken(ruleset(game, one, **{other: True})) for game in shared):
            refused.add(frozenset((one, other)))
    assert excluded == refused


def test_every_edition_and_mode_and_every_page_is_in_the_overview() -> None:
    pages = sorted(path.relative_to(PAGE.parent).as_posix() for path in PAGE.with_suffix("").glob("*.md"))
    assert sorted(set(re.findall(r"\((modes/[^)#]+)\)", WRITTEN))) == pages


@pytest.mark.parametrize("path", sorted(PAGE.with_suffix("").glob("*.md")), ids=lambda path: path.stem)
def test_what_a_page_shows_is_taken(path: Path) -> None:
    shown = re.findall(r"```json\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    for text in shown:
        assert "_" not in text, "in JSON as replies have it"
        assert is_taken(json_format.Parse(text, ruleset_pb2.Ruleset()))


def test_the_prototype_takes_what_its_page_says() -> None:
    written = (PAGE.with_suffix("") / "proto-1.0.md").read_text(encoding="utf-8")
    [said] = re.findall(r"Of the options it takes (.*?)\. It takes no other\.", written, re.DOTALL)
    assert re.findall("`(.*?)`", said) == [option.id for option in options() if "proto-1.0" in takers(option.id)]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_the_readme_counts_the_seats_and_heroes_of_an_edition(edition: Edition) -> None:
    written = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    [row] = re.findall(rf"^\| `{re.escape(edition.id)}`.*$", written, re.MULTILINE)
    assert f"identity, {min(edition.roles)} to {max(edition.roles)} seats" in row
    assert f"{len(edition.pack.heroes)} heroes" in row


def test_the_souls_are_called_as_the_catalogue_calls_them() -> None:
    written = (PAGE.with_suffix("") / "souls.md").read_text(encoding="utf-8")
    assert all(
        f"| {SKILLS[soul.id].name.zh} {SKILLS[soul.id].name.en} | `{soul.mark}` |" in written for soul in SOULS.values()
    )
