"""过河拆桥"""

from __future__ import annotations

from ...asking import choose_card_of
from ...card import Card
from ...deeds.move import discard
from ...deeds.use import Aim
from ...game import Game
from ...questions import Reason
from ...state import Player
from ..kind import Targeting, Trick, one_of


class Dismantlement(Trick):
    """On any other character with a card: discard one of its hand (blind), equipment or judgement area."""

    id = "dismantlement"
    judging = True  # whether it reaches the judgement area

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of([p for p in self.others(game, me, card) if p.own_cards or (self.judging and p.judging)])

    async def effect(self, game: Game, aim: Aim) -> None:
        if aim.user is None or not aim.user.alive:
            return
        reason = Reason(self.id, "choose_card_of", aim.user.seat, aim.target.seat, self.id)
        await discard(await choose_card_of(game, aim.user, aim.target, reason, judging=self.judging))
