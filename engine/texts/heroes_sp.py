"""The SP heroes, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {}

SKILLS: dict[str, Entry] = {}

TERMS: dict[str, Text] = {"pack.sp": Text(zh="SP", en="SP")}

PROMPTS: dict[str, Text] = {}
