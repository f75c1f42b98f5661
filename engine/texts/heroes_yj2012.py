"""The heroes of 一将成名 2012, with 钟会, a supplement of 2011, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "madai": Entry(name=Text(zh="马岱", en="Ma Dai"), text=Text(zh="临危受命", en="Trusted with the Last Order")),
    "bulianshi": Entry(name=Text(zh="步练师", en="Bu Lianshi"), text=Text(zh="宽和的夫人", en="The Gentle Consort")),
    "handang": Entry(name=Text(zh="韩当", en="Han Dang"), text=Text(zh="善骑射的老将", en="Veteran of Horse and Bow")),
    "chengpu": Entry(name=Text(zh="程普", en="Cheng Pu"), text=Text(zh="三朝宿将", en="First among Old Soldiers")),
    "huaxiong": Entry(name=Text(zh="华雄", en="Hua Xiong"), text=Text(zh="关前猛将", en="Terror of the Pass")),
    "liubiao": Entry(name=Text(zh="刘表", en="Liu Biao"), text=Text(zh="坐镇荆襄", en="Keeper of Jing Province")),
}

_SHU_B: dict[str, Entry] = {
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
            zh="摸牌阶段摸牌时，若你已受伤，你可多摸 X 张牌（X 为你已损失的体力值），然后跳过此回合的出牌阶段。",
            en="When you draw in your draw phase, if wounded, you may draw X more cards (X is the hp you have lost); "
            "you then skip the play phase of this turn.",
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

SKILLS: dict[str, Entry] = _SHU_B | _WU | _QUN

TERMS: dict[str, Text] = {
    "pack.yj2012": Text(zh="一将成名 2012", en="Rising Stars 2012"),
    "pile.brew": Text(zh="醇", en="Brew"),
}

PROMPTS: dict[str, Text] = {
    "jiefan": Text(
        zh="{target}濒死：是否发动解烦，对当前回合的角色使用一张【杀】？",
        en="{target} is dying: invoke Breaking the Siege and use a Slash on the character whose turn it is?",
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
