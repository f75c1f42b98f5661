"""House players of the first edition finish their matches, and know its cards for what they are like."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import CardUsed
from engine.match import Match
from engine.questions import Answer, Candidate, Chosen
from engine.ruleset import Ruleset
from engine.view import view
from service.house import HousePlayer, choose
from service.scenario.table import set_table
from tests.service.test_house import house_stops


def laid(**setup: Any) -> Match:
    """The match at its first question."""
    stored, _ = set_table({"ruleset": {"edition": "first-edition"}, **setup})
    return Match.begin(stored)


@pytest.mark.parametrize("seats", range(4, 11))
@pytest.mark.parametrize("advanced", [False, True])
def test_every_answer_is_listed_and_the_match_ends(seats: int, advanced: bool) -> None:
    ruleset = Ruleset(seats, edition="first-edition", packs=(), advanced_weapons=advanced)
    for match, seat in house_stops(ruleset, seats):
        question = match.open[seat].question
        question.check(HousePlayer(view(match.game, seat), question, match.game.rules).answer())


@pytest.mark.parametrize("heroes", [False, True])
def test_a_first_game_ends(heroes: bool) -> None:
    ruleset = Ruleset(5, edition="first-edition", packs=(), first_game=True, heroes=heroes)
    assert sum(1 for _ in house_stops(ruleset, 1)) > 20


def until_asked(match: Match, seat: int, about: str) -> Answer:
    """What the seat answers to the question, everybody playing as the house does."""
    for _ in range(100):
        asked = min(match.open)
        answer = choose(match, asked)
        if asked == seat and match.open[asked].question.reason.name == about:
            return answer
        match.answer(asked, match.open[asked].id, answer)
    raise AssertionError(f"seat {seat} is not asked about {about}")


@pytest.mark.parametrize(("role", "offset"), [("loyalist", True), ("rebel", False)])
def test_the_last_point_of_a_friend_is_offset_and_that_to_an_enemy_is_not(role: str, offset: bool) -> None:
    match = laid(
        turn="P2",
        seats={
            "P1": {"role": "lord", "hp": "1/4"},
            "P2": {"role": "rebel", "hp": "4/4", "hand": ["slash S7"]},
            "P3": {"role": "renegade"},
            "P4": {"hero": "old_huatuo", "role": role, "hand": ["jink D3"]},
        },
    )
    slash = next(option for option in match.open[1].question.options if option.as_card == "slash")
    match.answer(1, match.open[1].id, Answer(slash.id, (Chosen((Candidate("seat", 0),)),)))
    assert (until_asked(match, 3, "old_jijiu").option != "pass") is offset


@pytest.mark.parametrize(("role", "saved"), [("loyalist", True), ("rebel", False)])
def test_a_dying_lord_is_saved_by_his_friends_alone(role: str, saved: bool) -> None:
    match = laid(
        seats={
            "P1": {"role": "lord", "hp": "2/4", "judging": ["old_lightning SA"]},
            "P2": {"role": role, "hand": ["old_peach H3"]},
            "P3": {"role": "rebel"},
            "P4": {"role": "renegade"},
        },
        phase="judge",
        draw_pile=["slash S7"],
    )
    assert (until_asked(match, 1, "dying").option != "pass") is saved


@pytest.mark.parametrize(("role", "cancelled"), [("loyalist", True), ("rebel", False)])
def test_an_indulgence_on_a_friend_is_cancelled(role: str, cancelled: bool) -> None:
    match = laid(
        turn="P2",
        phase="judge",
        seats={
            "P1": {"role": "lord", "hand": ["nullification SJ"]},
            "P2": {"role": role, "role_shown": True, "judging": ["old_indulgence S6"]},
            "P3": {"role": "rebel"},
            "P4": {"role": "renegade"},
        },
    )
    assert (until_asked(match, 0, "nullification").option != "pass") is cancelled


@pytest.mark.parametrize(("role", "cancelled"), [("loyalist", True), ("rebel", False)])
def test_a_lightning_that_has_struck_a_friend_is_cancelled(role: str, cancelled: bool) -> None:
    match = laid(
        turn="P2",
        phase="judge",
        draw_pile=["slash S7"],
        seats={
            "P1": {"role": "lord", "hand": ["nullification SJ"]},
            "P2": {"role": role, "role_shown": True, "judging": ["old_lightning SA"]},
            "P3": {"role": "rebel"},
            "P4": {"role": "renegade"},
        },
    )
    before = match.open[0]
    assert choose(match, 0).option == "pass"  # it would only move on
    match.answer(0, before.id, choose(match, 0))
    assert (until_asked(match, 0, "nullification").option != "pass") is cancelled


@pytest.mark.parametrize(
    ("hand", "equipment", "borrowed"),
    [
        (["slash S7"], [], True),
        ([], [], False),
        (["slash S7"], ["old_kylin_bow H5"], False),
    ],
    ids=["for a Slash", "without a Slash", "beside a better one"],
)
def test_a_weapon_is_borrowed_where_it_serves_a_slash(hand: list[str], equipment: list[str], borrowed: bool) -> None:
    match = laid(
        seats={
            "P1": {"role": "lord", "hand": ["old_collateral CQ", *hand], "equipment": equipment},
            "P2": {"role": "rebel", "equipment": ["old_axe D5"]},
            "P3": {"role": "rebel"},
            "P4": {"role": "renegade"},
        }
    )
    while match.game.turn == 0:
        asked = min(match.open)
        match.answer(asked, match.open[asked].id, choose(match, asked))
    used = [event.card for event in match.game.events if isinstance(event, CardUsed)]
    assert ("old_collateral" in used, "slash" in used) == (borrowed, bool(hand))


@pytest.mark.parametrize(("role", "given"), [("loyalist", True), ("rebel", False)])
def test_a_tribute_is_given_by_the_friends_of_the_lord_alone(role: str, given: bool) -> None:
    match = laid(
        turn="P2",
        phase="draw",
        seats={
            "P1": {"role": "lord", "hero": "old_sunquan"},
            "P2": {"role": role, "hero": "old_lvmeng", "hand": ["old_lightning SA"]},
            "P3": {"role": "rebel"},
            "P4": {"role": "renegade"},
        },
    )
    assert (until_asked(match, 1, "old_nagong").option != "pass") is given


def test_a_role_is_kept_until_it_saves_a_life() -> None:
    match = laid(seats={"P1": {"role": "lord"}, "P2": {"hero": "old_ganning", "hp": "1/4"}}, turn="P2")
    assert until_asked(match, 1, "play").option == "end"
    match = laid(
        seats={"P1": {"role": "lord"}, "P2": {"hero": "old_ganning", "hp": "2/4", "judging": ["old_lightning SA"]}},
        turn="P2",
        phase="judge",
        draw_pile=["slash S7"],
    )
    assert until_asked(match, 1, "dying").option.startswith("old_tongling")
