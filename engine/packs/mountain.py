"""The mountain pack (山): ten heroes."""

from __future__ import annotations

from ..heroes import mountain
from ..pack import Pack
from ..texts import PackTexts, heroes_mountain
from ..texts.entry import Text

# 左慈, 神司马懿 and 神赵云 bring texts of their own, and the kind of 火杀
PACK = Pack(
    "mountain",
    heroes=mountain.ROSTER,
    texts=PackTexts(
        heroes=heroes_mountain.HEROES,
        skills=heroes_mountain.SKILLS,
        terms={"pack.mountain": Text(zh="山", en="Mountain")},
        prompts=heroes_mountain.PROMPTS,
    ),
)
