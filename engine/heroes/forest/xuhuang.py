"""徐晃"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...hero import Hero
from ...picks import EQUIPMENT, black, of_type, one
from ...skill import Skill, changes, view_as
from ...state import Player

REACH = 2


class Duanliang(Skill):
    """断粮 — In your play phase you may use a black basic card or piece of equipment as Supply Shortage. You may use
    Supply Shortage on another character within distance 2."""

    @view_as("supply_shortage", cards=one(black, of_type("basic", *EQUIPMENT)), when=("use",))
    async def as_supply_shortage(self, game: Game, me: Player, card: Card) -> None: ...

    @changes("trick_reach")
    def farther(self, game: Game, me: Player, n: int, user: Player, card: Card) -> int:
        return max(n, REACH) if user is me and card.name == "supply_shortage" else n


XUHUANG = Hero("xuhuang", "wei", 4, (Duanliang,))
