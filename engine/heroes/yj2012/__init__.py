"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .bulianshi import BULIANSHI
from .chengpu import CHENGPU
from .handang import HANDANG
from .huaxiong import HUAXIONG
from .liubiao import LIUBIAO
from .madai import MADAI

ROSTER: tuple[Hero, ...] = (*(MADAI, BULIANSHI, HANDANG, CHENGPU, HUAXIONG, LIUBIAO),)
