"""A skill that saves from dying without a card (涅槃): one of the answers to the question for Peaches."""

from __future__ import annotations

from engine.card import Card
from engine.deeds.dying import RESCUE, Dying
from engine.deeds.hp import Recover
from engine.events import CardUsed, Died, DyingEnded, SkillInvoked
from engine.game import Game
from engine.skill import Skill, provides
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Phoenix(Skill):
    """Limited: when you are dying you may recover to 3."""

    tags = ("limited",)

    @provides(RESCUE, when=("use",), given=lambda game, me, dying: dying.who is me)
    async def rise(self, game: Game, me: Player, dying: Dying) -> Card:
        await Recover(me, 3 - me.hp)
        return Card(RESCUE, "", 0, (), self.id)


class Leech(Skill):
    """When another is dying you may have him recover 1, if he has no mark."""

    @provides(RESCUE, when=("use",), given=lambda game, me, dying: dying.who is not me)
    async def save(self, game: Game, me: Player, dying: Dying) -> Card | None:
        if dying.who.marks:
            return None
        await Recover(dying.who, 1, me)
        return Card(RESCUE, "", 0, (), self.id)


PACK = pack_of(Phoenix, Leech)


def dying(*seats: Seat) -> Play:
    play = Play(Seat(hand=["slash", IDLE]), *seats)
    play.answer("slash", 1)
    return play


def test_it_is_offered_beside_the_cards_and_used_without_one() -> None:
    play = dying(Seat(["phoenix"], ["peach"], hp=1))
    assert [option.split("#")[0] for option in play.options()] == ["peach", "phoenix:rescue", "pass"]
    play.answer("phoenix:rescue")
    assert play.player(1).hp == 3
    assert play.events(DyingEnded) == [DyingEnded(1)]
    assert [event.card for event in play.events(CardUsed)] == ["slash"]
    assert play.events(SkillInvoked) == [SkillInvoked(1, "phoenix", ())]


def test_who_has_no_card_is_asked_too() -> None:
    play = dying(Seat(["phoenix"], hp=1))
    assert play.asked == [1]
    play.answer("pass")
    assert play.events(Died) == [Died(1, 0)]


def test_where_it_is_limited_it_saves_once() -> None:
    play = Play(Seat(hand=[*["slash"] * 4, IDLE], worn=["crossbow"]), Seat(["phoenix"], ["peach"], hp=1))
    play.answer(f"slash#{play.player(0).hand[0]}", 1)
    play.answer("phoenix:rescue")
    assert play.player(1).this_match == {"phoenix": 1}
    for _ in range(3):
        play.wait_for("play", 0)
        play.answer(f"slash#{play.player(0).hand[0]}", 1)
    play.wait_for("dying", 1)
    assert [option.split("#")[0] for option in play.options()] == ["peach", "pass"]


def test_another_may_be_saved_by_it() -> None:
    play = dying(Seat(hp=1), Seat(["leech"]))
    assert play.asked == [2]
    play.answer("leech:rescue")
    assert (play.player(1).hp, play.player(1).alive) == (1, True)


def test_one_that_comes_to_nothing_is_not_offered_again() -> None:
    play = dying(Seat(hp=1, marks={"stone": 1}), Seat(["leech"], ["peach"]))
    play.answer("leech:rescue")
    assert [option.split("#")[0] for option in play.options()] == ["peach", "pass"]
    play.answer("pass")
    assert play.events(Died) == [Died(1, 0)]


def test_several_may_be_needed() -> None:
    play = dying(Seat(["phoenix"], hp=0), Seat(["leech"]))
    assert play.question(1).reason.count == 2
    play.answer("pass", seat=1)
    play.answer("leech:rescue", seat=2)
    assert play.question(2).reason.count == 1
    play.answer("leech:rescue", seat=2)
    assert (play.player(1).hp, play.player(1).alive) == (1, True)
