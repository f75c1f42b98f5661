"""Unused hero cards that are taken and kept unseen (化身), and the character that changes with them."""

from __future__ import annotations

from engine.deeds.character import ChangeCharacter, TakeHeroCards
from engine.events import CharacterChanged, HeroCardsTaken
from engine.game import Game
from engine.skill import Skill, active
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of

PILE = ("caocao", "liubei", "zhenji")


class Mask(Skill):
    """Take two hero cards; or become a woman of Wu."""

    @active()
    async def take(self, game: Game, me: Player, _: None) -> None:
        me.this_turn["taken"] = len(await TakeHeroCards(me, 2))

    @active()
    async def become(self, game: Game, me: Player, _: None) -> None:
        await ChangeCharacter(me, "wu", "female")


PACK = pack_of(Mask)


def masked() -> Play:
    play = Play(Seat(["mask"], [IDLE]), hero_pile=PILE)
    play.answer("mask.take")
    return play


def test_they_come_from_the_unused_ones() -> None:
    play = masked()
    assert len(play.player(0).hero_cards) == 2
    assert sorted([*play.player(0).hero_cards, *play.game.hero_pile]) == sorted(PILE)


def test_only_their_owner_sees_which() -> None:
    play = masked()
    taken = tuple(play.player(0).hero_cards)
    for viewer in play.viewers:
        seen = taken if viewer == 0 else ()
        assert play.events(HeroCardsTaken, viewer) == [HeroCardsTaken(0, 2, seen)]
        assert (play.seat_view(0, viewer).hero_card_count, play.seat_view(0, viewer).hero_cards) == (2, seen)


def test_when_there_are_no_more_fewer_are_taken() -> None:
    play = masked()
    play.answer("mask.take")
    assert play.player(0).this_turn["taken"] == 1
    play.answer("mask.take")
    assert play.player(0).this_turn["taken"] == 0
    assert (len(play.player(0).hero_cards), play.game.hero_pile) == (3, [])


def test_another_kingdom_and_sex_are_seen_by_all() -> None:
    play = masked()
    play.answer("mask.become")
    for viewer in play.viewers:
        assert play.events(CharacterChanged, viewer) == [CharacterChanged(0, "wu", "female")]
        assert (play.seat_view(0, viewer).kingdom, play.seat_view(0, viewer).sex) == ("wu", "female")
