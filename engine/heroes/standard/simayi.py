"""司马懿"""

from __future__ import annotations

from ...asking import choose_card_of
from ...deeds.damage import Damage
from ...deeds.judge import Judge, Retrial
from ...deeds.move import obtain
from ...game import Game
from ...hero import Hero
from ...picks import in_hand, one, to_play
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player


def source_has_cards(game: Game, me: Player, hit: Damage) -> bool:
    """A card to obtain; of himself only what he wears, his hand is his already."""
    return hit.source is not None and bool(hit.source.equipment if hit.source is me else hit.source.own_cards)


class Fankui(Skill):
    """反馈 — Each time you suffer damage you may obtain one card of its source."""

    @on(Damage.suffered, me="target", given=source_has_cards)
    async def requite(self, game: Game, me: Player, hit: Damage) -> None:
        assert hit.source is not None
        reason = Reason(self.id, "choose_card_of", me.seat, hit.source.seat)
        await obtain(me, await choose_card_of(game, me, hit.source, reason, hand=hit.source is not me))


class Guicai(Skill):
    """鬼才 — Before anybody's judgement counts you may play a hand card in its place."""

    @on(Judge.retrial, card=one(in_hand, to_play))
    async def replace(self, game: Game, me: Player, judge: Judge, card: int) -> None:
        await Retrial(judge, me, card)


SIMAYI = Hero("simayi", "wei", 3, (Fankui, Guicai))
