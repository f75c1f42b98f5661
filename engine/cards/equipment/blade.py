"""青龙偃月刀"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...striking import strike
from ..kind import Weapon


class BladeSkill(Skill, id="blade"):
    """Your Slash was dodged: you may at once use another on the same target, again and again."""

    @on(Aim.dodged, me="user", given=lambda game, me, aim: aim.is_slash and aim.is_dodged, quiet=True)
    async def follow_up(self, game: Game, me: Player, aim: Aim) -> None:
        if aim.target.alive:
            await strike(game, me, aim.target, Reason(self.id, "blade", me.seat, aim.target.seat))


class Blade(Weapon):
    id = "blade"
    attack_range = 3
    skills = (BladeSkill,)
