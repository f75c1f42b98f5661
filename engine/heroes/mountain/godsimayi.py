"""神司马懿"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.death import Death
from ...deeds.marks import Mark
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import Move
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase, Turn, extra_turn
from ...zones import equipment_of, hand_of
from ..forest.caopi import Fangzhu
from ..forest.jiaxu import Wansha
from ..standard.huangyueying import Jizhi
from ..standard.simayi import Guicai
from ..standard.sunquan import Zhiheng

ENDURANCE = "renjie"
ENOUGH = 4


def laid_aside(me: Player, move: Move) -> int:
    """How many cards of his hand and equipment a discard took."""
    zones = (hand_of(me.seat), equipment_of(me.seat)) if move.reason == "discard" else ()
    return sum(len(move.taken_from.get(zone, [])) for zone in zones)


def discards_in_his_phase(game: Game, me: Player, move: Move) -> bool:
    return game.phase == "discard" and game.current is me and laid_aside(me, move) > 0


class Renjie(Skill):
    """忍戒 — Locked: you get an Endurance mark for each point of damage you suffer, and for each card that you discard
    in your discard phase."""

    tags = ("locked",)

    @on(Damage.suffered, me="target")
    async def bear(self, game: Game, me: Player, hit: Damage) -> None:
        await Mark(me, ENDURANCE, hit.amount)

    @on(Move.moved, given=discards_in_his_phase)
    async def renounce(self, game: Game, me: Player, move: Move) -> None:
        await Mark(me, ENDURANCE, laid_aside(me, move))


class Jilue(Guicai, Fangzhu, Zhiheng, Jizhi):
    """极略 — You may discard an Endurance mark to invoke one of 鬼才, 放逐, 完杀 (in your play phase, until the end of
    the turn), 制衡 and 集智."""

    cost = (ENDURANCE, 1)
    lends = (Wansha,)

    @active(given=lambda game, me, _: not game.has(me, Wansha.id))
    async def leave_no_way_out(self, game: Game, me: Player, _: None) -> None:
        await GainSkill(me, Wansha.id, "turn")


def endures(game: Game, me: Player, phase: Phase) -> bool:
    return phase.name == "start" and me.marks.get(ENDURANCE, 0) >= ENOUGH


class Baiyin(Skill):
    """拜印 — Awakening: if you have four Endurance marks or more at the start of your turn, your maximum hp is 1 less,
    and you gain 极略."""

    tags = ("awakening",)
    lends = (Jilue,)

    @on(Phase.began, me="who", given=endures)
    async def take_the_seal(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        await GainSkill(me, Jilue.id)


class Lianpo(Skill):
    """连破 — If you killed somebody in a turn you may take an extra turn when that turn is over."""

    @on(Death.died, me="killer", compulsory=True, quiet=True)
    async def note_the_kill(self, game: Game, me: Player, death: Death) -> None:
        me.this_turn[self.id] = 1

    @on(Turn.ended, given=lambda game, me, turn: "lianpo" in me.this_turn)
    async def go_on(self, game: Game, me: Player, turn: Turn) -> None:
        extra_turn(game, me)


GODSIMAYI = Hero("godsimayi", "god", 4, (Renjie, Baiyin, Lianpo))
