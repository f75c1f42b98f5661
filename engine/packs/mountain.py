"""The mountain pack (山): ten heroes, and the card that one of them makes."""

from __future__ import annotations

from ..cards.basic.elemental_slash import FireSlash
from ..heroes import mountain
from ..pack import Pack
from ..texts import PackTexts, heroes_mountain

PACK = Pack(
    "mountain",
    kinds=(FireSlash,),
    heroes=mountain.ROSTER,
    texts=PackTexts(
        heroes=heroes_mountain.HEROES,
        skills=heroes_mountain.SKILLS,
        terms=heroes_mountain.TERMS,
        prompts=heroes_mountain.PROMPTS,
    ),
)
