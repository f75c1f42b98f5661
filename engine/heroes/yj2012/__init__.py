"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
