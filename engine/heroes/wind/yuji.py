"""于吉"""

from __future__ import annotations

from ...asking import who_accepts
from ...card import Card, made_of
from ...deeds.draw import Draw
from ...deeds.hp import LoseHp
from ...deeds.move import discard
from ...deeds.show import TurnUp
from ...events import ChoiceMade
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one
from ...questions import Reason
from ...skill import Skill, view_as
from ...state import Player

QUESTION = "question"


class Guhuo(Skill):
    """蛊惑 — When you need to use or play a basic card or a trick that is not delayed, you may name it and lay a hand
    card face down. Unless somebody questions it, it counts as that. If anybody does it is turned up: true, and who
    questioned loses 1 hp; false, and each of them draws a card. It counts then only if it is true and a heart, else it
    is discarded.

    Until it is turned up nobody sees its face: it has neither suit nor colour. Who is dying cannot question.
    """

    choices = ((QUESTION, Outcome(hp=-0.5)),)

    @view_as(types=("basic", "trick"), cards=one(in_hand), face_down=True)
    async def bewitch(self, game: Game, me: Player, card: Card) -> Card | bool:
        game.emit(ChoiceMade(me.seat, self.id, card.name))
        others = [player for player in game.from_turn() if player is not me and player.hp > 0]
        doubters = await who_accepts(others, Reason(self.id, "guhuo", me.seat, card=card.name), QUESTION)
        if not doubters:
            return True
        for player in doubters:
            game.emit(ChoiceMade(player.seat, self.id, QUESTION))
        await TurnUp(me, card.ids, self.id)
        face = game.rules.deck[card.ids[0]]
        is_true = face.name == card.name
        for player in doubters:
            if is_true:
                await LoseHp(player, by=me)
            else:
                await Draw(player)
        if is_true and face.suit == "heart" and me.alive:
            return made_of(card.name, [face], self.id)
        await discard(card.ids)
        return False


YUJI = Hero("yuji", "qun", 3, (Guhuo,))
