"""Provisional: what the mountain pack needs of the forest pack until that is here."""

from __future__ import annotations

from ...hero import Hero

ROSTER: tuple[Hero, ...] = ()
