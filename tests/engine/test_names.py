"""Nothing that a match may have together has one name with another."""

from __future__ import annotations

import pytest

from engine.editions import EDITIONS
from engine.pack import Pack
from engine.packs import PACKS
from engine.texts import CARDS, HEROES, SKILLS, Entry
from tests.engine.test_texts import EVERY_PACK, skills_of

REVISIONS = [hero for pack in EVERY_PACK.values() for hero in pack.heroes if hero.replaces]
REVISED = {hero.id for hero in REVISIONS} | {skill.id for hero in REVISIONS for skill in hero.skills}


def brought_by(pack: Pack) -> set[str]:
    """The ids of what a pack has."""
    return {one.id for ones in (pack.kinds, pack.heroes, skills_of(pack)) for one in ones}


FOR_ONE_MATCH = [
    {id for pack in PACKS.values() for id in brought_by(pack)},
    *(brought_by(edition.pack) for edition in EDITIONS.values() if not edition.takes_packs),
]


def in_one_match(among: set[str], *tables: dict[str, Entry]) -> list[Entry]:
    """Without the revisions: they have the names of what they replace, so that no match has both."""
    return [entry for table in tables for id, entry in table.items() if id in among and id not in REVISED]


@pytest.mark.parametrize("among", FOR_ONE_MATCH)
def test_no_two_heroes_or_skills_of_a_match_have_one_name(among: set[str]) -> None:
    for entries in (in_one_match(among, HEROES), in_one_match(among, SKILLS)):
        for names in ([entry.name.zh for entry in entries], [entry.name.en for entry in entries]):
            assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("among", FOR_ONE_MATCH)
def test_a_name_is_given_once_in_each_language(among: set[str]) -> None:
    entries = in_one_match(among, CARDS, HEROES, SKILLS)
    for names in ([entry.name.zh for entry in entries], [entry.name.en for entry in entries]):
        assert sorted(set(names)) == sorted(names)
