"""The standard pack: 104 cards and 25 heroes."""

from __future__ import annotations

from ..cards.basic.jink import Jink
from ..cards.basic.peach import Peach
from ..cards.basic.slash import Slash
from ..cards.decks.standard import STANDARD
from ..cards.delayed.indulgence import Indulgence
from ..cards.delayed.lightning import Lightning
from ..cards.equipment.axe import Axe
from ..cards.equipment.blade import Blade
from ..cards.equipment.crossbow import Crossbow
from ..cards.equipment.double_swords import DoubleSwords
from ..cards.equipment.eight_diagram import EightDiagram
from ..cards.equipment.halberd import Halberd
from ..cards.equipment.horses import HORSES
from ..cards.equipment.kylin_bow import KylinBow
from ..cards.equipment.qinggang_sword import QinggangSword
from ..cards.equipment.spear import Spear
from ..cards.trick.amazing_grace import AmazingGrace
from ..cards.trick.archery_attack import ArcheryAttack
from ..cards.trick.collateral import Collateral
from ..cards.trick.dismantlement import Dismantlement
from ..cards.trick.duel import Duel
from ..cards.trick.ex_nihilo import ExNihilo
from ..cards.trick.god_salvation import GodSalvation
from ..cards.trick.nullification import Nullification
from ..cards.trick.savage_assault import SavageAssault
from ..cards.trick.snatch import Snatch
from ..heroes import standard
from ..pack import Pack
from ..texts import PackTexts, cards_standard, heroes_standard

PACK = Pack(
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
    PackTexts(
        cards=cards_standard.CARDS,
        heroes=heroes_standard.HEROES,
        skills=heroes_standard.SKILLS,
        terms=cards_standard.TERMS,
        prompts=cards_standard.PROMPTS | heroes_standard.PROMPTS,
    ),
)
