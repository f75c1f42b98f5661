"""火杀, 雷杀"""

from __future__ import annotations

from .slash import Slash


class FireSlash(Slash):
    """A Slash whose damage is fire."""

    id = "fire_slash"
    nature = "fire"


class ThunderSlash(Slash):
    """A Slash whose damage is thunder."""

    id = "thunder_slash"
    nature = "thunder"
