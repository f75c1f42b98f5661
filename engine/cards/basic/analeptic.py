"""酒"""

from __future__ import annotations

from collections.abc import Sequence

from ...card import Card
from ...deeds.hp import Recover
from ...deeds.marks import Mark
from ...deeds.skills import Linger
from ...deeds.use import SLASHES, Aim, Use
from ...game import Game
from ...skill import Skill, on
from ...state import Player
from ..kind import Basic, Targeting

WINE = "analeptic"  # the mark of who drank, by the name of the card


class Drunk(Skill, id="drunk"):
    """The next Slash used in this turn deals 1 more."""

    printed = False
    mark = WINE

    @on(
        Use.declared,
        me="user",
        given=lambda game, me, use: use.card.name in SLASHES and WINE in me.marks,
        compulsory=True,
        quiet=True,
    )
    async def harder(self, game: Game, me: Player, use: Use) -> None:
        drunk = me.marks[WINE]
        use.bonus += drunk
        await Mark(me, WINE, -drunk)


class Analeptic(Basic):
    """Play phase, once a turn: your next Slash of this turn deals 1 more. Or: you are dying and recover 1."""

    id = "analeptic"
    saves = "oneself"
    skills = (Drunk,)

    def may_act(self, game: Game, me: Player) -> bool:
        return not me.this_turn.get(self.id)

    def acted(self, game: Game, me: Player, targets: Sequence[Player]) -> None:
        me.this_turn[self.id] = 1

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return [Targeting((me.seat,))]

    async def effect(self, game: Game, aim: Aim) -> None:
        if aim.use is not None and aim.use.saves:
            await Recover(aim.target, 1, aim.user, aim)
        else:
            await Linger(aim.target, Drunk.id)
