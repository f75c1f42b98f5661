"""The heroes of the fire pack, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .dianwei import DIANWEI
from .godzhouyu import GODZHOUYU
from .godzhugeliang import GODZHUGELIANG
from .pangde import PANGDE
from .pangtong import PANGTONG
from .taishici import TAISHICI
from .wolong import WOLONG
from .xunyu import XUNYU
from .yanliangwenchou import YANLIANGWENCHOU
from .yuanshao import YUANSHAO

ROSTER: tuple[Hero, ...] = (
    *(DIANWEI, XUNYU, WOLONG, PANGTONG, TAISHICI),
    *(YUANSHAO, YANLIANGWENCHOU, PANGDE, GODZHOUYU, GODZHUGELIANG),
)
