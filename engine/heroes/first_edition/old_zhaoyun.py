"""赵云"""

from __future__ import annotations

from ...hero import Hero
from ..standard.zhaoyun import Longdan


class OldLongdan(Longdan, id="old_longdan"):
    """龙胆 — A Slash may serve you as a Jink, and a Jink as a Slash."""


OLD_ZHAOYUN = Hero("old_zhaoyun", "shu", 4, (OldLongdan,), character="zhaoyun")
