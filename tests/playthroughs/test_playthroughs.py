"""The committed transcripts are what the rules, the texts and the house players make of their seeds today.

After a change that is meant, `make playthroughs` writes them anew: read what changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playthroughs.__main__ import FOLDER, MATCHES, path_of
from tests.playthroughs.transcript import transcript

ROOT = Path(__file__).parents[2]
MOST_LINES = 1_500


@pytest.mark.parametrize("name", MATCHES)
def test_a_transcript_is_that_of_its_match(name: str) -> None:
    assert transcript(*MATCHES[name]) == path_of(name).read_text(encoding="utf-8")


def test_every_transcript_is_of_a_known_match_and_short_enough_to_read() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(map(path_of, MATCHES))
    assert all(path.read_text(encoding="utf-8").count("\n") < MOST_LINES for path in FOLDER.glob("*.txt"))


def test_a_transcript_is_the_same_under_another_hash_seed() -> None:
    program = """
import sys
from tests.playthroughs.__main__ import MATCHES, transcript
sys.stdout.write(transcript(*MATCHES["4_seats"]))
"""
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"},
        check=True,
        capture_output=True,
    ).stdout
    assert told.decode() == path_of("4_seats").read_text(encoding="utf-8")
