"""A match as it is when it is created."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from engine.chance import SEED_BYTES
from engine.ruleset import Ruleset

from ..backend import Backend
from ..fleet.rules_version import rules_version
from .lots import dealt, lots
from .stored import Seat, State, Stored, new_generation
from .terms import TableOptions, Terms


async def new_match(
    backend: Backend,
    host: str,
    played: tuple[Ruleset, TableOptions],
    seats: Iterable[Seat],
    terms: Terms,
    seed: bytes = b"",
) -> Stored:
    """In the lobby. `seed` is the creator's; without one it is drawn."""
    ruleset, options = played
    own_seed, salt = seed or secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES)
    placed = tuple(seats)
    if options.seat_lottery:
        placed = dealt(placed, lots(own_seed, salt, ruleset.seats))
    return Stored(
        state=State.LOBBY,
        host=host,
        ruleset=ruleset,
        seats=placed,
        seed=own_seed,
        salt=salt,
        seeded_by_creator=bool(seed),
        created_ms=await backend.now_ms(),
        rules_version=rules_version(),
        options=options,
        terms=terms,
        revision=1,
        spectator_generation=new_generation(),
    )
