"""The forty heroes of the prototype, all without a skill and with 4 hp (R202)."""

from __future__ import annotations

from ...hero import Hero
from .. import fire, forest, standard, wind

LATER = (
    *("weiyan", "huangzhong", "xiahouyuan", "caoren", "dianwei", "xunyu", "xuhuang", "caopi"),
    *("pangtong", "sunjian", "lusu", "taishici", "yuanshao", "dongzhuo", "jiaxu"),
)
MAX_HP = 4

_LATER = {hero.id: hero for pack in (wind, fire, forest) for hero in pack.ROSTER}


def plain(hero: Hero) -> Hero:
    """Another card of the character; its colour is of no effect."""
    return Hero(f"proto_{hero.id}", hero.kingdom, MAX_HP, (), hero.sex, character=hero.id)


ROSTER = tuple(map(plain, (*standard.ROSTER, *(_LATER[hero] for hero in LATER))))
