"""The setup of the first edition: roles, heroes, deck. Its cases are named by their ids."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.card import Card
from engine.cards.decks.first_edition import DIFFERENT
from engine.deeds.use import Use
from engine.editions import EDITIONS
from engine.hero import Hero
from engine.match import Match
from engine.options import excluded_by
from engine.packs import PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.texts import CARDS, HEROES, SKILLS
from tests.engine.tables import perform, table
from tests.engine.test_cases import dealt, let_all_pick, lord_of, offered, pick
from tests.engine.test_sheets import everything, rows

EDITION = "first-edition"
PACK = EDITIONS[EDITION].pack
SHEET = {row["id"]: row for row in rows("heroes_first_edition.tsv", EDITION)}


def start(seats: int, seed: int = 0, **options: bool) -> Match:
    return Match.start(Ruleset(seats, edition=EDITION, packs=(), **options), seed.to_bytes(16, "big"))


ROLES = {4: (1, 1, 1, 1), 5: (1, 1, 2, 1), 6: (1, 2, 2, 1), 7: (1, 2, 3, 1), 8: (1, 2, 4, 1), 9: (1, 3, 4, 1)} | {
    10: (1, 3, 4, 2)
}
NAMES = ("lord", "loyalist", "rebel", "renegade")


@pytest.mark.parametrize("seats", ROLES)
def test_c007_roles(seats: int) -> None:
    assert dealt(start(seats)) == dict(zip(NAMES, ROLES[seats], strict=True))


@pytest.mark.parametrize(("seats", "roles"), [(6, (1, 1, 2, 2)), (8, (1, 2, 3, 2))])
def test_c007_roles_with_two_renegades(seats: int, roles: tuple[int, ...]) -> None:
    assert dealt(start(seats, dual_renegade=True)) == dict(zip(NAMES, roles, strict=True))


@pytest.mark.parametrize("seats", ROLES)
def test_c012_the_lord_has_one_hp_more_at_every_table(seats: int) -> None:
    matches = (start(seats, seed) for seed in range(1000))
    match = next(m for m in matches if "old_simayi" in offered(m.open[lord_of(m).seat].question))
    pick(match, lord_of(match).seat, "old_simayi")
    assert (lord_of(match).hp, lord_of(match).max_hp) == (4, 4)


@pytest.mark.parametrize("seed", range(60))
def test_c018_ganning_is_never_offered_to_the_lord(seed: int) -> None:
    match = start(8, seed)
    question = match.open[lord_of(match).seat].question
    offer = offered(question)
    assert offer[:3] == ["old_caocao", "old_liubei", "old_sunquan"]
    assert len(offer) == len(set(offer)) == 5
    assert "old_ganning" not in offer


def test_c018_he_goes_back_to_the_pile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Told of any hero: another takes his place in the offer, and he stays among those for the others."""
    monkeypatch.setattr(EDITIONS[EDITION].__class__, "never_lords", ("old_xuchu",))
    for seed in range(40):
        match = start(4, seed)
        assert "old_xuchu" not in offered(match.open[lord_of(match).seat].question)
        assert "old_xuchu" in match.game.hero_pile


@pytest.mark.parametrize("heroes", [True, False])
def test_c025_a_first_game_leaves_jacks_queens_and_kings_out(heroes: bool) -> None:
    match = start(4, first_game=True, heroes=heroes)
    let_all_pick(match)
    ranks = Counter(card.rank for card in match.game.rules.deck)
    assert ranks == dict.fromkeys(range(1, 11), 8)
    for player in match.game.players:
        bonus = int(player.role == "lord")
        assert (bool(player.hero), heroes or player.max_hp == 4 + bonus) == (heroes, True)


@pytest.mark.parametrize("option", ["advanced_weapons", "reincarnation"])
def test_a_first_game_has_none_of_the_advanced_rules(option: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        start(4, first_game=True, **{option: True})
    assert refused.value.reason == "OPTION_AND_OPTION"
    assert option in excluded_by("first_game")


def test_two_renegades_go_with_a_first_game() -> None:
    assert dealt(start(6, first_game=True, dual_renegade=True))["renegade"] == 2


def test_the_deck_is_the_standard_one_but_for_the_cards_that_differ() -> None:
    rules, standard = rules_of(Ruleset(4, edition=EDITION, packs=())), rules_of(Ruleset(4, packs=()))
    assert len(rules.deck) == 104
    for card, other in zip(rules.deck, standard.deck, strict=True):
        assert (card.suit, card.rank) == (other.suit, other.rank)
        assert card.name == (f"old_{other.name}" if other.name in DIFFERENT else other.name)
        assert rules.kinds[card.name].type == standard.kinds[other.name].type
        assert rules.kinds[card.name].attack_range == standard.kinds[other.name].attack_range
        assert CARDS[card.name].name.zh == CARDS[other.name].name.zh.replace("青釭剑", "青钢剑")


def test_six_weapons_have_their_skills_by_the_option_alone() -> None:
    for advanced in (False, True):
        kinds = rules_of(Ruleset(4, edition=EDITION, packs=(), advanced_weapons=advanced)).kinds
        skilled = {kind.id for kind in kinds.values() if kind.type == "weapon" and kind.skills}
        six = {f"old_{name}" for name in ("double_swords", "axe", "blade", "spear", "halberd", "kylin_bow")}
        assert skilled == {"crossbow", "old_qinggang_sword"} | (six if advanced else set())


def test_its_pack_is_its_own() -> None:
    assert EDITION not in PACKS
    assert not {hero.id for hero in PACK.heroes} & everything().heroes.keys()
    with pytest.raises(UnknownRuleset) as refused:
        start_with_packs("ex")
    assert refused.value.reason == "EDITION_AND_PACKS"
    with pytest.raises(UnknownRuleset) as other_mode:
        rules_of(Ruleset(6, edition=EDITION, mode="3v3", packs=()))
    assert other_mode.value.reason == "EDITION_AND_MODE"
    with pytest.raises(UnknownRuleset) as unknown:
        rules_of(Ruleset(4, packs=(EDITION,)))
    assert unknown.value.reason == "UNKNOWN_PACK"


def start_with_packs(*packs: str) -> None:
    rules_of(Ruleset(4, edition=EDITION, packs=packs))


@pytest.mark.parametrize("hero", PACK.heroes, ids=lambda hero: hero.id)
def test_a_hero_has_what_the_sheet_prints(hero: Hero) -> None:
    row = SHEET[hero.id]
    assert (hero.kingdom, hero.sex, hero.max_hp) == (row["kingdom"], row["gender"], int(row["max_hp"]))
    assert [skill.id for skill in hero.skills] == row["skills_id"].split(",")
    assert [SKILLS[skill.id].name.zh for skill in hero.skills] == row["skills_zh"].split(",")
    assert HEROES[hero.id].name.zh == row["chinese_name"]
    tags = dict(part.split(":") for part in row["tags"].split("; ") if part != "-")
    assert {SKILLS[skill.id].name.zh: ",".join(skill.tags) for skill in hero.skills if skill.tags} == tags
    assert hero.character in everything().heroes


def test_the_roster_is_in_the_order_of_the_sheet() -> None:
    assert [hero.id for hero in PACK.heroes] == list(SHEET)
    assert len(SHEET) == 25


def test_a_weapon_that_was_left_aside_counts_again_though_the_match_ends_with_the_slash() -> None:
    game = table("", "", "", "", worn={1: ["old_axe"]}, ruleset=Ruleset(4, edition=EDITION, packs=(), heroes=False))
    lord, rebel = game.players[:2]
    lord.hp = 1
    (axe,) = rebel.equipment
    perform(game, Use(rebel, Card("slash", "", 0, ()), [lord], aside=(axe,)))
    assert game.over
    assert game.absent == ()
