"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caozhang import CAOZHANG
from .guanxingzhangbao import GUANXINGZHANGBAO
from .liaohua import LIAOHUA
from .wangyi import WANGYI
from .xunyou import XUNYOU
from .zhonghui import ZHONGHUI

ROSTER: tuple[Hero, ...] = (*(ZHONGHUI, XUNYOU, WANGYI, CAOZHANG), *(GUANXINGZHANGBAO, LIAOHUA))
