"""乐不思蜀, 闪电: a Nullification may also answer the judgement."""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...events import EffectStopped
from ...game import Game
from ...nullification import is_nullified
from ...state import Player
from ...turn import skip
from ..delayed.indulgence import Indulgence
from ..delayed.lightning import Lightning


async def cancelled_when_judged(game: Game, aim: Aim) -> bool:
    """The judgement was against the character: everybody may cancel the trick once more, and it is discarded then."""
    if not await is_nullified(game, aim, "nullify_judged"):
        return False
    game.emit(EffectStopped(aim.card.name, aim.target.seat, "nullification"))
    return True


class OldIndulgence(Indulgence):
    """Lies before another character who is not the lord; when it judges, unless heart, its play phase is skipped."""

    id = "old_indulgence"

    def others(self, game: Game, me: Player, card: Card) -> list[Player]:
        return [player for player in super().others(game, me, card) if player.role != "lord"]

    async def effect(self, game: Game, aim: Aim) -> None:
        judged = await Judge(aim.target, self.id)
        if judged.suit != "heart" and not await cancelled_when_judged(game, aim):
            skip(game, aim.target, "play")


class OldLightning(Lightning):
    """Lies before yourself; judged spade 2-9 it deals 3 damage without a source, else it moves on to the next
    character. Cancelled before the judgement it moves on, cancelled after it is discarded."""

    id = "old_lightning"

    async def effect(self, game: Game, aim: Aim) -> None:
        judged = await Judge(aim.target, self.id)
        if judged.suit != "spade" or not 2 <= judged.rank <= 9:
            await self.move_on(game, aim)
        elif not await cancelled_when_judged(game, aim):
            await Damage(None, aim.target, 3, self.nature, aim.card)
