"""Provisional: the forest pack without heroes, until it is here."""

from __future__ import annotations

from ..pack import Pack
from ..texts import PackTexts, heroes_forest
from ..texts.entry import Text

PACK = Pack(
    "forest",
    texts=PackTexts(
        skills=heroes_forest.SKILLS,
        terms={"pack.forest": Text(zh="林", en="Forest")},
        prompts=heroes_forest.PROMPTS,
    ),
)
