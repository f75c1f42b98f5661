"""The heroes of the mountain pack, in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caiwenji import CAIWENJI
from .dengai import DENGAI
from .jiangwei import JIANGWEI
from .liushan import LIUSHAN
from .sunce import SUNCE
from .zhanghe import ZHANGHE
from .zhangzhaozhanghong import ZHANGZHAOZHANGHONG

ROSTER: tuple[Hero, ...] = (
    *(ZHANGHE, DENGAI),
    *(SUNCE, ZHANGZHAOZHANGHONG),
    *(LIUSHAN, JIANGWEI),
    CAIWENJI,
    # 左慈 beside 蔡文姬, then 神司马懿 and 神赵云 come here
)
