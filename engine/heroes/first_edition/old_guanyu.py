"""关羽"""

from __future__ import annotations

from ...hero import Hero
from ..standard.guanyu import Wusheng


class OldWusheng(Wusheng, id="old_wusheng"):
    """武圣 — Any red card of hand or equipment may serve you as a Slash."""


OLD_GUANYU = Hero("old_guanyu", "shu", 4, (OldWusheng,), character="guanyu")
