"""Names and texts, Chinese and English, as data. A pack adds its module to the tables below."""

from engine.texts import cards_standard, events, heroes_standard, prompts, terms
from engine.texts.entry import Entry, Text, merge

CARDS: dict[str, Entry] = merge(cards_standard.CARDS)
HEROES: dict[str, Entry] = merge(heroes_standard.HEROES)
SKILLS: dict[str, Entry] = merge(heroes_standard.SKILLS)
TERMS: dict[str, Text] = merge(terms.TERMS)
PROMPTS: dict[str, Text] = merge(prompts.GENERAL, prompts.CARDS, prompts.SKILLS)
EVENTS: dict[str, Text] = merge(events.EVENTS)

__all__ = ["CARDS", "EVENTS", "HEROES", "PROMPTS", "SKILLS", "TERMS", "Entry", "Text", "merge"]
