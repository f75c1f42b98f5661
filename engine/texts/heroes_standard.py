"""The 25 standard heroes, in printed order, and their skills.

A skill's text opens with its tags (locked, lord skill) and names every limit. "Card" alone means a hand card or
an equipped card.
"""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "caocao": Entry(name=Text(zh="曹操", en="Cao Cao"), text=Text(zh="魏武帝", en="Emperor Wu of Wei")),
    "simayi": Entry(name=Text(zh="司马懿", en="Sima Yi"), text=Text(zh="隐忍的狼", en="The Patient Wolf")),
    "xiahoudun": Entry(name=Text(zh="夏侯惇", en="Xiahou Dun"), text=Text(zh="独目将军", en="The One-Eyed General")),
    "zhangliao": Entry(name=Text(zh="张辽", en="Zhang Liao"), text=Text(zh="合肥奇兵", en="Raider of Hefei")),
    "xuchu": Entry(name=Text(zh="许褚", en="Xu Chu"), text=Text(zh="裸战猛士", en="The Bare-Chested Champion")),
    "guojia": Entry(name=Text(zh="郭嘉", en="Guo Jia"), text=Text(zh="早逝的谋主", en="The Strategist Gone Too Soon")),
    "zhenji": Entry(name=Text(zh="甄姬", en="Zhen Ji"), text=Text(zh="洛水佳人", en="Beauty of the Luo River")),
    "liubei": Entry(name=Text(zh="刘备", en="Liu Bei"), text=Text(zh="仁厚的雄主", en="The Benevolent Warlord")),
    "guanyu": Entry(name=Text(zh="关羽", en="Guan Yu"), text=Text(zh="长髯义将", en="The Bearded Paragon")),
    "zhangfei": Entry(name=Text(zh="张飞", en="Zhang Fei"), text=Text(zh="长坂怒吼", en="The Roar at Changban")),
    "zhugeliang": Entry(
        name=Text(zh="诸葛亮", en="Zhuge Liang"), text=Text(zh="鞠躬尽瘁的丞相", en="The Tireless Chancellor")
    ),
    "zhaoyun": Entry(name=Text(zh="赵云", en="Zhao Yun"), text=Text(zh="白马银枪", en="The Silver Spear")),
    "machao": Entry(name=Text(zh="马超", en="Ma Chao"), text=Text(zh="西凉铁骑", en="Cavalier of Xiliang")),
    "huangyueying": Entry(
        name=Text(zh="黄月英", en="Huang Yueying"), text=Text(zh="隆中巧匠", en="Inventor of Longzhong")
    ),
    "sunquan": Entry(name=Text(zh="孙权", en="Sun Quan"), text=Text(zh="江东少主", en="Young Lord of the South")),
    "ganning": Entry(name=Text(zh="甘宁", en="Gan Ning"), text=Text(zh="江上铃声", en="Bells on the River")),
    "lvmeng": Entry(name=Text(zh="吕蒙", en="Lü Meng"), text=Text(zh="白衣夺城", en="The General in White")),
    "huanggai": Entry(
        name=Text(zh="黄盖", en="Huang Gai"), text=Text(zh="舍身老将", en="The Self-Sacrificing Veteran")
    ),
    "zhouyu": Entry(name=Text(zh="周瑜", en="Zhou Yu"), text=Text(zh="赤壁都督", en="Commander at Red Cliffs")),
    "daqiao": Entry(name=Text(zh="大乔", en="Da Qiao"), text=Text(zh="江东名花", en="Flower of the South")),
    "luxun": Entry(name=Text(zh="陆逊", en="Lu Xun"), text=Text(zh="书生统帅", en="The Scholar Commander")),
    "sunshangxiang": Entry(
        name=Text(zh="孙尚香", en="Sun Shangxiang"), text=Text(zh="弓马郡主", en="The Archer Princess")
    ),
    "huatuo": Entry(name=Text(zh="华佗", en="Hua Tuo"), text=Text(zh="济世名医", en="The Healer")),
    "lvbu": Entry(name=Text(zh="吕布", en="Lü Bu"), text=Text(zh="无双飞将", en="The Peerless Warrior")),
    "diaochan": Entry(name=Text(zh="貂蝉", en="Diaochan"), text=Text(zh="倾世舞者", en="The Dancer Who Toppled Lords")),
}

_WEI: dict[str, Entry] = {
    "jianxiong": Entry(
        name=Text(zh="奸雄", en="Ruthless Ambition"),
        text=Text(
            zh="你每受到一次伤害后，可获得造成此伤害的牌。",
            en="Each time you have suffered damage, you may take the cards that dealt it.",
        ),
    ),
    "hujia": Entry(
        name=Text(zh="护驾", en="Royal Guard"),
        text=Text(
            zh="主公技。你需要使用或打出【闪】时，可请其他魏势力角色打出一张【闪】，视为由你使用或打出。",
            en="Lord skill. When you need to use or play a Jink, you may ask the other Wei characters to play one: "
            "it counts as used or played by you.",
        ),
    ),
    "fankui": Entry(
        name=Text(zh="反馈", en="Retribution"),
        text=Text(
            zh="你每受到一次伤害后，可获得伤害来源的一张牌。",
            en="Each time you have suffered damage, you may take one card of its source.",
        ),
    ),
    "guicai": Entry(
        name=Text(zh="鬼才", en="Uncanny Genius"),
        text=Text(
            zh="一名角色的判定牌生效前，你可打出一张手牌代替之。",
            en="Before a character's judgement card takes effect, you may play a hand card to replace it.",
        ),
    ),
    "ganglie": Entry(
        name=Text(zh="刚烈", en="Unyielding"),
        text=Text(
            zh="你每受到一次伤害后，可判定：若不为红桃，伤害来源选择弃置两张手牌，或受到你的 1 点伤害。",
            en="Each time you have suffered damage, you may judge: unless the result is a heart, the source chooses "
            "to discard two hand cards or to take 1 damage from you.",
        ),
    ),
    "tuxi": Entry(
        name=Text(zh="突袭", en="Sudden Raid"),
        text=Text(
            zh="摸牌阶段，你可放弃摸牌，改为从一至两名有手牌的其他角色处各获得一张手牌。",
            en="In your draw phase, you may forgo drawing and instead take one hand card from each of one or two other "
            "characters who have any.",
        ),
    ),
    "luoyi": Entry(
        name=Text(zh="裸衣", en="Bare-Chested"),
        text=Text(
            zh="摸牌阶段摸牌时，你可少摸一张：直到回合结束，你使用【杀】或【决斗】且为伤害来源时，造成的伤害 +1。",
            en="When you draw in your draw phase, you may draw one card less: until the end of the turn, damage of "
            "which you are the source by a Slash or Duel you use is 1 more.",
        ),
    ),
    "tiandu": Entry(
        name=Text(zh="天妒", en="Envied by Heaven"),
        text=Text(
            zh="你的判定牌生效后，你可获得此牌。",
            en="After your judgement card has taken effect, you may take it.",
        ),
    ),
    "yiji": Entry(
        name=Text(zh="遗计", en="Bequeathed Plan"),
        text=Text(
            zh="你每受到 1 点伤害后，可观看牌堆顶的两张牌，先将其中一张交给一名角色，再将另一张交给一名角色。",
            en="For each 1 damage you have suffered, you may look at the top two cards of the draw pile, give one of "
            "them to a character, and then the other to a character.",
        ),
    ),
    "qingguo": Entry(
        name=Text(zh="倾国", en="Captivating Grace"),
        text=Text(
            zh="你可将一张黑色手牌当【闪】使用或打出。",
            en="You may use or play a black hand card as a Jink.",
        ),
    ),
    "luoshen": Entry(
        name=Text(zh="洛神", en="Goddess of the Luo"),
        text=Text(
            zh="回合开始阶段开始时，你可判定：若为黑色，你获得此牌，并可再次判定，直到出现红色为止。",
            en="At the beginning of your turn start phase, you may judge: if black, you take the card and may judge "
            "again, until a red result appears.",
        ),
    ),
}

_SHU: dict[str, Entry] = {
    "rende": Entry(
        name=Text(zh="仁德", en="Benevolence"),
        text=Text(
            zh="出牌阶段，你可将任意张手牌交给其他角色；每个出牌阶段限一次，当你于此阶段给出的牌累计达到两张时，"
            "你回复 1 点体力。",
            en="In your play phase, you may give any number of hand cards to other characters; once per play phase, "
            "when the cards given in it come to two or more in all, you recover 1 hp.",
        ),
    ),
    "jijiang": Entry(
        name=Text(zh="激将", en="Rallying Call"),
        text=Text(
            zh="主公技。你需要使用或打出【杀】时，可请其他蜀势力角色打出一张【杀】，视为由你使用或打出。",
            en="Lord skill. When you need to use or play a Slash, you may ask the other Shu characters to play one: "
            "it counts as used or played by you.",
        ),
    ),
    "wusheng": Entry(
        name=Text(zh="武圣", en="Saint of War"),
        text=Text(zh="你可将一张红色牌当【杀】使用或打出。", en="You may use or play a red card as a Slash."),
    ),
    "paoxiao": Entry(
        name=Text(zh="咆哮", en="Thundering Roar"),
        text=Text(
            zh="出牌阶段，你使用【杀】没有张数限制。",
            en="In your play phase, you may use any number of Slashes.",
        ),
    ),
    "guanxing": Entry(
        name=Text(zh="观星", en="Stargazing"),
        text=Text(
            zh="回合开始阶段开始时，你可观看牌堆顶的 X 张牌（X 为存活角色数，至多为 5），"
            "将任意张以任意顺序置于牌堆顶，其余以任意顺序置于牌堆底。",
            en="At the beginning of your turn start phase, you may look at the top X cards of the draw pile (X: living "
            "characters, at most 5), then put any of them on top in any order and the rest at the bottom in any order.",
        ),
    ),
    "kongcheng": Entry(
        name=Text(zh="空城", en="Empty City"),
        text=Text(
            zh="锁定技。你没有手牌时，不能成为【杀】或【决斗】的目标。",
            en="Locked. While you have no hand cards, you cannot be the target of a Slash or Duel.",
        ),
    ),
    "longdan": Entry(
        name=Text(zh="龙胆", en="Dragon's Courage"),
        text=Text(
            zh="你可将【杀】当【闪】、将【闪】当【杀】使用或打出。",
            en="You may use or play a Slash as a Jink, and a Jink as a Slash.",
        ),
    ),
    "mashu": Entry(
        name=Text(zh="马术", en="Horsemanship"),
        text=Text(
            zh="锁定技。你计算与其他角色的距离时，结果 -1。",
            en="Locked. You count your distance to other characters as 1 less.",
        ),
    ),
    "tieqi": Entry(
        name=Text(zh="铁骑", en="Iron Cavalry"),
        text=Text(
            zh="你使用【杀】指定一名角色为目标后，可判定：若为红色，其不能闪避此【杀】。",
            en="After your Slash has named a target, you may judge: if red, that target cannot dodge the Slash.",
        ),
    ),
    "jizhi": Entry(
        name=Text(zh="集智", en="Gathered Wisdom"),
        text=Text(
            zh="你使用非延时类锦囊时，可摸一张牌。",
            en="When you use a non-delayed trick, you may draw a card.",
        ),
    ),
    "qicai": Entry(
        name=Text(zh="奇才", en="Rare Talent"),
        text=Text(zh="锁定技。你使用锦囊没有距离限制。", en="Locked. Tricks you use have no distance limit."),
    ),
}

_WU: dict[str, Entry] = {
    "zhiheng": Entry(
        name=Text(zh="制衡", en="Balance of Power"),
        text=Text(
            zh="出牌阶段限一次，你可弃置任意张牌，然后摸等量的牌。",
            en="Once per play phase, you may discard any number of cards and then draw as many.",
        ),
    ),
    "jiuyuan": Entry(
        name=Text(zh="救援", en="Rescue"),
        text=Text(
            zh="主公技，锁定技。你濒死时，其他吴势力角色对你使用的【桃】令你多回复 1 点体力。",
            en="Lord skill, locked. While you are dying, a Peach another Wu character uses on you restores 1 more hp.",
        ),
    ),
    "qixi": Entry(
        name=Text(zh="奇袭", en="Surprise Raid"),
        text=Text(
            zh="出牌阶段，你可将一张黑色牌当【过河拆桥】使用。",
            en="In your play phase, you may use a black card as a Dismantlement.",
        ),
    ),
    "keji": Entry(
        name=Text(zh="克己", en="Self-Restraint"),
        text=Text(
            zh="若你于出牌阶段没有使用或打出过【杀】，可跳过本回合的弃牌阶段。",
            en="If you neither used nor played a Slash in your play phase, you may skip the discard phase of this "
            "turn.",
        ),
    ),
    "kurou": Entry(
        name=Text(zh="苦肉", en="Self-Wounding Ruse"),
        text=Text(
            zh="出牌阶段，你可失去 1 点体力，然后摸两张牌。",
            en="In your play phase, you may lose 1 hp and then draw two cards.",
        ),
    ),
    "yingzi": Entry(
        name=Text(zh="英姿", en="Heroic Bearing"),
        text=Text(
            zh="摸牌阶段摸牌时，你可多摸一张牌。",
            en="When you draw in your draw phase, you may draw one card more.",
        ),
    ),
    "fanjian": Entry(
        name=Text(zh="反间", en="Sown Discord"),
        text=Text(
            zh="出牌阶段限一次，你可令一名其他角色选择一种花色，然后其获得你的一张手牌并展示：若花色与所选不同，"
            "其受到你的 1 点伤害。",
            en="Once per play phase, you may have another character name a suit, then take one of your hand cards "
            "and show it: if its suit is not the one named, you deal that character 1 damage.",
        ),
    ),
    "guose": Entry(
        name=Text(zh="国色", en="Fabled Beauty"),
        text=Text(
            zh="出牌阶段，你可将一张方块牌当【乐不思蜀】使用。",
            en="In your play phase, you may use a diamond card as an Indulgence.",
        ),
    ),
    "liuli": Entry(
        name=Text(zh="流离", en="Drifting Away"),
        text=Text(
            zh="你成为【杀】的目标时，可弃置一张牌，"
            "将此【杀】转移给你攻击范围内的一名其他角色（不能是此【杀】的使用者）。",
            en="When you become the target of a Slash, you may discard a card to pass the Slash on to another "
            "character in your attack range, other than its user.",
        ),
    ),
    "qianxun": Entry(
        name=Text(zh="谦逊", en="Modesty"),
        text=Text(
            zh="锁定技。你不能成为【顺手牵羊】和【乐不思蜀】的目标。",
            en="Locked. You cannot be the target of a Snatch or an Indulgence.",
        ),
    ),
    "lianying": Entry(
        name=Text(zh="连营", en="Chain of Camps"),
        text=Text(
            zh="你失去最后一张手牌时，可摸一张牌。",
            en="When you lose your last hand card, you may draw a card.",
        ),
    ),
    "jieyin": Entry(
        name=Text(zh="结姻", en="Marriage Alliance"),
        text=Text(
            zh="出牌阶段限一次，你可弃置两张手牌并选择一名已受伤的男性角色，你与其各回复 1 点体力。",
            en="Once per play phase, you may discard two hand cards and choose a wounded male character: you both "
            "recover 1 hp.",
        ),
    ),
    "xiaoji": Entry(
        name=Text(zh="枭姬", en="Warrior Lady"),
        text=Text(
            zh="你每失去装备区里的一张牌，可摸两张牌。",
            en="For each card you lose from your equipment zone, you may draw two cards.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "jijiu": Entry(
        name=Text(zh="急救", en="First Aid"),
        text=Text(
            zh="你的回合外，你可将一张红色牌当【桃】使用。",
            en="Outside your own turn, you may use a red card as a Peach.",
        ),
    ),
    "qingnang": Entry(
        name=Text(zh="青囊", en="Physician's Satchel"),
        text=Text(
            zh="出牌阶段限一次，你可弃置一张手牌，令一名已受伤的角色回复 1 点体力。",
            en="Once per play phase, you may discard a hand card to have a wounded character recover 1 hp.",
        ),
    ),
    "wushuang": Entry(
        name=Text(zh="无双", en="Peerless"),
        text=Text(
            zh="锁定技。你使用【杀】的目标须连续使用两张【闪】才能抵消此【杀】；"
            "与你【决斗】的角色每次须连续打出两张【杀】。",
            en="Locked. A target of your Slash needs two Jinks in a row to cancel it; whoever is in a Duel with you "
            "must play two Slashes in a row each time.",
        ),
    ),
    "lijian": Entry(
        name=Text(zh="离间", en="Sow Enmity"),
        text=Text(
            zh="出牌阶段限一次，你可弃置一张牌并选择两名男性角色，视为其中一名对另一名使用【决斗】；"
            "此【决斗】不能被【无懈可击】响应。",
            en="Once per play phase, you may discard a card and choose two male characters: one counts as using a "
            "Duel on the other, and Nullification cannot be used against this Duel.",
        ),
    ),
    "biyue": Entry(
        name=Text(zh="闭月", en="Moon in Hiding"),
        text=Text(
            zh="回合结束阶段开始时，你可摸一张牌。",
            en="At the beginning of your turn end phase, you may draw a card.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN

PROMPTS: dict[str, Text] = {
    "hujia.ask": Text(
        zh="{source}发动护驾：是否替其打出一张【闪】？", en="{source} invokes Royal Guard: play a Jink for {source}?"
    ),
    "ganglie": Text(
        zh="{source}对你发动刚烈：弃置两张手牌，或受到 1 点伤害。",
        en="{source} invokes Unyielding on you: discard two hand cards or take 1 damage.",
    ),
    "ganglie.choose": Text(zh="弃置两张手牌", en="Discard two hand cards"),
    "ganglie.pass": Text(zh="受到 1 点伤害", en="Take 1 damage"),
    "yiji": Text(
        zh="遗计：将这两张牌依次交给任意角色。", en="Bequeathed Plan: give each of the two cards to a character."
    ),
    "luoshen": Text(
        zh="判定为黑色：是否继续发动洛神？", en="The result is black: judge again with Goddess of the Luo?"
    ),
    "jijiang.ask": Text(
        zh="{source}发动激将：是否替其打出一张【杀】？", en="{source} invokes Rallying Call: play a Slash for {source}?"
    ),
    "guanxing": Text(
        zh="观星：排列这 {count} 张牌，并决定前几张留在牌堆顶，其余置于牌堆底。",
        en="Stargazing: order these {count} card(s) and say how many stay on top; the rest go to the bottom.",
    ),
    "fanjian.suit": Text(
        zh="{source}对你发动反间：选择一种花色，你将获得其一张手牌，花色不同则受到 1 点伤害。",
        en="{source} invokes Sown Discord on you: name a suit; you take a hand card, and 1 damage if its suit is "
        "another.",
    ),
    "lijian": Text(zh="离间：选择{target}【决斗】的目标。", en="Sow Enmity: choose whom {target} uses the Duel on."),
}
