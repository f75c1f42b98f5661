"""How far the target was as it lost hp (狂骨), and damage that says so after the target died."""

from __future__ import annotations

import pytest

from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.events import SkillInvoked
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Arrow(Skill):
    """Deal somebody 1 damage, or damage without a source."""

    @active(target=one_seat())
    async def shoot(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 1)

    @active(target=one_seat())
    async def curse(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(None, target, 1)


class Thirst(Skill):
    """Locked: for damage you dealt within distance 1 you draw a card."""

    tags = ("locked",)

    @on(Damage.dealt, me="source", given=lambda game, me, hit: hit.apart is not None and hit.apart <= 1)
    async def drink(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)


class Scribe(Skill):
    """Locked: you note how far damage came."""

    @on(Damage.dealt, compulsory=True, quiet=True)
    async def write(self, game: Game, me: Player, hit: Damage) -> None:
        me.notes["apart"] = str(hit.apart)


PACK = pack_of(Arrow, Thirst, Scribe)


@pytest.mark.parametrize(("target", "apart"), [(0, "0"), (1, "1"), (2, "2"), (3, "1")])
def test_it_is_the_distance_from_the_source(target: int, apart: str) -> None:
    play = Play(Seat(["arrow", "scribe"], [IDLE]))
    play.answer("arrow.shoot", target)
    assert play.player(0).notes == {"apart": apart}


def test_it_counts_horses_and_is_unknown_without_a_source() -> None:
    play = Play(Seat(["arrow", "scribe"], [IDLE]), Seat(worn=["dilu"]))
    play.answer("arrow.shoot", 1)
    assert play.player(0).notes == {"apart": "2"}
    play.answer("arrow.curse", 1)
    assert play.player(0).notes == {"apart": "None"}


def test_a_horse_that_goes_with_the_dead_counts_still() -> None:
    play = Play(Seat(["arrow", "thirst"], [IDLE]), Seat(hp=1, worn=["dilu"]), Seat(), Seat(), Seat(hp=1))
    for target, drunk in ((1, []), (4, ["thirst"])):
        before = len(play.events(SkillInvoked))
        play.answer("arrow.shoot", target)
        play.wait_for("play", 0)
        assert not play.player(target).alive
        assert [event.skill for event in play.events(SkillInvoked)[before + 1 :]] == drunk
