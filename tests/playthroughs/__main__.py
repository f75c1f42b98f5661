"""`python -m tests.playthroughs`: write the transcripts anew."""

from __future__ import annotations

from pathlib import Path

from .transcript import transcript

FOLDER = Path(__file__).parent
SEEDS = {4: 1, 5: 4, 8: 5, 10: 1}  # one match for each number of seats


def main() -> None:
    for seats, seed in SEEDS.items():
        path_of(seats).write_text(transcript(seats, seed), encoding="utf-8")


def path_of(seats: int) -> Path:
    return FOLDER / f"{seats}_seats.txt"


if __name__ == "__main__":
    main()
