"""张飞"""

from __future__ import annotations

from ...hero import Hero
from ..standard.zhangfei import Paoxiao


class OldFeijiang(Paoxiao, id="old_feijiang"):
    """飞将 — In your play phase you may use any number of Slashes."""


OLD_ZHANGFEI = Hero("old_zhangfei", "shu", 4, (OldFeijiang,), character="zhangfei")
