"""Discarding because one has to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .asking import choose_cards
from .deeds.move import discard
from .questions import Reason
from .state import Player


async def must_discard(who: Player, ids: Sequence[int], count: int, reason: Reason) -> None:
    """So many of the cards, as `who` chooses, or all where there are no more; `reason` is told how many."""
    count = min(count, len(ids))
    if count > 0:
        reason = msgspec.structs.replace(reason, count=count)
        await discard(await choose_cards(who, reason, ids, count, count, kind="DISCARD"))
