"""火攻"""

from __future__ import annotations

from ...asking import choose_cards
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.show import Show
from ...deeds.use import Aim
from ...discarding import may_discard
from ...game import Game
from ...questions import Reason
from ...state import Player
from ..kind import Targeting, Trick, one_of


class FireAttack(Trick):
    """On any character with a hand card, which it shows: discard one of the same suit to deal it 1 fire damage."""

    id = "fire_attack"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of([p for p in self.everybody(game, me, card) if any(i not in card.ids for i in p.hand)])

    async def effect(self, game: Game, aim: Aim) -> None:
        user, target = aim.user, aim.target
        if user is None or not user.alive or not target.hand:
            return
        reason = Reason(self.id, "fire_attack.show", user.seat, target.seat, self.id)
        (shown,) = await choose_cards(target, reason, target.hand, 1, 1)
        suit = game.card(shown).suit
        await Show(target, [shown], self.id)
        reason = Reason(self.id, "fire_attack.discard", user.seat, target.seat, self.id)
        if await may_discard(game, user, user.hand, 1, reason, lambda card: card.suit == suit):
            await Damage(user, target, 1, "fire", aim.card, aim)
