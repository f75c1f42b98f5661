"""What one skill says at a moment, and how often."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.events import SkillInvoked
from engine.game import Game
from engine.picks import one_seat, other
from engine.skill import Skill, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Twofold(Skill):
    """When you suffered damage: you may draw a card; and you may let another draw two."""

    @on(Damage.suffered, me="target")
    async def mine(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)

    @on(Damage.suffered, me="target", target=one_seat(other))
    async def yours(self, game: Game, me: Player, hit: Damage, target: Player) -> None:
        await Draw(target, 2)


class Often(Skill):
    """For each point of damage you suffered, and for one more, you may draw a card."""

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount + 1)
    async def draw(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Pair(Skill):
    """Locked: when damage is inflicted on you and when you suffered it, you draw a card."""

    tags = ("locked",)

    @on(Damage.inflicted, Damage.suffered, me="target")
    async def draw(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


PACK = pack_of(Twofold, Often, Pair)


def struck(*skills: str) -> Play:
    play = Play(Seat(hand=["slash", IDLE]), Seat(skills))
    play.answer("slash", 1)
    return play


def test_two_triggers_of_one_skill_at_one_moment_are_two_options() -> None:
    play = struck("twofold")
    assert play.question().reason.name == "order"
    assert play.options() == ["twofold.mine", "twofold.yours", "pass"]


def test_both_may_be_used_in_either_order() -> None:
    play = struck("twofold")
    play.answer("twofold.yours", 3)
    assert play.options() == ["twofold.mine", "pass"]
    assert play.question().reason.name == "twofold"
    play.answer("twofold.mine")
    assert [len(play.player(seat).hand) for seat in (1, 3)] == [1, 2]
    assert play.events(SkillInvoked) == [SkillInvoked(1, "twofold", (3,)), SkillInvoked(1, "twofold", ())]


def test_passing_passes_both() -> None:
    play = struck("twofold")
    play.answer("pass")
    assert play.question().reason.name == "play"


def test_a_trigger_may_speak_several_times_at_one_moment() -> None:
    play = struck("often")
    play.answer("often")
    play.answer("often")
    assert play.question().reason.name == "play"
    assert len(play.player(1).hand) == 2


def test_one_trigger_may_wait_for_two_moments() -> None:
    assert len(struck("pair").player(1).hand) == 2


def test_the_triggers_of_two_skills_are_put_in_order_by_their_owner() -> None:
    play = struck("often", "twofold")
    assert play.options() == ["often", "twofold.mine", "twofold.yours", "pass"]
