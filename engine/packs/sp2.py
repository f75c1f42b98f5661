"""The ☆SP heroes."""

from __future__ import annotations

from ..heroes import sp2
from ..pack import Pack
from ..texts import PackTexts, heroes_sp2

PACK = Pack(
    "sp2",
    heroes=sp2.ROSTER,
    texts=PackTexts(
        heroes=heroes_sp2.HEROES,
        skills=heroes_sp2.SKILLS,
        terms=heroes_sp2.TERMS,
        prompts=heroes_sp2.PROMPTS,
    ),
)
