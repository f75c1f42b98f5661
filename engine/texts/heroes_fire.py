"""The ten heroes of the fire pack, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "dianwei": Entry(name=Text(zh="典韦", en="Dian Wei"), text=Text(zh="双戟护主", en="Guardian with Twin Halberds")),
    "xunyu": Entry(name=Text(zh="荀彧", en="Xun Yu"), text=Text(zh="留香的谋臣", en="The Fragrant Adviser")),
    "wolong": Entry(
        name=Text(zh="卧龙诸葛亮", en="Zhuge Liang, the Crouching Dragon"),
        text=Text(zh="隆中隐士", en="The Recluse of Longzhong"),
    ),
    "pangtong": Entry(name=Text(zh="庞统", en="Pang Tong"), text=Text(zh="浴火雏凤", en="The Fledgling Phoenix")),
    "taishici": Entry(name=Text(zh="太史慈", en="Taishi Ci"), text=Text(zh="守信的箭手", en="The Archer of His Word")),
    "yuanshao": Entry(
        name=Text(zh="袁绍", en="Yuan Shao"), text=Text(zh="四世三公之后", en="Heir of Four Generations")
    ),
    "yanliangwenchou": Entry(
        name=Text(zh="颜良文丑", en="Yan Liang and Wen Chou"),
        text=Text(zh="河北双将", en="The Two Champions of Hebei"),
    ),
    "pangde": Entry(name=Text(zh="庞德", en="Pang De"), text=Text(zh="抬棺的骑将", en="The Rider with His Coffin")),
    "godzhouyu": Entry(
        name=Text(zh="神周瑜", en="God Zhou Yu"), text=Text(zh="赤壁烈焰", en="The Blaze of Red Cliffs")
    ),
    "godzhugeliang": Entry(
        name=Text(zh="神诸葛亮", en="God Zhuge Liang"), text=Text(zh="七星坛主", en="Master of the Seven Stars")
    ),
}

_WEI: dict[str, Entry] = {
    "qiangxi": Entry(
        name=Text(zh="强袭", en="Fierce Assault"),
        text=Text(
            zh="出牌阶段限一次，你可失去 1 点体力或弃置一张武器牌，对你攻击范围内的一名角色造成 1 点伤害。",
            en="Once per play phase, you may lose 1 hp or discard a weapon to deal 1 damage to a character in your "
            "attack range.",
        ),
    ),
    "quhu": Entry(
        name=Text(zh="驱虎", en="Drive the Tiger"),
        text=Text(
            zh="出牌阶段限一次，你可与一名体力值大于你的角色拼点：若你赢，其对其攻击范围内由你指定的另一名角色"
            "造成 1 点伤害；若你没赢，其对你造成 1 点伤害。",
            en="Once per play phase, you may compare cards with a character that has more hp than you. If you win, it "
            "deals 1 damage to another character of your choice in its attack range; if not, it deals 1 damage to "
            "you.",
        ),
    ),
    "jieming": Entry(
        name=Text(zh="节命", en="Steadfast Duty"),
        text=Text(
            zh="你每受到 1 点伤害后，可令一名角色将手牌摸至其体力上限的张数，至多五张。",
            en="For each 1 damage you have suffered, you may have a character draw until its hand cards number "
            "its maximum hp, at most five.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "bazhen": Entry(
        name=Text(zh="八阵", en="Eightfold Array"),
        text=Text(
            zh="锁定技。你的装备区里没有防具时，视为装备着【八卦阵】。",
            en="Locked. While there is no armour in your equipment zone, you count as wearing the Eight Diagram.",
        ),
    ),
    "huoji": Entry(
        name=Text(zh="火计", en="Fire Stratagem"),
        text=Text(
            zh="出牌阶段，你可将一张红色手牌当【火攻】使用。",
            en="In your play phase, you may use a red hand card as a Fire Attack.",
        ),
    ),
    "kanpo": Entry(
        name=Text(zh="看破", en="See Through"),
        text=Text(zh="你可将一张黑色手牌当【无懈可击】使用。", en="You may use a black hand card as a Nullification."),
    ),
    "lianhuan": Entry(
        name=Text(zh="连环", en="Linked Chains"),
        text=Text(
            zh="出牌阶段，你可将一张梅花手牌当【铁索连环】使用或重铸。",
            en="In your play phase, you may use a club hand card as an Iron Chain, or recast it.",
        ),
    ),
    "niepan": Entry(
        name=Text(zh="涅槃", en="Nirvana"),
        text=Text(
            zh="限定技。你濒死时，可弃置你的所有牌和判定区里的牌，将武将牌翻至正面并重置，"
            "摸三张牌，并将体力回复至 3 点。",
            en="Limited. When you are dying, you may discard all your cards and those in your judgement zone, turn "
            "face up and unchain yourself, draw three cards and recover to 3 hp.",
        ),
    ),
}

_WU: dict[str, Entry] = {
    "tianyi": Entry(
        name=Text(zh="天义", en="Heaven's Justice"),
        text=Text(
            zh="出牌阶段限一次，你可与一名其他角色拼点：若你赢，本回合你使用【杀】无距离限制，可多使用一张，且可多指定一个目标；"
            "若你没赢，本回合你不能使用【杀】。",
            en="Once per play phase, you may compare cards with another character. If you win, then in this turn your "
            "Slashes have no distance limit, you may use one more, and each may name one more target; if not, you "
            "cannot use Slashes in this turn.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "luanji": Entry(
        name=Text(zh="乱击", en="Rain of Arrows"),
        text=Text(
            zh="出牌阶段，你可将两张花色相同的手牌当【万箭齐发】使用。",
            en="In your play phase, you may use two hand cards of one suit as an Archery Attack.",
        ),
    ),
    "xueyi": Entry(
        name=Text(zh="血裔", en="Noble Blood"),
        text=Text(
            zh="主公技，锁定技。每有一名其他群势力角色存活，你的手牌上限便 +2。",
            en="Lord skill, locked. Your hand limit is 2 more for each other living Qun character.",
        ),
    ),
    "shuangxiong": Entry(
        name=Text(zh="双雄", en="Twin Heroes"),
        text=Text(
            zh="摸牌阶段，你可放弃摸牌，改为判定并获得判定牌：本回合你可将每张与其颜色不同的手牌当【决斗】使用。",
            en="In your draw phase, you may forgo drawing and instead judge and take the judgement card: in this turn "
            "you may use each hand card of the other colour as a Duel.",
        ),
    ),
    "mengjin": Entry(
        name=Text(zh="猛进", en="Press On"),
        text=Text(
            zh="你使用的【杀】被目标的【闪】抵消后，你可弃置其一张牌。",
            en="When a Jink of its target has cancelled your Slash, you may discard one of the target's cards.",
        ),
    ),
}

_GODS: dict[str, Entry] = {
    "qinyin": Entry(
        name=Text(zh="琴音", en="Sound of the Zither"),
        text=Text(
            zh="弃牌阶段，你弃置两张或更多的手牌后，可令所有角色各回复 1 点体力，或各失去 1 点体力。",
            en="When you have discarded two or more hand cards in your discard phase, you may have every character "
            "recover 1 hp, or every character lose 1 hp.",
        ),
    ),
    "yeyan": Entry(
        name=Text(zh="业炎", en="Karmic Flame"),
        text=Text(
            zh="限定技。出牌阶段，你可对一至三名角色分配并造成共计至多 3 点火焰伤害；若对其中一名角色分配 2 点或更多，"
            "你须先弃置四张花色各不相同的手牌并失去 3 点体力。",
            en="Limited. In your play phase, you may deal up to 3 fire damage in all, divided among one to three "
            "characters. To deal one of them 2 or more, you first discard four hand cards of different suits and "
            "lose 3 hp.",
        ),
    ),
    "qixing": Entry(
        name=Text(zh="七星", en="Seven Stars"),
        text=Text(
            zh="起始手牌发给你十一张，你保留四张，其余扣置一旁，称为“星”。你于摸牌阶段摸牌后，可用任意张手牌替换等量的“星”。",
            en="You are dealt eleven cards at first: you keep four and lay the others aside face down as stars. When "
            "you have drawn in your draw phase, you may exchange any number of hand cards for as many stars.",
        ),
    ),
    "kuangfeng": Entry(
        name=Text(zh="狂风", en="Gale"),
        text=Text(
            zh="回合结束阶段开始时，你可弃置一张“星”并指定一名角色：直到你的下个回合开始，其每次受到的火焰伤害 +1。",
            en="At the beginning of your turn end phase, you may discard a star and name a character: until your next "
            "turn begins, each fire damage to it is 1 more.",
        ),
    ),
    "dawu": Entry(
        name=Text(zh="大雾", en="Dense Fog"),
        text=Text(
            zh="回合结束阶段开始时，你可弃置 X 张“星”并指定 X 名角色：直到你的下个回合开始，"
            "防止其受到的雷电以外的伤害。",
            en="At the beginning of your turn end phase, you may discard X stars and name X characters: until your "
            "next turn begins, all damage to them other than thunder is prevented.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN | _GODS

TERMS: dict[str, Text] = {
    "pack.fire": Text(zh="火", en="Fire"),
    "pile.stars": Text(zh="星", en="stars"),
    "mark.gale": Text(zh="狂风", en="Gale"),
    "mark.fog": Text(zh="大雾", en="Fog"),
}

PROMPTS: dict[str, Text] = {
    "option.qiangxi.by_blood": Text(zh="失去 1 点体力", en="lose 1 hp"),
    "option.qiangxi.by_weapon": Text(zh="弃置武器", en="discard a weapon"),
    "option.yeyan.scorch": Text(zh="各 1 点伤害", en="1 damage each"),
    "option.yeyan.consume": Text(zh="弃置四张牌，共 2 点或 3 点伤害", en="discard four cards, more damage"),
    "quhu": Text(
        zh="驱虎：选择{target}对其造成 1 点伤害的角色。", en="Drive the Tiger: choose whom {target} deals 1 damage to."
    ),
    "qinyin": Text(
        zh="琴音：选择对所有角色的效果。", en="Sound of the Zither: choose what happens to every character."
    ),
    "qinyin.recover": Text(zh="所有角色各回复 1 点体力", en="Every character recovers 1 hp"),
    "qinyin.lose": Text(zh="所有角色各失去 1 点体力", en="Every character loses 1 hp"),
    "qixing.keep": Text(
        zh="七星：选择 {count} 张牌作为手牌，其余作为“星”。",
        en="Seven Stars: choose {count} card(s) to keep in hand; the others become stars.",
    ),
    "qixing.exchange": Text(
        zh="七星：可从手牌和“星”中选择 {count} 张作为手牌，其余作为“星”。",
        en="Seven Stars: you may choose {count} card(s) of hand and stars to be your hand; the others are stars.",
    ),
    "dawu": Text(zh="大雾：弃置 {count} 张“星”。", en="Dense Fog: discard {count} star(s)."),
}
