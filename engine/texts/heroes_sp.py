"""The SP heroes, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "yangxiu": Entry(name=Text(zh="杨修", en="Yang Xiu"), text=Text(zh="恃才的主簿", en="Too Clever to Live")),
    "sp_pangde": Entry(
        name=Text(zh="SP庞德", en="SP Pang De"), text=Text(zh="抬榇之将", en="Who Brought His Own Coffin")
    ),
    "sp_guanyu": Entry(name=Text(zh="SP关羽", en="SP Guan Yu"), text=Text(zh="身在曹营", en="A Guest in Cao's Camp")),
    "sp_jiaxu": Entry(name=Text(zh="SP贾诩", en="SP Jia Xu"), text=Text(zh="魏廷太尉", en="Grand Commandant of Wei")),
    "sp_sunshangxiang": Entry(
        name=Text(zh="SP孙尚香", en="SP Sun Shangxiang"), text=Text(zh="远嫁的郡主", en="Bride in a Far Land")
    ),
    "sp_diaochan": Entry(name=Text(zh="SP貂蝉", en="SP Diaochan"), text=Text(zh="连环之计", en="Heart of the Plot")),
    "gongsunzan": Entry(
        name=Text(zh="公孙瓒", en="Gongsun Zan"), text=Text(zh="白马将军", en="General of the White Horses")
    ),
    "yuanshu": Entry(name=Text(zh="袁术", en="Yuan Shu"), text=Text(zh="称帝淮南", en="False Emperor of Huainan")),
    "sp_machao": Entry(name=Text(zh="SP马超", en="SP Ma Chao"), text=Text(zh="西凉之子", en="Son of Xiliang")),
}

_WEI: dict[str, Entry] = {
    "danlao": Entry(
        name=Text(zh="啖酪", en="A Mouthful Each"),
        text=Text(
            zh="当一张锦囊牌指定了包括你在内的多个目标后，你可摸一张牌：若如此做，该锦囊牌对你无效。",
            en="When a trick has named several targets, you among them, you may draw a card: that trick then has no "
            "effect on you.",
        ),
    ),
    "jilei": Entry(
        name=Text(zh="鸡肋", en="Chicken Ribs"),
        text=Text(
            zh="你每受到一次伤害后，可声明一种牌的类别（基本牌、锦囊牌或装备牌）："
            "直到回合结束，伤害来源不能使用、打出或弃置该类别的手牌。",
            en="Each time you have suffered damage, you may name a category of cards (basic, trick or equipment): "
            "until the end of the turn, the source of the damage cannot use, play or discard hand cards of that "
            "category.",
        ),
    ),
    "danji": Entry(
        name=Text(zh="单骑", en="Riding Alone"),
        text=Text(
            zh="觉醒技。回合开始阶段，若你的手牌数大于体力值，且主公为曹操，你减 1 点体力上限并获得“马术”。",
            en="Awakening. In your turn start phase, if you have more hand cards than hp and the lord is Cao Cao, you "
            "lose 1 maximum hp and gain Horsemanship.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "yicong": Entry(
        name=Text(zh="义从", en="Loyal Riders"),
        text=Text(
            zh="锁定技。若你的体力值大于 2，你计算与其他角色的距离时，结果 -1；"
            "否则，其他角色计算与你的距离时，结果 +1。",
            en="Locked. While you have more than 2 hp, you count your distance to others as 1 less; otherwise they "
            "count their distance to you as 1 more.",
        ),
    ),
    "yongsi": Entry(
        name=Text(zh="庸肆", en="Excess"),
        text=Text(
            zh="锁定技。摸牌阶段，你多摸 X 张牌；弃牌阶段，你至少须弃置 X 张牌，不足则全部弃置（X 为场上现存势力数）。",
            en="Locked. In your draw phase, you draw X more cards; in your discard phase, you discard at least X "
            "cards, or all of them if you have fewer (X is the number of kingdoms in play).",
        ),
    ),
    "weidi": Entry(
        name=Text(zh="伪帝", en="False Emperor"),
        text=Text(zh="锁定技。你拥有主公的主公技。", en="Locked. You have the lord skills of the lord."),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _QUN

TERMS: dict[str, Text] = {
    "pack.sp": Text(zh="SP", en="SP"),
    "mark.jilei_basic": Text(zh="鸡肋（基本牌）", en="Chicken Ribs (basic)"),
    "mark.jilei_trick": Text(zh="鸡肋（锦囊牌）", en="Chicken Ribs (trick)"),
    "mark.jilei_equipment": Text(zh="鸡肋（装备牌）", en="Chicken Ribs (equipment)"),
}

PROMPTS: dict[str, Text] = {
    "jilei": Text(
        zh="鸡肋：声明一种牌的类别，直到回合结束，{target}不能使用、打出或弃置该类别的手牌。",
        en="Chicken Ribs: name a category of cards. {target} cannot use, play or discard hand cards of it until the "
        "end of the turn.",
    ),
    "jilei.basic": Text(zh="基本牌", en="Basic cards"),
    "jilei.trick": Text(zh="锦囊牌", en="Tricks"),
    "jilei.equipment": Text(zh="装备牌", en="Equipment"),
}
