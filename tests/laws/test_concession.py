"""Whoever gives up, whenever: the table goes on, and a stored match goes on as the live one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given

from engine.events import MatchEnded, Revived
from engine.match import Match, concession
from engine.ruleset import Ruleset
from tests.engine.playing import MOST_ANSWERS, answer_one, random_answer
from tests.laws.soundness import assert_sound
from tests.laws.test_resume import assert_same, stored_and_resumed
from tests.laws.worlds import chance, examples, rulesets, seeds, start

HOW_OFTEN = (0.01, 0.05, 0.3)  # a stop at which somebody gives up


def may_concede(match: Match) -> list[int]:
    return [player.seat for player in match.game.living if player.seat not in match.game.conceding]


def somebody_concedes(match: Match, rng: Random) -> None:
    """One or more seats at once."""
    able = may_concede(match)
    for seat in rng.sample(able, min(len(able), rng.choice((1, 1, 1, 2, 3)))):
        match.concede(seat)


def dice(seed: int) -> tuple[Random, Random, float]:
    """For the answers; for who gives up; and how often somebody does."""
    concessions = chance(seed, "concessions")
    return chance(seed), concessions, concessions.choice(HOW_OFTEN)


def stops_with_concessions(match: Match, seed: int) -> Iterator[Match]:
    """Played by chance to its end."""
    answers, concessions, how_often = dice(seed)
    yield match
    for _ in range(MOST_ANSWERS):
        if match.over:
            return
        if concessions.random() < how_often:
            somebody_concedes(match, concessions)
            yield match
        answer_one(match, answers)
        yield match
    raise AssertionError(f"the match goes on after {MOST_ANSWERS} answers")


@examples(30)
@given(rulesets, seeds)
def test_resumed_is_live_at_every_question_whoever_has_given_up(ruleset: Ruleset, seed: int) -> None:
    """Now and then the cold copy plays on, as when another replica takes over."""
    takeover, live = chance(seed, "takeover"), start(ruleset, seed)
    answers, concessions, how_often = dice(seed)
    while not live.over:
        if concessions.random() < how_often:
            somebody_concedes(live, concessions)
        cold = stored_and_resumed(live)
        assert_same(live, cold)
        live = cold if takeover.random() < 0.3 else live
        answer_one(live, answers)
    assert_same(live, stored_and_resumed(live))


@examples(40)
@given(rulesets, seeds)
def test_the_table_stays_sound_and_every_match_ends(ruleset: Ruleset, seed: int) -> None:
    for match in stops_with_concessions(start(ruleset, seed), seed):
        assert_sound(match)
        assert bool(match.open) != match.over
    assert [type(event) for event in match.game.events].count(MatchEnded) == 1
    dead = [player.seat for player in match.game.players if not player.alive]
    back = [event.seat for event in match.game.events if isinstance(event, Revived)]
    assert sorted(death.seat for death in match.game.fallen) == sorted(dead + back), "nobody dies twice"


@examples(40)
@given(rulesets, seeds)
def test_who_has_given_up_is_dead_after_the_next_quiet_point_of_the_play(ruleset: Ruleset, seed: int) -> None:
    """Or after who gave up before and is dying there, while skills speak of that death."""
    given_up: dict[int, None] = {}
    for match in stops_with_concessions(start(ruleset, seed), seed):
        game = match.game
        given_up |= dict.fromkeys(game.conceding)
        another_dies = bool(match.table.stack) and match.table.stack[0].rule.__name__ == "concede"
        for seat in given_up:
            still_to_come = game.round == 0 or concession(seat) in match.tail or another_dies
            waits = seat in game.conceding and still_to_come
            came_back = game.players[seat].has_returned
            assert waits or came_back or not game.players[seat].alive or match.over


@examples(30)
@given(rulesets, seeds)
def test_until_the_next_quiet_point_all_is_as_if_nobody_had_given_up(ruleset: Ruleset, seed: int) -> None:
    """What is asked and what happens: the table is not told before."""
    rng, match = chance(seed, "worlds"), start(ruleset, seed)
    answers = chance(seed)
    while not match.over:
        if rng.random() < 0.1:
            given_up, unaware = stored_and_resumed(match), stored_and_resumed(match)
            somebody_concedes(given_up, rng)
            checkpoint, play = given_up.record().checkpoint, Random(rng.random())
            while True:
                assert given_up.open == unaware.open
                assert given_up.game.event_count == unaware.game.event_count
                seat = play.choice(list(given_up.open))
                decision = given_up.open[seat]
                answer = random_answer(play, decision.question)
                given_up.answer(seat, decision.id, answer)
                unaware.answer(seat, decision.id, answer)
                if given_up.over or given_up.record().checkpoint != checkpoint:
                    break
        answer_one(match, answers)
