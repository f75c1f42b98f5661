"""The forest heroes (林), in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caopi import CAOPI
from .dongzhuo import DONGZHUO
from .godcaocao import GODCAOCAO
from .godlvbu import GODLVBU
from .jiaxu import JIAXU
from .lusu import LUSU
from .menghuo import MENGHUO
from .sunjian import SUNJIAN
from .xuhuang import XUHUANG
from .zhurong import ZHURONG

ROSTER: tuple[Hero, ...] = (
    *(XUHUANG, CAOPI, SUNJIAN, LUSU, ZHURONG, MENGHUO, DONGZHUO, JIAXU),
    *(GODLVBU, GODCAOCAO),
)
