"""神吕蒙"""

from __future__ import annotations

from ...asking import choose_cards, choose_option
from ...card import SUITS
from ...deeds.draw import TopCards
from ...deeds.move import Move, discard, obtain
from ...deeds.show import LookAtHand, Show
from ...game import Game
from ...hero import Hero
from ...picks import has_hand, one_seat, other
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import DrawPhase
from ...zones import DRAW, PROCESSING

REVEALED = 5


class Shelie(Skill):
    """涉猎 — In your draw phase you may, instead of drawing, turn over the top five cards and obtain one of each suit
    among them; the others are discarded."""

    @on(DrawPhase.drawing, me="who")
    async def browse(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.stop()
        ids = await TopCards(REVEALED)
        game.table.leave_lying(ids)
        await Move(ids, PROCESSING, self.id)
        kept: list[int] = []
        for suit in SUITS:
            alike = [card for card in ids if game.rules.deck[card].suit == suit]
            kept += await choose_cards(me, Reason(self.id, "shelie", me.seat), alike, 1, 1)
        await obtain(me, kept)


class Gongxin(Skill):
    """攻心 — Once in your play phase you may look at another's hand, and may show a heart of it: you discard it or
    put it on top of the draw pile."""

    @active(once="phase", target=one_seat(other, has_hand))
    async def probe(self, game: Game, me: Player, _: None, target: Player) -> None:
        hearts = [card for card in await LookAtHand(me, target) if game.card(card).suit == "heart"]
        reason = Reason(self.id, "gongxin", me.seat, target.seat)
        for card in await choose_cards(me, reason, hearts, 1, 1, unseen=True):
            await Show(target, [card], self.id)
            reason = Reason(self.id, "gongxin.place", me.seat, target.seat)
            if await choose_option(me, reason, ("top", "discard")) == "discard":
                await discard([card])
            else:
                await Move([card], DRAW, self.id, shown=True)


GODLVMENG = Hero("godlvmeng", "god", 3, (Shelie, Gongxin))
