"""The pack of the prototype: 80 cards and 40 heroes, in play in its edition alone."""

from __future__ import annotations

from ..cards.basic.jink import Jink
from ..cards.basic.slash import Slash
from ..cards.decks.proto import PROTO
from ..cards.delayed.lightning import Lightning
from ..cards.proto import KINDS
from ..cards.trick.duel import Duel
from ..cards.trick.savage_assault import SavageAssault
from ..heroes import proto
from ..pack import Pack
from ..texts import PackTexts, cards_proto, heroes_fire, heroes_forest, heroes_standard, heroes_wind

_CHARACTERS = heroes_standard.HEROES | heroes_wind.HEROES | heroes_fire.HEROES | heroes_forest.HEROES

PACK = Pack(
    "proto",
    PROTO,
    (Slash, Jink, Duel, SavageAssault, Lightning, *KINDS),
    proto.ROSTER,
    PackTexts(
        cards=cards_proto.CARDS,
        heroes={hero.id: _CHARACTERS[hero.character] for hero in proto.ROSTER},
        terms=cards_proto.TERMS,
        prompts=cards_proto.PROMPTS,
    ),
)
