"""Limited and awakening skills: once a match, whatever they do; an awakening is no choice (D6)."""

from __future__ import annotations

from engine.card import Card
from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.max_hp import ChangeMaxHp
from engine.deeds.skills import GainSkill
from engine.events import MaxHpChanged, SkillGained, SkillInvoked
from engine.game import Game
from engine.picks import in_hand, one
from engine.skill import Skill, active, on, provides, view_as
from engine.state import Player
from engine.turn import Phase
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Last(Skill):
    """Limited: draw three in your play phase, or after damage."""

    tags = ("limited",)

    @active()
    async def act(self, game: Game, me: Player, _: None) -> None:
        await Draw(me, 3)

    @on(Damage.suffered, me="target")
    async def react(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me, 3)


class Ruse(Skill):
    """Limited: when you need a Jink, your first hand card is one."""

    tags = ("limited",)

    @provides("jink")
    async def feint(self, game: Game, me: Player, about: object) -> Card | None:
        return None


class Guise(Skill):
    """Limited: use a hand card as Ex Nihilo."""

    tags = ("limited",)

    @view_as("ex_nihilo", cards=one(in_hand))
    async def pass_off(self, game: Game, me: Player, card: Card) -> None: ...


class Stoic(Skill):
    @on(Damage.suffered, me="target")
    async def draw(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Rise(Skill):
    """Awakening: when your play phase begins without hand cards, you lose a maximum hp and gain a skill."""

    tags = ("awakening",)
    lends = (Stoic,)

    @on(Phase.began, me="who", given=lambda game, me, phase: phase.name == "play" and not me.hand)
    async def wake(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        await GainSkill(me, "stoic")


PACK = pack_of(Last, Ruse, Guise, Rise)


def test_what_was_done_in_the_play_phase_is_done_for_the_match() -> None:
    play = Play(Seat(["last"], [IDLE]), Seat(hand=["slash"]))
    play.answer("last")
    assert play.skills_offered() == []
    assert play.player(0).this_match == {"last": 1}
    play.answer("end")
    play.wait_for("play", 1)
    play.answer("slash", 0)
    assert play.player(0).hp == 3
    assert "last" not in [play.question(seat).reason.name for seat in play.asked]


def test_one_that_answered_something_is_not_offered_any_more() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["last"]))
    play.answer("slash", 1)
    play.answer("last")
    play.answer("end")
    play.wait_for("play", 1)
    assert play.skills_offered() == []


def test_one_that_was_declined_is_there_still() -> None:
    play = Play(Seat(hand=["slash", IDLE]), Seat(["last"], ["dilu"]))
    play.answer("slash", 1)
    play.answer("pass")
    play.answer("end")
    play.wait_for("play", 1)
    assert play.skills_offered() == ["last"]


def test_a_card_is_provided_once_though_it_failed() -> None:
    play = Play(Seat(["ruse"], []), Seat(hand=["slash", "slash"], worn=["crossbow"]))
    play.wait_for("play", 1)
    first, second = play.player(1).hand[:2]
    play.answer(f"slash#{first}", 0)
    play.answer("ruse:jink", seat=0)
    assert [event.skill for event in play.events(SkillInvoked)] == ["ruse"]
    play.wait_for("play", 1)
    play.answer(f"slash#{second}", 0)
    assert play.asked == [1]
    assert play.player(0).hp == 2


def test_a_card_is_used_as_another_once() -> None:
    play = Play(Seat(["guise"], ["jink"]))
    play.answer("guise:ex_nihilo", [play.player(0).hand[0]])
    play.wait_for("play", 0)
    assert play.player(0).this_match == {"guise": 1}
    assert play.skills_offered() == []


def test_an_awakening_comes_without_a_question_when_its_condition_holds() -> None:
    play = Play(Seat(["rise"]), Seat())
    assert play.events(MaxHpChanged) == [MaxHpChanged(0, 3, 3)]
    assert play.events(SkillGained) == [SkillGained(0, "stoic")]
    assert play.game.skills_of(play.player(0)) == ("rise", "stoic")


def test_it_comes_once() -> None:
    play = Play(Seat(["rise"]), Seat())
    rounds = 0
    while rounds < 12:
        play.time_out()
        rounds += 1
    assert play.player(0).max_hp == 3
    assert len(play.events(SkillGained)) == 1


def test_it_does_not_come_while_its_condition_does_not_hold() -> None:
    play = Play(Seat(["rise"], [IDLE]), Seat())
    assert play.events(MaxHpChanged) == []
    assert play.player(0).this_match == {}
