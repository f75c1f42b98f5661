"""The first heroes of 一将成名 (2011), and the card that they make."""

from __future__ import annotations

from ..cards.basic.analeptic import Analeptic
from ..heroes import yj2011
from ..pack import Pack
from ..texts import PackTexts, heroes_yj2011

PACK = Pack(
    "yj2011",
    kinds=(Analeptic,),
    heroes=yj2011.ROSTER,
    texts=PackTexts(
        heroes=heroes_yj2011.HEROES,
        skills=heroes_yj2011.SKILLS,
        terms=heroes_yj2011.TERMS,
        prompts=heroes_yj2011.PROMPTS,
    ),
)
