"""庞统"""

from __future__ import annotations

from ...card import Card
from ...deeds.chain import SetChained
from ...deeds.draw import Draw
from ...deeds.dying import RESCUE, Dying
from ...deeds.hp import Recover
from ...deeds.move import discard
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...numbers import spendable
from ...picks import in_hand, one, suited
from ...skill import Skill, provides, view_as
from ...state import Player

NEW_CARDS = NEW_HP = 3


class Lianhuan(Skill):
    """连环 — You may use a club hand card as an Iron Chain, or recast it."""

    @view_as("iron_chain", cards=one(in_hand, suited("club")), when=("use", "recast"))
    async def as_iron_chain(self, game: Game, me: Player, card: Card) -> None: ...


def is_dying(game: Game, me: Player, about: object) -> bool:
    return isinstance(about, Dying) and about.who is me


class Niepan(Skill):
    """涅槃 — Limited: when you are dying you may discard all your cards, those in your judgement area too, turn face up
    and upright, draw three and recover to 3 hp."""

    tags = ("limited",)

    @provides(RESCUE, when=("use",), given=is_dying)
    async def rise(self, game: Game, me: Player, dying: Dying) -> Card:
        await discard([*spendable(game, me, me.own_cards, "discard"), *me.judging])
        if me.face_down:
            await TurnOver(me)
        await SetChained(me, False)
        await Draw(me, NEW_CARDS)
        await Recover(me, NEW_HP - me.hp, me)
        return Card(RESCUE, "", 0, (), self.id)


PANGTONG = Hero("pangtong", "shu", 3, (Lianhuan, Niepan))
