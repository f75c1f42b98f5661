"""Names and texts, Chinese and English, as data: what is general here, the rest from the packs."""

from engine.texts.entry import Entry, PackTexts, Text, take_in
from engine.texts.events import EVENTS
from engine.texts.options import OPTIONS
from engine.texts.prompts import PROMPTS
from engine.texts.terms import TERMS

CARDS: dict[str, Entry] = {}
HEROES: dict[str, Entry] = {}
SKILLS: dict[str, Entry] = {}


def add(pack: PackTexts) -> None:
    """Take in a pack's texts. Raises ValueError if one of them is there already."""
    for entries, more_entries in ((CARDS, pack.cards), (HEROES, pack.heroes), (SKILLS, pack.skills)):
        take_in(entries, more_entries)
    for texts, more_texts in ((TERMS, pack.terms), (PROMPTS, pack.prompts)):
        take_in(texts, more_texts)


__all__ = [
    "CARDS",
    "EVENTS",
    "HEROES",
    "OPTIONS",
    "PROMPTS",
    "SKILLS",
    "TERMS",
    "Entry",
    "PackTexts",
    "Text",
    "add",
    "take_in",
]
