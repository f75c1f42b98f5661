"""曹植"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.move import Move, obtain
from ...deeds.turn_over import TurnOver
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import Among, exactly
from ...skill import Skill, on, view_as
from ...state import Player
from ...zones import DISCARD


def fallen_clubs(game: Game, me: Player, move: Move) -> list[int]:
    """The clubs of others, discarded or judged, as long as they lie there. What lay in a judgement area is nobody's."""
    if move.judged not in (-1, me.seat):
        fallen = move.ids
    elif move.reason in ("discard", "death"):
        sources = (zone for zone in move.taken_from if zone.kind in ("hand", "equipment") and zone.seat != me.seat)
        fallen = [card_id for zone in sources for card_id in move.taken_from[zone]]
    else:
        fallen = []
    return [i for i in fallen if game.where[i] == DISCARD and game.rules.deck[i].suit == "club"]


class Luoying(Skill):
    """落英 — When clubs of others enter the discard pile by being discarded or judged you may obtain them."""

    @on(Move.moved, cards=Among(fallen_clubs))
    async def gather(self, game: Game, me: Player, move: Move, cards: list[int]) -> None:
        await obtain(me, cards)


class Jiushi(Skill):
    """酒诗 — While your hero is face up you may turn it over to use an Analeptic. When you have suffered damage that
    met your hero face down you may turn it up."""

    @view_as(
        "analeptic",
        cards=exactly(0),
        when=("use",),
        given=lambda game, me, about: not me.face_down,
        outcome=Outcome(turned=True),
    )
    async def as_analeptic(self, game: Game, me: Player, card: Card) -> None:
        await TurnOver(me)

    @on(Damage.suffered, me="target", given=lambda game, me, hit: hit.met_face_down and me.face_down)
    async def sober_up(self, game: Game, me: Player, hit: Damage) -> None:
        await TurnOver(me)


CAOZHI = Hero("caozhi", "wei", 3, (Luoying, Jiushi))
