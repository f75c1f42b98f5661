"""What becomes of the dead by an option: whom it goes with, and what it counts for."""

from __future__ import annotations

import pytest

from engine.deeds.damage import Damage
from engine.deeds.death import Death
from engine.deeds.skills import Linger
from engine.editions import EDITIONS
from engine.events import HeroesTurnedUp, HeroShown, Revived
from engine.match import Match
from engine.modes.dark_souls import Luohan
from engine.modes.reincarnation import Reincarnate
from engine.options import excluded_by
from engine.questions import Reason
from engine.rules import check
from engine.ruleset import Ruleset, UnknownRuleset
from engine.scoring import points
from tests.engine.playing import many_stops
from tests.engine.tables import begin, outcome_of, perform, table

THREE = ("wei", "shu", "wu")
ROLES = ("lord", "loyalist", "rebel", "rebel", "renegade")
LORD, LOYALIST, REBEL, OTHER_REBEL, RENEGADE = range(5)


def reason(ruleset: Ruleset) -> str:
    with pytest.raises(UnknownRuleset) as refused:
        check(ruleset)
    return refused.value.reason


def test_the_dead_do_one_thing_or_the_other() -> None:
    assert reason(Ruleset(5, reincarnation=True, dark_souls=True)) == "OPTION_AND_OPTION"
    assert excluded_by("reincarnation") == ["dark_souls", "first_game"]


def test_nobody_comes_back_without_heroes() -> None:
    assert reason(Ruleset(5, heroes=False, reincarnation=True)) == "REINCARNATION_WITHOUT_HEROES"
    check(Ruleset(5, heroes=False, dark_souls=True))


def test_of_the_editions_that_print_it() -> None:
    assert [id for id, edition in EDITIONS.items() if "reincarnation" in edition.options] == [
        "standard",
        "first-edition",
    ]
    assert [id for id, edition in EDITIONS.items() if "dark_souls" in edition.options] == ["standard"]
    assert reason(Ruleset(5, "first-edition", packs=(), dark_souls=True)) == "EDITION_AND_OPTION"
    match = Match.start(Ruleset(5, "first-edition", packs=(), reincarnation=True), bytes(16))
    assert match.game.rules.shared_skills == ("offering",)


def test_who_comes_back_is_the_last_hero_turned_up_and_the_first_that_fits() -> None:
    returns = 0
    for stop in many_stops(Ruleset(8, packs=("ex", "sp"), reincarnation=True)):
        if not stop.over:
            continue
        heroes, told = stop.game.rules.heroes, stop.game.events
        dead_as: dict[int, str] = {}
        for event, following, shown in zip(told, told[1:], told[2:], strict=False):
            if isinstance(event, HeroShown):
                dead_as[event.seat] = event.hero
            if not isinstance(event, HeroesTurnedUp):
                continue
            was = dead_as[event.seat]
            assert was not in event.heroes
            fits = [heroes[was].kingdom not in THREE or heroes[h].kingdom == heroes[was].kingdom for h in event.heroes]
            if isinstance(following, Revived):
                hero = heroes[event.heroes[-1]]
                skills = tuple(skill.id for skill in hero.skills if "lord" not in skill.tags)
                assert fits.index(True) == len(fits) - 1
                assert shown == HeroShown(event.seat, hero.id, hero.kingdom, hero.sex, 1, hero.max_hp, skills)
                returns += 1
            else:
                assert not any(fits)
        if returns > 12:
            break
    assert returns > 12


def test_a_soul_is_told_whose_damage_it_is_and_how_much() -> None:
    game = table(*[""] * 5, roles=ROLES, ruleset=Ruleset(5, heroes=False, dark_souls=True))
    host, soul, foe = (game.players[seat] for seat in (LORD, LOYALIST, REBEL))
    soul.alive = False
    perform(game, Linger(host, Luohan.id, "", soul))
    asked = begin(game, outcome_of(Damage(foe, host, 2), []))
    assert asked is not None
    assert [question.reason for question in asked.questions] == [Reason("luohan", "luohan", REBEL, LORD, count=2)]
    assert asked.questions[0].seat == LOYALIST


def scored_after(*killings: tuple[int, int]) -> list[int]:
    """The points of a match in which whoever dies comes back, unless it ends with that."""
    heroes = ["caocao", "guanyu", "zhenji", "zhouyu", "zhangliao"]
    game = table(*heroes, roles=ROLES)
    game.hero_pile[:] = ["simayi", "xuchu", "liubei", "zhangfei", "sunquan", "lvmeng"]
    for seat, killer in killings:
        perform(game, Death(game.players[seat], game.players[killer]))
        if not game.over:
            perform(game, Reincarnate(game.players[seat]))
    assert game.over
    return list(points(game))


def test_living_rebels_who_have_come_back_score_as_dead() -> None:
    assert scored_after((LORD, OTHER_REBEL)) == [0, 0, 6, 6 + 2, 1]
    assert scored_after((REBEL, LORD), (LORD, OTHER_REBEL)) == [0, 0, 3, 3 + 2, 1]


def test_a_renegade_who_has_come_back_scores_as_dead() -> None:
    assert scored_after((RENEGADE, LORD), (LORD, OTHER_REBEL)) == [0, 0, 6, 6 + 2, 0]


def test_loyalists_who_have_come_back_score_as_dead() -> None:
    kills = [(REBEL, LORD), (OTHER_REBEL, LORD), (RENEGADE, LORD)]
    assert scored_after(*kills) == [4 + 2 + 3, 5 + 1, 0, 0, 0]
    assert scored_after((LOYALIST, REBEL), *kills) == [4 + 3, 5, 0 + 1, 0, 5]


def test_only_the_first_death_of_a_seat_is_paid_for() -> None:
    twice = [(LOYALIST, REBEL), (LOYALIST, OTHER_REBEL), (LORD, REBEL)]
    assert scored_after(*twice) == [0, 0, 6 + 1 + 2, 6, 1]


def test_who_has_come_back_is_paid_for_his_kills() -> None:
    assert scored_after((REBEL, LORD), (LORD, REBEL)) == [0, 0, 3 + 2, 3, 1]


def test_who_has_come_back_is_not_in_the_last_duel() -> None:
    kills = [(LOYALIST, REBEL), (OTHER_REBEL, LORD), (REBEL, LORD), (RENEGADE, LORD)]
    assert scored_after(*kills)[RENEGADE] == len(ROLES)
