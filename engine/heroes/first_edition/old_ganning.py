"""甘宁"""

from __future__ import annotations

from ...card import Card
from ...deeds.dying import RESCUE, Dying
from ...deeds.hp import Recover
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.role import ShowRole
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...skill import Skill, active, provides
from ...state import Player


def has_a_secret(game: Game, me: Player, _: object) -> bool:
    return not me.role_shown


def is_dying(game: Game, me: Player, about: object) -> bool:
    return has_a_secret(game, me, about) and isinstance(about, Dying) and about.who is me


class OldTongling(Skill, id="old_tongling"):
    """铜铃 — Limited: in your play phase, or when you are in danger of death, you may show your role: your maximum and
    your hp grow by 1."""

    tags = ("limited",)

    @active(given=has_a_secret, outcome=Outcome())  # it is the same gain as long as it is kept, and saves a life then
    async def ring(self, game: Game, me: Player, _: None) -> None:
        await self._show(me)

    @provides(RESCUE, when=("use",), given=is_dying)
    async def ring_for_life(self, game: Game, me: Player, dying: Dying) -> Card:
        await self._show(me)
        return Card(RESCUE, "", 0, (), self.id)

    async def _show(self, me: Player) -> None:
        await ShowRole(me)
        await ChangeMaxHp(me, 1)
        await Recover(me, source=me)


OLD_GANNING = Hero("old_ganning", "wu", 4, (OldTongling,), character="ganning")
