"""Before a trick takes effect on a character, anybody may use a Nullification against that effect (无懈可击)."""

from __future__ import annotations

from .deeds.use import Aim, Use
from .game import Game
from .questions import Reason
from .responding import first_to_lay_down


async def is_nullified(game: Game, aim: Aim) -> bool:
    """Whether the trick's effect on the target of `aim` is cancelled.

    A Nullification is a trick and may be answered itself. Who has passed is not asked again about the same effect; when
    a Nullification was cancelled, the seats from its user on still have their chance (seed 004, 事件与响应).
    """
    waiting = game.from_turn()
    source = aim.user.seat if aim.user else -1
    reason = Reason("nullification", "nullify", source, aim.target.seat, aim.card.name)
    while True:
        used = await first_to_lay_down(game, waiting, lambda _: ("nullification",), reason, aim)
        if used is None:
            return False
        user, card = used
        counter = Use(user, card, [])
        await counter
        if not counter.cancelled:
            return True
        waiting = [player for player in waiting[waiting.index(user) :] if player.alive]
