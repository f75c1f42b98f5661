"""The heroes of the mountain pack, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "zhanghe": Entry(name=Text(zh="张郃", en="Zhang He"), text=Text(zh="应变无常", en="The Ever-Changing General")),
    "dengai": Entry(name=Text(zh="邓艾", en="Deng Ai"), text=Text(zh="偷渡阴平", en="Over the Pathless Mountains")),
    "sunce": Entry(name=Text(zh="孙策", en="Sun Ce"), text=Text(zh="江东霸业", en="Conqueror of the South")),
    "zhangzhaozhanghong": Entry(
        name=Text(zh="张昭张纮", en="Zhang Zhao and Zhang Hong"), text=Text(zh="江东二老", en="The Two Elders of Wu")
    ),
    "liushan": Entry(name=Text(zh="刘禅", en="Liu Shan"), text=Text(zh="安乐之君", en="The Carefree Sovereign")),
    "jiangwei": Entry(name=Text(zh="姜维", en="Jiang Wei"), text=Text(zh="承志北伐", en="Heir to an Unfinished War")),
    "caiwenji": Entry(name=Text(zh="蔡文姬", en="Cai Wenji"), text=Text(zh="塞外悲音", en="A Lament beyond the Wall")),
    "zuoci": Entry(name=Text(zh="左慈", en="Zuo Ci"), text=Text(zh="百面的仙翁", en="The Sage of a Hundred Faces")),
    "godsimayi": Entry(
        name=Text(zh="神司马懿", en="God Sima Yi"), text=Text(zh="忍尽天下的人", en="Who Outwaited the Realm")
    ),
    "godzhaoyun": Entry(name=Text(zh="神赵云", en="God Zhao Yun"), text=Text(zh="绝处的龙魂", en="The Dragon at Bay")),
}

_WEI: dict[str, Entry] = {
    "qiaobian": Entry(
        name=Text(zh="巧变", en="Quick Wits"),
        text=Text(
            zh="你可弃置一张手牌，跳过你的判定、摸牌、出牌或弃牌阶段。若以此跳过摸牌阶段，你可从至多两名其他角色处各获得一张"
            "手牌；若以此跳过出牌阶段，你可将一名角色装备区或判定区里的一张牌移到另一名角色的相应位置（须能置于该处）。",
            en="You may discard a hand card to skip your judge, draw, play or discard phase. If you so skip your draw "
            "phase, you may take one hand card from each of up to two other characters; if your play phase, you may "
            "move a card from a character's equipment or judgement zone to the matching place of another, "
            "where it must fit.",
        ),
    ),
    "tuntian": Entry(
        name=Text(zh="屯田", en="Garrison Fields"),
        text=Text(
            zh="你于回合外每次失去牌时，可判定：若不为红桃，将判定牌置于你的武将牌上，称为“田”。每有一张“田”，你与其他角色"
            "的距离便 -1。",
            en="Each time you lose cards outside your turn, you may judge: unless the result is a heart, the judgement "
            "card is put on your hero as a field. For each field, your distance to other characters is 1 less.",
        ),
    ),
    "zaoxian": Entry(
        name=Text(zh="凿险", en="Through the Peaks"),
        text=Text(
            zh="觉醒技。回合开始阶段开始时，若你的“田”有三张或更多，你减 1 点体力上限，并获得急袭。",
            en="Awakening. At the beginning of your turn start phase, if you have three or more fields, you lose 1 "
            "maximum hp and gain Swift Raid.",
        ),
    ),
    "jixi": Entry(
        name=Text(zh="急袭", en="Swift Raid"),
        text=Text(
            zh="出牌阶段，你可将一张“田”当【顺手牵羊】使用。", en="In your play phase, you may use a field as a Snatch."
        ),
    ),
}

_WU: dict[str, Entry] = {
    "jiang": Entry(
        name=Text(zh="激昂", en="High Spirits"),
        text=Text(
            zh="你使用【决斗】或红色【杀】指定目标后，或成为【决斗】或红色【杀】的目标后，可摸一张牌。",
            en="When a Duel or red Slash you use has named its targets, or you have become the target of one, you may "
            "draw a card.",
        ),
    ),
    "hunzi": Entry(
        name=Text(zh="魂姿", en="Soul of the Sire"),
        text=Text(
            zh="觉醒技。回合开始阶段开始时，若你的体力为 1，你减 1 点体力上限，并获得英姿和英魂。",
            en="Awakening. At the beginning of your turn start phase, if you have 1 hp, you lose 1 maximum hp and gain "
            "Heroic Bearing and Heroic Spirit.",
        ),
    ),
    "zhiba": Entry(
        name=Text(zh="制霸", en="Overlord"),
        text=Text(
            zh="主公技。其他吴势力角色的出牌阶段限一次，其可与你拼点：若其没赢，你可获得双方拼点的牌。魂姿发动后，你可拒绝。",
            en="Lord skill. Each other Wu character may, once in that character's play phase, compare cards with you: "
            "unless it wins, you may take both cards. Once Soul of the Sire has happened, you may refuse.",
        ),
    ),
    "zhiba_pindian": Entry(
        name=Text(zh="制霸拼点", en="Challenge to the Overlord"),
        text=Text(
            zh="出牌阶段限一次，你可与拥有制霸的角色拼点：若你没赢，其可获得双方拼点的牌。其魂姿发动后，其可拒绝。",
            en="Once per play phase, you may compare cards with who has Overlord: unless you win, that character may "
            "take both cards. Once its Soul of the Sire has happened, it may refuse.",
        ),
    ),
    "zhijian": Entry(
        name=Text(zh="直谏", en="Blunt Counsel"),
        text=Text(
            zh="出牌阶段，你可将手牌中的一张装备牌置于一名其他角色的装备区里（该位置须为空），然后摸一张牌。",
            en="In your play phase, you may put a piece of equipment from your hand into another character's equipment "
            "zone, where its slot must be free, and then draw a card.",
        ),
    ),
    "guzheng": Entry(
        name=Text(zh="固政", en="Firm Government"),
        text=Text(
            zh="其他角色的弃牌阶段结束时，你可将此阶段中弃置的一张牌从弃牌堆返回其手牌，然后你可获得弃牌堆里其余于此阶段中"
            "弃置的牌。",
            en="At the end of another character's discard phase, you may return one of the cards discarded in it from "
            "the discard pile to that character's hand; then you may take the others.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "xiangle": Entry(
        name=Text(zh="享乐", en="Revelry"),
        text=Text(
            zh="锁定技。其他角色使用【杀】指定你为目标时，须额外弃置一张基本牌，否则此【杀】对你无效。",
            en="Locked. When another character's Slash names you as a target, its user must also discard a basic card, "
            "or the Slash is ineffective on you.",
        ),
    ),
    "fangquan": Entry(
        name=Text(zh="放权", en="Delegation"),
        text=Text(
            zh="你可跳过你的出牌阶段：此回合结束时，你可弃置一张手牌，令一名其他角色进行一个额外的回合。",
            en="You may skip your play phase: at the end of this turn, you may discard a hand card for another "
            "character to take an extra turn.",
        ),
    ),
    "ruoyu": Entry(
        name=Text(zh="若愚", en="Feigned Folly"),
        text=Text(
            zh="主公技，觉醒技。回合开始阶段开始时，若没有角色的体力少于你，你加 1 点体力上限，回复 1 点体力，"
            "并获得激将。",
            en="Lord skill, awakening. At the beginning of your turn start phase, if no character has less hp than "
            "you, you gain 1 maximum hp, recover 1 hp and gain Rallying Call.",
        ),
    ),
    "tiaoxin": Entry(
        name=Text(zh="挑衅", en="Provocation"),
        text=Text(
            zh="出牌阶段限一次，你可选择一名攻击范围内有你的角色，其选择：对你使用一张【杀】，或令你弃置其一张牌。",
            en="Once per play phase, you may choose a character whose attack range you are in: it chooses to use a "
            "Slash on you, or to let you discard one of its cards.",
        ),
    ),
    "zhiji": Entry(
        name=Text(zh="志继", en="The Cause Carried On"),
        text=Text(
            zh="觉醒技。回合开始阶段开始时，若你没有手牌，你回复 1 点体力或摸两张牌，然后减 1 点体力上限，并获得观星。",
            en="Awakening. At the beginning of your turn start phase, if you have no hand cards, you recover 1 hp or "
            "draw two cards; then you lose 1 maximum hp and gain Stargazing.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "beige": Entry(
        name=Text(zh="悲歌", en="Song of Sorrow"),
        text=Text(
            zh="一名角色每受到【杀】造成的一次伤害后，你可弃置一张牌，令其判定：红桃，其回复 1 点体力；"
            "方块，其摸两张牌；梅花，伤害来源弃置两张牌；黑桃，伤害来源将武将牌翻面。",
            en="Each time a character has suffered damage by a Slash, you may discard a card and let it judge. Heart: "
            "it recovers 1 hp; diamond: it draws two cards; club: the source of the damage discards two cards; spade: "
            "the source turns its hero over.",
        ),
    ),
    "duanchang": Entry(
        name=Text(zh="断肠", en="Broken Heart"),
        text=Text(
            zh="锁定技。杀死你的角色失去其所有武将技能。",
            en="Locked. Who kills you loses every hero skill.",
        ),
    ),
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
}

_GODS: dict[str, Entry] = {
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

SKILLS: dict[str, Entry] = _WEI | _WU | _SHU | _QUN | _GODS

TERMS: dict[str, Text] = {
    "pack.mountain": Text(zh="山", en="Mountain"),
    "mark.renjie": Text(zh="忍", en="Endurance"),
    "pile.tuntian": Text(zh="田", en="fields"),
}

PROMPTS: dict[str, Text] = {
    "option.qiaobian.forgo": Text(zh="跳过此阶段", en="skip the phase"),
    "option.qiaobian.raid": Text(zh="跳过摸牌阶段，获得其他角色的手牌", en="skip the draw phase and take hand cards"),
    "option.qiaobian.shift": Text(zh="跳过出牌阶段，移动场上的牌", en="skip the play phase and move a card"),
    "option.jilue.replace": Text(zh="鬼才", en="Uncanny Genius"),
    "option.jilue.banish": Text(zh="放逐", en="Banishment"),
    "option.jilue.leave_no_way_out": Text(zh="完杀", en="No Reprieve"),
    "option.jilue.weigh": Text(zh="制衡", en="Balance of Power"),
    "option.jilue.learn": Text(zh="集智", en="Gathered Wisdom"),
    "option.fangquan.retire": Text(zh="跳过出牌阶段", en="skip the play phase"),
    "option.fangquan.hand_over": Text(zh="弃置手牌，令其进行额外回合", en="discard a hand card: another turn"),
    "qiaobian.card": Text(
        zh="巧变：选择装备区或判定区里要移动的一张牌。",
        en="Quick Wits: choose the card of an equipment or judgement zone to move.",
    ),
    "qiaobian.to": Text(zh="巧变：选择将此牌移给谁。", en="Quick Wits: choose whom to move the card to."),
    "zhiba_pindian.answer": Text(
        zh="{source}请求与你拼点：是否拒绝？", en="{source} wants to compare cards with you: refuse?"
    ),
    "zhiba_pindian.refuse": Text(zh="拒绝", en="Refuse"),
    "zhiba_pindian.pass": Text(zh="拼点", en="Compare"),
    "zhiba.spoils": Text(zh="制霸：是否获得双方拼点的牌？", en="Overlord: take both compared cards?"),
    "zhijian.to": Text(
        zh="直谏：选择将此装备置于谁的装备区。", en="Blunt Counsel: choose whose equipment zone to put it into."
    ),
    "guzheng.returned": Text(
        zh="固政：选择返回{target}手牌的一张牌。", en="Firm Government: choose the card to return to {target}'s hand."
    ),
    "guzheng.rest": Text(zh="固政：是否获得其余 {count} 张牌？", en="Firm Government: take the other {count} card(s)?"),
    "xiangle": Text(
        zh="享乐：弃置一张基本牌，否则{card}对{target}无效。",
        en="Revelry: discard a basic card, or {card} is ineffective on {target}.",
    ),
    "xiangle.choose": Text(zh="弃置一张基本牌", en="Discard a basic card"),
    "xiangle.pass": Text(zh="无效", en="Let it be ineffective"),
    "tiaoxin": Text(
        zh="{source}对你发动挑衅：对其使用一张【杀】，或被其弃置一张牌。",
        en="{source} invokes Provocation on you: use a Slash on {source}, or have one of your cards discarded.",
    ),
    "tiaoxin.pass": Text(zh="令其弃置你的一张牌", en="Have a card discarded"),
    "zhiji": Text(zh="志继：回复 1 点体力，或摸两张牌。", en="The Cause Carried On: recover 1 hp or draw two cards."),
    "zhiji.recover": Text(zh="回复 1 点体力", en="Recover 1 hp"),
    "zhiji.draw": Text(zh="摸两张牌", en="Draw two cards"),
    "huashen.mask": Text(zh="{name}：亮出一张化身牌。", en="{name}: show one of your hero cards."),
    "huashen.skill": Text(zh="{name}：声明此武将的一项技能。", en="{name}: declare one of its skills."),
}
