"""House players of the prototype: they play its cards like those that they know, and throw none away."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.match import Match
from engine.playing import DISCARD_HAND
from engine.questions import Answer
from engine.ruleset import Ruleset
from engine.state import Role
from service.house import choose
from service.scenario.table import set_table

MOST_ANSWERS = 4_000


def laid(**seats: dict[str, Any]) -> Match:
    """The match at the play phase of the lord, or of P2 where the lord has no cards."""
    turn = "P1" if "hand" in seats.get("P1", {}) else "P2"
    stored, _ = set_table({"ruleset": {"edition": "proto-1.0"}, "turn": turn, "seats": seats})
    return Match.begin(stored)


def names_of(match: Match, answer: Answer) -> list[str]:
    """The card that is used, and what is picked: cards by name, seats as they are called."""
    deck = match.game.rules.deck
    picked = [candidate for pick in answer.picks for candidate in pick.items]
    written = [deck[int(value)].name if kind == "card" else f"P{int(value) + 1}" for kind, value in picked]
    return [answer.option.partition("#")[0], *written]


def chosen_by(match: Match) -> list[str]:
    (seat,) = match.open
    return names_of(match, choose(match, seat))


@pytest.mark.parametrize("seats", range(4, 10))
def test_matches_end_and_nobody_discards_at_will(seats: int) -> None:
    won = Counter[Role]()
    for seed in range(6):
        match = Match.start(Ruleset(seats, "proto-1.0", packs=()), bytes([seats, seed] * 8))
        for _ in range(MOST_ANSWERS):
            if match.over:
                break
            seat = min(match.open)
            answer, question = choose(match, seat), match.open[seat].question
            question.check(answer)
            assert (question.kind, answer.option) != ("PLAY", DISCARD_HAND)
            if question.kind == "DISCARD":
                assert len(answer.picks[0].items) == question.reason.count
            match.answer(seat, match.open[seat].id, answer)
        assert match.over
        won.update({match.game.players[winner].role for winner in match.game.winners})
    assert won.total() >= 6


def test_a_peach_goes_to_a_friend_who_is_nearly_dead() -> None:
    friend = {"role": "loyalist", "role_shown": True}
    match = laid(P1={"hp": 3, "hand": ["proto_peach H6"]}, P2={**friend, "hp": 1}, P3={"hp": 1, "role_shown": True})
    assert chosen_by(match) == ["proto_peach", "P2"]
    match = laid(P1={"hp": 1, "hand": ["proto_peach H6"]}, P2={**friend, "hp": 2}, P3={"hp": 1, "role_shown": True})
    assert chosen_by(match) == ["proto_peach", "P1"]


def test_no_peach_goes_to_an_enemy() -> None:
    match = laid(P1={"hand": ["proto_peach H6"]}, P2={"hp": 1, "role_shown": True}, P3={"hp": 2, "role_shown": True})
    assert chosen_by(match) == ["end"]


@pytest.mark.parametrize("card", ["proto_monkey HK", "proto_snatch HJ"])
def test_a_friend_is_not_robbed_because_something_lies_before_him(card: str) -> None:
    """Neither card reaches what waits for its judgement."""
    friend = {"role": "loyalist", "role_shown": True, "hand": 1, "judging": ["proto_indulgence H4"]}
    foe = {"role": "rebel", "role_shown": True, "hand": 1}
    assert chosen_by(laid(P1={"hand": [card]}, P2=friend, P3=friend | {"judging": [], "role": "loyalist"})) == ["end"]
    assert chosen_by(laid(P1={"hand": [card]}, P2=friend, P4=foe)) == [card.split()[0], "P4"]


def test_an_indulgence_is_laid_before_an_enemy() -> None:
    foe = {"role": "rebel", "role_shown": True, "hand": 3}
    friend = {"role": "loyalist", "role_shown": True, "hand": 3}
    assert chosen_by(laid(P1={"hand": ["proto_indulgence S10"]}, P2=friend, P3=foe)) == ["proto_indulgence", "P3"]


def test_cards_that_draw_are_used_first() -> None:
    match = laid(P1={"hand": ["proto_swagger H3", "slash C2"]})
    assert chosen_by(match) == ["proto_swagger"]
