"""青龙偃月刀"""

from __future__ import annotations

from ...card import Card
from ...deeds.use import Aim
from ...game import Game
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...striking import strike
from ..kind import Weapon


def holds_blade(game: Game, me: Player, target: Player, slash: Card) -> bool:
    """The follow-up needs no reach, but the blade itself cannot pay for it."""
    weapon = game.equipped(me, "weapon")
    return weapon is not None and game.rules.kind_of(weapon).id == "blade"


class BladeSkill(Skill, id="blade"):
    """Your Slash was dodged: you may at once use another on the same target, again and again."""

    @on(Aim.dodged, me="user", given=lambda game, me, aim: aim.is_slash and aim.is_dodged, quiet=True)
    async def follow_up(self, game: Game, me: Player, aim: Aim) -> None:
        if aim.target.alive:
            await strike(game, me, aim.target, Reason(self.id, "blade", me.seat, aim.target.seat), holds_blade)


class Blade(Weapon):
    id = "blade"
    attack_range = 3
    skills = (BladeSkill,)
