"""The mountain heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .godsimayi import GODSIMAYI
from .godzhaoyun import GODZHAOYUN
from .zuoci import ZUOCI

ROSTER: tuple[Hero, ...] = (ZUOCI, GODSIMAYI, GODZHAOYUN)
