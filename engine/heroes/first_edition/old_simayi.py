"""司马懿"""

from __future__ import annotations

from ...asking import random_hand_card
from ...deeds.damage import Damage
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ..standard.simayi import Guicai


def by_another_with_a_hand(game: Game, me: Player, hit: Damage) -> bool:
    return hit.source is not None and hit.source is not me and bool(hit.source.hand)


class OldFankui(Skill, id="old_fankui"):
    """反馈 — When a player has damaged you, you may obtain a hand card of his, at random."""

    @on(Damage.suffered, me="target", given=by_another_with_a_hand)
    async def requite(self, game: Game, me: Player, hit: Damage) -> None:
        assert hit.source is not None
        await obtain(me, [random_hand_card(game, hit.source)])


class OldGuicai(Guicai, id="old_guicai"):
    """鬼才 — Anybody's judgement card is turned over: you may play a hand card in its place."""


OLD_SIMAYI = Hero("old_simayi", "wei", 3, (OldFankui, OldGuicai), character="simayi")
