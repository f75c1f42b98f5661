"""Points of an ended identity match: the rows of the table (docs/rulings/sources.md, Points), each by its number."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine.codec import decode_snapshot, encode_snapshot
from engine.deeds.damage import Damage
from engine.deeds.death import Death
from engine.deeds.draw import Draw
from engine.deeds.end import EndMatch
from engine.deeds.hp import LoseHp
from engine.editions import Edition
from engine.game import Game
from engine.match import Match
from engine.modes.identity import roles_for
from engine.modes.mode import Mode
from engine.ruleset import Ruleset
from engine.scoring import points
from engine.state import Fallen
from tests.engine.playing import stops
from tests.engine.tables import SEED, perform, table

FIVE = ("lord", "loyalist", "rebel", "rebel", "renegade")
SEVEN = ("lord", "loyalist", "loyalist", "rebel", "rebel", "rebel", "renegade")
EIGHT = ("lord", "loyalist", "loyalist", "rebel", "rebel", "rebel", "rebel", "renegade")
DUAL_SIX = ("lord", "loyalist", "rebel", "rebel", "renegade", "renegade")
DUAL_EIGHT = ("lord", "loyalist", "loyalist", "rebel", "rebel", "rebel", "renegade", "renegade")
TEN = ("lord", *["loyalist"] * 3, *["rebel"] * 4, *["renegade"] * 2)


def ended(roles: Sequence[str], *deaths: int | tuple[int, int]) -> Game:
    """The match after these deaths in order, each of a seat, or of a seat with the one who killed it."""
    game = table(*[""] * len(roles), roles=roles)
    for death in deaths:
        assert not game.over
        seat, killer = death if isinstance(death, tuple) else (death, -1)
        perform(game, Death(game.players[seat], game.players[killer] if killer >= 0 else None))
    assert game.over
    return game


def scored(roles: Sequence[str], *deaths: int | tuple[int, int]) -> list[int]:
    return list(points(ended(roles, *deaths)))


# -- the renegade


@pytest.mark.parametrize("seats", [seats for seats, roles in Edition.roles.items() if roles[-1] == 1])
def test_p01_a_renegade_who_wins_has_4_and_2_for_each_player_the_lord_1_the_others_nothing(seats: int) -> None:
    assert scored(roles_for(Ruleset(seats)), *range(1, seats - 1), 0) == [1, *[0] * (seats - 2), 4 + 2 * seats]


def test_c757_p01_of_four_players_it_is_12() -> None:
    assert scored(("lord", "loyalist", "rebel", "renegade"), 1, 2, 0)[3] == 12


def test_c747_p02_a_renegade_who_lost_the_last_duel_with_the_lord_has_1_for_each_player() -> None:
    assert scored(EIGHT, 1, 2, 3, 4, 5, 6, (7, 0)) == [5, 5, 5, 0, 0, 0, 0, 8]


def test_p02_whatever_he_died_of_in_that_duel() -> None:
    assert scored(FIVE, 1, 2, 3, 4)[4] == 5


def test_c748_p02_a_renegade_who_died_before_the_last_rebel_has_nothing() -> None:
    assert scored(EIGHT, 1, 2, 7, 3, 4, 5, 6)[7] == 0


def test_p02_a_renegade_who_died_last_beside_a_living_loyalist_was_in_no_duel() -> None:
    assert scored(FIVE, 2, 3, (4, 0)) == [4 + 2 + 1, 5 + 1, 0, 0, 0]


@pytest.mark.parametrize(("dead", "renegades"), [((), 1), ((4,), 0)])
def test_c751_p03_where_the_rebels_win_a_renegade_has_1_if_he_lives(dead: tuple[int, ...], renegades: int) -> None:
    assert scored(FIVE, *dead, 0) == [0, 0, 6, 6, renegades]


# -- two renegades


@pytest.mark.parametrize("roles", [DUAL_SIX, DUAL_EIGHT, TEN])
def test_of_two_renegades_only_the_one_who_wins_is_paid(roles: tuple[str, ...]) -> None:
    seats = len(roles)
    assert scored(roles, *range(1, seats - 1), 0) == [1, *[0] * (seats - 2), 4 + 2 * seats]


@pytest.mark.parametrize("roles", [DUAL_SIX, DUAL_EIGHT, TEN])
def test_of_two_renegades_only_the_last_has_lost_the_duel(roles: tuple[str, ...]) -> None:
    seats = len(roles)
    assert scored(roles, *range(1, seats))[-2:] == [0, seats]


def test_of_two_renegades_each_who_lives_has_1_where_the_rebels_win() -> None:
    assert scored(DUAL_SIX, 0) == [0, 0, 6, 6, 1, 1]
    assert scored(DUAL_SIX, 4, 0) == [0, 0, 6, 6, 0, 1]


def test_two_renegades_who_outlive_all_others_let_the_rebels_win() -> None:
    assert scored(DUAL_SIX, 1, 2, 3, 0) == [0, 0, 0, 0, 1, 1]


# -- lord, loyalists and rebels


@pytest.mark.parametrize(("dead_loyalists", "living"), [((), 2), ((1,), 1), ((1, 2), 0)])
def test_c752_p04_p05_a_lord_who_wins_has_2_more_for_each_living_loyalist_and_every_loyalist_1(
    dead_loyalists: tuple[int, ...], living: int
) -> None:
    """Dead loyalists too."""
    lord, one, two, *rest = scored(SEVEN, *dead_loyalists, 6, 3, 4, 5)
    assert (lord, one, two) == (4 + 2 * living, 5 + living, 5 + living)
    assert rest == [0, 0, 0, 0]


def test_p04_p05_lord_and_loyalists_have_nothing_where_the_rebels_win() -> None:
    assert scored(SEVEN, 0)[:3] == [0, 0, 0]


@pytest.mark.parametrize(("dead", "living"), [((), 3), ((3,), 2), ((3, 4), 1)])
def test_p06_where_the_rebels_win_each_has_3_for_every_living_rebel(dead: tuple[int, ...], living: int) -> None:
    """Dead rebels too."""
    assert scored(SEVEN, *dead, 0)[3:6] == [3 * living] * 3


def test_c750_p06_rebels_who_win_though_all_are_dead_have_nothing() -> None:
    assert scored(FIVE, 2, 3, 0) == [0, 0, 0, 0, 1]


# -- kills


def test_c754_p07_a_winning_lord_has_1_for_each_rebel_and_renegade_he_killed() -> None:
    assert scored(SEVEN, (3, 0), (4, 0), (6, 0), 5) == [4 + 2 * 2 + 3, 7, 7, 0, 0, 0, 0]


def test_p07_winning_loyalists_have_it_too_even_dead_ones() -> None:
    assert scored(SEVEN, (3, 1), (1, 4), (4, 2), (6, 2), 5) == [6, 6 + 1, 6 + 2, 0, 1, 0, 0]


def test_c755_p07_a_loyalist_who_loses_has_none() -> None:
    assert scored(FIVE, (2, 1), (3, 1), 0)[1] == 0


def test_p07_a_rebel_has_1_for_a_loyalist_or_renegade_and_2_for_the_lord() -> None:
    assert scored(FIVE, (1, 2), (4, 2), (0, 2)) == [0, 0, 6 + 1 + 1 + 2, 6, 0]


def test_p07_a_rebel_has_his_kills_in_a_lost_match_too() -> None:
    assert scored(FIVE, (1, 2), (2, 0), 4, (3, 0)) == [4 + 2, 5, 1, 0, 0]


def test_p07_a_renegade_has_nothing_for_kills() -> None:
    assert scored(FIVE, (1, 4), (2, 4), (3, 4), (0, 4)) == [1, 0, 0, 0, 14]


@pytest.mark.parametrize("friendly", [(1, 0), (3, 2)], ids=["the lord's loyalist", "a rebel"])
def test_p07_who_kills_his_own_side_has_nothing_for_it(friendly: tuple[int, int]) -> None:
    seat, killer = friendly
    assert scored(FIVE, friendly, 0)[killer] == scored(FIVE, seat, 0)[killer]


def test_p07_a_death_without_a_killer_is_paid_to_nobody() -> None:
    game = table(*[""] * 5, roles=FIVE)
    for seat in (2, 3, 4):
        game.players[seat].hp = 1
    perform(game, LoseHp(game.players[2]))
    perform(game, Damage(None, game.players[3]))
    perform(game, Damage(game.players[1], game.players[4]))
    assert game.fallen == [Fallen(2), Fallen(3), Fallen(4, 1)]
    assert points(game) == (4 + 2, 5 + 1 + 1, 0, 0, 0)


def test_p07_a_killer_who_is_dead_already_is_none() -> None:
    game = table(*[""] * 5, roles=FIVE)
    perform(game, Death(game.players[2], None))
    perform(game, Death(game.players[1], game.players[2]))
    assert game.fallen[-1] == Fallen(1, -1)


def test_a_bystander_who_killed_nobody_has_the_points_of_his_role_alone() -> None:
    lord, loyalist, *rebels, renegade = scored(FIVE, (2, 0), (3, 0), (4, 0))
    assert (lord, loyalist) == (4 + 2 + 3, 6)
    assert [*rebels, renegade] == [0, 0, 0]


# -- draws, other modes


def test_a_drawn_match_pays_rebels_their_kills_and_nobody_anything_else() -> None:
    game = table(*[""] * 5, roles=FIVE)
    perform(game, Death(game.players[1], game.players[2]))
    perform(game, Death(game.players[3], game.players[0]))
    perform(game, Draw(game.players[0], 1000))
    assert game.over
    assert game.winners == []
    assert points(game) == (0, 0, 1, 0, 0)


def test_a_draw_of_two_is_no_lost_duel() -> None:
    game = table(*[""] * 5, roles=FIVE)
    for seat in (1, 2, 3):
        perform(game, Death(game.players[seat], None))
    perform(game, EndMatch([], "draw_pile_exhausted"))
    assert points(game) == (0, 0, 0, 0, 0)


def test_another_mode_scores_nothing_of_itself() -> None:
    assert Mode().points(ended(FIVE, (0, 2))) == (0, 0, 0, 0, 0)


# -- from a match


def test_deaths_and_their_killers_are_stored() -> None:
    game = ended(FIVE, (1, 2), (0, 3))
    assert decode_snapshot(encode_snapshot(game.snapshot())).fallen == [Fallen(1, 2), Fallen(0, 3)]


def test_a_match_has_points_when_it_is_over() -> None:
    match = Match.start(Ruleset(5), SEED)
    assert match.points == ()
    *_, match = stops(match, Random(5))
    assert match.points == points(match.game)
    assert any(match.points)
    assert Match.resume(match.record()).points == match.points


def test_the_tables_of_the_tests_are_those_of_the_mode() -> None:
    for roles in (FIVE, SEVEN, EIGHT, TEN):
        assert list(roles) == roles_for(Ruleset(len(roles)))
    for roles in (DUAL_SIX, DUAL_EIGHT):
        assert list(roles) == roles_for(Ruleset(len(roles), dual_renegade=True))
    assert list(Edition.dual_renegade_roles) == [6, 8]
