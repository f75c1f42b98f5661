"""法正 and 凌统 as revised in 2012, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .fazheng_r import FAZHENG_R
from .lingtong_r import LINGTONG_R

ROSTER: tuple[Hero, ...] = (FAZHENG_R, LINGTONG_R)
