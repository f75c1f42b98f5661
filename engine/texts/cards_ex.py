"""The EX cards that the standard deck does not have."""

from engine.texts.entry import Entry, Text

CARDS: dict[str, Entry] = {
    "ice_sword": Entry(
        name=Text(zh="寒冰剑", en="Ice Sword"),
        text=Text(
            zh="武器，攻击范围 2。你使用【杀】造成伤害时，可防止此伤害，改为依次弃置目标的两张牌（手牌或装备）。",
            en="Weapon, range 2. When your Slash would deal damage, you may prevent it and instead discard two of "
            "the target's cards, one after the other, from hand or equipment.",
        ),
    ),
    "nioh_shield": Entry(
        name=Text(zh="仁王盾", en="Nioh Shield"),
        text=Text(
            zh="防具。锁定技：黑色【杀】对你无效（【决斗】中打出的不算）。",
            en="Armour. Locked: black Slashes used on you have no effect (those played in a Duel are not affected).",
        ),
    ),
}

TERMS: dict[str, Text] = {"pack.ex": Text(zh="EX 牌", en="EX cards")}
