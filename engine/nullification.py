"""Before a trick takes effect on a character, anybody may use a Nullification against that effect (无懈可击)."""

from __future__ import annotations

from .deeds.use import Aim, Use
from .game import Game
from .questions import Reason
from .responding import first_to_lay_down


async def is_nullified(game: Game, aim: Aim, prompt: str = "nullify") -> bool:
    """Whether the trick's effect on the target of `aim` is cancelled; `prompt` asks for the first Nullification.

    A Nullification is a trick and may be answered itself. Who has passed is not asked again about the same effect; when
    a Nullification was cancelled, the seats from its user on still have their chance (seed 004, 事件与响应).
    """
    waiting = game.from_turn() if "nullification" in game.rules.kinds else []  # an edition may have none
    while True:
        used = await first_to_lay_down(game, waiting, lambda _: ("nullification",), _reason(aim, prompt), aim)
        if used is None:
            return False
        user, card = used
        counter = Use(user, card, [], against=aim)
        await counter
        if not counter.cancelled:
            return True
        waiting = [player for player in waiting[waiting.index(user) :] if player.alive]


def _reason(aim: Aim, prompt: str) -> Reason:
    """About a trick: who uses it, on whom. About a Nullification: who uses it, against which trick on whom, and how
    many Nullifications there are on that trick by now."""
    source = aim.user.seat if aim.user else -1
    trick, count = aim, 0
    while trick.use is not None and trick.use.against is not None:
        trick, count = trick.use.against, count + 1
    prompt = "counter_nullify" if count else prompt
    return Reason("nullification", prompt, source, trick.target.seat, trick.card.name, count)
