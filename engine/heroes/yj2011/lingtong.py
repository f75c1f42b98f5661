"""凌统"""

from __future__ import annotations

from ...asking import choose_option, choose_seat
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.move import Move
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...numbers import distance, may_be_target
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player

SLASH = Card("slash", "", 0, (), "xuanfeng")
STRIKE = "strike"
DAMAGE = "damage"


def prey(game: Game, me: Player) -> dict[str, list[Player]]:
    """Whom he may do each of the two to, as far as there is anybody."""
    others = game.others(me)
    each = {
        STRIKE: [player for player in others if may_be_target(game, SLASH, me, player)],
        DAMAGE: [player for player in others if distance(game, me, player) <= 1],
    }
    return {what: players for what, players in each.items() if players}


class Xuanfeng(Skill):
    """旋风 — Each time you lose equipment you may do one of two: it is as if you used a Slash on another character, at
    any distance; or you deal 1 damage to another within distance 1."""

    @on(Move.moved, given=lambda game, me, move: bool(move.lost_equipment(me) and prey(game, me)))
    async def whirl(self, game: Game, me: Player, move: Move) -> None:
        each = prey(game, me)
        what = await choose_option(me, Reason(self.id, "xuanfeng", me.seat), tuple(each))
        target = await choose_seat(me, Reason(self.id, "xuanfeng.on", me.seat), each[what], game)
        assert target is not None
        if what == STRIKE:
            await Use(me, SLASH, [target])
        else:
            await Damage(me, target)


LINGTONG = Hero("lingtong", "wu", 4, (Xuanfeng,))
