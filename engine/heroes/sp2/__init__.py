"""The ☆SP heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .star_caoren import STAR_CAOREN
from .star_diaochan import STAR_DIAOCHAN
from .star_liubei import STAR_LIUBEI
from .star_lvmeng import STAR_LVMENG
from .star_zhangfei import STAR_ZHANGFEI
from .star_zhaoyun import STAR_ZHAOYUN

ROSTER: tuple[Hero, ...] = (
    *(STAR_CAOREN, STAR_ZHANGFEI, STAR_LIUBEI),
    *(STAR_LVMENG, STAR_ZHAOYUN, STAR_DIAOCHAN),
)
