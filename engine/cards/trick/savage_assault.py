"""南蛮入侵"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.use import SLASHES, Aim
from ...game import Game
from ...questions import Reason
from ...responding import Respond
from ...state import Player
from ..kind import Targeting, Trick, all_of


class AreaAttack(Trick):
    """Everybody else in order plays what is demanded or takes 1 damage."""

    demanded: tuple[str, ...]
    prompt: str

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return all_of(self.others(game, me, card))

    async def effect(self, game: Game, aim: Aim) -> None:
        source = aim.user.seat if aim.user else -1
        dealer = aim.use.source if aim.use else aim.user
        reason = Reason(self.id, self.prompt, source, aim.target.seat, aim.card.name, 1)
        if await Respond(aim.target, self.demanded, "play", reason, aim) is None:
            await Damage(dealer, aim.target, 1, "normal", aim.card, aim)


class SavageAssault(AreaAttack):
    """Everybody else in order plays a Slash or takes 1 damage."""

    id = "savage_assault"
    demanded = SLASHES
    prompt = "respond_slash"
