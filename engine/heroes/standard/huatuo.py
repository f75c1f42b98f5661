"""华佗"""

from __future__ import annotations

from ...card import Card
from ...deeds.hp import Recover
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one, one_seat, red, to_discard, wounded
from ...skill import Skill, active, view_as
from ...state import Player


class Jijiu(Skill):
    """急救 — Outside your turn you may use a red card as a Peach."""

    @view_as("peach", cards=one(red), when=("use",), given=lambda game, me, _: not game.has_turn(me))
    async def as_peach(self, game: Game, me: Player, card: Card) -> None: ...


class Qingnang(Skill):
    """青囊 — Once in your play phase you may discard a hand card: a wounded character recovers 1."""

    @active(once="phase", card=one(in_hand, to_discard), target=one_seat(wounded), outcome=Outcome(them=1))
    async def heal(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await discard([card])
        await Recover(target, source=me)


HUATUO = Hero("huatuo", "qun", 3, (Jijiu, Qingnang))
