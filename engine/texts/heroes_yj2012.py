"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {}

SKILLS: dict[str, Entry] = {}

TERMS: dict[str, Text] = {"pack.yj2012": Text(zh="一将成名 2012", en="Rising Stars 2012")}

PROMPTS: dict[str, Text] = {}
