"""The first heroes of 一将成名 (2011), in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "lingtong": Entry(name=Text(zh="凌统", en="Ling Tong"), text=Text(zh="旋风般的勇将", en="Whirlwind of the South")),
    "xusheng": Entry(name=Text(zh="徐盛", en="Xu Sheng"), text=Text(zh="江东铁壁", en="Iron Wall of the River")),
    "wuguotai": Entry(name=Text(zh="吴国太", en="Lady Wu"), text=Text(zh="甘露寺的国太", en="Dowager of the South")),
    "chengong": Entry(name=Text(zh="陈宫", en="Chen Gong"), text=Text(zh="刚直的谋士", en="The Upright Strategist")),
    "gaoshun": Entry(name=Text(zh="高顺", en="Gao Shun"), text=Text(zh="陷阵营统帅", en="Who Broke Every Line")),
}

_WU: dict[str, Entry] = {
    "xuanfeng": Entry(
        name=Text(zh="旋风", en="Whirlwind"),
        text=Text(
            zh="你每失去一次装备区里的牌后，可选择一项：视为对一名其他角色使用一张【杀】（无距离限制，不计入使用次数）；"
            "或对距离 1 以内的一名其他角色造成 1 点伤害。",
            en="Each time you have lost equipped cards, you may choose one: it is as if you used a Slash on another "
            "character, at any distance and counting towards no limit; or you deal 1 damage to another character "
            "within distance 1.",
        ),
    ),
    "pojun": Entry(
        name=Text(zh="破军", en="Breaking the Ranks"),
        text=Text(
            zh="你使用的【杀】每造成一次伤害后，你可令受到伤害的角色摸 X 张牌，然后将其武将牌翻面"
            "（X 为其体力值，至多为 5）。",
            en="Each time your Slash has dealt damage, you may have the character who suffered it draw X cards and "
            "then turn its hero over (X is its hp, at most 5).",
        ),
    ),
    "ganlu": Entry(
        name=Text(zh="甘露", en="Sweet Dew"),
        text=Text(
            zh="出牌阶段限一次，你可选择两名角色，令其交换装备区里的所有牌；两者的装备数之差不能大于你已损失的体力值。",
            en="Once per play phase, you may choose two characters, who exchange all their equipped cards; the numbers "
            "of these may not differ by more than the hp you have lost.",
        ),
    ),
    "buyi": Entry(
        name=Text(zh="补益", en="Succour"),
        text=Text(
            zh="一名角色进入濒死状态时，你可展示其一张手牌：若不为基本牌，其弃置此牌并回复 1 点体力。",
            en="When a character comes to be dying, you may show one of its hand cards: if it is not a basic card, the "
            "character discards it and recovers 1 hp.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "mingce": Entry(
        name=Text(zh="明策", en="Clear Counsel"),
        text=Text(
            zh="出牌阶段限一次，你可将一张装备牌或【杀】交给一名其他角色，其选择一项："
            "视为对其攻击范围内由你指定的另一名角色使用一张【杀】；或摸一张牌。",
            en="Once per play phase, you may give a piece of equipment or a Slash to another character, who chooses: "
            "it is as if it used a Slash on another character that you name within its attack range, or it draws a "
            "card.",
        ),
    ),
    "zhichi": Entry(
        name=Text(zh="智迟", en="Late Wisdom"),
        text=Text(
            zh="锁定技。你于回合外受到伤害后，直到该回合结束，【杀】和非延时类锦囊牌对你无效。",
            en="Locked. Once you have suffered damage outside your turn, Slashes and tricks that are not delayed have "
            "no effect on you until the end of that turn.",
        ),
    ),
    "xianzhen": Entry(
        name=Text(zh="陷阵", en="Into the Ranks"),
        text=Text(
            zh="出牌阶段限一次，你可与一名其他角色拼点。若你赢，直到回合结束，你无视与其的距离及其防具，"
            "且对其使用【杀】无次数限制；若你没赢，你不能使用【杀】直到回合结束。",
            en="Once per play phase, you may compare cards with another character. If you win, until the end of the "
            "turn you ignore the distance to it and its armour, and may use any number of Slashes on it. If you do not "
            "win, you may not use a Slash until the end of the turn.",
        ),
    ),
    "jinjiu": Entry(
        name=Text(zh="禁酒", en="Temperance"),
        text=Text(zh="锁定技。你的【酒】均视为【杀】。", en="Locked. Your Analeptics count as Slashes."),
    ),
}

SKILLS: dict[str, Entry] = _WU | _QUN

TERMS: dict[str, Text] = {"pack.yj2011": Text(zh="一将成名 2011", en="Rising Stars 2011")}

PROMPTS: dict[str, Text] = {
    "xuanfeng": Text(zh="旋风：选择一项。", en="Whirlwind: choose one."),
    "xuanfeng.strike": Text(zh="视为使用一张【杀】", en="As if you used a Slash"),
    "xuanfeng.damage": Text(zh="对距离 1 以内的角色造成 1 点伤害", en="1 damage within distance 1"),
    "xuanfeng.on": Text(zh="旋风：选择一名其他角色。", en="Whirlwind: choose another character."),
    "buyi": Text(zh="补益：选择你的一张手牌展示。", en="Succour: choose one of your hand cards to show."),
    "mingce": Text(
        zh="{source}对你发动明策：视为对{target}使用一张【杀】，或摸一张牌。",
        en="{source} invokes Clear Counsel on you: as if you used a Slash on {target}, or draw a card.",
    ),
    "mingce.strike": Text(zh="视为使用【杀】", en="As if you used a Slash"),
    "mingce.pass": Text(zh="摸一张牌", en="Draw a card"),
    "mingce.prey": Text(
        zh="明策：指定{target}攻击范围内的另一名角色。",
        en="Clear Counsel: name another character within {target}'s attack range.",
    ),
}
