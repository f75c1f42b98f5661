"""The first heroes of 一将成名 (2011), in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caozhi import CAOZHI
from .fazheng import FAZHENG
from .masu import MASU
from .xushu import XUSHU
from .yujin import YUJIN
from .zhangchunhua import ZHANGCHUNHUA

ROSTER: tuple[Hero, ...] = (CAOZHI, ZHANGCHUNHUA, YUJIN, XUSHU, MASU, FAZHENG)
