"""The fire pack (神话再临·火): eight heroes and two gods."""

from __future__ import annotations

from ..cards.trick.fire_attack import FireAttack
from ..cards.trick.iron_chain import IronChain
from ..heroes import fire
from ..pack import Pack
from ..texts import PackTexts, heroes_fire

PACK = Pack(
    "fire",
    kinds=(FireAttack, IronChain),
    heroes=fire.ROSTER,
    texts=PackTexts(
        heroes=heroes_fire.HEROES,
        skills=heroes_fire.SKILLS,
        terms=heroes_fire.TERMS,
        prompts=heroes_fire.PROMPTS,
    ),
)
