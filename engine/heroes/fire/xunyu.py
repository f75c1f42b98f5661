"""荀彧"""

from __future__ import annotations

from typing import Any

from ...asking import choose_seat
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.pindian import Pindian
from ...game import Game
from ...hero import Hero
from ...numbers import those_within_reach
from ...outcome import Outcome
from ...picks import has_hand, one_seat
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player

FULLEST_HAND = 5


def stronger(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return player.hp > me.hp


class Quhu(Skill):
    """驱虎 — Once in your play phase you may compare cards with a character that has more hp than you: if you win, it
    deals 1 damage to another that you name within its attack range; if not, it deals 1 damage to you."""

    @active(
        once="phase",
        given=lambda game, me, _: bool(me.hand),
        target=one_seat(stronger, has_hand),
        outcome=Outcome(hp=-0.5, cards=-1),
    )
    async def drive(self, game: Game, me: Player, _: None, target: Player) -> None:
        prey: Player | None = me
        if await Pindian(me, target, self.id):
            reach = those_within_reach(game, target, game.from_turn())
            prey = await choose_seat(me, Reason(self.id, "quhu", me.seat, target.seat), reach, game)
        if prey is not None:
            await Damage(target, prey)


class Jieming(Skill):
    """节命 — For each point of damage you suffer you may let a character draw up to as many hand cards as its maximum
    hp, at most 5."""

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount, target=one_seat(), outcome=Outcome(them=1))
    async def fill(self, game: Game, me: Player, hit: Damage, target: Player) -> None:
        await Draw(target, min(target.max_hp, FULLEST_HAND) - len(target.hand))


XUNYU = Hero("xunyu", "wei", 3, (Quhu, Jieming))
