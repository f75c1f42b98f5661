"""蔡文姬"""

from __future__ import annotations

from ...deeds.damage import Damage
from ...deeds.death import Death
from ...deeds.draw import Draw
from ...deeds.hp import Recover
from ...deeds.judge import Judge
from ...deeds.move import discard
from ...deeds.skills import LoseAllSkills
from ...deeds.turn_over import TurnOver
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...picks import one, to_discard
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player

LOSS = 2


class Beige(Skill):
    """悲歌 — Each time a Slash has damaged somebody you may discard a card and let him judge. Heart: he recovers 1;
    diamond: he draws two; club: the source of the damage discards two cards; spade: it turns its hero over."""

    @on(Damage.suffered, given=lambda game, me, hit: hit.is_of_slash, card=one(to_discard))
    async def lament(self, game: Game, me: Player, hit: Damage, card: int) -> None:
        await discard([card])
        victim, source = hit.target, hit.source
        match (await Judge(victim, self.id)).suit:
            case "heart":
                await Recover(victim, source=me)
            case "diamond":
                await Draw(victim, 2)
            case "club" if source is not None and source.alive:
                await must_discard(
                    game, source, source.own_cards, LOSS, Reason(self.id, "discard", me.seat, source.seat)
                )
            case "spade" if source is not None:
                await TurnOver(source)


class Duanchang(Skill):
    """断肠 — Locked: who kills you loses every skill of a hero."""

    tags = ("locked",)

    @on(Death.died, me="who", given=lambda game, me, death: death.killer is not None and death.killer.alive)
    async def break_the_heart(self, game: Game, me: Player, death: Death) -> None:
        assert death.killer is not None
        await LoseAllSkills(death.killer)


CAIWENJI = Hero("caiwenji", "qun", 3, (Beige, Duanchang), "female")
