"""One transcript, whatever Python's hash seed is."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from engine.codec import encode_event, encode_record
from tests.engine.playing import stops
from tests.laws.worlds import RULESETS, chance, start

ROOT = Path(__file__).parents[2]


def transcript() -> str:
    """A digest of every event and stored byte of one match of every third ruleset."""
    digest = sha256()
    for seed, ruleset in enumerate(RULESETS[::3]):
        for match in stops(start(ruleset, seed), chance(seed)):
            digest.update(encode_record(match.record()))
        for event in match.game.events:
            digest.update(encode_event(event))
    return digest.hexdigest()


def transcript_under(hash_seed: str) -> str:
    program = "from tests.laws.test_hash_seeds import transcript; print(transcript())"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def test_two_hash_seeds_give_one_transcript() -> None:
    assert transcript_under("1") == transcript_under("2") == transcript()
