"""卧龙诸葛亮"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...cards.kind import armor_holds
from ...deeds.judge import Judge
from ...game import Game
from ...hero import Hero
from ...picks import black, in_hand, one, red
from ...skill import Skill, provides, view_as
from ...state import Player


def unarmored(game: Game, me: Player, about: Any) -> bool:
    """Without armor, where armor would hold."""
    return game.equipped(me, "armor") is None and armor_holds(game, me, about)


class Bazhen(Skill):
    """八阵 — Locked: while you wear no armor you count as wearing the Eight Diagram."""

    tags = ("locked",)

    @provides("jink", given=unarmored)
    async def judge(self, game: Game, me: Player, about: object) -> Card | None:
        return Card("jink", "", 0, (), self.id) if (await Judge(me, self.id)).is_red else None


class Huoji(Skill):
    """火计 — You may use a red hand card as a Fire Attack."""

    @view_as("fire_attack", cards=one(in_hand, red), when=("use",))
    async def as_fire_attack(self, game: Game, me: Player, card: Card) -> None: ...


class Kanpo(Skill):
    """看破 — You may use a black hand card as a Nullification."""

    @view_as("nullification", cards=one(in_hand, black), when=("use",))
    async def as_nullification(self, game: Game, me: Player, card: Card) -> None: ...


WOLONG = Hero("wolong", "shu", 3, (Bazhen, Huoji, Kanpo))
