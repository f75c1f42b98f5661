"""Modes: how a match is set up, won and rewarded."""

from __future__ import annotations

from .identity import Identity
from .mode import Mode

MODES: dict[str, Mode] = {"identity": Identity()}

__all__ = ["MODES", "Mode"]
