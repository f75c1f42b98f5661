"""方天画戟"""

from __future__ import annotations

from ...card import Card
from ...game import Game
from ...skill import Skill, changes
from ...state import Player
from ..kind import Weapon


class HalberdSkill(Skill, id="halberd"):
    """A Slash that is your last hand card may name up to three targets."""

    tags = ("locked",)

    @changes("slash_targets")
    def last_card(self, game: Game, me: Player, n: int, who: Player, card: Card) -> int:
        return n + 2 if who is me and card.ids and sorted(card.ids) == sorted(me.hand) else n


class Halberd(Weapon):
    id = "halberd"
    attack_range = 4
    skills = (HalberdSkill,)
