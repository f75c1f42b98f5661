"""钟会"""

from __future__ import annotations

from ...asking import choose_cards
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import Move, discard
from ...deeds.skills import GainSkill
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import FromPile, one, one_seat
from ...questions import Reason
from ...skill import Skill, active, changes, on
from ...state import Player
from ...turn import Phase
from ...zones import Zone

POWERS = "quanji"  # 权: named after the skill that lays them aside
ENOUGH = 3


class Quanji(Skill):
    """权计 — For each point of damage you suffer you may draw a card and then put a hand card on your hero, a power.
    For each power your hand limit is 1 more."""

    piles = (POWERS,)

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount)
    async def scheme(self, game: Game, me: Player, hit: Damage) -> None:
        await Draw(me)
        ids = await choose_cards(me, Reason(self.id, "quanji", me.seat), me.hand, 1, 1)
        await Move(ids, Zone("pile", me.seat, POWERS), self.id)

    @changes("hand_limit")
    def hold_more(self, game: Game, me: Player, n: int, who: Player) -> int:
        return n + len(me.piles.get(POWERS, ())) if who is me else n


class Paiyi(Skill):
    """排异 — Once in your play phase you may discard a power for a character to draw two cards; if it then has more
    hand cards than you, you deal 1 damage to it."""

    @active(once="phase", card=one(FromPile(POWERS)), target=one_seat(), outcome=Outcome(them=1))
    async def oust(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await discard([card])
        await Draw(target, 2)
        if len(target.hand) > len(me.hand):
            await Damage(me, target)


class Zili(Skill):
    """自立 — Awakening: at the start of your turn, with three powers or more: lose 1 maximum hp and gain 排异."""

    tags = ("awakening",)
    lends = (Paiyi,)

    @on(
        Phase.began,
        me="who",
        given=lambda game, me, phase: phase.name == "start" and len(me.piles.get(POWERS, ())) >= ENOUGH,
    )
    async def rise_in_arms(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        await GainSkill(me, Paiyi.id)


ZHONGHUI = Hero("zhonghui", "wei", 4, (Quanji, Zili))
