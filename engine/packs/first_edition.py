"""The pack of the first edition: 104 cards and its own heroes. No ruleset names it; its edition has it in play."""

from __future__ import annotations

from ..cards.basic.jink import Jink
from ..cards.basic.slash import Slash
from ..cards.decks.first_edition import FIRST_EDITION
from ..cards.equipment.crossbow import Crossbow
from ..cards.equipment.eight_diagram import EightDiagram
from ..cards.equipment.horses import HORSES
from ..cards.first_edition.collateral import OldCollateral
from ..cards.first_edition.delayed import OldIndulgence, OldLightning
from ..cards.first_edition.peach import OldPeach
from ..cards.first_edition.weapons import PLAIN, OldQinggangSword
from ..cards.trick.amazing_grace import AmazingGrace
from ..cards.trick.archery_attack import ArcheryAttack
from ..cards.trick.dismantlement import Dismantlement
from ..cards.trick.duel import Duel
from ..cards.trick.ex_nihilo import ExNihilo
from ..cards.trick.god_salvation import GodSalvation
from ..cards.trick.nullification import Nullification
from ..cards.trick.savage_assault import SavageAssault
from ..cards.trick.snatch import Snatch
from ..heroes import first_edition
from ..pack import Pack
from ..texts import PackTexts, cards_first_edition, heroes_first_edition

PACK = Pack(
    "first-edition",
    FIRST_EDITION,
    (
        *(Slash, Jink, OldPeach),
        *(Duel, Dismantlement, Snatch, SavageAssault, ArcheryAttack, ExNihilo, GodSalvation, AmazingGrace),
        *(OldCollateral, Nullification, OldIndulgence, OldLightning),
        *(Crossbow, OldQinggangSword, *PLAIN, EightDiagram),
        *HORSES,
    ),
    first_edition.ROSTER,
    PackTexts(
        cards=cards_first_edition.CARDS,
        heroes=heroes_first_edition.HEROES,
        skills=heroes_first_edition.SKILLS,
        terms=cards_first_edition.TERMS | heroes_first_edition.TERMS,
        prompts=cards_first_edition.PROMPTS | heroes_first_edition.PROMPTS,
    ),
)
