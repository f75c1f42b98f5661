"""Before the first turn; unused heroes that a seat keeps; and what was openly declared and lasts."""

from __future__ import annotations

from engine.events import HeroCardsTaken, NoteChanged, RoundBegan, SkillInvoked
from engine.game import Game
from engine.modes.identity import Opening
from engine.skill import Skill, active, on
from engine.state import Player, Step
from tests.engine.words.play import Play, Seat, pack_of


class Masks(Skill):
    """Locked: before the first turn you take two unused heroes. You may declare one of them."""

    tags = ("locked",)

    @on(Opening.ready)
    async def take(self, game: Game, me: Player, opening: Opening) -> None:
        taken = ("mask_a", "mask_b")
        me.hero_cards += taken
        game.emit(HeroCardsTaken(me.seat, len(taken), taken))

    @active(once="turn")
    async def declare(self, game: Game, me: Player, _: None) -> None:
        me.notes["mask"] = me.hero_cards[0]
        game.emit(NoteChanged(me.seat, "mask", me.notes["mask"]))


class Eager(Skill):
    """Locked: before the first turn you speak."""

    tags = ("locked",)

    @on(Opening.ready)
    async def speak(self, game: Game, me: Player, opening: Opening) -> None: ...


PACK = pack_of(Masks, Eager)


def opened() -> Play:
    return Play(Seat(["masks"]), Seat(["eager"]), Seat(["masks"]), agenda=(Step("deal_hands"), Step("start")))


def test_the_opening_comes_after_the_deal_and_before_the_first_round() -> None:
    play = opened()
    spoken = [n for n, event in enumerate(play.game.events) if isinstance(event, SkillInvoked)]
    rounds = [n for n, event in enumerate(play.game.events) if isinstance(event, RoundBegan)]
    assert [event.seat for event in play.events(SkillInvoked)] == [0, 1, 2]
    assert spoken[2] < rounds[0]
    assert spoken[0] >= 4, "four hands were dealt"


def test_unused_heroes_are_seen_by_who_took_them_their_number_by_all() -> None:
    play = opened()
    for viewer in play.viewers:
        for seat in (0, 2):
            own = viewer == seat
            seen = play.seat_view(seat, viewer)
            assert (seen.hero_card_count, seen.hero_cards) == (2, ("mask_a", "mask_b") if own else ())
            (taken,) = [event for event in play.events(HeroCardsTaken, viewer) if event.seat == seat]
            assert (taken.count, taken.heroes) == (2, ("mask_a", "mask_b") if own else ())


def test_what_is_declared_is_seen_by_all_and_lasts() -> None:
    play = opened()
    play.answer("masks")
    play.wait_for("play", 1)
    for viewer in play.viewers:
        assert play.seat_view(0, viewer).notes == (("mask", "mask_a"),)
        assert play.events(NoteChanged, viewer) == [NoteChanged(0, "mask", "mask_a")]
