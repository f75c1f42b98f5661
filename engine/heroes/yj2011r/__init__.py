"""法正 and 凌统 of 一将成名 as revised in 2012: they take the place of the first ones, in printed order."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
