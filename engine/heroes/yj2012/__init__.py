"""The heroes of 一将成名 2012 in printed order, with 钟会, a supplement of 2011."""

from __future__ import annotations

from ...hero import Hero
from .bulianshi import BULIANSHI
from .caozhang import CAOZHANG
from .chengpu import CHENGPU
from .guanxingzhangbao import GUANXINGZHANGBAO
from .handang import HANDANG
from .huaxiong import HUAXIONG
from .liaohua import LIAOHUA
from .liubiao import LIUBIAO
from .madai import MADAI
from .wangyi import WANGYI
from .xunyou import XUNYOU
from .zhonghui import ZHONGHUI

ROSTER: tuple[Hero, ...] = (
    *(ZHONGHUI, XUNYOU, WANGYI, CAOZHANG),
    *(GUANXINGZHANGBAO, LIAOHUA, MADAI),
    *(BULIANSHI, HANDANG, CHENGPU),
    *(HUAXIONG, LIUBIAO),
)
