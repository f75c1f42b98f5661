"""贯石斧"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...deeds.move import discard
from ...deeds.use import Aim
from ...game import Game
from ...picks import exactly, to_discard
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


def not_the_axe(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """Equipment gives no skill to what it pays for (D28)."""
    return game.where[card.ids[0]].kind != "equipment" or game.rules.kind_of(card.ids[0]).slot != "weapon"


class AxeSkill(Skill, id="axe"):
    """Your Slash was dodged: you may discard two cards, then it hits all the same."""

    @on(
        Aim.dodged,
        me="user",
        given=lambda game, me, aim: aim.is_slash and aim.is_dodged,
        cards=exactly(2, not_the_axe, to_discard),
    )
    async def cleave(self, game: Game, me: Player, aim: Aim, cards: list[int]) -> None:
        await discard(cards)
        aim.is_dodged = False


class Axe(Weapon):
    id = "axe"
    attack_range = 3
    skills = (AxeSkill,)
