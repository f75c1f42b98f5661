"""The SP heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .copies import SP_DIAOCHAN, SP_JIAXU, SP_MACHAO, SP_PANGDE, SP_SUNSHANGXIANG
from .gongsunzan import GONGSUNZAN
from .sp_guanyu import SP_GUANYU
from .yangxiu import YANGXIU
from .yuanshu import YUANSHU

ROSTER: tuple[Hero, ...] = (
    *(YANGXIU, SP_PANGDE, SP_GUANYU, SP_JIAXU),
    *(SP_SUNSHANGXIANG, SP_DIAOCHAN, GONGSUNZAN, YUANSHU, SP_MACHAO),
)
