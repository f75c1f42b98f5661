"""The heroes of the wind pack, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caoren import CAOREN
from .godguanyu import GODGUANYU
from .godlvmeng import GODLVMENG
from .huangzhong import HUANGZHONG
from .weiyan import WEIYAN
from .xiahouyuan import XIAHOUYUAN
from .xiaoqiao import XIAOQIAO
from .yuji import YUJI
from .zhangjiao import ZHANGJIAO
from .zhoutai import ZHOUTAI

ROSTER: tuple[Hero, ...] = (
    *(ZHANGJIAO, YUJI, HUANGZHONG, WEIYAN, CAOREN, XIAHOUYUAN, ZHOUTAI, XIAOQIAO),
    *(GODGUANYU, GODLVMENG),
)
