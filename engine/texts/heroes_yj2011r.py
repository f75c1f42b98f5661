"""法正 and 凌统 as revised in 2012, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {}

SKILLS: dict[str, Entry] = {}

TERMS: dict[str, Text] = {"pack.yj2011r": Text(zh="一将成名 2011（修订）", en="Rising Stars 2011, Revised")}

PROMPTS: dict[str, Text] = {}
