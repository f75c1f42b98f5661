"""The heroes of the forest pack (林), in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "xuhuang": Entry(
        name=Text(zh="徐晃", en="Xu Huang"), text=Text(zh="断道之将", en="The General on the Supply Road")
    ),
    "caopi": Entry(name=Text(zh="曹丕", en="Cao Pi"), text=Text(zh="代汉称帝", en="Who Took the Throne of Han")),
    "sunjian": Entry(name=Text(zh="孙坚", en="Sun Jian"), text=Text(zh="江东之虎", en="Tiger of the South")),
    "lusu": Entry(name=Text(zh="鲁肃", en="Lu Su"), text=Text(zh="联刘的谋臣", en="Architect of the Alliance")),
    "zhurong": Entry(name=Text(zh="祝融", en="Zhurong"), text=Text(zh="南中女将", en="Warrior Queen of Nanzhong")),
    "menghuo": Entry(name=Text(zh="孟获", en="Meng Huo"), text=Text(zh="七擒七纵", en="Seven Times a Captive")),
    "dongzhuo": Entry(name=Text(zh="董卓", en="Dong Zhuo"), text=Text(zh="乱政的太师", en="Tyrant of the Capital")),
    "jiaxu": Entry(name=Text(zh="贾诩", en="Jia Xu"), text=Text(zh="自保的毒士", en="The Venomous Survivor")),
    "godlvbu": Entry(name=Text(zh="神吕布", en="God Lü Bu"), text=Text(zh="狂怒之神", en="Fury Unbound")),
    "godcaocao": Entry(
        name=Text(zh="神曹操", en="God Cao Cao"), text=Text(zh="天下归心", en="To Whom All Hearts Turn")
    ),
}

_WEI: dict[str, Entry] = {
    "duanliang": Entry(
        name=Text(zh="断粮", en="Severed Supplies"),
        text=Text(
            zh="出牌阶段，你可将一张黑色的基本牌或装备牌当【兵粮寸断】使用；"
            "你可对距离 2 以内的其他角色使用【兵粮寸断】。",
            en="In your play phase, you may use a black basic card or piece of equipment as Supply Shortage; you may "
            "use Supply Shortage on another character within distance 2.",
        ),
    ),
    "xingshang": Entry(
        name=Text(zh="行殇", en="Mourning Rites"),
        text=Text(
            zh="其他角色死亡时，你可获得其手牌和装备区里的所有牌。",
            en="When another character dies, you may take all its hand cards and equipped cards.",
        ),
    ),
    "fangzhu": Entry(
        name=Text(zh="放逐", en="Banishment"),
        text=Text(
            zh="你每受到一次伤害后，可令一名其他角色摸 X 张牌，然后将其武将牌翻面（X 为你已损失的体力值）。",
            en="Each time you have suffered damage, you may have another character draw X cards and then turn its hero "
            "over (X is the hp you have lost).",
        ),
    ),
    "songwei": Entry(
        name=Text(zh="颂威", en="Hymn of Might"),
        text=Text(
            zh="主公技。其他魏势力角色的判定牌生效后，若为黑色，其可令你摸一张牌。",
            en="Lord skill. When another Wei character's judgement has taken effect and is black, that character may "
            "let you draw a card.",
        ),
    ),
}

_WU: dict[str, Entry] = {
    "yinghun": Entry(
        name=Text(zh="英魂", en="Heroic Spirit"),
        text=Text(
            zh="回合开始阶段开始时，若你已受伤，可选择一名其他角色，其选择一项：摸 X 张牌，然后弃置一张牌；"
            "或摸一张牌，然后弃置 X 张牌（X 为你已损失的体力值）。",
            en="At the beginning of your turn start phase, if wounded, you may choose another character, who chooses "
            "either to draw X cards and then discard one, or to draw one card and then discard X (X is the hp you have "
            "lost).",
        ),
    ),
    "haoshi": Entry(
        name=Text(zh="好施", en="Open Hand"),
        text=Text(
            zh="摸牌阶段摸牌时，你可多摸两张牌；若此时你的手牌多于五张，你须将一半（向下取整）的手牌"
            "交给手牌最少的一名其他角色。",
            en="When you draw in your draw phase, you may draw two more cards; if you then have more than five hand "
            "cards, you must give half of them, rounded down, to another character with the fewest hand cards.",
        ),
    ),
    "dimeng": Entry(
        name=Text(zh="缔盟", en="Sworn Alliance"),
        text=Text(
            zh="出牌阶段限一次，你可选择两名其他角色，弃置数量等于其手牌数之差的牌，然后令其交换手牌。",
            en="Once per play phase, you may choose two other characters and discard as many cards as their hands "
            "differ by; they then exchange their hands.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "juxiang": Entry(
        name=Text(zh="巨象", en="Great Elephants"),
        text=Text(
            zh="锁定技。【南蛮入侵】对你无效；其他角色使用的【南蛮入侵】结算后将置入弃牌堆时，你获得之。",
            en="Locked. Savage Assault has no effect on you; when another character's Savage Assault is resolved and "
            "would go to the discard pile, you take it.",
        ),
    ),
    "lieren": Entry(
        name=Text(zh="烈刃", en="Fiery Blades"),
        text=Text(
            zh="你每使用【杀】对目标造成一次伤害后，可与其拼点：若你赢，你获得其一张牌。",
            en="Each time your Slash has damaged its target, you may compare cards with it: if you win, you take one "
            "of its cards.",
        ),
    ),
    "huoshou": Entry(
        name=Text(zh="祸首", en="Ringleader"),
        text=Text(
            zh="锁定技。【南蛮入侵】对你无效；任何【南蛮入侵】造成的伤害，来源均为你。",
            en="Locked. Savage Assault has no effect on you; you are the source of the damage of every Savage Assault.",
        ),
    ),
    "zaiqi": Entry(
        name=Text(zh="再起", en="Rising Again"),
        text=Text(
            zh="摸牌阶段，若你已受伤，你可放弃摸牌，改为展示牌堆顶的 X 张牌（X 为你已损失的体力值）："
            "其中每有一张红桃牌，你回复 1 点体力；然后弃置这些红桃牌，获得其余的牌。",
            en="In your draw phase, if wounded, you may, instead of drawing, show the top X cards of the draw pile (X "
            "is the hp you have lost): for each heart among them you recover 1 hp; the hearts are then discarded, and "
            "you take the others.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "jiuchi": Entry(
        name=Text(zh="酒池", en="Pool of Wine"),
        text=Text(zh="你可将一张黑桃手牌当【酒】使用。", en="You may use a spade hand card as Analeptic."),
    ),
    "roulin": Entry(
        name=Text(zh="肉林", en="Forest of Flesh"),
        text=Text(
            zh="锁定技。你对女性角色使用的【杀】、女性角色对你使用的【杀】，须连续使用两张【闪】才能抵消。",
            en="Locked. It takes two Jinks in a row to cancel your Slash on a female character, or a female "
            "character's Slash on you.",
        ),
    ),
    "benghuai": Entry(
        name=Text(zh="崩坏", en="Decay"),
        text=Text(
            zh="锁定技。回合结束阶段开始时，若有角色的体力比你少，你须失去 1 点体力或减 1 点体力上限。",
            en="Locked. At the beginning of your turn end phase, if some character has less hp than you, you lose 1 hp "
            "or 1 maximum hp.",
        ),
    ),
    "baonue": Entry(
        name=Text(zh="暴虐", en="Reign of Terror"),
        text=Text(
            zh="主公技。其他群势力角色每造成一次伤害后，其可判定：若为黑桃，你回复 1 点体力。",
            en="Lord skill. Each time another Qun character has dealt damage, it may judge: if the result is a spade, "
            "you recover 1 hp.",
        ),
    ),
    "wansha": Entry(
        name=Text(zh="完杀", en="No Reprieve"),
        text=Text(
            zh="锁定技。你的回合内，除你以外，只有濒死的角色才能使用【桃】。",
            en="Locked. During your turn, besides you only characters who are dying may use a Peach.",
        ),
    ),
    "luanwu": Entry(
        name=Text(zh="乱武", en="Chaos of Arms"),
        text=Text(
            zh="限定技。出牌阶段，你可令所有其他角色依次选择一项：对与其距离最近的另一名角色使用一张【杀】，"
            "或失去 1 点体力。",
            en="Limited. In your play phase, you may have every other character in order choose to use a Slash on "
            "another character that is nearest to it, or to lose 1 hp.",
        ),
    ),
    "weimu": Entry(
        name=Text(zh="帷幕", en="Behind the Curtain"),
        text=Text(zh="锁定技。你不能成为黑色锦囊牌的目标。", en="Locked. You cannot be a target of black tricks."),
    ),
}

_GODS: dict[str, Entry] = {
    "kuangbao": Entry(
        name=Text(zh="狂暴", en="Frenzy"),
        text=Text(
            zh="锁定技。游戏开始时，你获得两枚“暴怒”标记；你每造成或受到 1 点伤害后，获得一枚。",
            en="Locked. At the start of the match you get two Wrath marks; for each 1 damage you have dealt or "
            "suffered, you get one.",
        ),
    ),
    "wumou": Entry(
        name=Text(zh="无谋", en="Without Stratagem"),
        text=Text(
            zh="锁定技。你使用非延时类锦囊牌时，须弃置一枚“暴怒”标记或失去 1 点体力。",
            en="Locked. When you use a trick that is not delayed, you must discard a Wrath mark or lose 1 hp.",
        ),
    ),
    "wuqian": Entry(
        name=Text(zh="无前", en="Unstoppable"),
        text=Text(
            zh="出牌阶段，你可弃置两枚“暴怒”标记并选择一名其他角色：直到回合结束，其防具无效，且你拥有“无双”。",
            en="In your play phase, you may discard two Wrath marks and choose another character: until the end of the "
            "turn its armour has no effect, and you have Peerless.",
        ),
    ),
    "shenfen": Entry(
        name=Text(zh="神愤", en="Divine Wrath"),
        text=Text(
            zh="出牌阶段限一次，你可弃置六枚“暴怒”标记：对所有其他角色各造成 1 点伤害，然后其各弃置装备区里的所有牌，"
            "再各弃置四张手牌，然后你将武将牌翻面。",
            en="Once per play phase, you may discard six Wrath marks: you deal 1 damage to every other character; each "
            "then discards all its equipped cards, then each discards four hand cards; then you turn your hero over.",
        ),
    ),
    "guixin": Entry(
        name=Text(zh="归心", en="Winning Every Heart"),
        text=Text(
            zh="你每受到 1 点伤害后，可获得每名其他角色的手牌、装备区或判定区里的一张牌，然后将你的武将牌翻面。",
            en="For each 1 damage you have suffered, you may take a card from the hand, equipment zone or "
            "judgement zone of every other character, and then turn your hero over.",
        ),
    ),
    "feiying": Entry(
        name=Text(zh="飞影", en="Flying Shadow"),
        text=Text(
            zh="锁定技。其他角色计算与你的距离时，结果 +1。",
            en="Locked. Other characters count their distance to you as 1 more.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _WU | _SHU | _QUN | _GODS

TERMS: dict[str, Text] = {
    "pack.forest": Text(zh="林", en="Forest"),
    "mark.wrath": Text(zh="暴怒", en="Wrath"),
}

PROMPTS: dict[str, Text] = {
    "songwei": Text(zh="颂威：是否令{target}摸一张牌？", en="Hymn of Might: let {target} draw a card?"),
    "yinghun": Text(
        zh="{source}对你发动英魂：选择一项（X 为 {count}）。",
        en="{source} invokes Heroic Spirit on you: choose (X is {count}).",
    ),
    "yinghun.draw_more": Text(zh="摸 X 张牌，然后弃置一张牌", en="Draw X cards, then discard one"),
    "yinghun.discard_more": Text(zh="摸一张牌，然后弃置 X 张牌", en="Draw one card, then discard X"),
    "luanwu": Text(
        zh="{source}发动乱武：对距离最近的另一名角色使用一张【杀】，或失去 1 点体力。",
        en="{source} invokes Chaos of Arms: use a Slash on another character that is nearest to you, or lose 1 hp.",
    ),
    "luanwu.pass": Text(zh="失去 1 点体力", en="Lose 1 hp"),
    "benghuai": Text(zh="崩坏：失去 1 点体力，或减 1 点体力上限。", en="Decay: lose 1 hp or 1 maximum hp."),
    "benghuai.hp": Text(zh="失去 1 点体力", en="Lose 1 hp"),
    "benghuai.max_hp": Text(zh="减 1 点体力上限", en="Lose 1 maximum hp"),
    "baonue": Text(
        zh="暴虐：是否判定？若为黑桃，{target}回复 1 点体力。",
        en="Reign of Terror: judge? If the result is a spade, {target} recovers 1 hp.",
    ),
    "wumou": Text(
        zh="无谋：弃置一枚“暴怒”标记，或失去 1 点体力。", en="Without Stratagem: discard a Wrath mark or lose 1 hp."
    ),
    "wumou.hp": Text(zh="失去 1 点体力", en="Lose 1 hp"),
    "wumou.mark": Text(zh="弃置一枚“暴怒”标记", en="Discard a Wrath mark"),
}
