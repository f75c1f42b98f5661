"""The standard heroes, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caocao import CAOCAO
from .daqiao import DAQIAO
from .diaochan import DIAOCHAN
from .ganning import GANNING
from .guanyu import GUANYU
from .guojia import GUOJIA
from .huanggai import HUANGGAI
from .huangyueying import HUANGYUEYING
from .huatuo import HUATUO
from .liubei import LIUBEI
from .luxun import LUXUN
from .lvbu import LVBU
from .lvmeng import LVMENG
from .machao import MACHAO
from .simayi import SIMAYI
from .sunquan import SUNQUAN
from .sunshangxiang import SUNSHANGXIANG
from .xiahoudun import XIAHOUDUN
from .xuchu import XUCHU
from .zhangfei import ZHANGFEI
from .zhangliao import ZHANGLIAO
from .zhaoyun import ZHAOYUN
from .zhenji import ZHENJI
from .zhouyu import ZHOUYU
from .zhugeliang import ZHUGELIANG

ROSTER: tuple[Hero, ...] = (
    *(CAOCAO, SIMAYI, XIAHOUDUN, ZHANGLIAO, XUCHU, GUOJIA, ZHENJI),
    *(LIUBEI, GUANYU, ZHANGFEI, ZHUGELIANG, ZHAOYUN, MACHAO, HUANGYUEYING),
    *(SUNQUAN, GANNING, LVMENG, HUANGGAI, ZHOUYU, DAQIAO, LUXUN, SUNSHANGXIANG),
    *(HUATUO, LVBU, DIAOCHAN),
)
