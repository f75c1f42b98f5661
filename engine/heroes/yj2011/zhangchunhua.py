"""张春华"""

from __future__ import annotations

from typing import Any

from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.hp import LoseHp
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import Move
from ...game import Game
from ...hero import Hero
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase
from ...zones import hand_of


class Jueqing(Skill):
    """绝情 — Locked: the damage that you deal is loss of hp."""

    tags = ("locked",)

    @on(Damage.before, me="source")
    async def feel_nothing(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()
        await LoseHp(hit.target, hit.amount, me)


def missing(me: Player) -> int:
    """How many cards she has fewer than she has lost hp: of those that are hers to lose."""
    return min(me.wounds, me.max_hp) - len(me.hand)


def befalls_her(game: Game, me: Player, deed: Any) -> bool:
    """Her hand changes, or her hp, not within her discard phase; or that phase is over."""
    match deed:
        case Phase():
            return deed.who is me and deed.name == "discard"
        case Move():
            hers = deed.to == hand_of(me.seat) or hand_of(me.seat) in deed.taken_from
        case Damage():
            hers = deed.target is me
        case _:
            hers = deed.who is me
    return hers and not (game.current is me and game.phase == "discard")


class Shangshi(Skill):
    """伤逝 — Except in your discard phase, each time you have fewer hand cards than you have lost hp you may draw up to
    that number."""

    @on(
        Move.moved,
        Damage.taken,
        LoseHp.taken,
        ChangeMaxHp.changed,
        Phase.ended,
        given=lambda game, me, deed: missing(me) > 0 and befalls_her(game, me, deed),
    )
    async def mourn(self, game: Game, me: Player, deed: Any) -> None:
        await Draw(me, missing(me))


ZHANGCHUNHUA = Hero("zhangchunhua", "wei", 3, (Jueqing, Shangshi), "female")
