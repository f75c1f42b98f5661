"""What an edition decides; everything else is the same in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import Player

if TYPE_CHECKING:
    from ..cards.kind import Kind


class Edition:
    """The standard edition; others override. `kinds` replace cards of the same name."""

    phases: tuple[str, ...] = ("start", "judge", "draw", "play", "discard", "finish")
    kinds: tuple[type[Kind], ...] = ()
    direction = "counter-clockwise"

    def judge_order(self, me: Player) -> list[int]:
        """In which order delayed tricks come due: the newest first (seed 001 ◆)."""
        return me.judging[::-1]
