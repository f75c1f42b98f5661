"""The committed transcripts are what the rules, the texts and the house players make of their seeds today.

After a change that is meant, `make playthroughs` writes them anew: read what changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playthroughs.__main__ import (
    EDITIONS,
    FOLDER,
    MODES,
    OF_A_SERIES,
    OF_AN_EDITION,
    SEEDS,
    SERIES,
    SOULS,
    path_of,
)
from tests.playthroughs.transcript import transcript

ROOT = Path(__file__).parents[2]
MOST_LINES = 1_500


@pytest.mark.parametrize("seats", SEEDS)
def test_a_transcript_is_that_of_its_match(seats: int) -> None:
    assert transcript(seats, SEEDS[seats]) == path_of(seats).read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_transcript_is_that_of_its_edition(edition: str) -> None:
    seats, seed = EDITIONS[edition]
    told = transcript(seats, seed, edition, **OF_AN_EDITION.get(edition, {}))
    assert told == path_of(edition).read_text(encoding="utf-8")


@pytest.mark.parametrize("mode", MODES)
def test_a_transcript_is_that_of_its_mode(mode: str) -> None:
    seats, seed = MODES[mode]
    assert transcript(seats, seed, mode=mode) == path_of(mode).read_text(encoding="utf-8")


@pytest.mark.parametrize("option", SOULS)
def test_a_transcript_is_that_of_its_option(option: str) -> None:
    seats, seed = SOULS[option]
    assert transcript(seats, seed, **{option: True}) == path_of(option).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SERIES)
def test_a_transcript_is_that_of_a_match_in_a_series(name: str) -> None:
    seats, seed = SERIES[name]
    assert transcript(seats, seed, **OF_A_SERIES) == path_of(name).read_text(encoding="utf-8")


def test_every_transcript_is_of_a_known_match_and_short_enough_to_read() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(map(path_of, (*SEEDS, *EDITIONS, *MODES, *SOULS, *SERIES)))
    assert all(path.read_text(encoding="utf-8").count("\n") < MOST_LINES for path in FOLDER.glob("*.txt"))


def test_a_transcript_is_the_same_under_another_hash_seed() -> None:
    program = "import sys; from tests.playthroughs.transcript import transcript; sys.stdout.write(transcript(4, 1))"
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"},
        check=True,
        capture_output=True,
    ).stdout
    assert told.decode() == path_of(4).read_text(encoding="utf-8")
