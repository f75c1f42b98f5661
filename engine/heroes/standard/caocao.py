"""曹操"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...lending import ask_kingdom, has_kin
from ...skill import Skill, on, provides
from ...state import Player


def still_there(game: Game, me: Player, hit: Damage) -> bool:
    """The damaging card has physical cards that nobody has taken meanwhile."""
    return hit.card is not None and any(game.where[i].kind in ("processing", "discard") for i in hit.card.ids)


class Jianxiong(Skill):
    """奸雄 — Each time you suffer damage you may obtain the card or cards that dealt it."""

    @on(Damage.suffered, me="target", given=still_there)
    async def seize(self, game: Game, me: Player, hit: Damage) -> None:
        assert hit.card is not None
        await obtain(me, [i for i in hit.card.ids if game.where[i].kind in ("processing", "discard")])


class Hujia(Skill):
    """护驾 — Lord: when you need a Jink, other Wei characters may play one for you."""

    tags = ("lord",)

    @provides("jink", given=has_kin("wei"))
    async def ask_wei(self, game: Game, me: Player, about: object) -> Card | None:
        return await ask_kingdom(game, me, "wei", ("jink",), self.id, about)


CAOCAO = Hero("caocao", "wei", 4, (Jianxiong, Hujia))
