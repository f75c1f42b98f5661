"""Two characters compare cards (拼点, D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import CardsCompared
from ..questions import Option, Question, Reason, Subset, cards_of, first_answer
from ..words import AskEach, Deed
from ..zones import PROCESSING
from .move import Move

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Pindian(Deed[bool]):
    """Each lays a hand card face down, both are turned up together, the higher rank wins (the ace is 1). The value
    tells whether `me` has won: a tie is not won, and without a hand card on both sides there is no comparison.

    `cards` are both cards afterwards, of `me` first: they lie on the table until the rule that compared is done (D35).
    """

    def __init__(self, me: Player, foe: Player, reason: str) -> None:
        self.me = me
        self.foe = foe
        self.reason = reason
        self.cards: list[int] = []

    async def resolve(self, game: Game) -> bool:
        me, foe = self.me, self.foe
        if not (me.alive and foe.alive and me.hand and foe.hand):
            return False
        replies = await AskEach((self._question(me, foe), self._question(foe, me)))
        self.cards = [replies[player.seat].numbers("cards")[0] for player in (me, foe)]
        game.table.leave_lying(self.cards, below=1)
        await Move(self.cards, PROCESSING, "pindian")
        mine, theirs = self.cards
        won = game.rules.deck[mine].rank > game.rules.deck[theirs].rank
        game.emit(CardsCompared(me.seat, foe.seat, self.reason, mine, theirs, won))
        return won

    def _question(self, who: Player, other: Player) -> Question:
        pick = Subset("cards", cards_of(who.hand), 1, 1)
        option = Option("choose", (pick,))
        reason = Reason(self.reason, "pindian", self.me.seat, other.seat)
        return Question(who.seat, "CHOOSE", reason, (option,), first_answer(option))

    def __repr__(self) -> str:
        return f"Pindian({self.me}, {self.foe})"
