"""Nothing on the table is ever lost, doubled or negative."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.deeds.use import Use
from engine.game import Game
from engine.ruleset import Ruleset
from engine.zones import PROCESSING
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


@examples(20)
@given(rulesets, seeds)
def test_a_card_lies_on_the_table_while_it_is_used_and_is_used_by_nobody_else(ruleset: Ruleset, seed: int) -> None:
    """So that no reshuffle takes it (text 004, 使用: it enters the discard pile last)."""
    original, uses = Use.resolve, 0

    async def resolve(use: Use, game: Game) -> None:
        nonlocal uses
        uses += 1
        assert all(game.where[card_id] == PROCESSING for card_id in use.card.ids), use
        await original(use, game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Use, "resolve", resolve)
        for _ in stops(start(ruleset, seed), chance(seed)):
            pass
    assert uses
