"""张角"""

from __future__ import annotations

from typing import Any

from ...deeds.damage import Damage
from ...deeds.judge import Judge, Retrial
from ...deeds.move import Move
from ...game import Game
from ...hero import Hero
from ...lending import count_once, once_each
from ...outcome import Outcome
from ...picks import black, named, one, one_seat
from ...responding import Respond
from ...skill import Skill, active, on
from ...state import Player
from ...zones import hand_of


class Leiji(Skill):
    """雷击 — When you use or play a Jink you may let a character judge: spade, and you deal it 2 thunder damage."""

    @on(
        Respond.answered,
        me="who",
        given=lambda game, me, answer: answer.card is not None and answer.card.name == "jink",
        target=one_seat(),
        outcome=Outcome(them=-1, nature="thunder"),
    )
    async def strike(self, game: Game, me: Player, answer: Respond, target: Player) -> None:
        if (await Judge(target, self.id)).suit == "spade":
            await Damage(me, target, 2, "thunder")


class Guidao(Skill):
    """鬼道 — Before anybody's judgement counts you may put a black card in its place, and obtain what it replaces."""

    @on(Judge.retrial, card=one(black))
    async def replace(self, game: Game, me: Player, judge: Judge, card: int) -> None:
        await Retrial(judge, me, card, obtains=True)


def has_huangtian(game: Game, me: Player, player: Player, _: Any) -> bool:
    return player is not me and game.has(player, Huangtian.id)


class HuangtianGift(Skill, id="huangtianv"):
    """黄天, as others of his kingdom have it — Once in your play phase you may give its owner a Jink or a Lightning."""

    @active(
        card=one(named("jink", "lightning")),
        target=one_seat(has_huangtian, once_each("huangtianv")),
        outcome=Outcome(them=1),
    )
    async def give(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        count_once(self.id, me, target)
        await Move([card], hand_of(target.seat), "give", shown=True)


class Huangtian(Skill):
    """黄天 — Lord: other Qun characters may each give you a Jink or a Lightning, once in their play phase."""

    tags = ("lord",)
    lends = (HuangtianGift,)

    def lent_to(self, game: Game, me: Player, other: Player) -> tuple[str, ...]:
        return (HuangtianGift.id,) if "qun" in other.kingdoms else ()


ZHANGJIAO = Hero("zhangjiao", "qun", 3, (Leiji, Guidao, Huangtian))
