"""A character dies: role shown, game-over check, death skills, cards discarded, reward or punishment (D13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import Died, RoleShown
from ..state import Fallen
from ..words import Deed, Timing
from ..zones import DISCARD
from .lapse import had_until_turn_of, lapse
from .move import Move

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Death(Deed[None]):
    """`killer` is the source of the damage that killed, None without one. `again`: who dies had come back from the
    dead, so that nothing is due for it (转世)."""

    died = Timing()

    def __init__(self, who: Player, killer: Player | None) -> None:
        self.who = who
        self.killer = killer if killer is not None and killer.alive else None
        self.again = who.has_returned
        self.last_words = who

    async def resolve(self, game: Game) -> None:
        who = self.who
        who.alive = False
        who.role_shown = True
        game.reindex()
        killer = self.killer.seat if self.killer else -1
        game.living_since = game.round
        game.fallen.append(Fallen(who.seat, killer))
        game.emit(Died(who.seat, killer))
        game.emit(RoleShown(who.seat, who.role))
        game.agenda[:] = [s for s in game.agenda if s.turn != who.seat or s.kind == "turn_over"]
        await game.rules.mode.check_victory(game)
        await self.died
        left = [*who.hand, *who.equipment, *who.judging, *(i for pile in who.piles.values() for i in pile)]
        await Move(left, DISCARD, "death")
        who.skills = []
        who.marks = {}
        game.reindex()
        lapse(game, had_until_turn_of(game, who))
        await game.rules.mode.reward(game, self)
        await game.rules.mode.after_death(game, self)

    def __repr__(self) -> str:
        return f"Death({self.who})"
