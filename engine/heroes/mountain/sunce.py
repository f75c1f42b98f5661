"""孙策"""

from __future__ import annotations

from typing import Any

from ...asking import confirm
from ...deeds.draw import Draw
from ...deeds.max_hp import ChangeMaxHp
from ...deeds.move import obtain
from ...deeds.pindian import Pindian
from ...deeds.skills import GainSkill
from ...deeds.use import Aim
from ...events import ChoiceMade
from ...game import Game
from ...hero import Hero
from ...lending import count_once, once_each
from ...outcome import Outcome
from ...picks import has_hand, one_seat
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase
from ...zones import PROCESSING
from ..forest.sunjian import Yinghun
from ..standard.zhouyu import Yingzi

REFUSE = "refuse"


def fights(game: Game, me: Player, aim: Aim) -> bool:
    """A Duel or red Slash at him; or one of his own, once however many it is aimed at."""
    if aim.card.name != "duel" and not (aim.is_slash and aim.card.is_red):
        return False
    return aim.target is me or (aim.user is me and aim.use is not None and aim.use.aims[0] is aim)


class Jiang(Skill):
    """激昂 — When a Duel or red Slash of yours has named its targets, or one has named you, you may draw a card."""

    @on(Aim.confirmed, given=fights)
    async def stir(self, game: Game, me: Player, aim: Aim) -> None:
        await Draw(me)


class Hunzi(Skill):
    """魂姿 — Awakening: at the start of your turn, at 1 hp: lose 1 maximum hp and gain 英姿 and 英魂."""

    tags = ("awakening",)
    lends = (Yingzi, Yinghun)

    @on(Phase.began, me="who", given=lambda game, me, phase: phase.name == "start" and me.hp == 1)
    async def rise(self, game: Game, me: Player, phase: Phase) -> None:
        await ChangeMaxHp(me, -1)
        for skill in self.lends:
            await GainSkill(me, skill.id)


def is_overlord(game: Game, me: Player, player: Player, deed: Any) -> bool:
    """Another who has 制霸."""
    return player is not me and game.has(player, Zhiba.id)


class Challenge(Skill, id="zhiba_pindian"):
    """制霸, for the others — Once in your play phase you may compare cards with the lord; unless you win he may obtain
    both."""

    @active(
        given=lambda game, me, _: bool(me.hand),
        target=one_seat(is_overlord, has_hand, once_each("zhiba_pindian")),
        outcome=Outcome(cards=-1),
    )
    async def challenge(self, game: Game, me: Player, _: None, target: Player) -> None:
        count_once(self.id, me, target)
        if target.this_match.get(Hunzi.id):
            reason = Reason(self.id, "zhiba_pindian.answer", me.seat, target.seat)
            if await confirm(target, reason, REFUSE):
                game.emit(ChoiceMade(target.seat, self.id, REFUSE))
                return
        compared = Pindian(me, target, Zhiba.id)
        won = await compared
        lying = [card_id for card_id in compared.cards if game.where[card_id] == PROCESSING]
        if not won and lying and await confirm(target, Reason(Zhiba.id, "zhiba.spoils", me.seat, target.seat)):
            await obtain(target, lying)


class Zhiba(Skill):
    """制霸 — Lord: in their play phase, once, other Wu characters may compare cards with you; unless they win you may
    obtain both. Once 魂姿 has happened you may refuse."""

    tags = ("lord",)
    lends = (Challenge,)

    def lent_to(self, game: Game, me: Player, other: Player) -> tuple[str, ...]:
        return (Challenge.id,) if "wu" in other.kingdoms else ()


SUNCE = Hero("sunce", "wu", 4, (Jiang, Hunzi, Zhiba))
