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
    judging = True  # whether it reaches the judgement area

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        reach = game.fold("trick_reach", 1, me, card)
        near = [p for p in self.others(game, me, card) if distance(game, me, p) <= reach]
        return one_of([p for p in near if p.own_cards or (self.judging and p.judging)])

    async def effect(self, game: Game, aim: Aim) -> None:
        if aim.user is None or not aim.user.alive:
            return
        reason = Reason(self.id, "choose_card_of", aim.user.seat, aim.target.seat, self.id)
        await obtain(aim.user, await choose_card_of(game, aim.user, aim.target, reason, judging=self.judging))
