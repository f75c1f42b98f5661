"""`python -m tests.playthroughs`: write the transcripts anew."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.packs import PACKS
from engine.ruleset import Ruleset

from .transcript import transcript

FOLDER = Path(__file__).parent
EVERY_PACK = tuple(pack for pack in PACKS if pack != "standard")


class Played(NamedTuple):
    """What is played, and from which seed."""

    ruleset: Ruleset
    seed: int


MATCHES = {
    "4_seats": Played(Ruleset(4), 1),
    "5_seats": Played(Ruleset(5, packs=EVERY_PACK, gods=True), 4),
    "8_seats": Played(Ruleset(8, packs=EVERY_PACK, gods=True), 5),
    "10_seats": Played(Ruleset(10, packs=EVERY_PACK, gods=True), 1),
    "first-edition": Played(Ruleset(8, "first-edition", packs=(), advanced_weapons=True), 22),
    "proto-1.0": Played(Ruleset(6, "proto-1.0", packs=()), 2),
    "3v3": Played(Ruleset(6, mode="3v3"), 28),
    "reincarnation": Played(Ruleset(4, reincarnation=True), 27),
    "dark_souls": Played(Ruleset(5, packs=EVERY_PACK, gods=True, dark_souls=True), 24),
    "series": Played(Ruleset(4, attrition=True, last_blood=True, protected_seat=2, lord_seat=1), 56),
}


def main() -> None:
    for name, match in MATCHES.items():
        path_of(name).write_text(transcript(*match), encoding="utf-8")


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


if __name__ == "__main__":
    main()
