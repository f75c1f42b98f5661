"""No message tells a seat what that seat may not know: what a viewer is told does not depend on what is hidden from it.

The law is tried, and then tried on engines that leak on purpose: a law that cannot fail says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine import discarding, responding
from engine import view as views
from engine.asking import choose_cards
from engine.cards.trick import dismantlement, snatch
from engine.events import (
    CardsLookedAt,
    CardsMoved,
    HeroCardsTaken,
    HeroesTurnedUp,
    HeroShown,
    Revived,
    WindowOpened,
)
from engine.game import Game
from engine.heroes.wind import godlvmeng
from engine.match import Match
from engine.questions import Question, Reason
from engine.responding import LayDown
from engine.ruleset import Ruleset
from engine.skill import ViewAs
from engine.state import Player
from engine.view import SPECTATOR, View, view
from engine.words import Suspension, Window
from tests.engine.playing import answer_one, random_answer
from tests.laws.watching import encoded, everybody
from tests.laws.worlds import (
    EVERY_PACK,
    RULESETS,
    chance,
    examples,
    hidden_selections,
    rulesets,
    seeds,
    start,
    start_with,
)
from tests.laws.worlds_apart import Told, difference, interference, interference_in

RETURNING = [ruleset for ruleset in RULESETS if ruleset.reincarnation and ruleset.packs == EVERY_PACK]
TURNED_UP = next(r for r in RETURNING if r.seats == 8 and r.attrition and r.protected_seat == 7)


@examples(40)
@given(rulesets, seeds)
@example(TURNED_UP, 62604)  # somebody comes back, and as another hero in each world
def test_what_a_viewer_is_told_does_not_depend_on_what_is_hidden_from_it(ruleset: Ruleset, seed: int) -> None:
    assert interference(ruleset, seed) == ""


@examples(20)
@given(hidden_selections, seeds)
def test_hero_selection_tells_nobody_what_the_others_pick(ruleset: Ruleset, seed: int) -> None:
    """Until everybody has picked; in whatever order they do, and whatever they pick."""
    match = start(ruleset, seed)
    rng = chance(seed)
    while len(match.open) == 1 and "SETUP" in [decision.question.kind for decision in match.open.values()]:
        answer_one(match, rng)
    assume(len(match.open) > 1)  # where everybody is offered a single hero, nobody is asked
    without = [player.seat for player in match.game.players if not player.hero]
    viewers = everybody(match)
    before = {viewer: encoded(view(match.game, viewer)) for viewer in viewers}
    asked, told = dict(match.open), len(match.game.events)
    for seat in rng.sample(list(asked), len(asked)):
        assert {viewer: encoded(view(match.game, viewer)) for viewer in viewers} == before
        assert match.open == {s: asked[s] for s in match.open}
        assert len(match.game.events) == told
        match.answer(seat, asked[seat].id, random_answer(rng, asked[seat].question))
    shown = [event.seat for event in match.game.events[told:] if isinstance(event, HeroShown)]
    assert sorted(shown) == without


Mutation = Callable[[pytest.MonkeyPatch], None]


def a_window_names_who_can_answer(patch: pytest.MonkeyPatch) -> None:
    def init(self: Window, seats: tuple[int, ...], questions: tuple[Question, ...], reason: Reason) -> None:
        original(self, tuple(question.seat for question in questions), questions, reason)

    original = Window.__init__
    patch.setattr(Window, "__init__", init)


def whether_somebody_is_asked_depends_on_the_hand(patch: pytest.MonkeyPatch) -> None:
    def peek(game: Game, me: Player, names: tuple[str, ...], manner: Any, about: Any, barred: Any = ()) -> bool:
        return bool(responding.ways(game, me, names, manner, about, barred=barred))

    patch.setattr(responding, "has_source", peek)


def a_pass_without_a_choice_makes_no_window(patch: pytest.MonkeyPatch) -> None:
    def opened(self: Match, suspension: Suspension) -> None:
        original(self, suspension)
        if not self.open:
            self.game.events.pop()
            self.game.event_count -= 1

    original = Match.suspend
    patch.setattr(Match, "suspend", opened)


def everybody_sees_every_card_move(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CardsMoved, "seen_by", lambda self, viewer: self)


def the_view_shows_every_hand(patch: pytest.MonkeyPatch) -> None:
    original = views._seat
    patch.setattr(views, "_seat", lambda game, player, viewer: original(game, player, player.seat))


def the_view_shows_what_lies_on_top(patch: pytest.MonkeyPatch) -> None:
    def peek(game: Game, viewer: int) -> View:
        return type(shown := original(game, viewer))(
            **{
                **{name: getattr(shown, name) for name in shown.__struct_fields__},
                "processing": (*shown.processing, *game.draw_pile[-1:]),
            }
        )

    original = views.view
    patch.setattr("tests.laws.worlds_apart.view", peek)


def a_blind_choice_lists_the_cards(patch: pytest.MonkeyPatch) -> None:
    async def peek(game: Game, me: Player, target: Player, reason: Reason, **_: bool) -> list[int]:
        return await choose_cards(me, reason, target.own_cards + target.judging, 1, 1)

    patch.setattr(dismantlement, "choose_card_of", peek)
    patch.setattr(snatch, "choose_card_of", peek)


def a_window_tells_how_many_could_answer(patch: pytest.MonkeyPatch) -> None:
    def opened(self: Match, suspension: Suspension) -> None:
        original(self, suspension)
        event = self.game.events[-1]
        assert isinstance(event, WindowOpened)
        self.game.events[-1] = WindowOpened(event.seats, event.kind, event.reason, len(self.open), event.target)

    original = Match.suspend
    patch.setattr(Match, "suspend", opened)


def the_view_shows_an_unused_hero(patch: pytest.MonkeyPatch) -> None:
    def peek(game: Game, viewer: int) -> View:
        return msgspec.structs.replace(original(game, viewer), laid_out=((-1, tuple(game.hero_pile[-1:])),))

    original = views.view
    patch.setattr("tests.laws.worlds_apart.view", peek)


MUTATIONS = (
    a_window_names_who_can_answer,
    whether_somebody_is_asked_depends_on_the_hand,
    a_pass_without_a_choice_makes_no_window,
    everybody_sees_every_card_move,
    the_view_shows_every_hand,
    the_view_shows_what_lies_on_top,
    the_view_shows_an_unused_hero,
    a_blind_choice_lists_the_cards,
    a_window_tells_how_many_could_answer,
)
FOUR_SEATS = [ruleset for ruleset in RULESETS if ruleset.seats == 4]
TRIES = 60


def first_leak(found: Iterable[str]) -> str:
    return next(filter(None, found), "")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_the_law_finds_an_engine_that_leaks(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation(monkeypatch)
    assert first_leak(interference(FOUR_SEATS[seed % len(FOUR_SEATS)], seed) for seed in range(TRIES))


TURNED_UP_FIRST = HeroesTurnedUp(2, ("guanyu", "zhenji"))
SHOWN = HeroShown(2, "zhenji", "wei", "female", 1, 3, ("qingguo", "luoshen"))
ANOTHER = HeroShown(2, "caocao", "wei", "male", 1, 4, ("jianxiong",))


def told_of_who_came_back(turned_up: HeroesTurnedUp, shown: HeroShown) -> Told:
    return Told(events=[turned_up, Revived(2), shown], views={0: b"", 3: b""})


@pytest.mark.parametrize("leak", [{"hp": 2}, {"max_hp": 4}, {"skills": ("qingguo",)}], ids=str)
def test_the_law_finds_what_a_hero_that_is_turned_up_leaks(leak: dict[str, Any]) -> None:
    """The same heroes in both worlds, but not told of alike."""
    one = told_of_who_came_back(TURNED_UP_FIRST, SHOWN)
    assert difference(SPECTATOR, one, told_of_who_came_back(TURNED_UP_FIRST, msgspec.structs.replace(SHOWN, **leak)))
    assert not difference(SPECTATOR, one, told_of_who_came_back(TURNED_UP_FIRST, SHOWN))


def test_which_heroes_are_turned_up_is_no_secret() -> None:
    others = HeroesTurnedUp(2, ("caocao",))
    one, two = told_of_who_came_back(TURNED_UP_FIRST, SHOWN), told_of_who_came_back(others, ANOTHER)
    assert not difference(SPECTATOR, one, two)


# -- leaks of what single heroes and cards keep hidden, at tables where they are


def everybody_sees_the_hero_cards_taken(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(HeroCardsTaken, "seen_by", lambda self, viewer: self)


def the_view_shows_the_hero_cards(patch: pytest.MonkeyPatch) -> None:
    the_view_shows(patch, lambda player: {"hero_cards": tuple(player.hero_cards)})


def everybody_sees_what_is_looked_at(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(CardsLookedAt, "seen_by", lambda self, viewer: self)


def the_view_shows_hidden_piles(patch: pytest.MonkeyPatch) -> None:
    piles = "piles"
    the_view_shows(patch, lambda player: {piles: tuple((n, len(ids), tuple(ids)) for n, ids in player.piles.items())})


def a_card_used_face_down_has_its_face(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "uncovered", lambda self, ids: tuple(ids))


def a_card_laid_face_down_names_its_targets_by_its_colour(patch: pytest.MonkeyPatch) -> None:
    def resolve(self: LayDown, game: Game) -> Any:
        is_covered = isinstance(self.way.ability, ViewAs) and self.way.ability.face_down
        if is_covered and game.rules.deck[self.ids[0]].is_black:
            self.reply.option = msgspec.structs.replace(self.reply.option, targets=(9,))
        return original(self, game)

    original = LayDown.resolve
    patch.setattr(LayDown, "resolve", resolve)


def who_has_nothing_to_choose_is_not_asked(patch: pytest.MonkeyPatch) -> None:
    async def choose(*about: Any, unseen: bool = False, **rest: Any) -> Any:
        return await choose_cards(*about, may_decline=unseen, **rest)

    for module in (discarding, godlvmeng):
        patch.setattr(module, "choose_cards", choose)


def the_view_shows(patch: pytest.MonkeyPatch, what: Callable[[Player], dict[str, Any]]) -> None:
    def peek(game: Game, player: Player, viewer: int) -> views.SeatView:
        return msgspec.structs.replace(original(game, player, viewer), **what(player))

    original = views._seat
    patch.setattr(views, "_seat", peek)


TABLES: tuple[tuple[Mutation, str], ...] = (
    (everybody_sees_the_hero_cards_taken, "zuoci"),
    (the_view_shows_the_hero_cards, "zuoci"),
    (everybody_sees_what_is_looked_at, "zhugeliang"),
    (everybody_sees_what_is_looked_at, "godlvmeng"),
    (everybody_sees_what_is_looked_at, "masu"),
    (the_view_shows_hidden_piles, "godzhugeliang"),
    (a_card_used_face_down_has_its_face, "yuji"),
    (a_card_laid_face_down_names_its_targets_by_its_colour, "yuji"),
    (who_has_nothing_to_choose_is_not_asked, "wolong"),
    (who_has_nothing_to_choose_is_not_asked, "godlvmeng"),
    (who_has_nothing_to_choose_is_not_asked, "liushan"),
)
SECRETIVE = sorted({hero for _, hero in TABLES})


@examples(5)
@given(st.sampled_from(SECRETIVE), seeds)
def test_heroes_that_keep_something_hidden_keep_it(hero: str, seed: int) -> None:
    assert interference_in(start_with([hero], seed), seed) == ""


@pytest.mark.parametrize(("mutation", "hero"), TABLES, ids=lambda part: getattr(part, "__name__", part))
def test_the_law_finds_what_a_hero_or_card_leaks(
    mutation: Mutation, hero: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutation(monkeypatch)
    assert first_leak(interference_in(start_with([hero], seed), seed, points=20) for seed in range(TRIES))
