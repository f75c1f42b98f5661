"""The four EX cards."""

from __future__ import annotations

from ..cards.decks.standard import EX
from ..cards.equipment.ice_sword import IceSword
from ..cards.equipment.nioh_shield import NiohShield
from ..pack import Pack
from ..texts import PackTexts, cards_ex

PACK = Pack("ex", EX, (IceSword, NiohShield), texts=PackTexts(cards=cards_ex.CARDS, terms=cards_ex.TERMS))
