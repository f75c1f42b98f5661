"""骅骝"""

from __future__ import annotations

from ..kind import PlusHorse
from .horses import DefensiveHorse


class Hualiu(PlusHorse):
    id = "hualiu"
    skills = (DefensiveHorse,)
