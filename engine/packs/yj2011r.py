"""法正 and 凌统 as revised in 2012."""

from __future__ import annotations

from ..heroes import yj2011r
from ..pack import Pack
from ..texts import PackTexts, heroes_yj2011r

PACK = Pack(
    "yj2011r",
    heroes=yj2011r.ROSTER,
    texts=PackTexts(
        heroes=heroes_yj2011r.HEROES,
        skills=heroes_yj2011r.SKILLS,
        terms=heroes_yj2011r.TERMS,
        prompts=heroes_yj2011r.PROMPTS,
    ),
)
