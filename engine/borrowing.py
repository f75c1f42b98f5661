"""Weapons that one has from others for the rest of one's turn (借刀 in the first edition)."""

from __future__ import annotations

from .deeds.death import Death
from .deeds.move import Move
from .deeds.skills import Linger
from .game import Game
from .numbers import BORROWED
from .skill import Skill, on
from .state import Held, Player
from .turn import Phase, in_phase
from .words import Deed
from .zones import DISCARD, Zone, equipment_of


async def borrow(game: Game, me: Player, lender: Player, reason: str) -> None:
    """The lender's weapon serves `me`. It lies apart from his equipment, so that he need not lay his own aside, and
    cannot spend what is not his."""
    weapon = game.equipped(lender, "weapon")
    if weapon is None or not me.alive:
        return
    await Move([weapon], Zone("pile", me.seat, BORROWED), reason)
    me.this_turn[_debt(weapon)] = lender.seat
    skills = (Held(skill.id, "equipment", weapon) for skill in game.rules.kind_of(weapon).skills)
    me.skills = [*me.skills, *skills]
    await Linger(me, Borrowed.id)


def _debt(weapon: int) -> str:
    """The tally that tells whose it is."""
    return f"{BORROWED}#{weapon}"


class Borrowed(Skill, id="borrowed"):
    """Lies on who has borrowed: everything goes back in his discard phase, or as he dies; to the discard pile if the
    lender is dead."""

    printed = False
    piles = (BORROWED,)

    @on(Phase.began, me="who", given=in_phase("discard"), compulsory=True, quiet=True)
    @on(Death.died, me="who", compulsory=True, quiet=True)
    async def give_back(self, game: Game, me: Player, deed: Deed[None]) -> None:
        for weapon in [*me.piles.get(BORROWED, [])]:
            me.skills = [held for held in me.skills if held.card != weapon]
            game.reindex()
            lender = game.players[me.this_turn.pop(_debt(weapon))]
            await Move([weapon], equipment_of(lender.seat) if lender.alive else DISCARD, "returned")
