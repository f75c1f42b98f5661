"""张辽"""

from __future__ import annotations

from ...hero import Hero
from ..standard.zhangliao import Tuxi


class OldTuxi(Tuxi, id="old_tuxi"):
    """突袭 — In your draw phase you may, instead of drawing, obtain a hand card of one or two players each, at
    random."""


OLD_ZHANGLIAO = Hero("old_zhangliao", "wei", 4, (OldTuxi,), character="zhangliao")
