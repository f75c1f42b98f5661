"""刘禅"""

from __future__ import annotations

from ...deeds.hp import Recover
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import discard
from ...deeds.skills import GainSkill
from ...deeds.use import Aim
from ...discarding import may_discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one, one_seat, other, to_discard
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase, Turn, extra_turn, in_phase
from ..standard.liubei import Jijiang


class Xiangle(Skill):
    """享乐 — Locked: a Slash that names you is ineffective on you unless its user discards a basic card as well."""

    tags = ("locked",)

    @on(Aim.confirming, me="target", given=lambda game, me, aim: aim.is_slash)
    async def carouse(self, game: Game, me: Player, aim: Aim) -> None:
        user = aim.user
        assert user is not None
        reason = Reason(self.id, "xiangle", user.seat, me.seat, aim.card.name)
        kinds = game.rules.kinds
        if not await may_discard(game, user, user.hand, 1, reason, lambda card: kinds[card.name].category == "basic"):
            aim.comes_to_nothing(game, self.id)


class Fangquan(Skill):
    """放权 — You may skip your play phase: at the end of the turn you may discard a hand card for another to take an
    extra turn."""

    @on(Phase.before, me="who", given=in_phase("play"), outcome=Outcome(skips=("",)))
    async def retire(self, game: Game, me: Player, phase: Phase) -> None:
        phase.stop()
        me.this_turn[self.id] = 1

    @on(
        Turn.ended,
        me="who",
        given=lambda game, me, turn: "fangquan" in me.this_turn,
        card=one(in_hand, to_discard),
        target=one_seat(other),
        outcome=Outcome(them=1),
    )
    async def hand_over(self, game: Game, me: Player, turn: Turn, card: int, target: Player) -> None:
        await discard([card])
        extra_turn(game, target)


def is_weakest(game: Game, me: Player) -> bool:
    return all(player.hp >= me.hp for player in game.living)


class Ruoyu(Skill):
    """若愚 — Lord, awakening: at the start of your turn, if nobody has less hp: gain 1 maximum hp, recover 1 and gain
    激将."""

    tags = ("lord", "awakening")
    lends = (Jijiang,)

    @on(Phase.began, me="who", given=lambda game, me, phase: phase.name == "start" and is_weakest(game, me))
    async def play_the_fool(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, 1)
        await Recover(me, source=me)
        await GainSkill(me, Jijiang.id)


LIUSHAN = Hero("liushan", "shu", 3, (Xiangle, Fangquan, Ruoyu))
