"""The prototype (text 002): its deck and heroes, its roles, selection and first hands, and what it does not go with."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.editions import EDITIONS
from engine.events import HeroShown, PhaseBegan, WindowOpened
from engine.match import Match
from engine.rules import check, rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.texts import CARDS, HEROES
from engine.view import SPECTATOR, view
from tests.engine.playing import stops
from tests.engine.test_cases import dealt, let_all_pick, lord_of, offered, pick
from tests.engine.test_sheets import RANKS

SHEET = Path(__file__).parents[1] / "data" / "deck_proto.tsv"
SEATS = range(4, 10)
ALWAYS = ["proto_caocao", "proto_liubei", "proto_sunquan"]


def ruleset(seats: int, *, heroes: bool = True) -> Ruleset:
    return Ruleset(seats, edition="proto-1.0", packs=(), heroes=heroes)


def start(seats: int, seed: int = 0, *, heroes: bool = True) -> Match:
    return Match.start(ruleset(seats, heroes=heroes), seed.to_bytes(16, "big"))


def rows() -> list[dict[str, str]]:
    with SHEET.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


# -- cards and heroes


def test_c024_the_deck() -> None:
    deck = rules_of(ruleset(4)).deck
    names = {CARDS[card.name].name.zh for card in deck}
    assert (len(deck), [card.name for card in deck].count("slash")) == (80, 25)
    assert not names & {"无懈可击", "五谷丰登", "桃园结义", "万箭齐发", "借刀杀人", "过河拆桥", "寒冰剑", "仁王盾"}


def test_the_deck_is_the_sheets_card_for_card() -> None:
    printed = Counter((row["english_id"], row["suit"], row["rank"]) for row in rows())
    deck = rules_of(ruleset(4)).deck
    assert Counter((card.name, card.suit, RANKS.get(card.rank, str(card.rank))) for card in deck) == printed


@pytest.mark.parametrize("card", sorted({row["english_id"] for row in rows()}))
def test_a_card_is_what_the_sheet_says(card: str) -> None:
    (row,) = {tuple(row.items()) for row in ({**row, "suit": "", "rank": ""} for row in rows()) if card in row.values()}
    printed, kind = dict(row), rules_of(ruleset(4)).kinds[card]
    assert CARDS[card].name.zh == printed["chinese_name"]
    assert (kind.type, kind.attack_range) == (printed["type"], int(printed["attack_range"] or 0))
    if kind.attack_range:
        assert f"攻击范围 {kind.attack_range}。" in CARDS[card].text.zh
        assert f"range {kind.attack_range}." in CARDS[card].text.en


def test_every_card_of_its_own_says_by_its_id_that_it_is_the_prototypes() -> None:
    own, standard = EDITIONS["proto-1.0"].pack.kinds, EDITIONS["standard"].pack.kinds
    assert [kind for kind in own if not kind.id.startswith("proto_")] == [kind for kind in standard if kind in own]


def test_forty_heroes_without_skills() -> None:
    heroes = rules_of(ruleset(4)).heroes
    assert len(heroes) == 40
    assert {(hero.max_hp, hero.skills) for hero in heroes.values()} == {(4, ())}
    assert all(HEROES[hero.id] is HEROES[hero.character] for hero in heroes.values())
    assert len({HEROES[hero].name.en for hero in heroes}) == 40
    assert [hero.character for hero in heroes.values()][25:] == [
        *("weiyan", "huangzhong", "xiahouyuan", "caoren", "dianwei", "xunyu", "xuhuang", "caopi"),
        *("pangtong", "sunjian", "lusu", "taishici", "yuanshao", "dongzhuo", "jiaxu"),
    ]


# -- setting up


@pytest.mark.parametrize(
    ("seats", "roles"),
    [
        (4, (1, 1, 1, 1)),
        (5, (1, 1, 2, 1)),
        (6, (1, 1, 3, 1)),
        (7, (1, 2, 3, 1)),
        (8, (1, 2, 4, 1)),
        (9, (1, 3, 4, 1)),
    ],
)
def test_c008_the_roles_are_those_of_the_table(seats: int, roles: tuple[int, ...]) -> None:
    found = dealt(start(seats))
    assert tuple(found[role] for role in ("lord", "loyalist", "rebel", "renegade")) == roles


def test_the_lord_alone_shows_his_role() -> None:
    game = start(5).game
    lord = next(player.seat for player in game.players if player.role == "lord")
    shown = [seat.role for seat in view(game, SPECTATOR).seats]
    assert shown == ["lord" if seat == lord else "" for seat in range(5)]


def test_the_lord_chooses_among_the_three_rulers_and_two_others() -> None:
    offers = [offered(match.open[lord_of(match).seat].question) for match in (start(5, n) for n in range(40))]
    assert {tuple(offer[:3]) for offer in offers} == {tuple(ALWAYS)}
    assert {len(offer) for offer in offers} == {5}
    assert len({hero for offer in offers for hero in offer[3:]}) > 20


def test_c020_heroes_are_chosen_one_after_the_other_for_all_to_see() -> None:
    match = start(5)
    order = [player.seat for player in match.game.in_order(lord_of(match).seat)]
    chosen: list[str] = []
    for n, seat in enumerate(order):
        assert sorted(match.open) == [seat]
        for viewer in (*range(5), SPECTATOR):
            shown = view(match.game, viewer).seats
            assert [shown[one].hero for one in order] == [*chosen, *[""] * (5 - n)]
        offer = offered(match.open[seat].question)
        assert len(offer) == (3 if n else 5)
        assert not set(offer) & set(chosen)
        chosen.append(offer[-1])
        pick(match, seat, offer[-1])
    assert [event.seat for event in match.game.events if isinstance(event, HeroShown)] == order
    assert len(match.game.hero_pile) == 40 - 5


@pytest.mark.parametrize("seed", range(20))
def test_what_a_player_is_offered_nobody_else_is_told(seed: int) -> None:
    match = start(9, seed)
    for _ in range(9):
        ((seat, asked),) = match.open.items()
        passed_over = set(offered(asked.question)[:-1])
        pick(match, seat, offered(asked.question)[-1])
        shown = {player.hero for player in match.game.players}
        for viewer in {*range(9), SPECTATOR} - {*match.open}:
            told = repr([view(match.game, viewer), *(event.seen_by(viewer) for event in match.game.events)])
            assert not [hero for hero in passed_over - shown if repr(hero) in told]


def test_what_was_not_chosen_may_be_offered_again() -> None:
    def again(seed: int) -> set[str]:
        match = start(5, seed)
        first = set(offered(match.open[lord_of(match).seat].question))
        match.answer(lord_of(match).seat, 1, match.open[lord_of(match).seat].question.default)
        (seat,) = match.open
        return first & set(offered(match.open[seat].question))

    assert set().union(*map(again, range(60))) >= {"proto_liubei", "proto_sunquan"}


@pytest.mark.parametrize("heroes", [True, False])
@pytest.mark.parametrize("seats", SEATS)
def test_the_lord_has_one_hp_more_and_everybody_as_many_cards_as_hp(seats: int, heroes: bool) -> None:
    match = start(seats, seats, heroes=heroes)
    let_all_pick(match)
    for player in match.game.players:
        drawn = 2 if player is match.game.current else 0
        hp = 5 if player.role == "lord" else 4
        assert (player.hp, player.max_hp, player.skills, len(player.hand)) == (hp, hp, [], hp + drawn)
    assert match.game.current is lord_of(match)
    assert [bool(player.hero) for player in match.game.players] == [heroes] * seats


def test_a_turn_has_four_phases() -> None:
    match = start(4, 3)
    let_all_pick(match)
    first = match.game.current.seat
    for _ in stops(match, Random(3)):
        if match.game.current.seat != first:
            break
    phases = [event.phase for event in match.game.events if isinstance(event, PhaseBegan) and event.seat == first]
    assert phases == ["judge", "draw", "play", "discard"]


# -- what it does not go with


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        (Ruleset(3, edition="proto-1.0", packs=()), "SEATS_OUT_OF_RANGE"),
        (Ruleset(10, edition="proto-1.0", packs=()), "SEATS_OUT_OF_RANGE"),
        (Ruleset(5, edition="proto-1.0", packs=("ex",)), "EDITION_AND_PACKS"),
        (Ruleset(6, edition="proto-1.0", packs=(), dual_renegade=True), "EDITION_AND_OPTION"),
        (Ruleset(6, edition="proto-1.0", packs=(), gods=True), "EDITION_AND_OPTION"),
        (Ruleset(6, packs=("proto",)), "UNKNOWN_PACK"),
    ],
)
def test_what_does_not_combine_is_refused(refused: Ruleset, reason: str) -> None:
    with pytest.raises(UnknownRuleset) as error:
        check(refused)
    assert error.value.reason == reason


def test_windows_name_nobody_who_could_never_answer() -> None:
    """Not even for as long as a window lasts that hides who has what: there is no Nullification, and only who is dying
    himself may see to it that he lives."""
    windows: list[WindowOpened] = []
    for seed in range(10):
        match = start(5, seed)
        for _ in stops(match, Random(seed)):
            pass
        windows += [event for event in match.game.events if isinstance(event, WindowOpened)]
    assert "nullification" not in {window.reason for window in windows}
    dying = [window for window in windows if window.reason == "dying"]
    assert dying
    assert all(list(window.seats) == [window.target] for window in dying)
