"""吕蒙"""

from __future__ import annotations

from ...deeds.use import SLASHES, Use
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...responding import Respond
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase

SLASHED = "keji.slashed"


def slashes_in_own_play_phase(game: Game, me: Player, deed: Use | Respond) -> bool:
    return game.phase == "play" and game.current is me and deed.card is not None and deed.card.name in SLASHES


class SlashNoted(Skill):
    """Notes that its owner used or played a Slash in his play phase."""

    @on(Use.declared, me="user", given=slashes_in_own_play_phase, compulsory=True, quiet=True)
    @on(Respond.answered, me="who", given=slashes_in_own_play_phase, compulsory=True, quiet=True)
    async def note_slash(self, game: Game, me: Player, deed: Use | Respond) -> None:
        me.this_turn[SLASHED] = 1


class Keji(SlashNoted):
    """克己 — If you neither used nor played a Slash in your play phase you may skip the discard phase of this turn."""

    @on(
        Phase.before,
        me="who",
        given=lambda game, me, phase: phase.name == "discard" and not me.this_turn.get(SLASHED),
        outcome=Outcome(skips=("",)),
    )
    async def refrain(self, game: Game, me: Player, phase: Phase) -> None:
        phase.stop()


LVMENG = Hero("lvmeng", "wu", 4, (Keji,))
