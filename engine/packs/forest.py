"""The forest pack (林): ten heroes, and the cards that they make."""

from __future__ import annotations

from ..cards.basic.analeptic import Analeptic
from ..cards.delayed.supply_shortage import SupplyShortage
from ..heroes import forest
from ..pack import Pack
from ..texts import PackTexts, heroes_forest

PACK = Pack(
    "forest",
    kinds=(Analeptic, SupplyShortage),
    heroes=forest.ROSTER,
    texts=PackTexts(
        heroes=heroes_forest.HEROES,
        skills=heroes_forest.SKILLS,
        terms=heroes_forest.TERMS,
        prompts=heroes_forest.PROMPTS,
    ),
)
