"""华佗"""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.dying import Dying
from ...deeds.hp import Recover
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...numbers import UNLIMITED
from ...outcome import Outcome
from ...picks import one, red, to_discard
from ...skill import Skill, active, on, view_as
from ...state import Player


class OldJijiu(Skill, id="old_jijiu"):
    """急救 — At any time a red card that you discard offsets 1 point of damage to anybody: before it is suffered, or
    when it has brought him into danger of death."""

    @on(
        Damage.inflicted,
        times=lambda me, hit: UNLIMITED,
        prompt="old_jijiu",
        card=one(red, to_discard),
        outcome=Outcome(them=1),
    )
    async def offset(self, game: Game, me: Player, hit: Damage, card: int) -> None:
        await discard([card])
        hit.amount -= 1
        if hit.amount < 1:
            hit.stop()

    @view_as("old_peach", cards=one(red), when=("use",), given=lambda game, me, about: isinstance(about, Dying))
    async def as_peach(self, game: Game, me: Player, card: Card) -> None: ...


class OldQingnang(Skill, id="old_qingnang"):
    """青囊 — In your play phase you may discard a card of hand or equipment to gain 1 hp, any number of times."""

    @active(card=one(to_discard), given=lambda game, me, _: me.wounds > 0, outcome=Outcome(hp=1))
    async def heal(self, game: Game, me: Player, _: None, card: int) -> None:
        await discard([card])
        await Recover(me, source=me)


OLD_HUATUO = Hero("old_huatuo", "qun", 3, (OldJijiu, OldQingnang), character="huatuo")
