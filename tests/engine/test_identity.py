"""The identity mode: roles, offers, who wins, and what a death costs or earns."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.deeds.damage import Damage
from engine.deeds.death import Death
from engine.deeds.draw import Draw
from engine.deeds.hp import LoseHp
from engine.game import Game
from engine.match import Match
from engine.modes.identity import roles_for
from engine.packs import PACKS
from engine.rules import check
from engine.ruleset import Ruleset, UnknownRuleset
from tests.engine.tables import SEED, perform, seats, table

# -- setting up


@pytest.mark.parametrize(
    ("seats", "dual", "lords_loyalists_rebels_renegades"),
    [
        (4, False, (1, 1, 1, 1)),
        (5, False, (1, 1, 2, 1)),
        (6, False, (1, 1, 3, 1)),
        (6, True, (1, 1, 2, 2)),
        (7, False, (1, 2, 3, 1)),
        (8, False, (1, 2, 4, 1)),
        (8, True, (1, 2, 3, 2)),
        (9, False, (1, 3, 4, 1)),
        (10, False, (1, 3, 4, 2)),
    ],
)
def test_the_roles_are_those_of_the_table(
    seats: int, dual: bool, lords_loyalists_rebels_renegades: tuple[int, ...]
) -> None:
    ruleset = Ruleset(seats, dual_renegade=dual)
    counts = Counter(roles_for(ruleset))
    expected = lords_loyalists_rebels_renegades
    assert tuple(counts[role] for role in ("lord", "loyalist", "rebel", "renegade")) == expected
    dealt = [player.role for player in Match.start(ruleset, SEED).game.players]
    assert Counter(dealt) == counts


def test_roles_are_dealt_at_random() -> None:
    lords = Counter(lord_seat(Match.start(Ruleset(4), n.to_bytes(16, "big")).game) for n in range(200))
    assert sorted(lords) == [0, 1, 2, 3]
    assert min(lords.values()) > 25


def lord_seat(game: Game) -> int:
    (seat,) = [player.seat for player in game.players if player.role == "lord"]
    return seat


@pytest.mark.parametrize("ruleset", [Ruleset(3), Ruleset(11), Ruleset(5, dual_renegade=True)])
def test_what_does_not_combine_is_refused(ruleset: Ruleset) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        check(ruleset)
    assert refused.value.reason.isupper()


def test_the_lord_alone_is_known_and_begins() -> None:
    game = play_by_default(Match.start(Ruleset(5), SEED))
    lord = lord_seat(game)
    assert [player.seat for player in game.players if player.role_shown] == [lord]
    assert game.turn == lord


@pytest.mark.parametrize(("seats", "bonus"), [(4, 0), (5, 1), (10, 1)])
def test_the_lord_has_one_hp_more_from_five_seats_on(seats: int, bonus: int) -> None:
    plain = Match.start(Ruleset(seats, heroes=False), SEED).game
    for player in plain.players:
        assert player.hp == player.max_hp == 4 + bonus * (player.role == "lord")
    chosen = play_by_default(Match.start(Ruleset(seats), SEED))
    for player in chosen.players:
        assert player.max_hp == chosen.rules.heroes[player.hero].max_hp + bonus * (player.role == "lord")


def play_by_default(match: Match) -> Game:
    """Through the hero selection."""
    while "SETUP" in [decision.question.kind for decision in match.open.values()]:
        seat, decision = next(iter(match.open.items()))
        match.answer(seat, decision.id, decision.question.default)
    return match.game


def offers(match: Match) -> dict[int, list[str]]:
    picks = {seat: decision.question.options[0].picks[0] for seat, decision in match.open.items()}
    return {seat: [str(candidate.value) for candidate in pick.of] for seat, pick in picks.items()}  # type: ignore[union-attr]  # a subset


@pytest.mark.parametrize("ruleset", [Ruleset(4), Ruleset(6), Ruleset(10)])
def test_the_lord_chooses_first_from_three_lords_and_two_others(ruleset: Ruleset) -> None:
    match = Match.start(ruleset, SEED)
    ((seat, offer),) = offers(match).items()
    assert seat == lord_seat(match.game)
    assert {"caocao", "liubei", "sunquan"} < set(offer)
    assert len(offer) == len(set(offer)) == 5


@pytest.mark.parametrize("gods", [True, False])
def test_gods_are_among_the_heroes_only_where_the_ruleset_has_them(gods: bool) -> None:
    game = Match.start(Ruleset(8, packs=tuple(PACKS)[1:], gods=gods), SEED).game
    printed = {id for id, hero in game.rules.heroes.items() if hero.kingdom == "god"}
    assert len(printed) == 8
    assert printed & set(game.hero_pile) == (printed if gods else set())


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_others_choose_together_from_three_each_that_nobody_else_is_offered(seats: int) -> None:
    match = Match.start(Ruleset(seats), SEED)
    ((lord, decision),) = match.open.items()
    match.answer(lord, decision.id, decision.question.default)
    offered = offers(match)
    assert sorted(offered) == [seat for seat in range(seats) if seat != lord]
    heroes = [hero for offer in offered.values() for hero in offer]
    assert all(len(offer) == 3 for offer in offered.values())
    assert len(set(heroes)) == len(heroes)
    assert match.game.players[lord].hero not in heroes


def test_offers_are_as_large_as_an_even_share_allows() -> None:
    match = Match.start(Ruleset(8), SEED)
    ((lord, decision),) = match.open.items()
    left = len(match.game.hero_pile) - 1
    match.answer(lord, decision.id, decision.question.default)
    share = min(3, left // 7)
    assert {len(offer) for offer in offers(match).values()} == ({share} if share > 1 else set())


def test_everybody_has_four_cards_before_the_first_turn() -> None:
    match = Match.start(Ruleset(5, heroes=False), SEED)
    assert [len(player.hand) for player in match.game.players if player.role != "lord"] == [4] * 4


# -- who wins

FIVE = ("lord", "loyalist", "rebel", "rebel", "renegade")


def after_deaths(roles: tuple[str, ...], *dying: int, killer: int | None = None) -> Game:
    game = table(*[""] * len(roles), roles=roles)
    for seat in dying:
        if not game.over:
            by = None if killer is None else game.players[killer]
            perform(game, Death(game.players[seat], by))
    return game


@pytest.mark.parametrize(
    ("dead", "winners"),
    [
        ((0,), [2, 3]),
        ((2, 0), [2, 3]),
        ((2, 3, 0), [2, 3]),  # the rebels win though none of them lives: the renegade is not alone
        ((1, 2, 3, 0), [4]),
        ((4, 2, 3), [0, 1]),
        ((1, 4, 2, 3), [0, 1]),  # dead loyalists win with their lord
        ((1, 2, 3, 4), [0, 1]),
    ],
)
def test_the_last_death_decides_who_wins(dead: tuple[int, ...], winners: list[int]) -> None:
    game = after_deaths(FIVE, *dead)
    assert game.over
    assert game.winners == winners


@pytest.mark.parametrize("dead", [(1,), (2, 3), (4,), (1, 4), (1, 2, 3)])
def test_while_lord_and_an_enemy_live_the_match_goes_on(dead: tuple[int, ...]) -> None:
    assert not after_deaths(FIVE, *dead).over


def test_of_two_renegades_neither_is_alone() -> None:
    roles = ("lord", "loyalist", "rebel", "rebel", "renegade", "renegade")
    assert after_deaths(roles, 1, 2, 3, 0).winners == [2, 3]
    assert after_deaths(roles, 1, 2, 3, 4, 0).winners == [5]


def test_a_death_shows_the_role_and_the_end_shows_all() -> None:
    game = after_deaths(FIVE, 2)
    assert [player.seat for player in game.players if player.role_shown] == [0, 2]
    game = after_deaths(FIVE, 0)
    assert all(player.role_shown for player in game.players)


def test_the_match_is_over_before_anybody_is_rewarded() -> None:
    game = after_deaths(FIVE, 2, 4, 3, killer=0)
    assert game.over
    assert len(game.players[0].hand) == 3  # for the first rebel, not for the last


# -- rewards and punishment


def cards(game: Game, seat: int) -> tuple[int, int]:
    return len(game.players[seat].hand), len(game.players[seat].equipment)


def armed() -> Game:
    everybody = range(5)
    return table(
        *[""] * 5,
        roles=FIVE,
        hands={seat: ["slash", "jink"] for seat in everybody},
        worn={0: ["axe"], 2: ["blade"]},
        judging={0: ["indulgence"]},
    )


@pytest.mark.parametrize("killer", [0, 1, 3, 4])
def test_who_kills_a_rebel_draws_three_whoever_he_is(killer: int) -> None:
    game = armed()
    perform(game, Death(game.players[2], game.players[killer]))
    assert cards(game, killer)[0] == 2 + 3
    bystanders = [seat for seat in (0, 1, 3, 4) if seat != killer]
    assert [cards(game, seat)[0] for seat in bystanders] == [2] * 3


def test_a_lord_who_kills_a_loyalist_discards_hand_and_equipment() -> None:
    game = armed()
    perform(game, Death(game.players[1], game.players[0]))
    assert cards(game, 0) == (0, 0)
    assert len(game.players[0].judging) == 1, "what lies before him is not his"
    assert cards(game, 4) == (2, 0)


@pytest.mark.parametrize(("dead", "killer"), [(1, 2), (1, 4), (4, 0), (4, 2)])
def test_no_other_death_earns_or_costs_anything(dead: int, killer: int) -> None:
    game = armed()
    before = {seat: cards(game, seat) for seat in range(5) if seat != dead}
    perform(game, Death(game.players[dead], game.players[killer]))
    assert {seat: cards(game, seat) for seat in before} == before


def test_without_a_killer_nobody_is_rewarded() -> None:
    game = table(*[""] * 5, roles=FIVE)
    game.players[2].hp = game.players[3].hp = 1
    perform(game, LoseHp(game.players[2]))
    perform(game, Damage(None, game.players[3]))
    assert [player.alive for player in game.players] == [True, True, False, False, True]
    assert [cards(game, seat) for seat in (0, 1, 4)] == [(0, 0)] * 3


def test_the_dead_lose_every_card_to_the_discard_pile() -> None:
    game = armed()
    owned = [*game.players[2].hand, *game.players[2].equipment]
    perform(game, Death(game.players[2], None))
    assert cards(game, 2) == (0, 0)
    assert sorted(game.discard_pile) == sorted(owned)


# -- the piles run out


def test_the_discard_pile_is_shuffled_when_the_draw_pile_is_too_short() -> None:
    game = table(*[""] * 4)
    game.discard_pile += game.draw_pile[:-1]
    del game.draw_pile[:-1]
    game.rebuild_zones()
    (top,) = game.draw_pile
    drawn = perform(game, Draw(game.players[0], 3))
    assert drawn[0] == top, "what was left is drawn first"
    assert len(drawn) == 3
    assert game.discard_pile == []
    assert not game.over


def test_when_both_piles_are_too_short_the_match_is_drawn() -> None:
    game = table(*[""] * 4)
    everything = [*game.draw_pile]
    game.players[1].hand += everything[1:]
    del game.draw_pile[1:]
    game.rebuild_zones()
    perform(game, Draw(game.players[0], 2))
    assert game.over
    assert game.winners == []
    assert [event.reason for event in game.events if hasattr(event, "roles")] == ["draw_pile_exhausted"]
    assert seats(game.living) == [0, 1, 2, 3]
