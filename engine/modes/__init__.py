"""Modes: how a match is set up, won and rewarded."""

from __future__ import annotations

from .. import texts
from ..texts import souls
from .identity import Identity
from .mode import Mode

MODES: dict[str, Mode] = {"identity": Identity()}

texts.add(souls.TEXTS)

__all__ = ["MODES", "Mode"]
