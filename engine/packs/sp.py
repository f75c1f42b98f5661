"""The SP heroes."""

from __future__ import annotations

from ..heroes import sp
from ..pack import Pack
from ..texts import PackTexts, heroes_sp

PACK = Pack(
    "sp",
    heroes=sp.ROSTER,
    texts=PackTexts(
        heroes=heroes_sp.HEROES,
        skills=heroes_sp.SKILLS,
        terms=heroes_sp.TERMS,
        prompts=heroes_sp.PROMPTS,
    ),
)
