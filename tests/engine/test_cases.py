"""Rule cases that are about chance, setup or the deck rather than one table, each under its id.

Together with the scenarios they cover every case of the packs that are registered.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.editions import EDITIONS
from engine.events import CardsMoved, Event, PhaseBegan
from engine.game import Game
from engine.match import Match
from engine.modes import MODES
from engine.packs import PACKS
from engine.questions import Answer, Candidate, Chosen, Question
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Player
from engine.view import SPECTATOR, view
from tests.engine.playing import stops

TESTS = Path(__file__).parents[1]
SEEDS = range(20)


def start(seats: int, seed: int = 0, *, packs: tuple[str, ...] = (), heroes: bool = True, dual: bool = False) -> Match:
    ruleset = Ruleset(seats, packs=packs, heroes=heroes, dual_renegade=dual)
    return Match.start(ruleset, seed.to_bytes(16, "big"))


def offered(question: Question) -> list[str]:
    return [str(candidate.value) for candidate in question.options[0].picks[0].of]


def pick(match: Match, seat: int, hero: str) -> None:
    match.answer(seat, match.open[seat].id, Answer("choose", (Chosen((Candidate("hero", hero),)),)))


def let_all_pick(match: Match) -> None:
    """Everybody still choosing takes the first hero offered."""
    while any(decision.question.kind == "SETUP" for decision in match.open.values()):
        seat, decision = next(iter(match.open.items()))
        match.answer(seat, decision.id, decision.question.default)


def lord_of(match: Match) -> Player:
    return next(player for player in match.game.players if player.role == "lord")


def dealt(match: Match) -> dict[str, int]:
    return dict(Counter(player.role for player in match.game.players))


# -- roles


@pytest.mark.parametrize("seed", SEEDS)
def test_c001_four_seats_have_one_role_each_and_only_the_lord_is_known(seed: int) -> None:
    match = start(4, seed)
    assert dealt(match) == {"lord": 1, "loyalist": 1, "rebel": 1, "renegade": 1}
    for viewer in [*range(4), SPECTATOR]:
        for shown, player in zip(view(match.game, viewer).seats, match.game.players, strict=True):
            known = viewer == player.seat or player.role == "lord"
            assert shown.role == (player.role if known else "")


def test_c002_roles_of_five() -> None:
    assert dealt(start(5)) == {"lord": 1, "loyalist": 1, "rebel": 2, "renegade": 1}


def test_c004_roles_of_seven() -> None:
    assert dealt(start(7)) == {"lord": 1, "loyalist": 2, "rebel": 3, "renegade": 1}


def test_c005_roles_of_eight_with_one_renegade_or_two() -> None:
    assert dealt(start(8)) == {"lord": 1, "loyalist": 2, "rebel": 4, "renegade": 1}
    assert dealt(start(8, dual=True)) == {"lord": 1, "loyalist": 2, "rebel": 3, "renegade": 2}


# -- heroes and hp


def test_c010_no_bonus_for_the_lord_of_four() -> None:
    match = start(4)
    pick(match, lord_of(match).seat, "caocao")
    let_all_pick(match)
    assert (lord_of(match).hp, lord_of(match).max_hp) == (4, 4)


def test_c011_the_lord_of_eight_has_one_hp_more() -> None:
    matches = (start(8, seed) for seed in range(1000))
    match = next(m for m in matches if "simayi" in offered(m.open[lord_of(m).seat].question))
    pick(match, lord_of(match).seat, "simayi")
    let_all_pick(match)
    assert (lord_of(match).hp, lord_of(match).max_hp) == (4, 4)


@pytest.mark.parametrize(("seats", "lord"), [(5, 5), (4, 4)], ids=["C014", "C015"])
def test_c014_c015_without_heroes_everybody_is_plain(seats: int, lord: int) -> None:
    match = start(seats, heroes=False)
    for player in match.game.players:
        hp = lord if player.role == "lord" else 4
        assert (player.hero, player.skills, player.hp, player.max_hp) == ("", [], hp, hp)


def test_c017_each_of_nine_others_is_offered_two() -> None:
    match = start(10)
    assert len(match.game.rules.heroes) == 25
    lord = lord_of(match).seat
    assert len(offered(match.open[lord].question)) == 5
    match.answer(lord, match.open[lord].id, match.open[lord].question.default)
    assert sorted(match.open) == [seat for seat in range(10) if seat != lord]
    offers = [offered(decision.question) for decision in match.open.values()]
    assert [len(offer) for offer in offers] == [2] * 9
    heroes = [hero for offer in offers for hero in offer]
    assert len(set(heroes)) == 18
    assert lord_of(match).hero not in heroes


# -- the deck

DECKS = [((), 104), (("ex",), 108), (("military",), 156), (("ex", "military"), 160), (tuple(PACKS)[1:], 160)]


@pytest.mark.parametrize(("packs", "size"), DECKS)
def test_c021_four_cards_each_before_the_first_draw(packs: tuple[str, ...], size: int) -> None:
    match = start(8, packs=packs, heroes=len(packs) < 3)  # some heroes do something before their first turn
    let_all_pick(match)
    game = match.game
    draws = [e for e in game.events if isinstance(e, (CardsMoved, PhaseBegan))]
    before = draws[: next(n for n, e in enumerate(draws) if isinstance(e, PhaseBegan))]
    moves = [e for e in before if isinstance(e, CardsMoved)]
    assert [(move.source.kind, move.count) for move in moves] == [("draw", 4)] * 8
    assert sorted(move.destination.seat for move in moves) == list(range(8))
    assert len(game.rules.deck) - sum(move.count for move in moves) == size - 32
    assert game.discard_pile == []


def test_c022_the_standard_deck() -> None:
    rules = rules_of(Ruleset(4, packs=()))
    names = Counter(card.name for card in rules.deck)
    types = Counter(rules.kind_of(card_id).type for card_id in range(len(rules.deck)))
    tricks = types.pop("trick") + types.pop("delayed-trick")
    assert (names["slash"], names["jink"], names["peach"]) == (30, 15, 8)
    assert (types.pop("basic"), tricks, sum(types.values())) == (53, 34, 17)
    assert len(rules.deck) == 104
    with_ex = Counter(card.name for card in rules_of(Ruleset(4, packs=("ex",))).deck)
    assert with_ex - names == {"ice_sword": 1, "nioh_shield": 1, "lightning": 1, "nullification": 1}


def everywhere(game: Game) -> list[int]:
    """The ids of all cards, as often as they are anywhere."""
    own = [(p.hand, p.equipment, p.judging, *p.piles.values()) for p in game.players]
    zones = [game.draw_pile, game.discard_pile, game.processing, *(zone for zones in own for zone in zones)]
    return sorted(card_id for zone in zones for card_id in zone)


@pytest.mark.parametrize(("packs", "size"), DECKS)
@pytest.mark.parametrize("seats", [4, 8])
def test_c768_after_every_event_each_card_is_in_one_place(packs: tuple[str, ...], size: int, seats: int) -> None:
    match = start(seats, seed=seats, packs=packs)
    game = match.game
    emit, seen = game.emit, Counter[str]()

    def emit_checked(event: Event) -> None:
        seen[type(event).__name__] += 1
        assert everywhere(game) == list(range(size)), event
        emit(event)

    game.emit = emit_checked  # type: ignore[method-assign]  # the check is what this case is about
    for at in stops(match, Random(seats)):
        assert everywhere(at.game) == list(range(size))
    assert match.over
    assert seen["CardsMoved"] > 100


# -- completeness


def told() -> set[str]:
    """The ids that have a scenario or a test."""
    scenarios = {path.stem.partition("_")[0] for path in (TESTS / "scenarios").rglob("*.yaml")}
    files = [*sorted(Path(__file__).parent.glob("test_*.py")), TESTS / "service" / "test_talk.py"]
    tests = [ids for file in files for ids in re.findall(r"def test_((?:c\d{3}_)+)", file.read_text(encoding="utf-8"))]
    return scenarios | {case.upper() for names in tests for case in names.strip("_").split("_")}


def cases() -> dict[str, set[str]]:
    """Every case by its id, with the rulesets it is of."""
    lines = (TESTS / "data" / "cases.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return {case: set(rulesets.split(" / ")) for case, rulesets, _ in rows}


OPTIONS = {"adv", "competitive=true"}  # the options that the cases write after an edition or a mode


def is_due(rulesets: set[str]) -> bool:
    """Whether a case can be played: all that one of its rulesets names is here. `standard+EX` is a ruleset; what is no
    pack is a mode, an edition or an option."""
    here = PACKS.keys() | EDITIONS.keys() | MODES.keys() | OPTIONS
    return any(ruleset == "any" or set(re.split(r"[+ ]", ruleset.lower())) <= here for ruleset in rulesets)


def test_every_case_of_the_packs_is_told() -> None:
    due = {case for case, rulesets in cases().items() if is_due(rulesets)}
    assert len([case for case in due if cases()[case] & {"standard", "standard+EX", "any"}]) == 179
    assert sorted(due - told()) == []


def test_a_told_case_is_a_known_one() -> None:
    assert sorted(case for case in told() if case.startswith("C") and case not in cases()) == []
