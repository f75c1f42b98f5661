"""The first heroes of 一将成名 (2011), in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caozhi import CAOZHI
from .chengong import CHENGONG
from .fazheng import FAZHENG
from .gaoshun import GAOSHUN
from .lingtong import LINGTONG
from .masu import MASU
from .wuguotai import WUGUOTAI
from .xusheng import XUSHENG
from .xushu import XUSHU
from .yujin import YUJIN
from .zhangchunhua import ZHANGCHUNHUA

ROSTER: tuple[Hero, ...] = (
    *(CAOZHI, ZHANGCHUNHUA, YUJIN, XUSHU, MASU, FAZHENG),
    *(LINGTONG, XUSHENG, WUGUOTAI, CHENGONG, GAOSHUN),
)
