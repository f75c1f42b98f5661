"""周瑜"""

from __future__ import annotations

from ...asking import choose_value, random_hand_card
from ...card import SUITS
from ...deeds.damage import Damage
from ...deeds.move import obtain
from ...events import ChoiceMade
from ...game import Game
from ...hero import Hero
from ...picks import one_seat, other
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import DrawPhase


class Yingzi(Skill):
    """英姿 — When you draw in your draw phase you may draw one more."""

    @on(DrawPhase.drawing, me="who")
    async def gallant(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count += 1


class Fanjian(Skill):
    """反间 — Once in your play phase: another character names a suit, then obtains one of your hand cards and shows it;
    if the suits differ you deal it 1 damage."""

    @active(once="phase", given=lambda game, me, _: bool(me.hand), target=one_seat(other))
    async def deceive(self, game: Game, me: Player, _: None, target: Player) -> None:
        suit = await choose_value(target, Reason(self.id, "fanjian.suit", me.seat, target.seat), "suit", SUITS)
        game.emit(ChoiceMade(target.seat, self.id, str(suit)))
        if not me.hand:
            return
        card_id = random_hand_card(game, me)
        await obtain(target, [card_id], shown=True)
        if game.card(card_id).suit != suit:
            await Damage(me, target)


ZHOUYU = Hero("zhouyu", "wu", 3, (Yingzi, Fanjian))
