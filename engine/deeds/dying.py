"""At zero hp or less a character asks the table for peaches (濒死)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import DyingBegan, DyingEnded
from ..questions import Reason
from ..responding import RESCUE as RESCUE
from ..responding import first_to_lay_down
from ..words import Deed, Timing
from .death import Death
from .use import Use

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player
    from .damage import Damage


class Dying(Deed[None]):
    """Those whom the edition lets may save, in order of play from the current turn; who has passed is not asked again
    (seed 004).

    `threatened` comes first: a skill may see to it that the character is not dying at all. Besides cards that save,
    skills may: they provide `RESCUE`.
    """

    threatened = Timing()
    entered = Timing()

    def __init__(self, who: Player, by: Damage | None) -> None:
        self.who = who
        self.by = by

    async def resolve(self, game: Game) -> None:
        who = self.who
        await self.threatened
        if not in_danger(game, who):
            return
        game.emit(DyingBegan(who.seat))
        await self.entered
        await self._ask_for_peaches(game)
        if in_danger(game, who):
            await Death(who, self.by.source if self.by else None)
        elif who.alive:
            game.emit(DyingEnded(who.seat))

    async def _ask_for_peaches(self, game: Game) -> None:
        waiting = game.rules.edition.rescuers(game, self.who)
        while in_danger(game, self.who):
            waiting = [p for p in waiting if p.alive]
            reason = Reason("dying", "rescue", target=self.who.seat, count=1 - self.who.hp)
            saved = await first_to_lay_down(game, waiting, lambda p: self._saving_cards(game, p), reason, self)
            if saved is None:
                return
            saver, card = saved
            waiting = waiting[waiting.index(saver) :]
            if card.name != RESCUE:
                await Use(saver, card, [self.who], saves=True)

    def _saving_cards(self, game: Game, saver: Player) -> tuple[str, ...]:
        saves = ("anyone", "oneself") if saver is self.who else ("anyone",)
        names = [name for name in game.rules.saving if game.rules.kinds[name].saves in saves]
        return (*(name for name in names if game.fold("may_rescue", True, name, saver, self.who)), RESCUE)

    def __repr__(self) -> str:
        return f"Dying({self.who})"


def in_danger(game: Game, who: Player) -> bool:
    """At less than one hp, unless a skill says that he lives on (不屈)."""
    return who.alive and not game.fold("stays_alive", who.hp > 0, who)
