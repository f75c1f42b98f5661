"""`python -m tests.playthroughs`: write the transcripts anew."""

from __future__ import annotations

from pathlib import Path

from .transcript import transcript

FOLDER = Path(__file__).parent
SEEDS = {4: 1, 5: 4, 8: 5, 10: 1}  # one match for each number of seats
# One of each edition that has cards of its own, and of each other mode: how many seats, and the seed.
EDITIONS = {"first-edition": (8, 22), "proto-1.0": (6, 2)}
OF_AN_EDITION = {"first-edition": {"advanced_weapons": True}}
MODES = {"3v3": (6, 28)}
# One of each option for the dead: how many seats, and the seed.
SOULS = {"reincarnation": (4, 27), "dark_souls": (5, 24)}
# One with the options of a series: how many seats, and the seed.
SERIES = {"series": (4, 56)}
OF_A_SERIES = {"attrition": True, "last_blood": True, "protected_seat": 2, "lord_seat": 1}


def main() -> None:
    for seats, seed in SEEDS.items():
        path_of(seats).write_text(transcript(seats, seed), encoding="utf-8")
    for edition, (seats, seed) in EDITIONS.items():
        told = transcript(seats, seed, edition, **OF_AN_EDITION.get(edition, {}))
        path_of(edition).write_text(told, encoding="utf-8")
    for mode, (seats, seed) in MODES.items():
        path_of(mode).write_text(transcript(seats, seed, mode=mode), encoding="utf-8")
    for option, (seats, seed) in SOULS.items():
        path_of(option).write_text(transcript(seats, seed, **{option: True}), encoding="utf-8")
    for name, (seats, seed) in SERIES.items():
        path_of(name).write_text(transcript(seats, seed, **OF_A_SERIES), encoding="utf-8")


def path_of(match: int | str) -> Path:
    """Of that many seats, or of an edition, mode or option."""
    return FOLDER / (f"{match}_seats.txt" if isinstance(match, int) else f"{match}.txt")


if __name__ == "__main__":
    main()
