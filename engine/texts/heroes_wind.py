"""The wind pack (风) and its two gods, in printed order."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "zhangjiao": Entry(name=Text(zh="张角", en="Zhang Jiao"), text=Text(zh="黄天之师", en="Master of the Yellow Sky")),
    "yuji": Entry(name=Text(zh="于吉", en="Yu Ji"), text=Text(zh="迷惑众生的道人", en="The Beguiling Sage")),
    "huangzhong": Entry(name=Text(zh="黄忠", en="Huang Zhong"), text=Text(zh="白发神射", en="The White-Haired Archer")),
    "weiyan": Entry(name=Text(zh="魏延", en="Wei Yan"), text=Text(zh="桀骜的先锋", en="The Defiant Vanguard")),
    "caoren": Entry(name=Text(zh="曹仁", en="Cao Ren"), text=Text(zh="坚城之将", en="The Unbroken Wall")),
    "xiahouyuan": Entry(
        name=Text(zh="夏侯渊", en="Xiahou Yuan"), text=Text(zh="千里奔袭", en="Rider of a Thousand Li")
    ),
    "zhoutai": Entry(name=Text(zh="周泰", en="Zhou Tai"), text=Text(zh="遍体金疮", en="The Scarred Guardian")),
    "xiaoqiao": Entry(name=Text(zh="小乔", en="Xiao Qiao"), text=Text(zh="江东丽人", en="Beauty of the South")),
    "godguanyu": Entry(
        name=Text(zh="神关羽", en="God Guan Yu"), text=Text(zh="索命的武圣", en="The Avenging God of War")
    ),
    "godlvmeng": Entry(name=Text(zh="神吕蒙", en="God Lü Meng"), text=Text(zh="博览攻心", en="Reader of Hearts")),
}

_QUN: dict[str, Entry] = {
    "leiji": Entry(
        name=Text(zh="雷击", en="Thunderbolt"),
        text=Text(
            zh="你每使用或打出一张【闪】时，可令一名角色判定：若为黑桃，你对其造成 2 点雷电伤害。",
            en="Each time you use or play a Jink, you may have a character judge: if the result is a spade, you deal "
            "that character 2 thunder damage.",
        ),
    ),
    "guidao": Entry(
        name=Text(zh="鬼道", en="Ghostly Arts"),
        text=Text(
            zh="一名角色的判定牌生效前，你可用一张黑色牌替换之，并获得被替换的牌。",
            en="Before a character's judgement card takes effect, you may replace it with a black card; you take the "
            "card you replaced.",
        ),
    ),
    "huangtian": Entry(
        name=Text(zh="黄天", en="Yellow Sky"),
        text=Text(
            zh="主公技。其他群势力角色各自的出牌阶段限一次，可交给你一张【闪】或【闪电】。",
            en="Lord skill. Each other Qun character may, once in that character's play phase, give you a Jink or a "
            "Lightning.",
        ),
    ),
    "huangtianv": Entry(
        name=Text(zh="黄天（献牌）", en="Yellow Sky (offering)"),
        text=Text(
            zh="出牌阶段限一次，你可将一张【闪】或【闪电】交给有“黄天”的角色。",
            en="Once per play phase, you may give a Jink or a Lightning to the character who has Yellow Sky.",
        ),
    ),
    "guhuo": Entry(
        name=Text(zh="蛊惑", en="Bewitchment"),
        text=Text(
            zh="你需要使用或打出一张基本牌或非延时类锦囊牌时，可声明此牌并将一张手牌扣置于桌上，"
            "体力值大于 0 的其他角色各选择是否质疑。无人质疑：按你所述之牌使用或打出。"
            "有人质疑：亮出此牌，若为真，质疑者各失去 1 点体力，若为假，"
            "质疑者各摸一张牌。被质疑的牌仅当其为真且为红桃时仍然有效，否则弃置之。",
            en="When you need to use or play a basic card or a non-delayed trick, you may name it and lay a "
            "hand card face down; each other character with more than 0 hp chooses whether to question it. If nobody "
            "does, it is used or played as what you named. Otherwise it is turned up: if you told the truth, whoever "
            "questioned it loses 1 hp, else each of them draws a card; it still counts only if true and a heart, and "
            "is discarded if not.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "liegong": Entry(
        name=Text(zh="烈弓", en="Mighty Bow"),
        text=Text(
            zh="出牌阶段，你使用【杀】指定目标后，若其手牌数不小于你的体力值，或不大于你的攻击范围，"
            "你可令此【杀】不能被其以【闪】响应。",
            en="In your play phase, after your Slash has named a target whose hand cards are no fewer than your hp, or "
            "no more than your attack range, you may make this Slash impossible for it to dodge.",
        ),
    ),
    "kuanggu": Entry(
        name=Text(zh="狂骨", en="Feral Bones"),
        text=Text(
            zh="锁定技。你每对距离 1 以内的一名角色造成 1 点伤害后，你回复 1 点体力。",
            en="Locked. For each 1 damage you have dealt to a character within distance 1, you recover 1 hp.",
        ),
    ),
}

_WEI: dict[str, Entry] = {
    "jushou": Entry(
        name=Text(zh="据守", en="Hold the Walls"),
        text=Text(
            zh="回合结束阶段开始时，你可摸三张牌，然后将武将牌翻面。",
            en="At the beginning of your turn end phase, you may draw three cards and then turn your hero over.",
        ),
    ),
    "shensu": Entry(
        name=Text(zh="神速", en="Lightning March"),
        text=Text(
            zh="你可选择一至两项：1. 跳过判定阶段和摸牌阶段；2. 跳过出牌阶段并弃置一张装备牌。"
            "每选一项，视为你对一名其他角色使用一张【杀】（无距离限制）。",
            en="You may do one or both: skip your judge phase and draw phase; skip your play phase and discard an "
            "equipment card. For each, you count as using a Slash, with no distance limit, on another character.",
        ),
    ),
}

_WU: dict[str, Entry] = {
    "buqu": Entry(
        name=Text(zh="不屈", en="Undaunted"),
        text=Text(
            zh="你每扣减 1 点体力时，若体力不足，可将牌堆顶的一张牌置于武将牌上：只要这些牌的点数各不相同，你不会死亡；"
            "否则你进入濒死状态。你回复体力后，移去多余的牌。",
            en="For each 1 hp you lose that you do not have, you may put the top card of the draw pile on your hero: "
            "as long as the ranks of these cards all differ you live on, else you are dying. When you have recovered "
            "hp, remove the cards that are too many.",
        ),
    ),
    "tianxiang": Entry(
        name=Text(zh="天香", en="Heavenly Fragrance"),
        text=Text(
            zh="你每受到伤害时，可弃置一张红桃手牌，将此伤害转移给一名其他角色，然后其摸 X 张牌"
            "（X 为其已损失的体力值）。",
            en="Each time you would take damage, you may discard a heart hand card to pass that damage to another "
            "character, who then draws as many cards as the hp it has lost.",
        ),
    ),
    "hongyan": Entry(
        name=Text(zh="红颜", en="Rosy Cheeks"),
        text=Text(
            zh="锁定技。你的黑桃牌和黑桃判定牌均视为红桃牌。",
            en="Locked. Your spade cards, and your spade judgement cards, count as hearts.",
        ),
    ),
}

_GODS: dict[str, Entry] = {
    "wushen": Entry(
        name=Text(zh="武神", en="God of War"),
        text=Text(
            zh="锁定技。你的红桃手牌均视为【杀】；你使用红桃【杀】无距离限制。",
            en="Locked. Your heart hand cards are Slashes. Your heart Slashes have no distance limit.",
        ),
    ),
    "wuhun": Entry(
        name=Text(zh="武魂", en="Vengeful Spirit"),
        text=Text(
            zh="锁定技。你每受到 1 点伤害后，伤害来源获得一枚“梦魇”标记；你死亡时，令“梦魇”标记最多的一名角色判定："
            "若不为【桃】或【桃园结义】，其死亡。然后移去所有“梦魇”标记。",
            en="Locked. For each 1 damage you have suffered, its source gets a Nightmare mark. When you die, a "
            "character with the most Nightmare marks judges: unless the result is a Peach or God Salvation, it dies. "
            "Then all Nightmare marks are removed.",
        ),
    ),
    "shelie": Entry(
        name=Text(zh="涉猎", en="Well Read"),
        text=Text(
            zh="摸牌阶段，你可放弃摸牌，改为亮出牌堆顶的五张牌，获得其中每种花色的牌各一张，其余置入弃牌堆。",
            en="In your draw phase, you may forgo drawing and instead turn over the top five cards of the draw pile: "
            "you take one of each suit among them, and the others are discarded.",
        ),
    ),
    "gongxin": Entry(
        name=Text(zh="攻心", en="Assault on the Heart"),
        text=Text(
            zh="出牌阶段限一次，你可观看一名其他角色的手牌，并可展示其中一张红桃牌，将其弃置或置于牌堆顶。",
            en="Once per play phase, you may look at another character's hand, and may show a heart card of it: it is "
            "discarded or put on top of the draw pile.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _QUN | _SHU | _WEI | _WU | _GODS

TERMS: dict[str, Text] = {
    "pack.wind": Text(zh="风", en="Wind"),
    "mark.nightmare": Text(zh="梦魇", en="Nightmare"),
}

PROMPTS: dict[str, Text] = {
    "option.shensu.dash": Text(zh="跳过判定阶段和摸牌阶段", en="skip the judge and draw phases"),
    "option.shensu.charge": Text(zh="跳过出牌阶段", en="skip the play phase"),
    "guhuo": Text(
        zh="{source}发动蛊惑，声明其扣置的牌为【{card}】：是否质疑？",
        en="{source} invokes Bewitchment and says that the card laid face down is {card}: question it?",
    ),
    "guhuo.question": Text(zh="质疑", en="Question it"),
    "buqu": Text(
        zh="不屈：选择要移去的 {count} 张牌。", en="Undaunted: choose {count} card(s) to remove from your hero."
    ),
    "wuhun": Text(
        zh="武魂：选择一名“梦魇”标记最多的角色进行判定。",
        en="Vengeful Spirit: choose which of those with the most Nightmare marks judges.",
    ),
    "shelie": Text(
        zh="涉猎：选择获得这些同花色牌中的哪一张。", en="Well Read: choose which card of this suit you take."
    ),
    "gongxin": Text(
        zh="攻心：是否展示{target}的一张红桃手牌？", en="Assault on the Heart: show a heart hand card of {target}'s?"
    ),
    "gongxin.place": Text(
        zh="攻心：将{target}的这张牌置于牌堆顶，或弃置之。",
        en="Assault on the Heart: put this card of {target}'s on top of the draw pile, or discard it.",
    ),
    "gongxin.top": Text(zh="置于牌堆顶", en="Put it on top of the draw pile"),
    "gongxin.discard": Text(zh="弃置", en="Discard it"),
}
