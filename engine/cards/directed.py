"""The tricks on everybody as 3v3 has them: their user says which way round the table they go (seed 001, R165)."""

from __future__ import annotations

from ..asking import choose_option
from ..deeds.use import Use
from ..events import ChoiceMade
from ..game import Game
from ..questions import Reason
from .kind import Kind, Trick
from .trick.amazing_grace import AmazingGrace
from .trick.archery_attack import ArcheryAttack
from .trick.god_salvation import GodSalvation
from .trick.savage_assault import SavageAssault

CLOCKWISE = "clockwise"
DIRECTIONS = (CLOCKWISE, "counter-clockwise")  # that of play is the last


class Directed(Trick):
    """The user chooses the direction as the trick is used, where it makes a difference."""

    async def use(self, game: Game, use: Use) -> None:
        others = [player for player in use.targets if player is not game.current]
        if len(others) > 1 and use.user.alive:
            reason = Reason("direction", "direction", use.user.seat, card=self.id)
            direction = await choose_option(use.user, reason, DIRECTIONS)
            use.clockwise = direction == CLOCKWISE
            game.emit(ChoiceMade(use.user.seat, "direction", direction))
        await super().use(game, use)


class DirectedSavageAssault(Directed, SavageAssault):
    """Everybody else plays a Slash or takes 1 damage."""


class DirectedArcheryAttack(Directed, ArcheryAttack):
    """Everybody else plays a Jink or takes 1 damage."""


class DirectedGodSalvation(Directed, GodSalvation):
    """Everybody recovers 1."""


class DirectedAmazingGrace(Directed, AmazingGrace):
    """Turn over as many cards as there are characters; everybody takes one, the rest is discarded."""


DIRECTED: tuple[type[Kind], ...] = (
    DirectedSavageAssault,
    DirectedArcheryAttack,
    DirectedGodSalvation,
    DirectedAmazingGrace,
)
