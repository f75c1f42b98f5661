"""What a series of matches asks of a single one: a given lord, and the last blood of who died first before."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.deeds.death import Death
from engine.deeds.max_hp import ChangeMaxHp
from engine.match import Match
from engine.modes import MODES
from engine.modes.identity import roles_for
from engine.rules import check
from engine.ruleset import NO_SEAT, Ruleset, UnknownRuleset
from tests.engine.tables import perform, table


def dealt(ruleset: Ruleset, n: int) -> tuple[str, ...]:
    return tuple(player.role for player in Match.start(ruleset, n.to_bytes(16, "big")).game.players)


@pytest.mark.parametrize("edition", ["standard", "first-edition"])
def test_c758_the_lord_is_given_and_the_other_roles_are_dealt(edition: str) -> None:
    for lord in range(5):
        ruleset = Ruleset(5, edition=edition, packs=(), heroes=False, lord_seat=lord)
        others = Counter[tuple[str, ...]]()
        for n in range(60):
            roles = dealt(ruleset, n)
            assert roles[lord] == "lord"
            assert sorted(roles) == sorted(roles_for(ruleset))
            others[roles] += 1
        assert len(others) == 12, "every order of a loyalist, two rebels and a renegade"


def test_the_given_lord_has_the_first_turn() -> None:
    game = Match.start(Ruleset(5, heroes=False, lord_seat=3), bytes(16)).game
    assert game.turn == 3
    assert game.players[3].role_shown
    assert game.players[3].max_hp == 5


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        (Ruleset(5, lord_seat=5), "NO_SUCH_SEAT"),
        (Ruleset(5, lord_seat=-2), "NO_SUCH_SEAT"),
        (Ruleset(5, last_blood=True, protected_seat=5), "NO_SUCH_SEAT"),
        (Ruleset(5, protected_seat=1), "PROTECTED_SEAT"),
        (Ruleset(5, last_blood=True, dark_souls=True), "OPTION_AND_OPTION"),
        (Ruleset(5, edition="first-edition", packs=(), last_blood=True), "EDITION_AND_OPTION"),
        (Ruleset(5, edition="first-edition", packs=(), attrition=True), "EDITION_AND_OPTION"),
    ],
)
def test_what_does_not_go_together_is_refused(ruleset: Ruleset, reason: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        check(ruleset)
    assert refused.value.reason == reason


@pytest.mark.parametrize("first_out", [2, NO_SEAT])
def test_m801_a_rematch_protects_who_died_first_just_now(first_out: int) -> None:
    last = Ruleset(5, last_blood=True, protected_seat=1, lord_seat=3)
    following = MODES["identity"].rematch(last, (), first_out)
    assert following == Ruleset(5, last_blood=True, protected_seat=first_out, lord_seat=3)
    assert MODES["identity"].rematch(Ruleset(5), (), first_out) == Ruleset(5), "without the option nobody is"


def test_who_has_no_maximum_hp_left_or_is_killed_outright_is_out_all_the_same() -> None:
    for deed in (lambda who: ChangeMaxHp(who, -who.max_hp), lambda who: Death(who, None)):
        game = table(*[""] * 5, ruleset=Ruleset(5, last_blood=True, protected_seat=2))
        game.players[2].marks["last_blood"] = 1
        perform(game, deed(game.players[2]))
        assert not game.players[2].alive


def test_who_gives_up_is_out_all_the_same() -> None:
    match = Match.start(Ruleset(5, heroes=False, last_blood=True, protected_seat=2, lord_seat=0), bytes(16))
    match.concede(2)
    while match.game.players[2].alive:
        seat, decision = next(iter(match.open.items()))
        match.answer(seat, decision.id, decision.question.default)
    assert match.game.fallen[0].seat == 2
