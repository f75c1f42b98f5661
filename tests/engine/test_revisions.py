"""A revised hero takes the place of the one that he revises."""

from __future__ import annotations

import pytest

from engine.rules import Rules, rules_of
from engine.ruleset import Ruleset
from engine.texts import HEROES


def rules_with(*packs: str) -> Rules:
    return rules_of(Ruleset(4, packs=packs))


@pytest.mark.parametrize("packs", [("yj2011",), ("yj2011r",), ("yj2011", "yj2011r")])
def test_of_a_hero_and_his_revision_one_is_in_play(packs: tuple[str, ...]) -> None:
    heroes = rules_with(*packs).heroes
    assert ("lingtong" in heroes) == ("yj2011r" not in packs)
    assert ("lingtong_r" in heroes) == ("yj2011r" in packs)


def test_a_revision_carries_the_name_of_what_it_replaces() -> None:
    assert [HEROES["lingtong_r"].name, HEROES["fazheng_r"].name.zh] == [HEROES["lingtong"].name, "法正"]


def test_skills_of_who_is_replaced_are_known_all_the_same() -> None:
    assert rules_with("yj2011", "yj2011r").skill("xuanfeng").id == "xuanfeng"
