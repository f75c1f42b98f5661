"""The packs there are, in the order in which their cards are numbered and their heroes listed."""

from __future__ import annotations

from .. import texts
from ..pack import Pack
from . import ex, fire, forest, military, mountain, sp, sp2, standard, wind, yj2011, yj2011r, yj2012

PACKS: dict[str, Pack] = {}


def register(pack: Pack) -> None:
    """Make a pack known to rulesets, and its texts to the catalogue. Raises ValueError for an id or text that is
    taken."""
    if pack.id in PACKS:
        raise ValueError(f"two packs named {pack.id!r}")
    texts.add(pack.texts)
    PACKS[pack.id] = pack


for _printed in (standard, ex, military, wind, fire, forest, mountain, yj2011, yj2011r, yj2012, sp, sp2):
    register(_printed.PACK)
