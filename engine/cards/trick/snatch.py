"""顺手牵羊"""

from __future__ import annotations

from ...asking import choose_card_of
from ...card import Card
from ...deeds.move import obtain
from ...deeds.use import Aim
from ...game import Game
from ...numbers import distance
from ...questions import Reason
from ...state import Player
from ..kind import Targeting, Trick, one_of


class Snatch(Trick):
    """On another character at distance 1 with a card: obtain one of its hand (blind), equipment or judgement area."""

    id = "snatch"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        reach = game.fold("trick_reach", 1, me, card)
        others = self.others(game, me, card)
        return one_of([p for p in others if (p.own_cards or p.judging) and distance(game, me, p) <= reach])

    async def effect(self, game: Game, aim: Aim) -> None:
        if aim.user is None or not aim.user.alive:
            return
        reason = Reason(self.id, "choose_card_of", aim.user.seat, aim.target.seat, self.id)
        await obtain(aim.user, await choose_card_of(game, aim.user, aim.target, reason, judging=True))
