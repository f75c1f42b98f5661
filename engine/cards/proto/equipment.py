"""Weapons that give reach alone, one that lifts the limit on Slashes, two horses and 八卦阵."""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...game import Game
from ...skill import Skill, provides
from ...state import Player
from ..equipment.crossbow import Crossbow
from ..equipment.horses import DefensiveHorse, OffensiveHorse
from ..kind import Armor, MinusHorse, PlusHorse, Weapon


class Talisman(Crossbow):
    """冥天照符"""

    id = "proto_talisman"


class QinggangSword(Weapon):
    """青钢剑"""

    id = "proto_qinggang_sword"
    attack_range = 2


class DragonSword(Weapon):
    """黄龙剑"""

    id = "proto_dragon_sword"
    attack_range = 2


class Overlord(Weapon):
    """霸王"""

    id = "proto_overlord"
    attack_range = 2


class Blade(Weapon):
    """青龙偃月刀"""

    id = "proto_blade"
    attack_range = 3


class Halberd(Weapon):
    """方天化戟"""

    id = "proto_halberd"
    attack_range = 4


class Fan(Weapon):
    """朱雀羽扇"""

    id = "proto_fan"
    attack_range = 5


class PlusOne(PlusHorse):
    """+1马"""

    id = "proto_plus_horse"
    skills = (DefensiveHorse,)


class MinusOne(MinusHorse):
    """-1马"""

    id = "proto_minus_horse"
    skills = (OffensiveHorse,)


class EightDiagramSkill(Skill, id="proto_eight_diagram"):
    """Whenever you need a Jink you may judge: a heart counts as one; else you may still lay one down."""

    @provides("jink")
    async def judge(self, game: Game, me: Player, about: object) -> Card | None:
        return Card("jink", "", 0, (), self.id) if (await Judge(me, self.id)).suit == "heart" else None


class EightDiagram(Armor):
    """八卦阵"""

    id = "proto_eight_diagram"
    skills = (EightDiagramSkill,)
