"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, and the cards that they make."""

from __future__ import annotations

from ..cards.basic.analeptic import Analeptic
from ..cards.basic.elemental_slash import FireSlash
from ..heroes import yj2012
from ..pack import Pack
from ..texts import PackTexts, heroes_yj2012

PACK = Pack(
    "yj2012",
    kinds=(Analeptic, FireSlash),
    heroes=yj2012.ROSTER,
    texts=PackTexts(
        heroes=heroes_yj2012.HEROES,
        skills=heroes_yj2012.SKILLS,
        terms=heroes_yj2012.TERMS,
        prompts=heroes_yj2012.PROMPTS,
    ),
)
