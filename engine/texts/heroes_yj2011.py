"""The first heroes of 一将成名 (2011), in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {}

SKILLS: dict[str, Entry] = {}

TERMS: dict[str, Text] = {"pack.yj2011": Text(zh="一将成名 2011", en="Rising Stars 2011")}

PROMPTS: dict[str, Text] = {}
