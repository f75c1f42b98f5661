"""关羽"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import one, red
from ...skill import Skill, view_as
from ...state import Player


class Wusheng(Skill):
    """武圣 — You may use or play a red card as a Slash."""

    @view_as("slash", cards=one(red))
    async def as_slash(self, game: Game, me: Player, card: Card) -> None: ...


GUANYU = Hero("guanyu", "shu", 4, (Wusheng,))
