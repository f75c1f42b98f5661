"""The last three heroes of the mountain pack, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "zuoci": Entry(name=Text(zh="左慈", en="Zuo Ci"), text=Text(zh="百面的仙翁", en="The Sage of a Hundred Faces")),
    "godsimayi": Entry(
        name=Text(zh="神司马懿", en="God Sima Yi"), text=Text(zh="忍尽天下的人", en="Who Outwaited the Realm")
    ),
    "godzhaoyun": Entry(name=Text(zh="神赵云", en="God Zhao Yun"), text=Text(zh="绝处的龙魂", en="The Dragon at Bay")),
}

SKILLS: dict[str, Entry] = {
    "huashen": Entry(
        name=Text(zh="化身", en="Guises"),
        text=Text(
            zh="所有武将亮出后，你随机获得两张未使用的武将牌，称为化身牌，其他角色不可见；你亮出其中一张，声明其一项技能"
            "（限定技、觉醒技、主公技除外）：你拥有此技能，且势力和性别与该武将相同，直到替换化身牌。"
            "你的每个回合开始时和结束后，你可替换化身牌，并重新声明一项技能。",
            en="When all heroes are shown, you take two unused hero cards at random, unseen by the others; you show "
            "one of them and declare one of its skills, except limited, awakening and lord skills: until you replace "
            "the card, you have that skill, and that hero's kingdom and sex. At the beginning of each of your turns, "
            "and after it, you may replace the card and declare a skill anew.",
        ),
    ),
    "xinsheng": Entry(
        name=Text(zh="新生", en="New Life"),
        text=Text(
            zh="你每受到 1 点伤害后，可随机获得一张未使用的武将牌，作为化身牌。",
            en="For each 1 damage you have suffered, you may take an unused hero card at random, for Guises.",
        ),
    ),
    "renjie": Entry(
        name=Text(zh="忍戒", en="Endurance"),
        text=Text(
            zh="锁定技。你每受到 1 点伤害，或于你的弃牌阶段每弃置一张牌，获得一枚“忍”。",
            en="Locked. You get an Endurance mark for each 1 damage you suffer, and for each card you discard in your "
            "discard phase.",
        ),
    ),
    "baiyin": Entry(
        name=Text(zh="拜印", en="Seal of Office"),
        text=Text(
            zh="觉醒技。回合开始阶段开始时，若你有四枚或更多“忍”，你减 1 点体力上限，并获得极略。",
            en="Awakening. At the beginning of your turn start phase, if you have four or more Endurance marks, you "
            "lose 1 maximum hp and gain Far-Reaching Plans.",
        ),
    ),
    "lianpo": Entry(
        name=Text(zh="连破", en="Unbroken Advance"),
        text=Text(
            zh="若你于一个回合内杀死过角色，此回合结束后，你可进行一个额外的回合。",
            en="If you killed a character in a turn, you may take an extra turn after it.",
        ),
    ),
    "jilue": Entry(
        name=Text(zh="极略", en="Far-Reaching Plans"),
        text=Text(
            zh="你可弃置一枚“忍”，发动下列一项技能：鬼才、放逐、完杀（出牌阶段，直到回合结束）、制衡、集智。",
            en="You may discard an Endurance mark to invoke one of these skills: Uncanny Genius, Banishment, No "
            "Reprieve (in your play phase, until the end of the turn), Balance of Power, Gathered Wisdom.",
        ),
    ),
    "juejing": Entry(
        name=Text(zh="绝境", en="Desperate Straits"),
        text=Text(
            zh="锁定技。摸牌阶段，你每失去 1 点体力，多摸一张牌；你的手牌上限 +2。",
            en="Locked. In your draw phase, you draw one card more for each hp you have lost; your hand limit is 2 "
            "more.",
        ),
    ),
    "longhun": Entry(
        name=Text(zh="龙魂", en="Dragon's Soul"),
        text=Text(
            zh="你可将 X 张同花色的牌（X 为你的体力值，至少为 1）按下列规则使用或打出："
            "红桃当【桃】，方块当【火杀】，梅花当【闪】，黑桃当【无懈可击】。",
            en="You may use or play X cards of one suit (X: your hp, at least 1): hearts as a Peach, diamonds as a "
            "Fire Slash, clubs as a Jink, spades as a Nullification.",
        ),
    ),
}

TERMS: dict[str, Text] = {"mark.renjie": Text(zh="忍", en="Endurance")}

PROMPTS: dict[str, Text] = {
    "huashen.mask": Text(zh="{name}：亮出一张化身牌。", en="{name}: show one of your hero cards."),
    "huashen.skill": Text(zh="{name}：声明此武将的一项技能。", en="{name}: declare one of its skills."),
}
