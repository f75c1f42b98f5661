"""The mountain heroes (山)."""

from __future__ import annotations

from ..cards.basic.elemental_slash import FireSlash
from ..heroes import mountain
from ..pack import Pack
from ..texts import PackTexts, heroes_mountain_b
from ..texts.entry import Text

PACK = Pack(
    "mountain",
    kinds=(FireSlash,),
    heroes=mountain.ROSTER,
    texts=PackTexts(
        heroes=heroes_mountain_b.HEROES,
        skills=heroes_mountain_b.SKILLS,
        terms={"pack.mountain": Text(zh="山", en="Mountain")},
        prompts=heroes_mountain_b.PROMPTS,
    ),
)
