"""The SP heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
