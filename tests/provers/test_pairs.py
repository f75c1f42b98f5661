"""Every two heroes of all packs meet in a match that is played by chance to its end: all at night, a sample in the
suite."""

from __future__ import annotations

from random import Random

import pytest

from engine.events import MatchEnded
from tests.engine.playing import stops
from tests.laws.soundness import assert_sound
from tests.laws.test_resume import assert_same, stored_and_resumed
from tests.provers.pairs import HEROES, PAIRS, Four, meetings, pairs_of, sample_of, sit_down

MEETINGS = meetings()
SEEDS = 3  # for each meeting
FEW = 60  # meetings in the suite
SAMPLED = 0.15  # of the stops are stored and taken up again


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "four" in metafunc.fixturenames:
        at_night = metafunc.config.getoption("nightly")
        metafunc.parametrize("four", MEETINGS if at_night else sample_of(MEETINGS, FEW), ids="-".join)


def test_every_two_heroes_meet() -> None:
    assert len(HEROES) >= 25
    assert set().union(*map(pairs_of, MEETINGS)) == set(PAIRS)


def test_every_hero_is_in_the_sample() -> None:
    assert {hero for four in sample_of(MEETINGS, FEW) for hero in four} == set(HEROES)
    assert {hero for four in sample_of(MEETINGS, 1) for hero in four} == set(HEROES)
    assert len(sample_of(MEETINGS, 1)) < len(MEETINGS)


def test_every_hero_comes_to_sit_in_every_role() -> None:
    tables = [sit_down(four, seed).game for four in MEETINGS for seed in range(SEEDS)]
    seen = {(player.hero, player.role) for game in tables for player in game.players}
    assert len(seen) == len(HEROES) * 4


def test_a_match_of_the_four_comes_to_its_end(four: Four) -> None:
    for seed in range(SEEDS):
        sample = Random(f"sample {four} {seed}")
        for match in stops(sit_down(four, seed), Random(f"{four} {seed}")):
            assert_sound(match)
            assert bool(match.open) != match.over
            if match.over or sample.random() < SAMPLED:
                assert_same(match, stored_and_resumed(match))
        ended = match.game.events[-1]
        assert isinstance(ended, MatchEnded)
        assert list(ended.winners) == match.game.winners
