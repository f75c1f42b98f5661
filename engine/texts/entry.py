"""The shape of a text, and the one way to add texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T", "Text", "Entry")


@dataclass(frozen=True, slots=True)
class Text:
    """One name or sentence in Chinese and in English. Placeholders, in braces, are the same in both."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, hero or skill: its name, and what it does (for a hero, the epithet)."""

    name: Text
    text: Text


def merge(*tables: Mapping[str, T]) -> dict[str, T]:
    """One table of all of them. Raises ValueError if two tables have an id in common: a text is written once."""
    merged: dict[str, T] = {}
    for table in tables:
        for key, text in table.items():
            if key in merged:
                raise ValueError(f"two texts for {key!r}")
            merged[key] = text
    return merged
