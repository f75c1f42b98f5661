"""Who loses every skill keeps equipment and effects, and dies if a skill alone kept him alive (断肠, 不屈)."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.skills import GainSkill, Linger, LoseAllSkills
from engine.events import Died, DyingBegan, SkillLost
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, changes, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Stoic(Skill):
    @on(Damage.suffered, me="target", compulsory=True)
    async def draw(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Herald(Skill):
    """You have Stoic as well."""

    lends = (Stoic,)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        return ("stoic",)


class Unbent(Skill):
    """Locked: you live on without hp."""

    tags = ("locked",)

    @changes("stays_alive")
    def live(self, game: Game, me: Player, alive: bool, who: Player) -> bool:
        return alive or who is me


class Bane(Skill):
    """Somebody loses every skill; or gains one for good; or has its effect for the turn."""

    lends = (Stoic,)

    @active(target=one_seat())
    async def blight(self, game: Game, me: Player, _: None, target: Player) -> None:
        await LoseAllSkills(target)

    @active(target=one_seat())
    async def teach(self, game: Game, me: Player, _: None, target: Player) -> None:
        await GainSkill(target, "stoic")

    @active(target=one_seat())
    async def linger(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Linger(target, "stoic")


PACK = pack_of(Stoic, Herald, Unbent, Bane)


def test_all_of_the_hero_and_all_that_were_gained_are_lost_and_everybody_is_told() -> None:
    play = Play(Seat(["bane"], [IDLE]), Seat(["unbent"]))
    play.answer("bane.teach", 1)
    play.answer("bane.blight", 1)
    assert play.game.skills_of(play.player(1)) == ()
    for viewer in play.viewers:
        assert play.events(SkillLost, viewer) == [SkillLost(1, "unbent"), SkillLost(1, "stoic")]


def test_what_a_skill_lent_goes_with_it() -> None:
    play = Play(Seat(["bane"], [IDLE]), Seat(["herald"]))
    assert play.game.skills_of(play.player(1)) == ("herald", "stoic")
    play.answer("bane.blight", 1)
    assert play.events(SkillLost) == [SkillLost(1, "herald"), SkillLost(1, "stoic")]


def test_equipment_and_effects_stay() -> None:
    play = Play(Seat(["bane"], ["slash", IDLE]), Seat(["herald"], worn=["dilu"]))
    play.answer("bane.linger", 1)
    play.answer("bane.blight", 1)
    assert [held.skill for held in play.player(1).skills] == ["plus_horse", "stoic"]
    assert play.game.has(play.player(1), "stoic")


def test_one_may_lose_the_skill_that_does_it() -> None:
    play = Play(Seat(["bane"], [IDLE]))
    play.answer("bane.blight", 0)
    assert play.skills_offered() == []


def test_who_lived_by_a_skill_is_dying_without_it() -> None:
    play = Play(Seat(["bane"], [IDLE]), Seat(["unbent"], hp=0))
    play.answer("bane.blight", 1)
    while not play.events(Died):
        play.time_out()
    assert play.events(DyingBegan) == [DyingBegan(1)]
    assert play.events(Died) == [Died(1, -1)]


def test_who_has_none_loses_none() -> None:
    play = Play(Seat(["bane"], [IDLE]), Seat())
    play.answer("bane.blight", 1)
    assert play.events(SkillLost) == []
