"""Cards of the military deck. Attack ranges are printed on the weapons, so their texts name them."""

from engine.texts.entry import Entry, Text

CARDS: dict[str, Entry] = {
    "fire_slash": Entry(
        name=Text(zh="火杀", en="Fire Slash"),
        text=Text(zh="与【杀】相同，但造成火焰伤害。", en="As a Slash, but its damage is fire."),
    ),
    "thunder_slash": Entry(
        name=Text(zh="雷杀", en="Thunder Slash"),
        text=Text(zh="与【杀】相同，但造成雷电伤害。", en="As a Slash, but its damage is thunder."),
    ),
    "analeptic": Entry(
        name=Text(zh="酒", en="Analeptic"),
        text=Text(
            zh="二选一：出牌阶段，对自己使用，本回合你使用的下一张【杀】伤害 +1，每回合限一次；"
            "或你濒死时，对自己使用，回复 1 点体力。",
            en="Either in your play phase, once a turn, use on yourself: your next Slash of this turn deals 1 more; or "
            "when you are dying, use on yourself to recover 1 hp.",
        ),
    ),
    "fire_attack": Entry(
        name=Text(zh="火攻", en="Fire Attack"),
        text=Text(
            zh="出牌阶段，对一名有手牌的角色使用：其展示一张手牌，然后你可弃置一张同花色的手牌，"
            "对其造成 1 点火焰伤害。",
            en="In your play phase, use on a character with a hand card, who shows one; you may then discard a hand "
            "card of the same suit to deal that character 1 fire damage.",
        ),
    ),
    "iron_chain": Entry(
        name=Text(zh="铁索连环", en="Iron Chain"),
        text=Text(
            zh="出牌阶段，对一至两名角色使用：各自横置，已横置的则重置。横置的角色受到属性伤害后重置，"
            "其他横置的角色依次受到同来源、同属性、同点数的伤害并重置，如此受到的伤害不再传导。"
            "重铸：出牌阶段，你可将此牌置入弃牌堆，然后摸一张牌。",
            en="In your play phase, use on one or two characters: each is chained, or unchained if it was. When a "
            "chained character takes elemental damage it is unchained, and each other chained one in turn takes as "
            "much of it from the same source and is unchained; damage that was passed on so goes no further. Recast: "
            "in your play phase, you may put this card into the discard pile and draw a card.",
        ),
    ),
    "supply_shortage": Entry(
        name=Text(zh="兵粮寸断", en="Supply Shortage"),
        text=Text(
            zh="延时类。出牌阶段，置入距离 1 以内的一名其他角色的判定区。其判定阶段判定：若不为梅花，"
            "跳过本回合的摸牌阶段。然后弃置此牌。",
            en="Delayed. In your play phase, place it in the judgement zone of another character within distance 1. In "
            "that character's judge phase it judges: unless the result is a club, it skips the draw phase of this "
            "turn. Then discard this card.",
        ),
    ),
    "guding_blade": Entry(
        name=Text(zh="古锭刀", en="Guding Blade"),
        text=Text(
            zh="武器，攻击范围 2。锁定技：你使用【杀】对目标造成伤害时，若其没有手牌，此伤害 +1。",
            en="Weapon, range 2. Locked: when your Slash damages its target, and that has no hand card, it deals 1 "
            "more.",
        ),
    ),
    "fan": Entry(
        name=Text(zh="朱雀羽扇", en="Fan"),
        text=Text(
            zh="武器，攻击范围 4。你可将普通【杀】当【火杀】使用。",
            en="Weapon, range 4. You may use an ordinary Slash as a Fire Slash.",
        ),
    ),
    "silver_lion": Entry(
        name=Text(zh="白银狮子", en="Silver Lion"),
        text=Text(
            zh="防具。锁定技：你受到多于 1 点的伤害时，防止多余的伤害；你失去装备区里的它时，回复 1 点体力。",
            en="Armour. Locked: of damage to you, all above 1 is prevented. When you lose it from your equipment zone, "
            "you recover 1 hp.",
        ),
    ),
    "vine": Entry(
        name=Text(zh="藤甲", en="Vine"),
        text=Text(
            zh="防具。锁定技：【南蛮入侵】、【万箭齐发】和普通【杀】对你无效；你受到的火焰伤害 +1。",
            en="Armour. Locked: Savage Assault, Archery Attack and ordinary Slashes have no effect on you; fire damage "
            "to you is 1 more.",
        ),
    ),
    "hualiu": Entry(
        name=Text(zh="骅骝", en="Hualiu"),
        text=Text(
            zh="+1 马。其他角色计算与你的距离时，结果 +1。",
            en="+1 horse. Other characters count their distance to you as 1 more.",
        ),
    ),
}

TERMS: dict[str, Text] = {"pack.military": Text(zh="军争", en="Military")}

PROMPTS: dict[str, Text] = {
    "fire_attack.show": Text(
        zh="{source}对你使用【火攻】：展示一张手牌。", en="{source} uses Fire Attack on you: show a hand card."
    ),
    "fire_attack.discard": Text(
        zh="【火攻】：是否弃置一张同花色的手牌，对{target}造成 1 点火焰伤害？",
        en="Fire Attack: discard a hand card of the same suit to deal {target} 1 fire damage?",
    ),
}
