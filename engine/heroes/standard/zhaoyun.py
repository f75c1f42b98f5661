"""赵云"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import named, one
from ...skill import Skill, view_as
from ...state import Player


class Longdan(Skill):
    """龙胆 — You may use or play a Slash as a Jink, and a Jink as a Slash."""

    @view_as("slash", cards=one(named("jink")))
    async def jink_as_slash(self, game: Game, me: Player, card: Card) -> None: ...

    @view_as("jink", cards=one(named("slash", "fire_slash", "thunder_slash")))
    async def slash_as_jink(self, game: Game, me: Player, card: Card) -> None: ...


ZHAOYUN = Hero("zhaoyun", "shu", 4, (Longdan,))
