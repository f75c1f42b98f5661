"""The ☆SP heroes, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "star_caoren": Entry(
        name=Text(zh="☆SP曹仁", en="Star SP Cao Ren"), text=Text(zh="突围的征南将军", en="Who Broke the Siege")
    ),
    "star_zhangfei": Entry(
        name=Text(zh="☆SP张飞", en="Star SP Zhang Fei"), text=Text(zh="当阳桥头", en="At the Bridge of Dangyang")
    ),
    "star_liubei": Entry(
        name=Text(zh="☆SP刘备", en="Star SP Liu Bei"), text=Text(zh="复仇的汉主", en="Sworn to Vengeance")
    ),
    "star_lvmeng": Entry(
        name=Text(zh="☆SP吕蒙", en="Star SP Lü Meng"), text=Text(zh="士别三日", en="Three Days Later")
    ),
    "star_zhaoyun": Entry(
        name=Text(zh="☆SP赵云", en="Star SP Zhao Yun"), text=Text(zh="白马义从", en="Rider of the White Horses")
    ),
    "star_diaochan": Entry(
        name=Text(zh="☆SP貂蝉", en="Star SP Diaochan"), text=Text(zh="乱世的舞姬", en="Dancer in a World at War")
    ),
}

_WEI: dict[str, Entry] = {
    "kuiwei": Entry(
        name=Text(zh="溃围", en="Breaking Out"),
        text=Text(
            zh="回合结束阶段开始时，你可摸 2+X 张牌，然后将武将牌翻面：你的下个摸牌阶段开始时，你须弃置 X 张牌"
            "（X 为当时场上装备区里的武器牌数）。",
            en="At the beginning of your turn end phase, you may draw 2+X cards and then turn your hero over: at the "
            "beginning of your next draw phase you must discard X cards (X is the number of weapons equipped at the "
            "time).",
        ),
    ),
    "yanzheng": Entry(
        name=Text(zh="严整", en="In Good Order"),
        text=Text(
            zh="若你的手牌数大于体力值，你可将装备区里的牌当【无懈可击】使用。",
            en="While you have more hand cards than hp, you may use your equipped cards as Nullification.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "jie": Entry(
        name=Text(zh="嫉恶", en="Hatred of Evil"),
        text=Text(zh="锁定技。你使用的红色【杀】造成的伤害 +1。", en="Locked. Your red Slashes deal 1 more damage."),
    ),
    "dahe": Entry(
        name=Text(zh="大喝", en="Thunderous Shout"),
        text=Text(
            zh="出牌阶段限一次，你可与一名其他角色拼点：若你赢，直到回合结束，其非红桃的【闪】无效，且你可将其拼点的牌"
            "交给一名体力不多于你的角色；若你没赢，你展示手牌，然后弃置其中一张。",
            en="Once per play phase, you may compare cards with another character: if you win, its Jinks that are not "
            "hearts have no effect until the end of the turn, and you may give the card it compared to a character "
            "with no more hp than you; if you do not win, you show your hand and discard one card of it.",
        ),
    ),
    "zhaolie": Entry(
        name=Text(zh="昭烈", en="Manifest Ardour"),
        text=Text(
            zh="摸牌阶段摸牌时，你可少摸一张牌并选择攻击范围内的一名角色，其亮出牌堆顶的三张牌，"
            "将其中的非基本牌和【桃】置入弃牌堆，然后选择一项：你对其造成 X 点伤害，然后其获得其余的牌；"
            "或其依次弃置 X 张牌，然后你获得其余的牌（X 为其中非基本牌的数量）。",
            en="When you draw in your draw phase, you may draw one card less and choose a character within your attack "
            "range, who turns over the top three cards of the draw pile and puts the Peaches and non-basic cards into "
            "the discard pile. It then chooses: you deal it X damage, and it takes the other cards; or it discards X "
            "cards one by one, and you take the other cards (X is the number of non-basic cards among the three).",
        ),
    ),
    "shichou": Entry(
        name=Text(zh="誓仇", en="Oath of Vengeance"),
        text=Text(
            zh="主公技，限定技。回合开始时，你可交给一名其他蜀势力角色两张牌：每当你将受到伤害时，改为其受到等量的伤害，"
            "然后摸等量的牌，直到其首次进入濒死状态。",
            en="Lord skill, limited. At the beginning of your turn, you may give two cards to another Shu character: "
            "whenever you would suffer damage, it suffers as much instead and then draws as many cards, until it is "
            "dying for the first time.",
        ),
    ),
}

_WU: dict[str, Entry] = {
    "tanhu": Entry(
        name=Text(zh="探虎", en="Into the Tiger's Den"),
        text=Text(
            zh="出牌阶段限一次，你可与一名其他角色拼点：若你赢，直到回合结束，你与其的距离为 1，"
            "你对其使用的非延时类锦囊牌不能被【无懈可击】抵消。",
            en="Once per play phase, you may compare cards with another character: if you win, until the end of the "
            "turn your distance to it is 1, and your tricks on it that are not delayed cannot be cancelled by "
            "Nullification.",
        ),
    ),
    "mouduan": Entry(
        name=Text(zh="谋断", en="Sword and Scroll"),
        text=Text(
            zh="转化技。游戏开始时，你获得“武”标记；你有“武”时拥有“激昂”和“谦逊”，有“文”时拥有“英姿”和“克己”。"
            "当你的手牌不多于两张时，你须将“武”翻为“文”；任一角色的回合开始前，你可弃置一张牌，将“文”翻为“武”，"
            "此后你的手牌须多于两张。",
            en="Switch. At the start of the match you get the mark of Arms; with it you have High Spirits and "
            "Modesty, with the mark of Letters Heroic Bearing and Self-Restraint. When you have two hand cards or "
            "fewer, Arms must become Letters; before any character's turn, you may discard a card to turn Letters into "
            "Arms, if you then have more than two hand cards.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "chongzhen": Entry(
        name=Text(zh="冲阵", en="Charge"),
        text=Text(
            zh="你每发动“龙胆”使用或打出一张手牌时，可获得对方的一张手牌。",
            en="Each time you use or play a hand card by Dragon's Courage, you may take a hand card of your opponent.",
        ),
    ),
    "lihun": Entry(
        name=Text(zh="离魂", en="Stolen Soul"),
        text=Text(
            zh="出牌阶段，你可弃置一张牌并将武将牌翻面，然后获得一名其他男性角色的所有手牌；出牌阶段结束时，"
            "你须交给其与其体力值等量的牌。每回合限一次。",
            en="Once per turn, in your play phase, you may discard a card and turn your hero over to take all hand "
            "cards of another male character; at the end of the play phase, you must give him a card for each of his "
            "hp.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN

TERMS: dict[str, Text] = {
    "pack.sp2": Text(zh="☆SP", en="Star SP"),
    "mark.wu": Text(zh="武", en="Arms"),
    "mark.wen": Text(zh="文", en="Letters"),
}

PROMPTS: dict[str, Text] = {
    "option.chongzhen.charge": Text(zh="获得目标的一张手牌", en="take a hand card of the target"),
    "option.chongzhen.charge_back": Text(zh="获得对方的一张手牌", en="take a hand card of the opponent"),
    "dahe.spoils": Text(
        zh="大喝：是否将{target}拼点的牌交给一名体力不多于你的角色？",
        en="Thunderous Shout: give the card that {target} compared to a character with no more hp than you?",
    ),
    "zhaolie": Text(
        zh="昭烈：{source}对你发动，X 为 {count}，选择一项。",
        en="Manifest Ardour of {source}: X is {count}. Choose one.",
    ),
    "zhaolie.free": Text(
        zh="昭烈：其中没有非基本牌（X 为 0），选择一项。",
        en="Manifest Ardour: no card among them is non-basic (X is 0). Choose one.",
    ),
    "zhaolie.damage": Text(zh="受到 X 点伤害，然后获得其余的牌", en="Take X damage and get the other cards"),
    "zhaolie.discard": Text(
        zh="依次弃置 X 张牌，其余的牌归对方", en="Discard X cards one by one and leave the other cards"
    ),
    "lihun.give": Text(zh="离魂：交给{target} {count} 张牌。", en="Stolen Soul: give {target} {count} card(s)."),
}
