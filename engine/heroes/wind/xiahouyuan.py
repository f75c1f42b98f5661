"""夏侯渊"""

from __future__ import annotations

from typing import Any

from ...card import Card
from ...deeds.move import discard
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...numbers import may_be_target
from ...outcome import Outcome
from ...picks import EQUIPMENT, of_type, one, one_seat, other, to_discard
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase, in_phase, skip

SLASH = Card("slash", "", 0, (), "shensu")


def may_be_slashed(game: Game, me: Player, player: Player, _: Any) -> bool:
    return may_be_target(game, SLASH, me, player)


class Shensu(Skill):
    """神速 — You may skip your judge phase and draw phase, and you may skip your play phase and discard an equipment
    card: for each of the two it is as if you used a Slash on another character, at any distance."""

    @on(
        Phase.before,
        me="who",
        given=in_phase("judge"),
        outcome=Outcome(skips=("judge", "draw"), them=-1),
        target=one_seat(other, may_be_slashed),
    )
    async def dash(self, game: Game, me: Player, phase: Phase, target: Player) -> None:
        phase.stop()
        skip(game, me, "draw")
        await Use(me, SLASH, [target])

    @on(
        Phase.before,
        me="who",
        given=in_phase("play"),
        outcome=Outcome(skips=("play",), them=-1),
        card=one(of_type(*EQUIPMENT), to_discard),
        target=one_seat(other, may_be_slashed),
    )
    async def charge(self, game: Game, me: Player, phase: Phase, card: int, target: Player) -> None:
        phase.stop()
        await discard([card])
        await Use(me, SLASH, [target])


XIAHOUYUAN = Hero("xiahouyuan", "wei", 4, (Shensu,))
