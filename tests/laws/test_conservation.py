"""Nothing on the table is ever lost, doubled or negative."""

from __future__ import annotations

from hypothesis import given

from engine.ruleset import Ruleset
from tests.engine.playing import stops
from tests.laws.soundness import assert_sound
from tests.laws.worlds import chance, examples, rulesets, seeds, start


@examples(40)
@given(rulesets, seeds)
def test_after_every_answer_each_card_is_in_one_place_and_every_number_in_its_bounds(
    ruleset: Ruleset, seed: int
) -> None:
    for match in stops(start(ruleset, seed), chance(seed)):
        assert_sound(match)


@examples(40)
@given(rulesets, seeds)
def test_every_match_of_random_play_ends_with_a_result(ruleset: Ruleset, seed: int) -> None:
    for match in stops(start(ruleset, seed), chance(seed)):
        assert bool(match.open) != match.over
    (ending,) = [event for event in match.game.events if type(event).__name__ == "MatchEnded"]
    assert match.game.events[-1] is ending
    assert list(ending.winners) == match.game.winners == sorted(match.game.winners)
    assert ending.roles == tuple(player.role for player in match.game.players)
