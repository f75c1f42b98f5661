"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "zhonghui": Entry(name=Text(zh="钟会", en="Zhong Hui"), text=Text(zh="伐蜀的谋叛者", en="The Schemer in Shu")),
    "xunyou": Entry(name=Text(zh="荀攸", en="Xun You"), text=Text(zh="十二奇策", en="Twelve Stratagems")),
    "wangyi": Entry(name=Text(zh="王异", en="Wang Yi"), text=Text(zh="守冀城的烈女", en="Heroine of Jicheng")),
    "caozhang": Entry(name=Text(zh="曹彰", en="Cao Zhang"), text=Text(zh="黄须儿", en="The Yellow-Bearded Son")),
    "guanxingzhangbao": Entry(
        name=Text(zh="关兴张苞", en="Guan Xing & Zhang Bao"), text=Text(zh="将门二子", en="Sons of the Sworn Brothers")
    ),
    "liaohua": Entry(name=Text(zh="廖化", en="Liao Hua"), text=Text(zh="蜀汉的老先锋", en="Last Vanguard of Shu")),
    "madai": Entry(name=Text(zh="马岱", en="Ma Dai"), text=Text(zh="临危受命", en="Trusted with the Last Order")),
    "bulianshi": Entry(name=Text(zh="步练师", en="Bu Lianshi"), text=Text(zh="宽和的夫人", en="The Gentle Consort")),
    "handang": Entry(name=Text(zh="韩当", en="Han Dang"), text=Text(zh="善骑射的老将", en="Veteran of Horse and Bow")),
    "chengpu": Entry(name=Text(zh="程普", en="Cheng Pu"), text=Text(zh="三朝宿将", en="First among Old Soldiers")),
    "huaxiong": Entry(name=Text(zh="华雄", en="Hua Xiong"), text=Text(zh="关前猛将", en="Terror of the Pass")),
    "liubiao": Entry(name=Text(zh="刘表", en="Liu Biao"), text=Text(zh="坐镇荆襄", en="Keeper of Jing Province")),
}

_WEI: dict[str, Entry] = {
    "quanji": Entry(
        name=Text(zh="权计", en="Hoarded Power"),
        text=Text(
            zh="你每受到 1 点伤害后，可摸一张牌，然后将一张手牌置于你的武将牌上，称为“权”。"
            "每有一张“权”，你的手牌上限便 +1。",
            en="For each 1 damage you have suffered, you may draw a card and then put a hand card on your hero as a "
            "power. For each power, your hand limit is 1 more.",
        ),
    ),
    "zili": Entry(
        name=Text(zh="自立", en="One's Own Master"),
        text=Text(
            zh="觉醒技。回合开始阶段开始时，若你的“权”有三张或更多，你减 1 点体力上限，并获得排异。",
            en="Awakening. At the beginning of your turn start phase, if you have three or more powers, you lose 1 "
            "maximum hp and gain Ousting Rivals.",
        ),
    ),
    "paiyi": Entry(
        name=Text(zh="排异", en="Ousting Rivals"),
        text=Text(
            zh="出牌阶段限一次，你可弃置一张“权”，令一名角色摸两张牌；然后若其手牌多于你的手牌，你对其造成 1 点伤害。",
            en="Once per play phase, you may discard a power and have a character draw two cards; if it then has more "
            "hand cards than you, you deal 1 damage to it.",
        ),
    ),
    "qice": Entry(
        name=Text(zh="奇策", en="Rare Stratagem"),
        text=Text(
            zh="出牌阶段限一次，你可将所有手牌（至少一张）当任意一张非延时类锦囊牌使用。",
            en="Once per play phase, you may use all your hand cards, at least one, as any trick that is not delayed.",
        ),
    ),
    "zhiyu": Entry(
        name=Text(zh="智愚", en="Wisdom in Folly"),
        text=Text(
            zh="你每受到一次伤害后，可摸一张牌，然后展示所有手牌：若颜色均相同，伤害来源弃置一张手牌。",
            en="Each time you have suffered damage, you may draw a card and then show your whole hand: if all of it is "
            "of one colour, the source of the damage discards a hand card.",
        ),
    ),
    "zhenlie": Entry(
        name=Text(zh="贞烈", en="Steadfast Heart"),
        text=Text(
            zh="你的判定牌生效前，你可亮出牌堆顶的一张牌代替之。",
            en="Before your judgement card takes effect, you may turn over the top card of the draw pile to replace "
            "it.",
        ),
    ),
    "miji": Entry(
        name=Text(zh="秘计", en="Secret Counsel"),
        text=Text(
            zh="回合开始阶段开始时和回合结束阶段开始时，若你已受伤，可判定：若为黑色，你观看牌堆顶的 X 张牌，"
            "将其交给一名角色（X 为你已损失的体力值）。",
            en="At the beginning of your turn start phase and of your turn end phase, if wounded, you may judge: if "
            "the result is black, you look at the top X cards of the draw pile and give them to a character (X is the "
            "hp you have lost).",
        ),
    ),
    "jiangchi": Entry(
        name=Text(zh="将驰", en="Galloping General"),
        text=Text(
            zh="摸牌阶段摸牌时，你可选择一项：多摸一张牌，且直到回合结束，你不能使用或打出【杀】；或少摸一张牌，且直到回合结束，"
            "你于出牌阶段使用【杀】没有距离限制，并可多使用一张。",
            en="When you draw in your draw phase, you may choose either to draw one more card, and then until the end "
            "of the turn you can neither use nor play a Slash; or to draw one card less, and then until the end of the "
            "turn your Slashes in the play phase have no distance limit and you may use one more.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "fuhun": Entry(
        name=Text(zh="父魂", en="Souls of the Fathers"),
        text=Text(
            zh="摸牌阶段，你可放弃摸牌，改为亮出牌堆顶的两张牌并获得之：若颜色不同，直到回合结束，你拥有武圣和咆哮。",
            en="In your draw phase, you may, instead of drawing, turn over the top two cards of the draw pile and take "
            "them: if their colours differ, you have Saint of War and Thundering Roar until the end of the turn.",
        ),
    ),
    "dangxian": Entry(
        name=Text(zh="当先", en="First in the Field"),
        text=Text(
            zh="锁定技。回合开始时，你执行一个额外的出牌阶段。",
            en="Locked. At the beginning of your turn, you have an additional play phase.",
        ),
    ),
    "fuli": Entry(
        name=Text(zh="伏枥", en="Old Steed in the Stable"),
        text=Text(
            zh="限定技。你濒死时，可将体力回复至 X 点（X 为存活角色的势力数），然后将你的武将牌翻面。",
            en="Limited. When you are dying, you may recover to X hp (X is the number of kingdoms among the living), "
            "and then turn your hero over.",
        ),
    ),
    "qianxi": Entry(
        name=Text(zh="潜袭", en="Stealthy Raid"),
        text=Text(
            zh="你使用【杀】对距离为 1 的目标造成伤害时，可以判定：若不为红桃，防止此伤害，改为令其减 1 点体力上限。",
            en="When your Slash would damage a target at distance 1, you may judge: unless the result is a heart, the "
            "damage is prevented and the target loses 1 maximum hp instead.",
        ),
    ),
}

_WU: dict[str, Entry] = {
    "anxu": Entry(
        name=Text(zh="安恤", en="Gentle Relief"),
        text=Text(
            zh="出牌阶段限一次，你可选择两名手牌数不同的其他角色，其中手牌较少者获得另一名角色的一张手牌并展示之；"
            "若此牌不为黑桃，你摸一张牌。",
            en="Once per play phase, you may choose two other characters whose hands differ in number: the one with "
            "fewer hand cards takes a hand card of the other and shows it; unless it is a spade, you draw a card.",
        ),
    ),
    "zhuiyi": Entry(
        name=Text(zh="追忆", en="Fond Remembrance"),
        text=Text(
            zh="你死亡时，可令一名不是杀死你的角色摸三张牌并回复 1 点体力。",
            en="When you die, you may have a character other than your killer draw three cards and recover 1 hp.",
        ),
    ),
    "gongqi": Entry(
        name=Text(zh="弓骑", en="Mounted Archery"),
        text=Text(
            zh="你可将一张装备牌当【杀】使用或打出；你以此法使用的【杀】无距离限制。",
            en="You may use or play an equipment card as Slash; the Slash that you use in this way has no distance "
            "limit.",
        ),
    ),
    "jiefan": Entry(
        name=Text(zh="解烦", en="Breaking the Siege"),
        text=Text(
            zh="有角色进入濒死状态时，你可对当前回合的角色使用一张【杀】；此【杀】造成伤害时，防止此伤害，"
            "视为你对濒死的角色使用了一张【桃】。",
            en="When a character is dying, you may use a Slash on the character whose turn it is; when that Slash "
            "would deal damage, the damage is prevented and you count as having used a Peach on the dying character.",
        ),
    ),
    "lihuo": Entry(
        name=Text(zh="疠火", en="Baleful Fire"),
        text=Text(
            zh="你可将一张普通【杀】当火【杀】使用，若此【杀】造成了伤害，其结算后你失去 1 点体力；"
            "你使用的火【杀】可额外指定一个目标。",
            en="You may use an ordinary Slash as a fire Slash; if it dealt damage, you lose 1 hp once it is resolved. "
            "Your fire Slashes may have one more target.",
        ),
    ),
    "chunlao": Entry(
        name=Text(zh="醇醪", en="Mellow Wine"),
        text=Text(
            zh="回合结束阶段开始时，若你的武将牌上没有牌，你可将任意数量的【杀】置于武将牌上，称为“醇”；"
            "有角色处于濒死状态时，你可将一张“醇”置入弃牌堆，视为该角色使用了一张【酒】。",
            en="At the beginning of your turn end phase, if there are no cards on your hero, you may put any number of "
            "Slashes on it, as brew. When a character is dying, you may put a card of the brew into the discard pile: "
            "that character counts as having used an Analeptic.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "shiyong": Entry(
        name=Text(zh="恃勇", en="Pride in Valour"),
        text=Text(
            zh="锁定技。你每受到一次红色的【杀】或因【酒】而伤害 +1 的【杀】造成的伤害后，减 1 点体力上限。",
            en="Locked. Each time you have suffered damage of a red Slash, or of a Slash whose damage an Analeptic "
            "increased, you lose 1 maximum hp.",
        ),
    ),
    "zishou": Entry(
        name=Text(zh="自守", en="Holding One's Ground"),
        text=Text(
            zh="摸牌阶段摸牌时，你可多摸 X 张牌（X 为你已损失的体力值），然后跳过此回合的出牌阶段。",
            en="When you draw in your draw phase, you may draw X more cards (X is the hp you have lost); you then skip "
            "the play phase of this turn.",
        ),
    ),
    "zongshi": Entry(
        name=Text(zh="宗室", en="Imperial Kinsman"),
        text=Text(
            zh="锁定技。你的手牌上限 +X（X 为存活角色的势力数）。",
            en="Locked. Your hand limit is increased by the number of kingdoms among living characters.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN

TERMS: dict[str, Text] = {
    "pack.yj2012": Text(zh="一将成名 2012", en="Rising Stars 2012"),
    "pile.quanji": Text(zh="权", en="powers"),
    "pile.brew": Text(zh="醇", en="Brew"),
}

PROMPTS: dict[str, Text] = {
    "quanji": Text(
        zh="权计：将一张手牌置于武将牌上，称为“权”。", en="Hoarded Power: put a hand card on your hero as a power."
    ),
    "miji": Text(
        zh="秘计：将这 {count} 张牌交给一名角色。", en="Secret Counsel: give these {count} card(s) to a character."
    ),
    "jiangchi": Text(zh="将驰：选择一项。", en="Galloping General: choose."),
    "jiangchi.draw_more": Text(
        zh="多摸一张牌，本回合不能使用或打出【杀】", en="Draw one more, no Slash until the end of the turn"
    ),
    "jiangchi.draw_less": Text(
        zh="少摸一张牌，本回合多使用一张【杀】且无距离限制", en="Draw one less, one more Slash and no distance limit"
    ),
    "jiefan.strike": Text(
        zh="解烦：对{target}使用一张【杀】；若造成伤害，改为视为对{source}使用一张【桃】。",
        en="Breaking the Siege: use a Slash on {target}; if it would deal damage, you count as using a Peach on "
        "{source} instead.",
    ),
    "chunlao": Text(
        zh="醇醪：将一张“醇”置入弃牌堆，视为{target}使用一张【酒】。",
        en="Mellow Wine: put a card of the brew into the discard pile; {target} counts as using an Analeptic.",
    ),
}
