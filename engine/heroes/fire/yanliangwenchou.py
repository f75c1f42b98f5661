"""颜良文丑"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...deeds.judge import Judge
from ...deeds.move import obtain
from ...deeds.skills import Linger
from ...game import Game
from ...hero import Hero
from ...picks import in_hand, one
from ...skill import Skill, on, view_as
from ...state import Player
from ...turn import DrawPhase
from ...zones import PROCESSING


def judged(colour: str) -> str:
    """The tally of a turn that tells the colour of its judgement."""
    return f"shuangxiong.{colour}"


def of_the_other_colour(game: Game, me: Player, card: Card, deed: Any) -> bool:
    return bool(me.this_turn.get(judged("black" if card.is_red else "red")))


class Shuangxiong(Skill):
    """双雄 — In your draw phase you may, instead of drawing, judge and obtain the judgement card: in this turn you may
    use any hand card of the other colour as a Duel."""

    @on(DrawPhase.drawing, me="who")
    async def challenge(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.stop()
        judge = Judge(me, self.id)
        card = await judge
        if game.where[judge.card_id] == PROCESSING:
            await obtain(me, [judge.card_id])
        me.this_turn[judged(card.colour)] = 1
        await Linger(me, self.id)  # until the end of the turn, even if the skill is lost

    @view_as("duel", cards=one(in_hand, of_the_other_colour), when=("use",))
    async def as_duel(self, game: Game, me: Player, card: Card) -> None: ...


YANLIANGWENCHOU = Hero("yanliangwenchou", "qun", 4, (Shuangxiong,))
