"""Whole matches of every pack with gods, 4 to 10 seats, by random play: 500 of them in the suite, 20,000 at night. One
of ten is a match of two teams.

Whichever fails is named by its seed, which is all there is to it.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.editions import EDITIONS
from engine.match import Match
from engine.ruleset import Ruleset
from tests.engine.playing import stops
from tests.laws.soundness import assert_sound
from tests.laws.test_resume import assert_same, stored_and_resumed
from tests.laws.worlds import EVERY_PACK

SHARES = 20
MATCHES, NIGHTLY_MATCHES = 500, 20_000
OF_AN_EDITION, NIGHTLY_OF_AN_EDITION = 30, 2_000
LOOKS = 0.05  # how often a stop is looked at


def play(seed: int, edition: str = "standard") -> None:
    """To the end. Now and then the table is looked over, and the match taken up again from what is stored."""
    rng = Random(seed)
    if edition == "standard" and seed % 10 == 9:
        ruleset = Ruleset(6, mode="3v3", packs=EVERY_PACK, gods=True)
    elif EDITIONS[edition].takes_packs:
        ruleset = Ruleset(rng.randint(4, 10), edition, packs=EVERY_PACK, gods=True)
    else:
        advanced = "advanced_weapons" in EDITIONS[edition].options and seed % 2 == 0
        ruleset = Ruleset(rng.choice([*EDITIONS[edition].roles]), edition, packs=(), advanced_weapons=advanced)
    match = Match.start(ruleset, seed.to_bytes(16, "big"))
    for stop in stops(match, rng):
        if stop.over or rng.random() < LOOKS:
            assert_sound(stop)
            assert_same(stop, stored_and_resumed(stop))


@pytest.mark.parametrize("share", range(SHARES))
def test_matches_of_every_pack_end_sound_and_the_same_when_taken_up_again(
    share: int, pytestconfig: pytest.Config
) -> None:
    matches = NIGHTLY_MATCHES if pytestconfig.getoption("nightly") else MATCHES
    for seed in range(share, matches, SHARES):
        try:
            play(seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise


@pytest.mark.parametrize("edition", [id for id, edition in EDITIONS.items() if not edition.takes_packs])
def test_so_do_those_of_an_edition_that_has_its_own_pack_alone(edition: str, pytestconfig: pytest.Config) -> None:
    for seed in range(NIGHTLY_OF_AN_EDITION if pytestconfig.getoption("nightly") else OF_AN_EDITION):
        try:
            play(seed, edition)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
