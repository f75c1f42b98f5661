"""The shape of a text, and the one way to add texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class PackTexts:
    """The texts of a pack. `terms` has its name as `pack.<id>`; `prompts` are keyed by what a `Reason` says."""

    cards: Mapping[str, Entry] = field(default_factory=dict)
    heroes: Mapping[str, Entry] = field(default_factory=dict)
    skills: Mapping[str, Entry] = field(default_factory=dict)
    terms: Mapping[str, Text] = field(default_factory=dict)
    prompts: Mapping[str, Text] = field(default_factory=dict)


def take_in(table: dict[str, T], texts: Mapping[str, T]) -> None:
    """Add texts to a table. Raises ValueError if it has one of them: a text is written once."""
    for key, text in texts.items():
        if key in table:
            raise ValueError(f"two texts for {key!r}")
        table[key] = text
