"""The first heroes of 一将成名 (2011), in printed order."""

from __future__ import annotations

from ...hero import Hero
from .chengong import CHENGONG
from .gaoshun import GAOSHUN
from .lingtong import LINGTONG
from .wuguotai import WUGUOTAI
from .xusheng import XUSHENG

ROSTER: tuple[Hero, ...] = (
    *(LINGTONG, XUSHENG, WUGUOTAI),
    *(CHENGONG, GAOSHUN),
)
