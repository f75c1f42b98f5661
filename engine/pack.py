"""What a pack brings: printed cards, the kinds they name, heroes in printed order, and the texts of all that."""

from __future__ import annotations

import msgspec

from .cards.kind import Kind
from .hero import Hero
from .texts import PackTexts


class Pack(msgspec.Struct, frozen=True):
    """`cards`: a name with the suits and ranks it is printed with, e.g. ("slash", "S7 H10"). `kinds` are those that the
    cards name, and others that the heroes make; one of a name that an earlier pack has takes its place."""

    id: str
    cards: tuple[tuple[str, str], ...] = ()
    kinds: tuple[type[Kind], ...] = ()
    heroes: tuple[Hero, ...] = ()
    texts: PackTexts = PackTexts()
