"""Distance, reach and limits: numbers that rules look up."""

from __future__ import annotations

import pytest

from engine.deeds.move import discard
from engine.numbers import attack_range, distance, hand_limit, in_attack_range, kingdoms, slash_quota
from tests.engine.tables import perform, table


@pytest.mark.parametrize(("seat", "far"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 2), (5, 1)])
def test_distance_is_the_shorter_way_round_the_table(seat: int, far: int) -> None:
    game = table(*[""] * 6)
    me, other = game.players[0], game.players[seat]
    assert distance(game, me, other) == distance(game, other, me) == far


def test_the_dead_do_not_count_for_distance() -> None:
    game = table(*[""] * 6)
    game.players[1].alive = False
    game.reindex()
    assert distance(game, game.players[0], game.players[2]) == 1
    assert distance(game, game.players[0], game.players[4]) == 2


def test_a_plus_horse_keeps_others_one_further_away_and_changes_nothing_for_its_rider() -> None:
    game = table(*[""] * 5, worn={0: ["jueying"]})
    rider, neighbour, bystander = game.players[0], game.players[1], game.players[2]
    assert distance(game, neighbour, rider) == 2
    assert distance(game, rider, neighbour) == 1
    assert distance(game, neighbour, bystander) == 1


def test_a_minus_horse_brings_others_one_nearer_to_its_rider_alone() -> None:
    game = table(*[""] * 6, worn={0: ["chitu"]})
    rider, opposite = game.players[0], game.players[3]
    assert distance(game, rider, opposite) == 2
    assert distance(game, opposite, rider) == 3


def test_distance_to_another_is_at_least_one() -> None:
    game = table("machao", *[""] * 3, worn={0: ["chitu"]})
    assert distance(game, game.players[0], game.players[1]) == 1


def test_modifiers_add_up() -> None:
    game = table("machao", *[""] * 9, worn={0: ["chitu"], 5: ["dilu"]})
    assert distance(game, game.players[0], game.players[5]) == 5 - 1 - 1 + 1


def test_a_horse_that_is_gone_counts_no_more() -> None:
    game = table(*[""] * 5, worn={0: ["jueying"]})
    perform(game, discard(game.players[0].equipment))
    assert distance(game, game.players[1], game.players[0]) == 1


def test_equipment_already_spent_gives_no_reach() -> None:
    game = table(*[""] * 6, worn={0: ["kylin_bow", "chitu"]})
    me, opposite = game.players[0], game.players[3]
    assert in_attack_range(game, me, opposite)
    with game.without(tuple(me.equipment)):
        assert attack_range(game, me) == 1
        assert distance(game, me, opposite) == 3
    assert in_attack_range(game, me, opposite)


@pytest.mark.parametrize(("weapon", "reach"), [("crossbow", 1), ("qinggang_sword", 2), ("axe", 3), ("kylin_bow", 5)])
def test_attack_range_is_the_weapons(weapon: str, reach: int) -> None:
    game = table(*[""] * 5, worn={0: [weapon]})
    assert attack_range(game, game.players[0]) == reach
    assert attack_range(game, game.players[1]) == 1


def test_nobody_is_in_range_of_oneself() -> None:
    game = table(*[""] * 5)
    assert not in_attack_range(game, game.players[0], game.players[0])


def test_the_hand_limit_is_the_hp_and_never_negative() -> None:
    game = table(*[""] * 4)
    me = game.players[1]
    assert hand_limit(game, me) == me.hp
    me.hp = -2
    assert hand_limit(game, me) == 0


def test_one_slash_a_phase_but_any_number_with_the_crossbow() -> None:
    game = table(*[""] * 4, worn={1: ["crossbow"]})
    assert slash_quota(game, game.players[0]) == 1
    assert slash_quota(game, game.players[1]) > 100


def test_the_kingdoms_of_the_living_count_once_each_and_who_has_none_counts_for_none() -> None:
    game = table("caocao", "guojia", "liubei", "lvbu", "")
    assert kingdoms(game) == 3
    game.players[2].alive = False
    game.reindex()
    assert kingdoms(game) == 2
