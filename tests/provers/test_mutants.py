"""Nothing that a skill or card of any pack does can be disabled, nor one of its conditions dropped, without
a scenario that notices."""

from __future__ import annotations

import pytest

from engine.rules import rules_of
from engine.ruleset import Ruleset
from tests.provers.equivalent import EQUIVALENT
from tests.provers.mutants import Mutant, mutants
from tests.provers.mutation import judge

MUTANTS = {mutant.id: mutant for mutant in mutants()}
TELLING = [mutant for mutant in MUTANTS.values() if mutant.id not in EQUIVALENT]


@pytest.mark.parametrize("mutant", TELLING, ids=lambda mutant: mutant.id)
def test_a_scenario_notices_that_something_is_changed(mutant: Mutant) -> None:
    verdict = judge(mutant)
    assert verdict.failed is not None, f"none of {verdict.covered} scenarios notices; write one"


@pytest.mark.parametrize("mutant", EQUIVALENT)
def test_what_is_said_to_change_nothing_changes_nothing(mutant: str) -> None:
    assert judge(MUTANTS[mutant]).failed is None


def test_every_mutant_has_an_id_of_its_own() -> None:
    assert len(MUTANTS) == len(mutants())


def test_the_rules_are_whole_again_afterwards() -> None:
    before = rules_of(Ruleset(4))
    judge(MUTANTS["ganglie.retaliate-absent"])
    after = rules_of(Ruleset(4))
    for rules in (before, after):
        assert [trigger.name for trigger in rules.skill("ganglie").triggers] == ["retaliate"]
        assert rules.skill("ganglie").triggers[0].function.__name__ == "retaliate"
