"""The wind pack (风): eight heroes and two gods."""

from __future__ import annotations

from ..heroes import wind
from ..pack import Pack
from ..texts import PackTexts, heroes_wind

PACK = Pack(
    "wind",
    heroes=wind.ROSTER,
    texts=PackTexts(
        heroes=heroes_wind.HEROES, skills=heroes_wind.SKILLS, terms=heroes_wind.TERMS, prompts=heroes_wind.PROMPTS
    ),
)
