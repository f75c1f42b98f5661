"""曹操"""

from __future__ import annotations

from ...hero import Hero
from ..standard.caocao import Hujia, Jianxiong


class OldJianxiong(Jianxiong, id="old_jianxiong"):
    """奸雄 — You may at once obtain all cards that have damaged you; not the Slashes that are played in a Duel."""


class OldHujia(Hujia, id="old_hujia"):
    """护驾 — Lord: at any time you may ask the heroes of Wei to play a Jink for you; they need not."""


OLD_CAOCAO = Hero("old_caocao", "wei", 4, (OldJianxiong, OldHujia), character="caocao")
