"""华雄"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.max_hp import ChangeMaxHp
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player


def by_a_red_or_drunken_slash(game: Game, me: Player, hit: Damage) -> bool:
    is_red = hit.card is not None and hit.card.is_red
    return hit.is_of_slash and (is_red or (hit.use is not None and hit.use.bonus > 0))


class Shiyong(Skill):
    """恃勇 — Locked: each time you have suffered damage of a red Slash, or of one to which an Analeptic added, you lose
    1 maximum hp."""

    tags = ("locked",)

    @on(Damage.suffered, me="target", given=by_a_red_or_drunken_slash)
    async def overreach(self, game: Game, me: Player, hit: Damage) -> None:
        await ChangeMaxHp(me, -1)


HUAXIONG = Hero("huaxiong", "qun", 6, (Shiyong,))
