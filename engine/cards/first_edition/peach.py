"""桃"""

from __future__ import annotations

from ..basic.peach import Peach


class OldPeach(Peach):
    """Play phase, when wounded: recover 1. Or: it offsets the last point that a character is about to lose, which
    comes to the same as recovering 1 in danger of death."""

    id = "old_peach"
