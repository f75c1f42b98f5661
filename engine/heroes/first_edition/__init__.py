"""The heroes of the first edition (text 000), in the order of the standard ones."""

from __future__ import annotations

from ...hero import Hero
from .old_caocao import OLD_CAOCAO
from .old_diaochan import OLD_DIAOCHAN
from .old_guojia import OLD_GUOJIA
from .old_huatuo import OLD_HUATUO
from .old_lvbu import OLD_LVBU
from .old_simayi import OLD_SIMAYI
from .old_xiahoudun import OLD_XIAHOUDUN
from .old_xuchu import OLD_XUCHU
from .old_zhangliao import OLD_ZHANGLIAO
from .old_zhenji import OLD_ZHENJI

ROSTER: tuple[Hero, ...] = (
    *(OLD_CAOCAO, OLD_SIMAYI, OLD_XIAHOUDUN, OLD_ZHANGLIAO, OLD_XUCHU, OLD_GUOJIA, OLD_ZHENJI),
    *(OLD_HUATUO, OLD_LVBU, OLD_DIAOCHAN),
)
