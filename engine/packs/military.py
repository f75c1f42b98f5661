"""The military deck (军争): 52 cards, elemental damage, chains and wine."""

from __future__ import annotations

from ..cards.basic.analeptic import Analeptic
from ..cards.basic.elemental_slash import FireSlash, ThunderSlash
from ..cards.decks.military import MILITARY
from ..cards.delayed.supply_shortage import SupplyShortage
from ..cards.delayed.thunder_lightning import ThunderLightning
from ..cards.equipment.fan import Fan
from ..cards.equipment.guding_blade import GudingBlade
from ..cards.equipment.hualiu import Hualiu
from ..cards.equipment.silver_lion import SilverLion
from ..cards.equipment.vine import Vine
from ..cards.trick.fire_attack import FireAttack
from ..cards.trick.iron_chain import IronChain
from ..pack import Pack
from ..texts import PackTexts, cards_military

PACK = Pack(
    "military",
    MILITARY,
    (
        *(FireSlash, ThunderSlash, Analeptic),
        *(FireAttack, IronChain, SupplyShortage, ThunderLightning),
        *(GudingBlade, Fan, SilverLion, Vine, Hualiu),
    ),
    texts=PackTexts(cards=cards_military.CARDS, terms=cards_military.TERMS, prompts=cards_military.PROMPTS),
)
