"""Which seat is drawn by whom: a function of what is published when the match is over, so that anybody can check it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engine.chance import SEED_BYTES, below

from .stored import Seat

PURPOSE = b"seats"


def lots(seed: bytes, salt: bytes, seats: int) -> list[int]:
    """The seats in the order in which they are drawn. The salt is the server's: who gives the seed cannot know them."""
    drawn, own = list(range(seats)), sha256(PURPOSE + seed + salt).digest()[:SEED_BYTES]
    for last in range(seats - 1, 0, -1):
        other = below(own, seats - last, last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def dealt(places: Sequence[Seat], order: Sequence[int]) -> tuple[Seat, ...]:
    """Who was named first sits on the seat that was drawn first, and so on."""
    at = dict(zip(order, places, strict=True))
    return tuple(at[seat] for seat in range(len(places)))
