"""The souls of house players serve their hosts where that does good, and no other time."""

from __future__ import annotations

from typing import Any

import pytest

from engine.match import Match
from engine.questions import Answer, Chosen, Question
from service.house import choose
from service.scenario.table import set_table

PASS = "pass"
SOUL = 3
PEACH, JINK, SLASH, TRICK = "peach H3", "jink D2", "slash S8", "ex_nihilo H8"


def laid(soul: str, host: str, own: str = "", **setup: Any) -> Match:
    """P1 is the lord, P2 and P3 are rebels, P5 is a loyalist: everybody knows it. P4 is a soul of the role `soul`."""
    hands = {f"P{seat}": {"role_shown": True} for seat in (1, 2, 3, 5)}
    roles = {"P2": "rebel", "P3": "rebel", "P4": soul, "P5": "loyalist"}
    given = setup.pop("seats", {})
    seats = {name: {**hands.get(name, {}), **given.get(name, {})} for name in ("P1", "P2", "P3", "P4", "P5")}
    for name, role in roles.items():
        seats[name]["role"] = role
    seats["P4"] |= {"alive": False, "host": host, "hand": [own] if own else []}
    stored, _ = set_table({"ruleset": {"dark_souls": True}, "seats": seats, **setup})
    return Match.begin(stored)


def strike(match: Match, user: int, target: int) -> None:
    option = next(option for option in match.open[user].question.options if option.as_card == "slash")
    aimed = tuple(seat for seat in option.picks[0].listed if seat.value == target)
    match.answer(user, match.open[user].id, Answer(option.id, (Chosen(aimed),)))


def declining(question: Question) -> Answer:
    passing = next((option for option in question.options if option.id in (PASS, "end")), None)
    return Answer(passing.id) if passing else question.default


def serves(match: Match, prompt: str) -> bool:
    """What the house answers for the soul when it is asked this; everything before is declined."""
    for _ in range(30):
        if SOUL in match.open and match.open[SOUL].question.reason.prompt == prompt:
            return choose(match, SOUL).option != PASS
        seat = min(match.open)
        match.answer(seat, match.open[seat].id, declining(match.open[seat].question))
    raise AssertionError(f"the soul is not asked {prompt}")


def test_a_rebel_rather_serves_a_stranger_than_the_lord() -> None:
    seats = {"P1": {"hand": ["slash S7"], "equipment": ["crossbow DA"]}, "P2": {"role": "rebel", "hp": "1/4"}}
    others = {"P3": {"role": "loyalist"}, "P4": {"role": "rebel"}, "P5": {"role": "renegade"}, "P6": {"role": "rebel"}}
    stored, _ = set_table({"ruleset": {"dark_souls": True}, "seats": {**seats, **others}})
    match = Match.begin(stored)
    strike(match, 0, 1)
    chosen = choose(match, 1)
    assert match.open[1].question.reason.prompt == "xuanwu.attach"
    assert [candidate.value for candidate in chosen.picks[0].items] == [2]


@pytest.mark.parametrize(("host", "stands_by"), [("P1", True), ("P3", False)])
def test_luohan_takes_damage_from_a_friend(host: str, stands_by: bool) -> None:
    match = laid("loyalist", host, turn="P2", seats={"P2": {"hand": ["slash S7"]}})
    strike(match, 1, int(host[1]) - 1)
    assert serves(match, "luohan") is stands_by


@pytest.mark.parametrize(("host", "count", "orders"), [("P5", 4, True), ("P5", 2, False), ("P1", 4, False)])
def test_zhuyou_spoils_a_large_hand_of_a_foe(host: str, count: int, orders: bool) -> None:
    match = laid("renegade", host, turn=host, seats={host: {"hand": [PEACH, JINK, SLASH, TRICK][:count]}})
    assert serves(match, "zhuyou") is orders


@pytest.mark.parametrize(("own", "gives"), [(JINK, True), (PEACH, False), (TRICK, False)])
def test_xuanwu_gives_what_a_card_asks_for(own: str, gives: bool) -> None:
    match = laid(
        "rebel", "P3", own, seats={"P1": {"hand": ["slash S7"], "equipment": ["halberd DQ"]}, "P3": {"hand": 1}}
    )
    strike(match, 0, 2)
    assert serves(match, "xuanwu.under_a_card") is gives


@pytest.mark.parametrize(("own", "gives"), [(PEACH, True), (JINK, False)])
def test_xuanwu_saves_a_life_with_a_peach(own: str, gives: bool) -> None:
    seats = {"P1": {"hand": ["slash S7"], "equipment": ["halberd DQ"]}, "P3": {"hand": 1, "hp": "1/4"}}
    match = laid("rebel", "P3", own, seats=seats)
    strike(match, 0, 2)
    assert serves(match, "xuanwu.in_danger") is gives


@pytest.mark.parametrize(("own", "gives"), [(TRICK, True), (JINK, False), (SLASH, False)])
def test_xuanwu_gives_a_good_card_for_the_play_phase_and_keeps_what_may_save(own: str, gives: bool) -> None:
    assert serves(laid("rebel", "P3", own, turn="P3", phase="draw", seats={"P3": {"hand": 1}}), "xuanwu") is gives


def test_xuanwu_gives_nothing_as_a_turn_begins() -> None:
    assert not serves(laid("rebel", "P3", TRICK, turn="P2", phase="turn", seats={"P3": {"hand": 1}}), "xuanwu")


def test_xuanwu_gives_a_foe_nothing() -> None:
    match = laid("rebel", "P1", JINK, turn="P2", seats={"P1": {"hand": 1}, "P2": {"hand": ["slash S7"]}})
    strike(match, 1, 0)
    assert not serves(match, "xuanwu.under_a_card")


@pytest.mark.parametrize(("own", "gives"), [(PEACH, False), (JINK, True)])
def test_xuanwu_may_take_a_foe_what_would_save_it(own: str, gives: bool) -> None:
    seats = {"P1": {"hand": 1, "hp": "1/4"}, "P2": {"hand": ["slash S7"]}}
    match = laid("rebel", "P1", own, turn="P2", seats=seats)
    strike(match, 1, 0)
    assert serves(match, "xuanwu.in_danger") is gives
