"""马超"""

from __future__ import annotations

from ...cards.equipment.kylin_bow import horses_of
from ...deeds.move import discard
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...skill import Skill, changes, on
from ...state import Player


def second_horse(game: Game, me: Player, use: Use) -> bool:
    return game.rules.kinds[use.card.name].slot.endswith("horse") and bool(horses_of(game, me))


class OldMashu(Skill, id="old_mashu"):
    """马术 — You count as riding one horse of either sort, and may equip one more, of whichever sort."""

    @changes("distance")
    def ride(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        return n + (b is me) - (a is me)

    @on(Use.declared, me="user", given=second_horse, compulsory=True)
    async def dismount(self, game: Game, me: Player, use: Use) -> None:
        await discard(horses_of(game, me))


OLD_MACHAO = Hero("old_machao", "shu", 4, (OldMashu,), character="machao")
