"""周瑜"""

from __future__ import annotations

from ...card import Card
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat, other
from ...skill import Skill, active
from ...state import Player
from ..standard.zhouyu import Yingzi


class OldYingzi(Yingzi, id="old_yingzi"):
    """英姿 — In your draw phase you may draw three cards instead of two."""


def armed(game: Game, me: Player, player: Player, _: object) -> bool:
    return game.equipped(player, "weapon") is not None


class OldJiedao(Skill, id="old_jiedao"):
    """借刀 — Once in your turn another character lends you its weapon, as by the trick Collateral."""

    @active(once="turn", target=one_seat(other, armed), outcome=Outcome(them=-0.5))
    async def borrow(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Use(me, Card("old_collateral", "", 0, (), self.id), [target])


OLD_ZHOUYU = Hero("old_zhouyu", "wu", 3, (OldYingzi, OldJiedao), character="zhouyu")
