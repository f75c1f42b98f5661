"""The mountain heroes (山), in printed order."""

from __future__ import annotations

from ...hero import Hero
from .caiwenji import CAIWENJI
from .dengai import DENGAI
from .godsimayi import GODSIMAYI
from .godzhaoyun import GODZHAOYUN
from .jiangwei import JIANGWEI
from .liushan import LIUSHAN
from .sunce import SUNCE
from .zhanghe import ZHANGHE
from .zhangzhaozhanghong import ZHANGZHAOZHANGHONG
from .zuoci import ZUOCI

ROSTER: tuple[Hero, ...] = (
    *(ZHANGHE, DENGAI, SUNCE, ZHANGZHAOZHANGHONG, LIUSHAN, JIANGWEI, CAIWENJI, ZUOCI),
    *(GODSIMAYI, GODZHAOYUN),
)
