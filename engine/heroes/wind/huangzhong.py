"""黄忠"""

from __future__ import annotations

from ...deeds.use import Aim
from ...game import Game
from ...hero import Hero
from ...numbers import attack_range
from ...skill import Skill, on
from ...state import Player


def an_easy_mark(game: Game, me: Player, aim: Aim) -> bool:
    """A Slash of his own play phase, on somebody with as many hand cards as he has hp, or no more than his range."""
    if not aim.is_slash or game.phase != "play" or game.current is not me:
        return False
    count = len(aim.target.hand)
    return count >= me.hp or count <= attack_range(game, me)


class Liegong(Skill):
    """烈弓 — When your Slash has named a target in your play phase, and its hand cards are no fewer than your hp or no
    more than your attack range, you may let it not be dodged."""

    @on(Aim.confirmed, me="user", given=an_easy_mark)
    async def shoot(self, game: Game, me: Player, aim: Aim) -> None:
        aim.undodgeable = True


HUANGZHONG = Hero("huangzhong", "shu", 4, (Liegong,))
