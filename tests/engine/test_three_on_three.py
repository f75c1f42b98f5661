"""3v3 before its first turn, and what it goes with: colours, draft, line-up, deck, who begins."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.events import CardsMoved, ChoiceMade, Event, HeroesLaidOut, HeroShown, RoleShown, TurnBegan
from engine.game import Game
from engine.match import Match, new_snapshot
from engine.modes import MODES
from engine.modes.drafting import PILE, TABLE
from engine.packs import PACKS
from engine.questions import Answer, Candidate, Chosen, IllegalAnswer, Question
from engine.rules import check, rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.state import Player
from engine.view import SPECTATOR, view

RULESET = Ruleset(6, mode="3v3")
COLD_FIRST = ("rebel", "renegade", "rebel", "loyalist", "lord", "loyalist")
WARM_FIRST = ("loyalist", "lord", "loyalist", "rebel", "renegade", "rebel")
VIEWERS = (SPECTATOR, *range(6))


def begin(seed: int = 0, *, warm_seat: int = 4, packs: tuple[str, ...] = ("ex",), gods: bool = False) -> Match:
    ruleset = Ruleset(6, mode="3v3", packs=packs, gods=gods, warm_seat=warm_seat)
    return Match.start(ruleset, seed.to_bytes(16, "big"))


def asked(match: Match) -> tuple[int, Question]:
    ((seat, decision),) = match.open.items()
    return seat, decision.question


def take(match: Match, seat: int, *heroes: str, option: str = "choose") -> None:
    picks = (Chosen(tuple(Candidate("hero", hero) for hero in heroes)),) if heroes else ()
    match.answer(seat, match.open[seat].id, Answer(option, picks))


def take_default(match: Match) -> None:
    seat, decision = next(iter(match.open.items()))
    match.answer(seat, decision.id, decision.question.default)


def drafted(match: Match) -> Match:
    """After the draft, each commander with eight heroes."""
    while match.open[min(match.open)].question.reason.name != "line_up":
        take_default(match)
    return match


def lined_up(match: Match) -> Match:
    """Before the cold commander says who acts first."""
    while match.open[min(match.open)].question.reason.name != "first_action":
        take_default(match)
    return match


def roles(game: Game) -> tuple[str, ...]:
    return tuple(player.role for player in game.players)


def events(match: Match, kind: type[Event]) -> list[Event]:
    return [event for event in match.game.events if isinstance(event, kind)]


def commander(game: Game, role: str) -> Player:
    return next(player for player in game.players if player.role == role)


# -- what it goes with


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        (Ruleset(5, mode="3v3"), "SEATS_OUT_OF_RANGE"),
        (Ruleset(8, mode="3v3"), "SEATS_OUT_OF_RANGE"),
        (Ruleset(6, mode="3v3", heroes=False), "MODE_AND_OPTION"),
        (Ruleset(6, mode="3v3", dual_renegade=True), "MODE_AND_OPTION"),
        (Ruleset(6, mode="3v3", warm_seat=2), "WARM_SEAT_OUT_OF_RANGE"),
        (Ruleset(6, competitive=True), "MODE_AND_OPTION"),
        (Ruleset(6, warm_seat=4), "MODE_AND_OPTION"),
    ],
)
def test_what_does_not_combine_is_refused(ruleset: Ruleset, reason: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        check(ruleset)
    assert refused.value.reason == reason


def test_there_is_no_lightning_in_the_deck() -> None:
    for packs, size in (((), 103), (("ex",), 106), (("ex", "military"), 158)):
        deck = rules_of(Ruleset(6, mode="3v3", packs=packs)).deck
        assert "lightning" not in [card.name for card in deck]
        assert len(deck) == size


def test_nothing_is_scored() -> None:
    assert MODES["3v3"].points(begin().game) == (0,) * 6


# -- sides


def test_c697_the_commanders_draw_the_colours_and_the_other_cards_follow() -> None:
    found = Counter(roles(begin(seed, warm_seat=0).game) for seed in range(100))
    assert found.keys() == {COLD_FIRST, WARM_FIRST}
    assert min(found.values()) > 25


@pytest.mark.parametrize(("warm_seat", "seating"), [(1, WARM_FIRST), (4, COLD_FIRST)])
def test_c697_in_the_next_match_the_colours_change(warm_seat: int, seating: tuple[str, ...]) -> None:
    game = begin(warm_seat=warm_seat).game
    assert roles(game) == seating
    following = game.rules.mode.rematch(game.ruleset, roles(game), first_out=2)
    assert following.warm_seat == 5 - warm_seat
    assert roles(Match.start(following, bytes(16)).game) == {COLD_FIRST: WARM_FIRST, WARM_FIRST: COLD_FIRST}[seating]


def test_all_identity_cards_lie_open() -> None:
    match = begin()
    assert [(e.seat, e.role) for e in events(match, RoleShown)] == list(enumerate(COLD_FIRST))  # type: ignore[attr-defined]  # of that kind
    for viewer in VIEWERS:
        assert tuple(seat.role for seat in view(match.game, viewer).seats) == COLD_FIRST


def test_the_teams_are_the_neighbours() -> None:
    mode = MODES["3v3"]
    assert [mode.team(RULESET, seat) for seat in range(6)] == [(0, 1, 2)] * 3 + [(3, 4, 5)] * 3
    assert MODES["identity"].team(Ruleset(6), 0) == ()


# -- the draft


def test_sixteen_heroes_lie_open_and_the_others_are_unused() -> None:
    match = begin()
    (laid,) = [event for event in events(match, HeroesLaidOut) if isinstance(event, HeroesLaidOut)]
    assert (laid.seat, len(set(laid.heroes))) == (TABLE, 2 * PILE)
    for viewer in VIEWERS:
        assert view(match.game, viewer).laid_out == ((TABLE, laid.heroes),)
    assert sorted((*laid.heroes, *match.game.hero_pile)) == sorted(match.game.rules.heroes)


@pytest.mark.parametrize("gods", [True, False])
def test_gods_are_among_them_only_where_the_ruleset_has_them(gods: bool) -> None:
    every_pack = tuple(PACKS)[1:]
    matches = [begin(seed, packs=every_pack, gods=gods) for seed in range(20)]
    kingdoms = {match.game.rules.heroes[hero].kingdom for match in matches for hero in match.game.laid_out[TABLE]}
    assert ("god" in kingdoms) == gods


def test_no_character_is_among_them_twice() -> None:
    for seed in range(20):
        game = begin(seed, packs=tuple(PACKS)[1:], gods=True).game
        characters = [game.rules.character_of(hero) for hero in (*game.laid_out[TABLE], *game.hero_pile)]
        assert len(characters) == len(set(characters))


@pytest.mark.parametrize(("first", "seats"), [("warm", (4, 1)), ("cold", (1, 4))])
def test_c698_the_warm_commander_says_who_drafts_first_and_they_take_turns(first: str, seats: tuple[int, int]) -> None:
    match = begin()
    seat, question = asked(match)
    assert (seat, question.reason.name) == (4, "first_draft")
    assert [option.id for option in question.options] == ["warm", "cold"]
    take(match, 4, option=first)
    assert events(match, ChoiceMade) == [ChoiceMade(4, "first_draft", first)]
    lying = list(match.game.laid_out[TABLE])
    before: dict[int, list[str]] = {1: [], 4: []}
    for n, count in enumerate((1, 2, 2, 2, 2, 2, 2, 2)):
        seat, question = asked(match)
        (pick,) = question.options[0].picks
        assert (seat, question.reason.name, question.reason.count) == (seats[n % 2], "draft", count)
        assert [candidate.value for candidate in pick.listed] == lying
        assert (pick.min, pick.max) == (count, count)
        chosen = lying[-count:]
        take(match, seat, *chosen)
        lying = lying[:-count]
        before[seat] += chosen
        told = [event for event in match.game.events if event == HeroesLaidOut(seat, tuple(chosen))]
        assert len(told) == 1
        if n < 7:
            for viewer in VIEWERS:
                shown = dict(view(match.game, viewer).laid_out)
                assert shown[TABLE] == tuple(lying)
                assert {seat: list(shown.get(seat, ())) for seat in (1, 4)} == before
    before[seats[0]] += lying  # the last one is left to who began
    assert {seat: match.game.laid_out[seat] for seat in (1, 4)} == before
    assert [len(heroes) for heroes in before.values()] == [PILE, PILE]


def test_who_drafts_takes_no_more_and_no_less() -> None:
    match = begin()
    take_default(match)
    seat, _ = asked(match)
    for heroes in ((), match.game.laid_out[TABLE][:2], match.game.hero_pile[:1]):
        with pytest.raises(IllegalAnswer):
            take(match, seat, *heroes)


# -- the line-up


def test_c700_three_of_eight_lie_in_the_order_of_the_seats_and_are_revealed_together() -> None:
    match = drafted(begin())
    assert sorted(match.open) == [1, 4]
    eight = {seat: list(match.game.laid_out[seat]) for seat in (1, 4)}
    before = {viewer: view(match.game, viewer) for viewer in VIEWERS}
    unused = list(match.game.hero_pile)
    take(match, 4, *eight[4][5:2:-1])
    assert events(match, HeroShown) == []
    assert {viewer: view(match.game, viewer) for viewer in VIEWERS} == before
    take(match, 1, *eight[1][:3])
    heroes = [*eight[1][:3], *eight[4][5:2:-1]]
    assert [player.hero for player in match.game.players] == heroes
    assert [(event.seat, event.hero) for event in match.game.events if isinstance(event, HeroShown)] == list(
        enumerate(heroes)
    )
    assert sorted(match.game.hero_pile) == sorted({*unused, *eight[1], *eight[4]} - set(heroes))
    assert all(view(match.game, viewer).laid_out == () for viewer in VIEWERS)


def test_a_line_up_is_three_of_the_own_heroes() -> None:
    match = drafted(begin())
    own, other = match.game.laid_out[1], match.game.laid_out[4]
    for heroes in (own[:2], own[:4], [own[0], own[1], other[0]], [own[0], own[0], own[1]]):
        with pytest.raises(IllegalAnswer):
            take(match, 1, *heroes)


@pytest.mark.parametrize(("commands", "hp"), [("simayi", 4), ("zhangfei", 5)])
def test_c701_a_commander_has_one_hp_more_and_a_vanguard_has_not(commands: str, hp: int) -> None:
    for seat in (1, 4):
        matches = (drafted(begin(seed)) for seed in range(1000))
        match = next(match for match in matches if commands in match.game.laid_out[seat])
        others = [hero for hero in match.game.laid_out[seat] if hero != commands]
        take(match, seat, others[0], commands, others[1])
        take_default(match)
        game = match.game
        for player in game.players:
            printed = game.rules.heroes[player.hero].max_hp
            assert player.hp == player.max_hp == printed + (player.seat in (1, 4))
        assert game.players[seat].max_hp == hp


# -- who begins


@pytest.mark.parametrize(("first", "seat"), [("warm", 4), ("cold", 1)])
def test_c704_the_cold_commander_says_whose_commander_has_the_first_turn(first: str, seat: int) -> None:
    match = lined_up(begin())
    who, question = asked(match)
    assert (who, [option.id for option in question.options]) == (1, ["warm", "cold"])
    assert not events(match, CardsMoved)
    take(match, who, option=first)
    while match.open and match.game.turn == seat and not events(match, TurnBegan):
        take_default(match)
    assert ChoiceMade(1, "first_action", first) in match.game.events
    assert events(match, TurnBegan)[0] == TurnBegan(seat)
    dealt = [event for event in match.game.events if isinstance(event, CardsMoved)][:6]
    assert [(move.source.kind, move.count) for move in dealt] == [("draw", 4)] * 6
    assert sorted(move.destination.seat for move in dealt) == list(range(6))
    assert {player.seat: player.marks for player in match.game.players if player.marks} == {seat: {"acted": 1}}


def test_where_time_is_over_each_commander_speaks_for_his_side() -> None:
    match = begin()
    assert asked(match)[1].default == Answer("warm")
    assert asked(lined_up(match))[1].default == Answer("cold")


def test_a_new_match_has_not_begun_before_all_is_chosen() -> None:
    stored = new_snapshot(RULESET, bytes(16))
    assert [step.kind for step in stored.agenda] == [
        "deal_sides",
        "lay_out_heroes",
        "first_draft",
        "line_up",
        "first_action",
    ]
