"""邓艾"""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import Move
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...picks import FromPile, one
from ...skill import Skill, changes, on, view_as
from ...state import Player
from ...turn import Phase
from ...zones import PROCESSING, Zone, equipment_of, hand_of

FIELDS = "tuntian"  # 田: named after the skill that tills them
ENOUGH = 3


def loses_cards(game: Game, me: Player, move: Move) -> bool:
    """Outside his turn, from his hand or equipment to any other place."""
    own = (hand_of(me.seat), equipment_of(me.seat))
    return not game.has_turn(me) and move.to not in own and any(zone in move.taken_from for zone in own)


class Tuntian(Skill):
    """屯田 — Each time you lose cards outside your turn you may judge: unless heart, the card is a field on your hero.
    For each field others are one nearer to you."""

    piles = (FIELDS,)

    @on(Move.moved, given=loses_cards)
    async def till(self, game: Game, me: Player, move: Move) -> None:
        judge = Judge(me, self.id)
        if (await judge).suit != "heart" and game.where[judge.card_id] == PROCESSING:
            await Move([judge.card_id], Zone("pile", me.seat, FIELDS), self.id)

    @changes("distance")
    def nearer(self, game: Game, me: Player, n: int, a: Player, b: Player) -> int:
        fields = [card_id for card_id in me.piles.get(FIELDS, ()) if card_id not in game.absent]
        return n - len(fields) if a is me else n


class Jixi(Skill):
    """急袭 — In your play phase you may use a field as Snatch."""

    @view_as("snatch", cards=one(FromPile(FIELDS)), when=("use",))
    async def as_snatch(self, game: Game, me: Player, card: Card) -> None: ...


class Zaoxian(Skill):
    """凿险 — Awakening: at the start of your turn, with three fields or more: lose 1 maximum hp and gain 急袭."""

    tags = ("awakening",)
    lends = (Jixi,)

    @on(
        Phase.began,
        me="who",
        given=lambda game, me, phase: phase.name == "start" and len(me.piles.get(FIELDS, ())) >= ENOUGH,
    )
    async def cross_the_peaks(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        await GainSkill(me, Jixi.id)


DENGAI = Hero("dengai", "wei", 4, (Tuntian, Zaoxian))
