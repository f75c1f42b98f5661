"""Discarding one's own cards, because one has to or may."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from .asking import choose_cards
from .card import Card
from .deeds.move import discard
from .game import Game
from .numbers import spendable
from .questions import Reason
from .state import Player


async def must_discard(
    game: Game, who: Player, ids: Sequence[int], count: int, reason: Reason, *, or_more: bool = False
) -> None:
    """So many of the cards, as `who` chooses, or all where there are no more; `reason` is told how many. Being asked
    does not tell the others whether there is one that may be discarded."""
    if min(count, len(ids)) > 0:
        ids = spendable(game, who, ids, "discard")
        count = min(count, len(ids))
        reason = msgspec.structs.replace(reason, count=count)
        await discard(await choose_cards(who, reason, ids, count, len(ids) if or_more else count, kind="DISCARD"))


async def may_discard(
    game: Game,
    who: Player,
    ids: Sequence[int],
    count: int,
    reason: Reason,
    fits: Callable[[Card], bool] = lambda card: True,
) -> bool:
    """So many of the cards, those that fit, or none, as `who` chooses; whether he did. Being asked does not tell the
    others whether there are enough that fit."""
    if len(ids) < count:
        return False
    fitting = [card_id for card_id in spendable(game, who, ids, "discard") if fits(game.card(card_id))]
    paid = await choose_cards(who, reason, fitting, count, count, unseen=True)
    await discard(paid)
    return bool(paid)


async def discard_all(game: Game, who: Player) -> None:
    """His hand and equipment."""
    await discard(spendable(game, who, who.own_cards, "discard"))
