"""The standard heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caocao import CAOCAO
from .daqiao import DAQIAO
from .diaochan import DIAOCHAN
from .guanyu import GUANYU
from .guojia import GUOJIA
from .huangyueying import HUANGYUEYING
from .liubei import LIUBEI
from .luxun import LUXUN
from .lvbu import LVBU
from .machao import MACHAO
from .simayi import SIMAYI
from .sunquan import SUNQUAN
from .sunshangxiang import SUNSHANGXIANG
from .xiahoudun import XIAHOUDUN
from .zhaoyun import ZHAOYUN
from .zhenji import ZHENJI
from .zhugeliang import ZHUGELIANG

ROSTER: tuple[Hero, ...] = (
    *(CAOCAO, SIMAYI, XIAHOUDUN, GUOJIA, ZHENJI),
    *(LIUBEI, GUANYU, ZHUGELIANG, ZHAOYUN, MACHAO, HUANGYUEYING),
    *(SUNQUAN, DAQIAO, LUXUN, SUNSHANGXIANG),
    *(LVBU, DIAOCHAN),
)
