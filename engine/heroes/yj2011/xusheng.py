"""徐盛"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player

MOST_CARDS = 5


class Pojun(Skill):
    """破军 — Each time your Slash has dealt damage you may have the one who suffered it draw as many cards as it has
    hp, at most five, and then turn its hero over."""

    @on(Damage.dealt, me="source", given=lambda game, me, hit: hit.is_of_slash and hit.target.alive)
    async def break_through(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(hit.target, min(hit.target.hp, MOST_CARDS))
        await TurnOver(hit.target)


XUSHENG = Hero("xusheng", "wu", 4, (Pojun,))
