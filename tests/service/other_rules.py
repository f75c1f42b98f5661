"""Servers with other rules: the packages copied, and something of the engine changed."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]


def copied(folder: Path, changed: str, before: str, after: str) -> Path:
    """The packages in a folder of their own, with one text of one file replaced."""
    for package in ("engine", "service", "proto"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / changed
    text = file.read_text()
    assert text.count(before) == 1, changed
    file.write_text(text.replace(before, after))
    return folder


def asking_otherwise(folder: Path) -> Path:
    """What asks for a response asks for something else, as far as marks can tell: whoever stands there cannot go on
    with it, and it with nobody who stands here."""
    return copied(
        folder,
        "engine/questions.py",
        "meaning = (self.seat, self.kind,",
        'meaning = (self.seat, "ANOTHER" if self.kind == "RESPOND" else self.kind,',
    )


def with_another_pack(folder: Path) -> Path:
    """There is a pack `more`, with nothing in it."""
    last = "    register(_printed.PACK)\n"
    return copied(folder, "engine/packs/__init__.py", last, f'{last}\nregister(Pack("more"))\n')
