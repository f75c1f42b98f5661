"""Modes: how a match is set up, won and rewarded."""

from __future__ import annotations

from .. import texts
from ..texts import souls
from .identity import Identity
from .mode import Mode
from .three_on_three import ThreeOnThree

MODES: dict[str, Mode] = {mode.id: mode for mode in (Identity(), ThreeOnThree())}

texts.add(souls.TEXTS)

__all__ = ["MODES", "Mode"]
