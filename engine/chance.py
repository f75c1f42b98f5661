"""Chance as a pure function of a seed and a counter, so that a state holds one integer of it."""

from __future__ import annotations

from hashlib import blake2b

SEED_BYTES = 16
_RANGE = 1 << 64


def below(seed: bytes, counter: int, n: int) -> int:
    """A uniform integer in [0, n): the counter-th throw of the seed. The biased tail is thrown again."""
    fair = _RANGE - _RANGE % n
    attempt = 0
    while True:
        message = counter.to_bytes(8, "big") + attempt.to_bytes(2, "big")
        value = int.from_bytes(blake2b(message, key=seed, digest_size=8).digest(), "big")
        if value < fair:
            return value % n
        attempt += 1
