"""What a pack brings: printed cards, the kinds they name, and heroes in printed order."""

from __future__ import annotations

import msgspec

from .cards.basic.jink import Jink
from .cards.basic.peach import Peach
from .cards.basic.slash import Slash
from .cards.decks.standard import EX, STANDARD
from .cards.delayed.indulgence import Indulgence
from .cards.delayed.lightning import Lightning
from .cards.equipment.axe import Axe
from .cards.equipment.blade import Blade
from .cards.equipment.crossbow import Crossbow
from .cards.equipment.double_swords import DoubleSwords
from .cards.equipment.eight_diagram import EightDiagram
from .cards.equipment.halberd import Halberd
from .cards.equipment.horses import HORSES
from .cards.equipment.ice_sword import IceSword
from .cards.equipment.kylin_bow import KylinBow
from .cards.equipment.nioh_shield import NiohShield
from .cards.equipment.qinggang_sword import QinggangSword
from .cards.equipment.spear import Spear
from .cards.kind import Kind
from .cards.trick.amazing_grace import AmazingGrace
from .cards.trick.archery_attack import ArcheryAttack
from .cards.trick.collateral import Collateral
from .cards.trick.dismantlement import Dismantlement
from .cards.trick.duel import Duel
from .cards.trick.ex_nihilo import ExNihilo
from .cards.trick.god_salvation import GodSalvation
from .cards.trick.nullification import Nullification
from .cards.trick.savage_assault import SavageAssault
from .cards.trick.snatch import Snatch
from .hero import Hero
from .heroes import standard


class Pack(msgspec.Struct, frozen=True):
    """`cards`: a name with the suits and ranks it is printed with, e.g. ("slash", "S7 H10")."""

    id: str
    cards: tuple[tuple[str, str], ...] = ()
    kinds: tuple[type[Kind], ...] = ()
    heroes: tuple[Hero, ...] = ()


STANDARD_PACK = Pack(
    "standard",
    STANDARD,
    (
        *(Slash, Jink, Peach),
        *(Duel, Dismantlement, Snatch, SavageAssault, ArcheryAttack, ExNihilo, GodSalvation, AmazingGrace, Collateral),
        *(Nullification, Indulgence, Lightning),
        *(Crossbow, QinggangSword, DoubleSwords, Axe, Blade, Spear, Halberd, KylinBow, EightDiagram),
        *HORSES,
    ),
    standard.ROSTER,
)

PACKS: dict[str, Pack] = {
    "standard": STANDARD_PACK,
    "ex": Pack("ex", EX, (IceSword, NiohShield)),
}
