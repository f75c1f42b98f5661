"""What becomes of the dead by an option: 转世 and 暗魂."""

from engine.texts.entry import Entry, PackTexts, Text

_SKILLS: dict[str, Entry] = {
    "offering": Entry(
        name=Text(zh="献祭", en="Offering"),
        text=Text(
            zh="每回合限一次，你可以于你的出牌阶段将一张手牌交给一名已出局的玩家。"
            "其手牌达到四张（四至五人游戏为三张）时，立即转世："
            "从未使用的武将中翻出一名同势力的武将（魏、蜀、吴以外则为翻开的第一名），以 1 点体力加入游戏。"
            "转世后的角色不能献祭，判定胜负和计分时仍视为已出局。",
            en="Once per turn you may, in your play phase, give a hand card to somebody dead. Who has four of them "
            "(three in a game of four or five) comes back at once: unused heroes are turned up until one is of "
            "the same kingdom (for who was not of Wei, Shu or Wu: the first one), who plays on with 1 hp. Who "
            "has come back offers nothing, and counts as dead for who has won and for points.",
        ),
    ),
    "luohan": Entry(
        name=Text(zh="罗汉", en="Arhat"),
        text=Text(
            zh="忠臣的暗魂。附体的角色受到伤害时，暗魂可以为其抵挡 1 点伤害，该角色不能拒绝，"
            "且须弃置一张手牌。然后暗魂消失。",
            en="The soul of a loyalist. When its host is damaged it may take 1 of the damage away; the host cannot "
            "refuse, and discards a hand card. Then the soul is gone.",
        ),
    ),
    "xuanwu": Entry(
        name=Text(zh="玄武", en="Black Tortoise"),
        text=Text(
            zh="反贼的暗魂。附体时摸一张牌；可以用此牌交换附体角色的一张手牌，换出的牌置入弃牌堆。然后暗魂消失。",
            en="The soul of a rebel. It draws a card when it chooses its host, and may put that card in the place of "
            "one of the host's hand cards, which goes to the discard pile. Then the soul is gone.",
        ),
    ),
    "zhuyou": Entry(
        name=Text(zh="祝由", en="Exorcist"),
        text=Text(
            zh="内奸的暗魂。附体角色的出牌阶段，可以令其弃置所有手牌，然后摸等量的牌。然后暗魂消失。",
            en="The soul of a renegade. In the play phase of its host it may have the host discard its whole hand and "
            "draw as many cards. Then the soul is gone.",
        ),
    ),
}

_TERMS: dict[str, Text] = {
    "mark.reincarnated": Text(zh="转世", en="reincarnated"),
    "option.reincarnation": Text(zh="转世", en="Reincarnation"),
    "option.dark_souls": Text(zh="暗魂", en="Dark souls"),
}

_PROMPTS: dict[str, Text] = {
    "luohan": Text(
        zh="{name}：{target}即将受到 {count} 点伤害，是否抵挡其中 1 点？暗魂随即消失。",
        en="{name}: {target} is about to take {count} damage. Take 1 of it away? Your soul is gone with it.",
    ),
    "luohan.attach": Text(zh="你成为罗汉暗魂：选择附体的角色。", en="You are the soul of an Arhat: choose your host."),
    "xuanwu": Text(
        zh="{name}：是否用你的牌交换{target}的一张手牌？暗魂随即消失。",
        en="{name}: put your card in the place of one in the hand of {target}? Your soul is gone with it.",
    ),
    "xuanwu.under_a_card": Text(
        zh="{name}：{target}成为【{card}】的目标，是否用你的牌交换其一张手牌？暗魂随即消失。",
        en="{name}: {card} is aimed at {target}. Put your card in the place of one in that hand? Your soul is gone "
        "with it.",
    ),
    "xuanwu.in_danger": Text(
        zh="{name}：{target}濒死，是否用你的牌交换其一张手牌？暗魂随即消失。",
        en="{name}: {target} is dying. Put your card in the place of one in that hand? Your soul is gone with it.",
    ),
    "xuanwu.attach": Text(
        zh="你成为玄武暗魂：选择附体的角色。", en="You are the soul of a Black Tortoise: choose your host."
    ),
    "zhuyou": Text(
        zh="{name}：是否令{target}弃置所有手牌并摸等量的牌？暗魂随即消失。",
        en="{name}: have {target} discard its hand and draw as many? Your soul is gone with it.",
    ),
    "zhuyou.attach": Text(
        zh="你成为祝由暗魂：选择附体的角色。", en="You are the soul of an Exorcist: choose your host."
    ),
}

TEXTS = PackTexts(skills=_SKILLS, terms=_TERMS, prompts=_PROMPTS)
