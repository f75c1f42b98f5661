"""The first heroes of 一将成名 (2011), in printed order."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
