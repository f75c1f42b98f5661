"""丈八蛇矛"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...picks import exactly, in_hand
from ...skill import Skill, view_as
from ...state import Player
from ..kind import Weapon


class SpearSkill(Skill, id="spear"):
    """You may use or play two hand cards as a Slash."""

    @view_as("slash", cards=exactly(2, in_hand))
    async def as_slash(self, game: Game, me: Player, card: Card) -> None: ...


class Spear(Weapon):
    id = "spear"
    attack_range = 3
    skills = (SpearSkill,)
