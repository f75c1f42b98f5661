"""The first heroes of 一将成名 (2011), in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "caozhi": Entry(name=Text(zh="曹植", en="Cao Zhi"), text=Text(zh="七步成诗", en="A Poem in Seven Paces")),
    "zhangchunhua": Entry(
        name=Text(zh="张春华", en="Zhang Chunhua"), text=Text(zh="司马懿之妻", en="Consort Without Pity")
    ),
    "yujin": Entry(name=Text(zh="于禁", en="Yu Jin"), text=Text(zh="治军严整", en="Iron Discipline")),
    "xushu": Entry(name=Text(zh="徐庶", en="Xu Shu"), text=Text(zh="身在曹营", en="In the Enemy's Camp")),
    "masu": Entry(name=Text(zh="马谡", en="Ma Su"), text=Text(zh="失守街亭", en="Who Lost Jieting")),
    "fazheng": Entry(name=Text(zh="法正", en="Fa Zheng"), text=Text(zh="恩怨必报", en="Who Repays in Kind")),
    "lingtong": Entry(name=Text(zh="凌统", en="Ling Tong"), text=Text(zh="旋风般的勇将", en="Whirlwind of the South")),
    "xusheng": Entry(name=Text(zh="徐盛", en="Xu Sheng"), text=Text(zh="江东铁壁", en="Iron Wall of the River")),
    "wuguotai": Entry(name=Text(zh="吴国太", en="Lady Wu"), text=Text(zh="甘露寺的国太", en="Dowager of the South")),
    "chengong": Entry(name=Text(zh="陈宫", en="Chen Gong"), text=Text(zh="刚直的谋士", en="The Upright Strategist")),
    "gaoshun": Entry(name=Text(zh="高顺", en="Gao Shun"), text=Text(zh="陷阵营统帅", en="Who Broke Every Line")),
}

_WEI: dict[str, Entry] = {
    "luoying": Entry(
        name=Text(zh="落英", en="Falling Petals"),
        text=Text(
            zh="其他角色的梅花牌因弃置或判定而进入弃牌堆时，你可获得之。",
            en="When club cards of other characters go to the discard pile by being discarded or having been judged, "
            "you may take them.",
        ),
    ),
    "jiushi": Entry(
        name=Text(zh="酒诗", en="Verse over Wine"),
        text=Text(
            zh="若你的武将牌正面朝上，你可将其翻面，视为使用一张【酒】；你的武将牌背面朝上时受到伤害后，你可将其翻回正面。",
            en="When you could use an Analeptic and your hero is face up, you may turn it over, which counts as using "
            "one; when you have suffered damage that met your hero face down, you may turn it face up.",
        ),
    ),
    "jueqing": Entry(
        name=Text(zh="绝情", en="Heartless"),
        text=Text(
            zh="锁定技。你即将造成的伤害均改为失去体力。",
            en="Locked. The damage you would deal is loss of hp instead.",
        ),
    ),
    "shangshi": Entry(
        name=Text(zh="伤逝", en="Comfort in Grief"),
        text=Text(
            zh="除在你的弃牌阶段内，每当你的手牌数小于你已损失的体力值时，你可将手牌补至该数。",
            en="Except within your discard phase, each time you have fewer hand cards than you have lost hp, you may "
            "draw up to that number.",
        ),
    ),
    "yizhong": Entry(
        name=Text(zh="毅重", en="Steadfast"),
        text=Text(
            zh="锁定技。若你的装备区里没有防具，黑色的【杀】对你无效。",
            en="Locked. While you wear no armour, black Slashes have no effect on you.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "wuyan": Entry(
        name=Text(zh="无言", en="Not a Word"),
        text=Text(
            zh="锁定技。你使用的非延时类锦囊牌对其他角色无效；其他角色使用的非延时类锦囊牌对你无效。",
            en="Locked. Tricks you use that are not delayed have no effect on other characters, and those other "
            "characters use have none on you.",
        ),
    ),
    "jujian": Entry(
        name=Text(zh="举荐", en="Recommendation"),
        text=Text(
            zh="出牌阶段，你可弃置至多三张牌，令一名其他角色摸等量的牌；若你以此法弃置了三张同一类别的牌，"
            "你回复 1 点体力。每回合限一次。",
            en="Once per turn, in your play phase, you may discard up to three cards and have another character draw "
            "as many; if you have discarded three of one category, you recover 1 hp.",
        ),
    ),
    "xinzhan": Entry(
        name=Text(zh="心战", en="War of Hearts"),
        text=Text(
            zh="出牌阶段，若你的手牌数大于你的体力上限，你可观看牌堆顶的三张牌，展示并获得其中任意张红桃牌，"
            "然后将其余的牌以任意顺序置于牌堆顶。每回合限一次。",
            en="Once per turn, in your play phase, if you have more hand cards than your maximum hp, you may look at "
            "the top three cards of the draw pile, show and take any number of hearts among them, and put the others "
            "back on top in any order.",
        ),
    ),
    "huilei": Entry(
        name=Text(zh="挥泪", en="Tears at the Block"),
        text=Text(
            zh="锁定技。杀死你的角色弃置其手牌和装备区里的所有牌。",
            en="Locked. Who kills you discards all its hand cards and equipped cards.",
        ),
    ),
    "enyuan": Entry(
        name=Text(zh="恩怨", en="Debts and Grudges"),
        text=Text(
            zh="锁定技。其他角色每令你回复 1 点体力，其摸一张牌；其他角色每对你造成一次伤害后，须交给你一张红桃手牌，"
            "否则其失去 1 点体力。",
            en="Locked. For each 1 hp another character lets you recover, it draws a card; each time another character "
            "has dealt damage to you, it must give you a heart hand card, or it loses 1 hp.",
        ),
    ),
    "xuanhuo": Entry(
        name=Text(zh="眩惑", en="Bewilderment"),
        text=Text(
            zh="出牌阶段，你可将一张红桃手牌交给一名其他角色，然后你获得其一张牌，并立即交给另一名其他角色。"
            "每回合限一次。",
            en="Once per turn, in your play phase, you may give a heart hand card to another character; you then take "
            "one of its cards and at once give it to a third character.",
        ),
    ),
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
            zh="出牌阶段，你可选择两名角色，令其交换装备区里的所有牌；两者的装备数之差不能大于你已损失的体力值。"
            "每回合限一次。",
            en="Once per turn, in your play phase, you may choose two characters, who exchange all their equipped "
            "cards; the numbers of these may not differ by more than the hp you have lost.",
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
            zh="出牌阶段，你可将一张装备牌或【杀】交给一名其他角色，其选择一项："
            "视为对其攻击范围内由你指定的另一名角色使用一张【杀】；或摸一张牌。每回合限一次。",
            en="Once per turn, in your play phase, you may give a piece of equipment or a Slash to another character, "
            "who chooses: it is as if it used a Slash on another character that you name within its attack range, or "
            "it draws a card.",
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
            zh="出牌阶段，你可与一名其他角色拼点。若你赢，直到回合结束，你无视与其的距离及其防具，"
            "且对其使用【杀】无次数限制；若你没赢，你不能使用【杀】直到回合结束。每回合限一次。",
            en="Once per turn, in your play phase, you may compare cards with another character. If you win, until the "
            "end of the turn you ignore the distance to it and its armour, and may use any number of Slashes on it. If "
            "you do not win, you may not use a Slash until the end of the turn.",
        ),
    ),
    "jinjiu": Entry(
        name=Text(zh="禁酒", en="Temperance"),
        text=Text(zh="锁定技。你的【酒】均视为【杀】。", en="Locked. Your Analeptics count as Slashes."),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN

TERMS: dict[str, Text] = {
    "pack.yj2011": Text(zh="一将成名 2011", en="Rising Stars 2011"),
}

PROMPTS: dict[str, Text] = {
    "xinzhan": Text(zh="心战：选择你要展示并获得的红桃牌。", en="War of Hearts: choose the hearts you show and take."),
    "xinzhan.order": Text(
        zh="心战：将这些牌以任意顺序置于牌堆顶。", en="War of Hearts: put these cards back on top in any order."
    ),
    "enyuan": Text(
        zh="恩怨：交给{source}一张红桃手牌，或失去 1 点体力。",
        en="Debts and Grudges: give {source} a heart from your hand, or lose 1 hp.",
    ),
    "xuanhuo": Text(
        zh="眩惑：选择得到这张牌的另一名其他角色。",
        en="Bewilderment: choose the third character, who is given the card.",
    ),
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
