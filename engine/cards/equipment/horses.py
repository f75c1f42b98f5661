"""马: the printed horses differ in name only."""

from __future__ import annotations

from ...game import Game
from ...skill import Skill, changes
from ...state import Player
from ..kind import MinusHorse, PlusHorse


class DefensiveHorse(Skill, id="plus_horse"):
    """Others are one further from you."""

    tags = ("locked",)

    @changes("distance")
    def further(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n + 1 if b is me else n


class OffensiveHorse(Skill, id="minus_horse"):
    """You are one nearer to others."""

    tags = ("locked",)

    @changes("distance")
    def nearer(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n - 1 if a is me else n


class Jueying(PlusHorse):
    id = "jueying"
    skills = (DefensiveHorse,)


class Dilu(PlusHorse):
    id = "dilu"
    skills = (DefensiveHorse,)


class Zhuahuangfeidian(PlusHorse):
    id = "zhuahuangfeidian"
    skills = (DefensiveHorse,)


class Chitu(MinusHorse):
    id = "chitu"
    skills = (OffensiveHorse,)


class Dayuan(MinusHorse):
    id = "dayuan"
    skills = (OffensiveHorse,)


class Zixing(MinusHorse):
    id = "zixing"
    skills = (OffensiveHorse,)


HORSES = (Jueying, Dilu, Zhuahuangfeidian, Chitu, Dayuan, Zixing)
