"""闪电 where there is thunder"""

from __future__ import annotations

from .lightning import Lightning


class ThunderLightning(Lightning):
    """Its damage is thunder as soon as the military deck is in play (D8)."""

    nature = "thunder"
