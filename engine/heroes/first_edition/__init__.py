"""The heroes of the first edition (text 000), in the order of the standard ones."""

from __future__ import annotations

from ...hero import Hero
from .old_caocao import OLD_CAOCAO
from .old_daqiao import OLD_DAQIAO
from .old_diaochan import OLD_DIAOCHAN
from .old_ganning import OLD_GANNING
from .old_guanyu import OLD_GUANYU
from .old_guojia import OLD_GUOJIA
from .old_huanggai import OLD_HUANGGAI
from .old_huangyueying import OLD_HUANGYUEYING
from .old_huatuo import OLD_HUATUO
from .old_liubei import OLD_LIUBEI
from .old_luxun import OLD_LUXUN
from .old_lvbu import OLD_LVBU
from .old_lvmeng import OLD_LVMENG
from .old_machao import OLD_MACHAO
from .old_simayi import OLD_SIMAYI
from .old_sunquan import OLD_SUNQUAN
from .old_sunshangxiang import OLD_SUNSHANGXIANG
from .old_xiahoudun import OLD_XIAHOUDUN
from .old_xuchu import OLD_XUCHU
from .old_zhangfei import OLD_ZHANGFEI
from .old_zhangliao import OLD_ZHANGLIAO
from .old_zhaoyun import OLD_ZHAOYUN
from .old_zhenji import OLD_ZHENJI
from .old_zhouyu import OLD_ZHOUYU
from .old_zhugeliang import OLD_ZHUGELIANG

ROSTER: tuple[Hero, ...] = (
    *(OLD_CAOCAO, OLD_SIMAYI, OLD_XIAHOUDUN, OLD_ZHANGLIAO, OLD_XUCHU, OLD_GUOJIA, OLD_ZHENJI),
    *(OLD_LIUBEI, OLD_GUANYU, OLD_ZHANGFEI, OLD_ZHUGELIANG, OLD_ZHAOYUN, OLD_MACHAO, OLD_HUANGYUEYING),
    *(OLD_SUNQUAN, OLD_GANNING, OLD_LVMENG, OLD_HUANGGAI, OLD_ZHOUYU, OLD_DAQIAO, OLD_LUXUN, OLD_SUNSHANGXIANG),
    *(OLD_HUATUO, OLD_LVBU, OLD_DIAOCHAN),
)
