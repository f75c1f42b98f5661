"""董卓"""

from __future__ import annotations

from ...asking import choose_option, confirm
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.hp import LoseHp, Recover
from ...deeds.judge import Judge
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.use import Aim
from ...events import SkillInvoked
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one, suited
from ...questions import Reason
from ...skill import Skill, on, view_as
from ...state import Player
from ...turn import Phase

TWICE = 2
MAX_HP = "max_hp"


class Jiuchi(Skill):
    """酒池 — You may use a spade hand card as Analeptic."""

    @view_as("analeptic", cards=one(in_hand, suited("spade")), when=("use",))
    async def as_analeptic(self, game: Game, me: Player, card: Card) -> None: ...


def at_a_woman(game: Game, me: Player, aim: Aim) -> bool:
    return aim.is_slash and aim.target.sex == "female"


def by_a_woman(game: Game, me: Player, aim: Aim) -> bool:
    return aim.is_slash and aim.user is not None and aim.user.sex == "female"


class Roulin(Skill):
    """肉林 — Locked: your Slash at a woman, and a woman's at you, takes two Jinks to dodge."""

    tags = ("locked",)

    @on(Aim.confirmed, me="user", given=at_a_woman)
    async def indulge(self, game: Game, me: Player, aim: Aim) -> None:
        aim.jinks = TWICE

    @on(Aim.confirmed, me="target", given=by_a_woman)
    async def be_indulged(self, game: Game, me: Player, aim: Aim) -> None:
        aim.jinks = TWICE


def others_have_less(game: Game, me: Player, phase: Phase) -> bool:
    return phase.name == "finish" and any(player.hp < me.hp for player in game.living)


class Benghuai(Skill):
    """崩坏 — Locked: at the end of your turn, unless nobody has less hp than you, you lose 1 hp or 1 maximum hp."""

    tags = ("locked",)

    choices = (("hp", Outcome(hp=-1)), (MAX_HP, Outcome(max_hp=-1)))

    @on(Phase.began, me="who", given=others_have_less)
    async def decay(self, game: Game, me: Player, phase: Phase) -> None:
        if await choose_option(me, Reason(self.id, "benghuai", me.seat), ("hp", MAX_HP)) == MAX_HP:
            await ChangeMaxHp(me, -1)
        else:
            await LoseHp(me, by=me)


def by_another_qun(game: Game, me: Player, hit: Damage) -> bool:
    dealer = hit.source
    return dealer is not None and dealer.alive and dealer is not me and "qun" in dealer.kingdoms


class Baonue(Skill):
    """暴虐 — Lord: each time another Qun character has dealt damage it may judge: if spade, you recover 1."""

    tags = ("lord",)

    choices = (("accept", Outcome(them=1)),)

    @on(Damage.dealt, given=by_another_qun, compulsory=True, quiet=True)
    async def revel(self, game: Game, me: Player, hit: Damage) -> None:
        dealer = hit.source
        assert dealer is not None
        if await confirm(dealer, Reason(self.id, "baonue", dealer.seat, me.seat)):
            game.emit(SkillInvoked(dealer.seat, self.id, (me.seat,)))
            if (await Judge(dealer, self.id)).suit == "spade":
                await Recover(me, source=dealer)


DONGZHUO = Hero("dongzhuo", "qun", 8, (Jiuchi, Roulin, Benghuai, Baonue))
