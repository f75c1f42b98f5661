"""刘备"""

from __future__ import annotations

from ...card import Card
from ...deeds.hp import Recover
from ...deeds.move import Move
from ...deeds.use import SLASHES
from ...game import Game
from ...hero import Hero
from ...lending import ask_kingdom, has_kin
from ...outcome import Outcome
from ...picks import Gift, in_hand, other, seats, some
from ...skill import Skill, active, provides
from ...state import Player
from ...zones import hand_of

THRESHOLD = 2


async def give_away(game: Game, me: Player, skill: str, gift: list[tuple[int, Player]]) -> tuple[int, int]:
    """Hand the cards over; how many he had given in this phase before, and how many he has now."""
    before = me.this_phase.get(skill, 0)
    given = me.this_phase[skill] = before + len(gift)
    for player in game.others(me):
        await Move([card for card, taker in gift if taker is player], hand_of(player.seat), "give")
    return before, given


class Rende(Skill):
    """仁德 — In your play phase you may give any hand cards to others; once two are given in the phase, recover 1."""

    @active(gift=Gift(some(in_hand), seats(1, 1, other)), outcome=Outcome(them=1))
    async def give(self, game: Game, me: Player, _: None, gift: list[tuple[int, Player]]) -> None:
        before, given = await give_away(game, me, self.id, gift)
        if before < THRESHOLD <= given:
            await Recover(me, source=me)


class Jijiang(Skill):
    """激将 — Lord: when you need a Slash, other Shu characters may play one for you."""

    tags = ("lord",)

    @provides("slash", given=has_kin("shu"))
    async def ask_shu(self, game: Game, me: Player, about: object) -> Card | None:
        return await ask_kingdom(game, me, "shu", SLASHES, self.id, about)


LIUBEI = Hero("liubei", "shu", 4, (Rende, Jijiang))
