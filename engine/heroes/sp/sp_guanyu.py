"""SP关羽"""

from __future__ import annotations

from ...deeds.max_hp import ChangeMaxHp
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase
from ..standard.guanyu import Wusheng
from ..standard.machao import Mashu


def longs_to_ride_away(game: Game, me: Player, phase: Phase) -> bool:
    """At the start of his turn, with more hand cards than hp, under a lord 曹操."""
    under_caocao = any(game.rules.mode.is_lord(player) and player.hero == "caocao" for player in game.players)
    return phase.name == "start" and under_caocao and len(me.hand) > me.hp


class Danji(Skill):
    """单骑 — Awakening: at the start of your turn, if you have more hand cards than hp and the lord is 曹操: lose 1
    maximum hp and gain 马术."""

    tags = ("awakening",)
    lends = (Mashu,)

    @on(Phase.began, me="who", given=longs_to_ride_away)
    async def ride_alone(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        await GainSkill(me, Mashu.id)


SP_GUANYU = Hero("sp_guanyu", "wei", 4, (Wusheng, Danji), character="guanyu")
