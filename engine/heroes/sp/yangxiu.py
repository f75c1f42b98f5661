"""杨修"""

from __future__ import annotations

from typing import ClassVar

from ...asking import choose_option
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.skills import Linger
from ...deeds.use import Aim
from ...events import ChoiceMade
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, Spending, changes, on
from ...state import Player
from ...zones import hand_of


def is_one_of_several(game: Game, me: Player, aim: Aim) -> bool:
    """A trick that is not delayed has named others too."""
    return game.rules.kinds[aim.card.name].type == "trick" and aim.use is not None and len(aim.use.aims) > 1


class Danlao(Skill):
    """啖酪 — When a trick has named several targets and you are one, you may draw a card: it has no effect on you."""

    @on(Aim.confirmed, me="target", given=is_one_of_several)
    async def share_the_cake(self, game: Game, me: Player, aim: Aim) -> None:
        await Draw(me)
        aim.comes_to_nothing(game, self.id)


class Withheld(Skill):
    """What 鸡肋 leaves on a character until the end of the turn: of one category it spends no hand card."""

    printed = False
    category: ClassVar[str]

    @changes("may_spend")
    def withhold(self, game: Game, me: Player, may: bool, card: Card, who: Player, how: Spending) -> bool:
        held = who is me and game.where[card.ids[0]] == hand_of(me.seat)
        return may and not (held and game.rules.kinds[card.name].category == self.category)


class WithheldBasic(Withheld, id="jilei_basic"):
    category = "basic"
    mark = "jilei_basic"


class WithheldTrick(Withheld, id="jilei_trick"):
    category = "trick"
    mark = "jilei_trick"


class WithheldEquipment(Withheld, id="jilei_equipment"):
    category = "equipment"
    mark = "jilei_equipment"


class Jilei(Skill):
    """鸡肋 — Each time you have suffered damage you may name a category of cards: until the end of the turn the source
    of the damage can use, play or discard no hand cards of it."""

    lends = (WithheldBasic, WithheldTrick, WithheldEquipment)

    @on(Damage.suffered, me="target", given=lambda game, me, hit: hit.source is not None and hit.source.alive)
    async def name_the_ribs(self, game: Game, me: Player, hit: Damage) -> None:
        source = hit.source
        assert source is not None
        effects = {effect.category: effect.id for effect in self.lends}
        category = await choose_option(me, Reason(self.id, "jilei", me.seat, source.seat), list(effects))
        game.emit(ChoiceMade(me.seat, self.id, category))
        await Linger(source, effects[category])


YANGXIU = Hero("yangxiu", "wei", 3, (Danlao, Jilei))
