"""The top card is turned over and decides (判定)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..card import Card
from ..events import JudgementMade, JudgementReplaced
from ..words import Deed, Timing
from ..zones import DISCARD, PROCESSING
from .draw import TopCards
from .move import Move, obtain

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Judge(Deed[Card]):
    """`who` judges for `reason` (a skill or card id); the value is the card that counts.

    Others may replace the card before it counts; then the one judged may take it (`counted`, D31). The card lies on the
    table until the rule that asked for the judgement is done, and is discarded then.
    """

    retrial = Timing()
    counted = Timing()

    def __init__(self, who: Player, reason: str) -> None:
        self.who = who
        self.reason = reason

    async def resolve(self, game: Game) -> Card:
        ids = await TopCards(1)
        await Move(ids, PROCESSING, "judge")
        self.card_id = ids[0]
        await self.retrial
        game.table.leave_lying([self.card_id], below=1, judged=self.who.seat)
        self.card = game.fold("judgement", game.rules.deck[self.card_id], self.who)
        game.emit(JudgementMade(self.who.seat, self.reason, self.card_id, self.card.suit, self.card.rank))
        await self.counted
        return self.card

    def __repr__(self) -> str:
        return f"Judge({self.who}, {self.reason})"


class Retrial(Deed[None]):
    """A card of `by` takes the place of a judgement card, which is discarded, or his if he `obtains` it (鬼道, D15)."""

    def __init__(self, judge: Judge, by: Player, card_id: int, *, obtains: bool = False) -> None:
        self.judge = judge
        self.by = by
        self.card_id = card_id
        self.obtains = obtains

    async def resolve(self, game: Game) -> None:
        replaced = self.judge.card_id
        self.judge.card_id = self.card_id
        await Move([self.card_id], PROCESSING, "retrial")
        game.emit(JudgementReplaced(self.judge.who.seat, self.by.seat, self.card_id))
        if self.obtains:
            await obtain(self.by, [replaced])
        else:
            await Move([replaced], DISCARD, "judged", judged=self.judge.who.seat)
