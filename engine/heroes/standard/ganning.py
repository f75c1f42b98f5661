"""甘宁"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import black, one
from ...skill import Skill, view_as
from ...state import Player


class Qixi(Skill):
    """奇袭 — In your play phase you may use a black card as Dismantlement."""

    @view_as("dismantlement", cards=one(black), when=("use",))
    async def as_dismantlement(self, game: Game, me: Player, card: Card) -> None: ...


GANNING = Hero("ganning", "wu", 4, (Qixi,))
