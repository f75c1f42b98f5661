"""法正 and 凌统 as revised in 2012, in printed order."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
