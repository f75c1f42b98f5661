"""小乔"""

from __future__ import annotations

import msgspec

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...picks import in_hand, one, one_seat, other, suited, to_discard
from ...skill import Skill, changes, filters, on
from ...state import Player
from ...zones import Zone


class Tianxiang(Skill):
    """天香 — Each time you would suffer damage you may discard a heart hand card and let another character suffer it,
    who then draws as many cards as he has lost hp."""

    @on(Damage.inflicted, me="target", card=one(in_hand, suited("heart"), to_discard), target=one_seat(other))
    async def pass_on(self, game: Game, me: Player, hit: Damage, card: int, target: Player) -> None:
        hit.stop()
        await discard([card])
        await Damage(hit.source, target, hit.amount, hit.nature, hit.card, use=hit.use, transmitted=hit.transmitted)
        await Draw(target, target.wounds)


def hearty(card: Card) -> Card:
    """A spade as a heart."""
    return msgspec.structs.replace(card, suit="heart", colour="red") if card.suit == "spade" else card


class Hongyan(Skill):
    """红颜 — Locked: your spades are hearts, your judgement cards too."""

    tags = ("locked",)

    @filters()
    def blush(self, game: Game, me: Player, card: Card, zone: Zone) -> Card:
        return hearty(card) if zone.seat == me.seat and zone.kind in ("hand", "equipment") else card

    @changes("judgement")
    def blush_at_fate(self, game: Game, me: Player, card: Card, who: Player) -> Card:
        return hearty(card) if who is me else card


XIAOQIAO = Hero("xiaoqiao", "wu", 3, (Tianxiang, Hongyan), "female")
