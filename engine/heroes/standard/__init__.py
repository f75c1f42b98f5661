"""The standard heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .daqiao import DAQIAO
from .xiahoudun import XIAHOUDUN
from .zhaoyun import ZHAOYUN

ROSTER: tuple[Hero, ...] = (XIAHOUDUN, ZHAOYUN, DAQIAO)
