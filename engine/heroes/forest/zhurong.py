"""祝融"""

from __future__ import annotations

from ...asking import choose_card_of
from ...deeds.damage import Damage
from ...deeds.move import obtain
from ...deeds.pindian import Pindian
from ...deeds.use import Aim, Use
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...zones import PROCESSING


def left_lying(game: Game, use: Use) -> list[int]:
    """A Savage Assault that is one in print, and that nobody has taken: it is about to be laid aside."""
    return [i for i in use.card.ids if game.where[i] == PROCESSING and game.rules.deck[i].name == "savage_assault"]


def of_another(game: Game, me: Player, use: Use) -> bool:
    return use.card.name == "savage_assault" and use.user is not me and bool(left_lying(game, use))


class Juxiang(Skill):
    """巨象 — Locked: Savage Assault has no effect on you. When another's Savage Assault is over and would be laid
    aside, you obtain it."""

    tags = ("locked",)

    @on(Aim.starting, me="target", given=lambda game, me, aim: aim.card.name == "savage_assault")
    async def unmoved(self, game: Game, me: Player, aim: Aim) -> None:
        aim.comes_to_nothing(game, self.id)

    @on(Use.finished, given=of_another)
    async def take(self, game: Game, me: Player, use: Use) -> None:
        await obtain(me, left_lying(game, use), shown=True)  # also one that lay face down: it is named by this


def both_may_compare(game: Game, me: Player, hit: Damage) -> bool:
    return hit.is_by_slash and hit.target.alive and bool(me.hand and hit.target.hand)


class Lieren(Skill):
    """烈刃 — Each time your Slash has damaged its target you may compare cards with it: if you win you obtain a card of
    it."""

    @on(Damage.dealt, me="source", given=both_may_compare)
    async def challenge(self, game: Game, me: Player, hit: Damage) -> None:
        foe = hit.target
        if await Pindian(me, foe, self.id):
            reason = Reason(self.id, "choose_card_of", me.seat, foe.seat)
            await obtain(me, await choose_card_of(game, me, foe, reason))


ZHURONG = Hero("zhurong", "shu", 4, (Juxiang, Lieren), "female")
