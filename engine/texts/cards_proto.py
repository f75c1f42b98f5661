"""Cards of the prototype that are not those of the standard edition."""

from engine.texts.entry import Entry, Text

_BASIC: dict[str, Entry] = {
    "proto_peach": Entry(
        name=Text(zh="桃", en="Peach"),
        text=Text(
            zh="二选一：在你的回合，对一名已受伤的角色（可以是你）使用，其回复 1 点体力；或在你的体力将减至 0 时，"
            "对自己使用，回复 1 点体力。只剩两名角色时不能使用。",
            en="Either in your turn, use on a wounded character (or yourself), who recovers 1 hp; or when you are "
            "about to be at 0 hp, use on yourself to recover 1 hp. Not when only two characters are left.",
        ),
    ),
}

_TRICKS: dict[str, Entry] = {
    "proto_pavilions": Entry(
        name=Text(zh="亭台", en="Pavilions"),
        text=Text(
            zh="在你的回合，对所有角色使用：从你起依次结算，每名角色回复 1 点体力。不能用来救将死的角色。",
            en="In your turn, use on all characters: in turn order from you, each recovers 1 hp. It saves nobody who "
            "is about to die.",
        ),
    ),
    "proto_fire_oxen": Entry(
        name=Text(zh="火牛阵", en="Fire Oxen"),
        text=Text(
            zh="在你的回合，对所有其他角色使用：从你的下家起依次结算，不打出【闪】的目标受到你的 1 点伤害。",
            en="In your turn, use on all other characters: in turn order from the seat after yours, each target who "
            "does not play a Jink takes 1 damage from you.",
        ),
    ),
    "proto_feast": Entry(
        name=Text(zh="喜宴", en="Wedding Feast"),
        text=Text(
            zh="在你的回合，对所有角色使用：亮出牌堆顶与存活角色数相等的牌，从你起依次选取其中一张加入手牌。",
            en="In your turn, use on all characters: reveal from the draw pile one card per living character; in turn "
            "order from you, each picks one and takes it into hand.",
        ),
    ),
    "proto_monkey": Entry(
        name=Text(zh="猴子偷桃", en="Monkey Steals Peaches"),
        text=Text(
            zh="在你的回合，对任意距离的一名有手牌或装备的其他角色使用：你选其一张手牌（随机）或装备，将之弃置。",
            en="In your turn, use on another character with hand or equipment, at any distance: one card of your "
            "choice is discarded, a hand card (at random) or an equipped card.",
        ),
    ),
    "proto_snatch": Entry(
        name=Text(zh="顺手牵羊", en="Snatch"),
        text=Text(
            zh="在你的回合，对距离 1 以内、有手牌或装备的一名其他角色使用：你获得其一张手牌（随机）或装备。",
            en="In your turn, use on another character within distance 1 with hand or equipment: take one card of your "
            "choice, a hand card (at random) or an equipped card.",
        ),
    ),
    "proto_phantom_army": Entry(
        name=Text(zh="草木皆兵", en="Phantom Army"),
        text=Text(zh="在你的回合，对自己使用：摸两张牌。", en="In your turn, use on yourself: draw two cards."),
    ),
    "proto_swagger": Entry(
        name=Text(zh="趾高气扬", en="Swagger"),
        text=Text(zh="在你的回合，对自己使用：摸三张牌。", en="In your turn, use on yourself: draw three cards."),
    ),
    "proto_indulgence": Entry(
        name=Text(zh="乐不思蜀", en="Indulgence"),
        text=Text(
            zh="在你的回合，置于一名其他角色面前，主公除外。其下个回合开始行动前判定：若不为红桃，"
            "其本回合不能摸牌和出牌。然后弃置此牌。",
            en="In your turn, place it before another character, but not before the lord. Before that character acts "
            "in its next turn it judges: unless the result is a heart, it neither draws nor plays in this turn. Then "
            "discard this card.",
        ),
    ),
}


def _weapon(zh: str, en: str, reach: int) -> Entry:
    return Entry(name=Text(zh=zh, en=en), text=Text(zh=f"武器，攻击范围 {reach}。", en=f"Weapon, range {reach}."))


_EQUIPMENT: dict[str, Entry] = {
    "proto_talisman": Entry(
        name=Text(zh="冥天照符", en="Netherworld Talisman"),
        text=Text(
            zh="武器，攻击范围 1。在你的回合，你使用【杀】没有张数限制。",
            en="Weapon, range 1. In your turn you may use any number of Slashes.",
        ),
    ),
    "proto_qinggang_sword": _weapon("青钢剑", "Blue Steel Sword", 2),
    "proto_dragon_sword": _weapon("黄龙剑", "Yellow Dragon Sword", 2),
    "proto_overlord": _weapon("霸王", "Overlord", 2),
    "proto_blade": _weapon("青龙偃月刀", "Green Dragon Blade", 3),
    "proto_halberd": _weapon("方天化戟", "Sky Piercing Halberd", 4),
    "proto_fan": _weapon("朱雀羽扇", "Vermilion Feather Fan", 5),
    "proto_plus_horse": Entry(
        name=Text(zh="+1马", en="+1 Horse"),
        text=Text(
            zh="+1 马。其他角色计算与你的距离时，结果 +1。",
            en="+1 horse. Other characters count their distance to you as 1 more.",
        ),
    ),
    "proto_minus_horse": Entry(
        name=Text(zh="-1马", en="-1 Horse"),
        text=Text(
            zh="-1 马。你计算与其他角色的距离时，结果 -1。",
            en="-1 horse. You count your distance to other characters as 1 less.",
        ),
    ),
    "proto_eight_diagram": Entry(
        name=Text(zh="八卦阵", en="Eight Diagram"),
        text=Text(
            zh="防具。【杀】或【火牛阵】要你出【闪】时，你可判定：红桃，视为你出了一张【闪】；否则，你仍可从手牌中出【闪】。",
            en="Armour. When a Slash or Fire Oxen asks you for a Jink, you may judge: on a heart, you count as having "
            "used or played one; else you may still do so from your hand.",
        ),
    ),
}

CARDS: dict[str, Entry] = _BASIC | _TRICKS | _EQUIPMENT

PROMPTS: dict[str, Text] = {
    "proto_feast": Text(zh="【喜宴】：选择一张牌获得。", en="Wedding Feast: pick a card to take."),
}

TERMS: dict[str, Text] = {"pack.proto": Text(zh="原型", en="Prototype")}
