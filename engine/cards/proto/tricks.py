"""亭台, 火牛阵, 喜宴, 猴子偷桃, 顺手牵羊, 草木皆兵, 趾高气扬, 乐不思蜀"""

from __future__ import annotations

from ...card import Card
from ...deeds.judge import Judge
from ...deeds.use import Aim
from ...game import Game
from ...state import Player
from ...turn import skip
from ..delayed import indulgence
from ..trick import snatch
from ..trick.amazing_grace import AmazingGrace
from ..trick.archery_attack import ArcheryAttack
from ..trick.dismantlement import Dismantlement
from ..trick.ex_nihilo import ExNihilo
from ..trick.god_salvation import GodSalvation


class Pavilions(GodSalvation):
    """Everybody in order recovers 1."""

    id = "proto_pavilions"


class FireOxen(ArcheryAttack):
    """Everybody else in order plays a Jink or takes 1 damage."""

    id = "proto_fire_oxen"


class Feast(AmazingGrace):
    """Turn over as many cards as there are characters; everybody in order, its user first, takes one."""

    id = "proto_feast"
    prompt = "proto_feast"


class Monkey(Dismantlement):
    """On any other character with a card of its own: discard one of its hand (blind) or equipment."""

    id = "proto_monkey"
    judging = False


class Snatch(snatch.Snatch):
    """On another character at distance 1 with a card of its own: obtain one of its hand (blind) or equipment."""

    id = "proto_snatch"
    judging = False


class PhantomArmy(ExNihilo):
    """On yourself: draw two cards."""

    id = "proto_phantom_army"


class Swagger(ExNihilo):
    """On yourself: draw three cards."""

    id = "proto_swagger"
    count = 3


class Indulgence(indulgence.Indulgence):
    """Lies before another character, never the lord; when it judges, unless heart, it neither draws nor acts in its
    turn."""

    id = "proto_indulgence"

    def others(self, game: Game, me: Player, card: Card) -> list[Player]:
        return [player for player in super().others(game, me, card) if player.role != "lord"]

    async def effect(self, game: Game, aim: Aim) -> None:
        if (await Judge(aim.target, self.id)).suit != "heart":
            skip(game, aim.target, "draw")
            skip(game, aim.target, "play")
