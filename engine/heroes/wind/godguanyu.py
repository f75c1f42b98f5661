"""神关羽"""

from __future__ import annotations

import msgspec

from ...asking import choose_seat
from ...card import Card
from ...deeds.damage import Damage
from ...deeds.death import Death
from ...deeds.judge import Judge
from ...deeds.marks import Mark
from ...deeds.use import SLASHES
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, changes, filters, on
from ...state import Player
from ...zones import Zone, hand_of

NIGHTMARE = "nightmare"


class Wushen(Skill):
    """武神 — Locked: your heart hand cards are Slashes; your heart Slashes have no distance limit."""

    tags = ("locked",)

    @filters()
    def as_slash(self, game: Game, me: Player, card: Card, zone: Zone) -> Card:
        if zone != hand_of(me.seat) or card.suit != "heart":
            return card
        return msgspec.structs.replace(card, name="slash", skill=self.id)

    @changes("ignores_distance")
    def far(self, game: Game, me: Player, ignores: bool, card: Card, user: Player, target: Player) -> bool:
        return ignores or (user is me and card.suit == "heart" and card.name in SLASHES)


def most_haunted(game: Game) -> list[Player]:
    """The living with the most nightmares; nobody where there are none."""
    most = max(player.marks.get(NIGHTMARE, 0) for player in game.living)
    return [player for player in game.from_turn() if most and player.marks.get(NIGHTMARE) == most]


class Wuhun(Skill):
    """武魂 — Locked: for each point of damage you suffer its source gets a nightmare. When you die, a character with
    the most of them judges: unless Peach or God Salvation, it dies."""

    tags = ("locked",)

    @on(Damage.suffered, me="target", given=lambda game, me, hit: hit.source is not None and hit.source.alive)
    async def haunt(self, game: Game, me: Player, hit: Damage) -> None:
        assert hit.source is not None
        await Mark(hit.source, NIGHTMARE, hit.amount)

    @on(Death.died, me="who", given=lambda game, me, _: bool(most_haunted(game)))
    async def revenge(self, game: Game, me: Player, death: Death) -> None:
        target = await choose_seat(me, Reason(self.id, "wuhun", me.seat), most_haunted(game), game)
        assert target is not None
        judged = await Judge(target, self.id)
        if judged.name not in ("peach", "god_salvation"):
            await Death(target, None)
        for player in game.living:
            await Mark(player, NIGHTMARE, -player.marks.get(NIGHTMARE, 0))


GODGUANYU = Hero("godguanyu", "god", 5, (Wushen, Wuhun))
