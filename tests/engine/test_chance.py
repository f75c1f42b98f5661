"""Chance is fair, and the same again from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.chance import below
from engine.match import new_snapshot
from engine.ruleset import Ruleset
from tests.engine.tables import SEED

THROWS = 12_000
FIRST_THROWS = [59, 95, 44, 95, 68, 19, 99, 75]


@pytest.mark.parametrize("sides", [2, 3, 6, 10])
def test_every_side_comes_up_equally_often(sides: int) -> None:
    counts = Counter(below(SEED, throw, sides) for throw in range(THROWS))
    expected = THROWS / sides
    deviation = sum((counts[side] - expected) ** 2 / expected for side in range(sides))
    assert sorted(counts) == list(range(sides))
    assert deviation < 30  # chi squared, at most nine degrees of freedom: one seed in 2,000 would be beyond


def test_no_throw_tells_the_next() -> None:
    pairs = Counter((below(SEED, throw, 4), below(SEED, throw + 1, 4)) for throw in range(THROWS))
    expected = THROWS / 16
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(4) for b in range(4)) < 50


def test_the_same_seed_and_counter_throw_the_same() -> None:
    assert [below(SEED, n, 1000) for n in range(50)] == [below(SEED, n, 1000) for n in range(50)]


def test_the_throws_of_a_seed_are_those_of_every_machine_and_version() -> None:
    """A stored match depends on it."""
    assert [below(SEED, n, 100) for n in range(1, 9)] == FIRST_THROWS


def test_another_seed_throws_otherwise() -> None:
    other = bytes(15) + b"\1"
    assert [below(SEED, n, 1000) for n in range(50)] != [below(other, n, 1000) for n in range(50)]


def test_one_side_always_comes_up() -> None:
    assert {below(SEED, n, 1) for n in range(10)} == {0}


def test_a_biased_tail_is_thrown_again() -> None:
    """Of 3 * 2**62 sides the last quarter of all numbers is unfair; the throws still spread over the whole range."""
    sides = 3 << 62
    throws = [below(SEED, n, sides) for n in range(400)]
    assert all(0 <= throw < sides for throw in throws)
    assert 90 < sum(throw < 1 << 62 for throw in throws) < 180


def test_a_new_match_is_shuffled_by_its_seed_alone() -> None:
    one, same, other = (new_snapshot(Ruleset(5), seed) for seed in (SEED, SEED, bytes(15) + b"\1"))
    assert one.draw_pile == same.draw_pile != other.draw_pile
    assert sorted(one.draw_pile) == sorted(other.draw_pile) == list(range(108))
