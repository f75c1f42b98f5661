"""诸葛连弩"""

from __future__ import annotations

from ...game import Game
from ...numbers import UNLIMITED
from ...skill import Skill, changes
from ...state import Player
from ..kind import Weapon


class CrossbowSkill(Skill, id="crossbow"):
    """Any number of Slashes in your play phase."""

    tags = ("locked",)

    @changes("slash_quota")
    def unlimited(self, game: Game, me: Player, n: int, who: Player) -> int:
        return UNLIMITED if who is me else n


class Crossbow(Weapon):
    id = "crossbow"
    attack_range = 1
    skills = (CrossbowSkill,)
