"""麒麟弓"""

from __future__ import annotations

from ...asking import choose_cards
from ...deeds.damage import Damage
from ...deeds.move import discard
from ...game import Game
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ..kind import Weapon


def horses_of(game: Game, player: Player) -> list[int]:
    return [card_id for card_id in player.equipment if game.rules.kind_of(card_id).slot.endswith("horse")]


class KylinBowSkill(Skill, id="kylin_bow"):
    """When your Slash damages its target you may discard one of its horses."""

    @on(Damage.caused, me="source", given=lambda game, me, hit: hit.is_by_slash and bool(horses_of(game, hit.target)))
    async def unhorse(self, game: Game, me: Player, hit: Damage) -> None:
        reason = Reason(self.id, "kylin_bow.horse", me.seat, hit.target.seat)
        await discard(await choose_cards(me, reason, horses_of(game, hit.target), 1, 1))


class KylinBow(Weapon):
    id = "kylin_bow"
    attack_range = 5
    skills = (KylinBowSkill,)
