"""郭嘉"""

from __future__ import annotations

from ...hero import Hero
from ..standard.guojia import Tiandu, Yiji


class OldTiandu(Tiandu, id="old_tiandu"):
    """天妒 — You may obtain the card of every judgement of yours; that of 鬼才 too."""


class OldYiji(Yiji, id="old_yiji"):
    """遗计 — For each point of damage to you, you draw two cards and give them to one or two players, yourself among
    them if you like."""


OLD_GUOJIA = Hero("old_guojia", "wei", 3, (OldTiandu, OldYiji), character="guojia")
