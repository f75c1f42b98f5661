"""Marks, declarations, and skills that are paid for with marks."""

from __future__ import annotations

from engine.asking import choose_value
from engine.card import Card
from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.marks import Mark, Note
from engine.events import MarkChanged, NoteChanged, SkillInvoked
from engine.game import Game
from engine.picks import in_hand, one, one_seat
from engine.questions import Reason
from engine.skill import Skill, active, on, view_as
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Anger(Skill):
    """Get two marks; lose five; or deal 9 damage."""

    @active()
    async def rise(self, game: Game, me: Player, _: None) -> None:
        await Mark(me, "anger", 2)

    @active()
    async def fall(self, game: Game, me: Player, _: None) -> None:
        await Mark(me, "anger", -5)

    @active(target=one_seat())
    async def kill(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 9)


class Oath(Skill):
    """Declare a suit, or take it back."""

    @active()
    async def swear(self, game: Game, me: Player, _: None) -> None:
        suit = await choose_value(me, Reason(self.id, "fanjian.suit", me.seat, me.seat), "suit", ["spade", "heart"])
        await Note(me, "oath", str(suit))

    @active()
    async def recant(self, game: Game, me: Player, _: None) -> None:
        await Note(me, "oath", "")


class Vent(Skill):
    """For two anger draw a card, in your play phase or after damage."""

    cost = ("anger", 2)

    @active()
    async def draw(self, game: Game, me: Player, _: None) -> None:
        await Draw(me)

    @on(Damage.suffered, me="target")
    async def heal(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Fury(Skill):
    """For two anger use or play a hand card as a Slash."""

    cost = ("anger", 2)

    @view_as("slash", cards=one(in_hand))
    async def strike(self, game: Game, me: Player, card: Card) -> None: ...


PACK = pack_of(Anger, Oath, Vent, Fury)


def marked(anger: int, *skills: str) -> Play:
    return Play(Seat(skills, [IDLE, "slash"], marks={"anger": anger} if anger else {}), Seat(hp=1))


def test_marks_are_counted_and_everybody_is_told() -> None:
    play = marked(1, "anger")
    play.answer("anger.rise")
    for viewer in play.viewers:
        assert play.events(MarkChanged, viewer) == [MarkChanged(0, "anger", 3)]
        assert play.seat_view(0, viewer).marks == (("anger", 3),)


def test_there_are_never_fewer_than_none_and_none_is_no_entry() -> None:
    play = marked(1, "anger")
    play.answer("anger.fall")
    play.answer("anger.fall")
    assert play.events(MarkChanged) == [MarkChanged(0, "anger", 0)]
    assert play.player(0).marks == {}


def test_the_dead_have_none_and_get_none() -> None:
    play = Play(Seat(["anger"], [IDLE]), Seat(hp=1, marks={"anger": 3}))
    play.answer("anger.kill", 1)
    while play.player(1).alive:
        play.time_out()
    assert play.player(1).marks == {}


def test_a_declaration_lasts_until_another_takes_its_place_or_it_is_taken_back() -> None:
    play = Play(Seat(["oath"], [IDLE]))
    for act, suit in (("oath.swear", "heart"), ("oath.swear", "spade"), ("oath.recant", "")):
        play.answer(act)
        if suit:
            play.answer("choose", [suit])
        for viewer in play.viewers:
            assert play.events(NoteChanged, viewer)[-1] == NoteChanged(0, "oath", suit)
            assert play.seat_view(0, viewer).notes == ((("oath", suit),) if suit else ())


def test_each_ability_takes_its_price() -> None:
    play = marked(4, "vent")
    play.answer("vent")
    assert play.player(0).marks == {"anger": 2}
    assert [type(event) for event in play.game.events if isinstance(event, SkillInvoked | MarkChanged)] == [
        SkillInvoked,
        MarkChanged,
    ]


def test_without_enough_marks_it_is_not_offered() -> None:
    play = marked(3, "vent")
    play.answer("vent")
    assert play.skills_offered() == []
    assert play.player(0).marks == {"anger": 1}


def test_a_trigger_that_is_declined_costs_nothing_and_one_that_speaks_is_paid_for() -> None:
    for answer, left, drawn in (("pass", 2, 0), ("vent", 0, 1)):
        play = Play(Seat(hand=["slash", IDLE]), Seat(["vent"], marks={"anger": 2}))
        play.answer("slash", 1)
        assert play.question().reason.name == "vent"
        play.answer(answer)
        assert (play.player(1).marks.get("anger", 0), len(play.player(1).hand)) == (left, drawn)


def test_who_cannot_pay_is_not_asked() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["vent"], marks={"anger": 1}))
    play.answer("slash", 1)
    assert play.question().kind == "PLAY"


def test_marks_pay_for_a_card_that_is_used_as_another() -> None:
    play = Play(Seat(["fury"], ["jink"], marks={"anger": 3}))
    play.answer("fury:slash", [play.player(0).hand[0]], [1])
    assert play.player(0).marks == {"anger": 1}
    assert play.events(MarkChanged) == [MarkChanged(0, "anger", 1)]


def test_without_enough_marks_no_card_is_made() -> None:
    assert marked(1, "fury").skills_offered() == []
