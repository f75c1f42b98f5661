"""陆逊"""

from __future__ import annotations

from ...hero import Hero
from ..standard.luxun import Lianying, Spared


class OldQianxun(Spared, id="old_qianxun"):
    """谦逊 — Snatch and Indulgence are nothing to you."""

    cards = ("snatch", "old_indulgence")


class OldLianying(Lianying, id="old_lianying"):
    """连营 — Whenever you have no hand card left you may draw one."""


OLD_LUXUN = Hero("old_luxun", "wu", 3, (OldQianxun, OldLianying), character="luxun")
