"""What a decision asks, keyed by what is asked for.

A key is a general question (`discard`), or the id of a card or skill that asks something of its own; `<id>.<what>` is
its further question, or the label of one of its options. A skill without an entry asks `invoke`.

Placeholders: `{skill}` is the name of the skill or card that asks; `{source}` and `{target}` are seats, `{card}` a
card's name, `{count}` a number.
"""

from engine.texts.entry import Text

GENERAL: dict[str, Text] = {
    "play": Text(
        zh="出牌阶段：使用一张牌，发动一个技能，或结束此阶段。",
        en="Your play phase: use a card, invoke a skill, or end the phase.",
    ),
    "discard": Text(zh="弃置 {count} 张牌。", en="Discard {count} card(s)."),
    "discard.hand": Text(zh="弃置 {count} 张手牌。", en="Discard {count} hand card(s)."),
    "discard.phase": Text(
        zh="弃牌阶段：手牌超出上限，弃置 {count} 张手牌。",
        en="Your discard phase: you are over your hand limit, discard {count} hand card(s).",
    ),
    "invoke": Text(zh="是否发动{skill}？", en="Invoke {skill}?"),
    "invoke.on": Text(zh="是否对{target}发动{skill}？", en="Invoke {skill} on {target}?"),
    "pass": Text(zh="放弃", en="Pass"),
    "end_phase": Text(zh="结束出牌", en="End the play phase"),
    "respond_jink": Text(zh="{source}对你使用{card}：是否使用【闪】？", en="{source} uses {card} on you: use a Jink?"),
    "respond_jink.more": Text(
        zh="{source}对你使用{card}：还需 {count} 张【闪】，是否使用？",
        en="{source} uses {card} on you and it takes {count} more Jink(s): use one?",
    ),
    "respond_jink.play": Text(zh="{source}使用{card}：是否打出【闪】？", en="{source} uses {card}: play a Jink?"),
    "respond_slash": Text(zh="{source}使用{card}：是否打出【杀】？", en="{source} uses {card}: play a Slash?"),
    "respond_slash.more": Text(
        zh="{source}使用{card}：还需 {count} 张【杀】，是否打出？",
        en="{source} uses {card} and it takes {count} more Slash(es): play one?",
    ),
    "use_slash": Text(zh="是否对{target}使用一张【杀】？", en="Use a Slash on {target}?"),
    "nullify": Text(
        zh="{source}的{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{source}'s {card} is about to take effect on {target}: use Nullification?",
    ),
    "nullify.sourceless": Text(
        zh="{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{card} is about to take effect on {target}: use Nullification?",
    ),
    "nullify_trick_counter": Text(
        zh="{source}使用【无懈可击】抵消{card}对{target}的效果：是否使用【无懈可击】抵消它？",
        en="{source} uses Nullification against {card} on {target}: use Nullification against it?",
    ),
    "rescue": Text(
        zh="{target}濒死，还需 {count} 张【桃】：是否使用？",
        en="{target} is dying and needs {count} Peach(es): use one?",
    ),
    "rescue.self": Text(
        zh="你濒死，还需 {count} 张【桃】：是否使用？", en="You are dying and need {count} Peach(es): use one?"
    ),
    "choose_hero": Text(zh="选择你的武将。", en="Choose your hero."),
    "choose_card_of": Text(zh="{skill}：选择{target}的一张牌。", en="{skill}: choose a card of {target}'s."),
    "choose_cards": Text(zh="{skill}：选择 {count} 张牌。", en="{skill}: choose {count} card(s)."),
    "choose_targets": Text(zh="{skill}：选择至多 {count} 名角色。", en="{skill}: choose up to {count} character(s)."),
    "choose_suit": Text(zh="{skill}：选择一种花色。", en="{skill}: choose a suit."),
    "choose_skill": Text(zh="{skill}：选择一个技能。", en="{skill}: choose a skill."),
    "choose_order": Text(
        zh="你有多个效果同时可以发动：选择先结算哪一个。",
        en="Several of your effects may happen at this moment: choose which one comes first.",
    ),
    "choose_one": Text(zh="{skill}：选择一项。", en="{skill}: choose one."),
    "give": Text(zh="{skill}：交给{target} {count} 张牌。", en="{skill}: give {target} {count} card(s)."),
    "distribute": Text(zh="{skill}：将这些牌分给角色。", en="{skill}: give these cards to characters."),
    "arrange": Text(zh="{skill}：排列这些牌的顺序。", en="{skill}: put these cards in order."),
    "show": Text(zh="{skill}：展示 {count} 张手牌。", en="{skill}: show {count} hand card(s)."),
    "compare": Text(zh="与{target}拼点：选择一张手牌。", en="Comparing ranks with {target}: choose a hand card."),
    "replace_judgement": Text(
        zh="{target}的判定牌是{card}：是否发动{skill}，替换此牌？",
        en="{target}'s judgement card is {card}: invoke {skill} to replace it?",
    ),
}

CARDS: dict[str, Text] = {
    "dismantlement": Text(
        zh="【过河拆桥】：选择{target}的一张牌弃置。", en="Dismantlement: choose a card of {target}'s to discard."
    ),
    "snatch": Text(zh="【顺手牵羊】：选择{target}的一张牌获得。", en="Snatch: choose a card of {target}'s to take."),
    "duel": Text(
        zh="你与{source}【决斗】：打出一张【杀】，否则受到 1 点伤害。",
        en="You are in a Duel with {source}: play a Slash or take 1 damage.",
    ),
    "savage_assault": Text(
        zh="{source}使用【南蛮入侵】：打出一张【杀】，否则受到 1 点伤害。",
        en="{source} uses Savage Assault: play a Slash or take 1 damage.",
    ),
    "archery_attack": Text(
        zh="{source}使用【万箭齐发】：打出一张【闪】，否则受到 1 点伤害。",
        en="{source} uses Archery Attack: play a Jink or take 1 damage.",
    ),
    "amazing_grace": Text(zh="【五谷丰登】：选择一张牌获得。", en="Amazing Grace: pick a card to take."),
    "collateral": Text(
        zh="{source}对你使用【借刀杀人】：对{target}使用一张【杀】，否则将武器交给{source}。",
        en="{source} uses Collateral on you: use a Slash on {target} or hand your weapon to {source}.",
    ),
    "collateral.victim": Text(
        zh="【借刀杀人】：选择{target}须对谁使用【杀】。", en="Collateral: choose whom {target} must use a Slash on."
    ),
    "eight_diagram": Text(
        zh="你需要一张【闪】：是否发动【八卦阵】判定？", en="You need a Jink: judge with the Eight Diagram?"
    ),
    "double_swords": Text(
        zh="{source}对你发动【雌雄双股剑】：弃置一张手牌，或让{source}摸一张牌。",
        en="{source} uses the Double Swords on you: discard a hand card, or let {source} draw a card.",
    ),
    "double_swords.discard": Text(zh="弃置一张手牌", en="Discard a hand card"),
    "double_swords.draw": Text(zh="让{source}摸一张牌", en="Let {source} draw a card"),
    "ice_sword": Text(
        zh="是否发动【寒冰剑】：防止对{target}的伤害，改为依次弃置其两张牌？",
        en="Use the Ice Sword: prevent the damage to {target} and discard two of its cards, one by one?",
    ),
    "ice_sword.card": Text(
        zh="【寒冰剑】：选择{target}的一张牌弃置。", en="Ice Sword: choose a card of {target}'s to discard."
    ),
    "axe": Text(
        zh="{target}的【闪】抵消了你的{card}：是否弃置两张牌发动【贯石斧】，令其依然造成伤害？",
        en="{target}'s Jink cancels your {card}: discard two cards for the Rock Cleaving Axe to deal the damage "
        "anyway?",
    ),
    "blade": Text(
        zh="{target}的【闪】抵消了你的{card}：是否发动【青龙偃月刀】，再对其使用一张【杀】？",
        en="{target}'s Jink cancels your {card}: use another Slash on {target} with the Green Dragon Blade?",
    ),
    "spear": Text(
        zh="【丈八蛇矛】：选择两张手牌当【杀】。", en="Serpent Spear: choose two hand cards to serve as a Slash."
    ),
    "halberd": Text(
        zh="【方天画戟】：为{card}选择至多 {count} 名目标。",
        en="Sky Piercing Halberd: choose up to {count} targets for {card}.",
    ),
    "kylin_bow": Text(
        zh="是否发动【麒麟弓】，弃置{target}的一匹马？", en="Use the Kylin Bow to discard a horse of {target}'s?"
    ),
    "kylin_bow.horse": Text(
        zh="【麒麟弓】：选择{target}的一匹马弃置。", en="Kylin Bow: choose a horse of {target}'s to discard."
    ),
}

SKILLS: dict[str, Text] = {
    "jianxiong": Text(
        zh="是否发动奸雄，获得对你造成伤害的{card}？",
        en="Invoke Ruthless Ambition to take the {card} that damaged you?",
    ),
    "hujia": Text(
        zh="是否发动护驾，请其他魏势力角色替你打出【闪】？",
        en="Invoke Royal Guard to ask the other Wei characters for a Jink?",
    ),
    "hujia.answer": Text(
        zh="{source}发动护驾：是否替其打出一张【闪】？", en="{source} invokes Royal Guard: play a Jink for {source}?"
    ),
    "fankui": Text(zh="是否发动反馈，获得{target}的一张牌？", en="Invoke Retribution to take a card of {target}'s?"),
    "fankui.card": Text(zh="反馈：选择{target}的一张牌获得。", en="Retribution: choose a card of {target}'s to take."),
    "guicai": Text(
        zh="{target}的判定牌是{card}：是否发动鬼才，打出一张手牌代替？",
        en="{target}'s judgement card is {card}: invoke Uncanny Genius to replace it with a hand card?",
    ),
    "ganglie": Text(
        zh="{source}对你发动刚烈：弃置两张手牌，或受到 1 点伤害。",
        en="{source} invokes Unyielding on you: discard two hand cards or take 1 damage.",
    ),
    "ganglie.discard": Text(zh="弃置两张手牌", en="Discard two hand cards"),
    "ganglie.damage": Text(zh="受到 1 点伤害", en="Take 1 damage"),
    "tuxi": Text(
        zh="是否发动突袭：不摸牌，改为从一至两名角色处各获得一张手牌？",
        en="Invoke Sudden Raid: instead of drawing, take a hand card from each of one or two characters?",
    ),
    "luoyi": Text(
        zh="是否发动裸衣：少摸一张牌，本回合你的【杀】和【决斗】伤害 +1？",
        en="Invoke Bare-Chested: draw one card less, and your Slashes and Duels deal 1 more damage this turn?",
    ),
    "tiandu": Text(
        zh="是否发动天妒，获得判定牌{card}？", en="Invoke Envied by Heaven to take the judgement card {card}?"
    ),
    "yiji": Text(
        zh="是否发动遗计，观看牌堆顶的两张牌？",
        en="Invoke Bequeathed Plan to look at the top two cards of the draw pile?",
    ),
    "yiji.distribute": Text(
        zh="遗计：将这两张牌依次交给任意角色。", en="Bequeathed Plan: give each of the two cards to a character."
    ),
    "qingguo": Text(
        zh="倾国：选择一张黑色手牌当【闪】。", en="Captivating Grace: choose a black hand card to serve as a Jink."
    ),
    "luoshen": Text(zh="是否发动洛神进行判定？", en="Invoke Goddess of the Luo and judge?"),
    "luoshen.again": Text(
        zh="判定为黑色：是否继续发动洛神？", en="The result is black: judge again with Goddess of the Luo?"
    ),
    "rende": Text(zh="仁德：将手牌交给其他角色。", en="Benevolence: give hand cards to other characters."),
    "jijiang": Text(
        zh="是否发动激将，请其他蜀势力角色替你打出【杀】？",
        en="Invoke Rallying Call to ask the other Shu characters for a Slash?",
    ),
    "jijiang.answer": Text(
        zh="{source}发动激将：是否替其打出一张【杀】？", en="{source} invokes Rallying Call: play a Slash for {source}?"
    ),
    "wusheng": Text(zh="武圣：选择一张红色牌当【杀】。", en="Saint of War: choose a red card to serve as a Slash."),
    "guanxing": Text(
        zh="是否发动观星，观看牌堆顶的 {count} 张牌？",
        en="Invoke Stargazing to look at the top {count} card(s) of the draw pile?",
    ),
    "guanxing.arrange": Text(
        zh="观星：排列这 {count} 张牌，并决定前几张留在牌堆顶，其余置于牌堆底。",
        en="Stargazing: order these {count} card(s) and say how many stay on top; the rest go to the bottom.",
    ),
    "longdan": Text(
        zh="龙胆：选择一张【杀】当【闪】，或一张【闪】当【杀】。",
        en="Dragon's Courage: choose a Slash to serve as a Jink, or a Jink as a Slash.",
    ),
    "tieqi": Text(
        zh="是否对{target}发动铁骑：判定为红色则其不能闪避？",
        en="Invoke Iron Cavalry on {target}: judge, and on red the Slash cannot be dodged?",
    ),
    "zhiheng": Text(
        zh="制衡：选择要弃置的牌，然后摸等量的牌。", en="Balance of Power: choose cards to discard, then draw as many."
    ),
    "qixi": Text(
        zh="奇袭：选择一张黑色牌当【过河拆桥】。", en="Surprise Raid: choose a black card to serve as a Dismantlement."
    ),
    "keji": Text(zh="是否发动克己，跳过弃牌阶段？", en="Invoke Self-Restraint to skip your discard phase?"),
    "kurou": Text(zh="苦肉：失去 1 点体力，摸两张牌。", en="Self-Wounding Ruse: lose 1 hp and draw two cards."),
    "yingzi": Text(zh="是否发动英姿，多摸一张牌？", en="Invoke Heroic Bearing to draw one card more?"),
    "fanjian": Text(
        zh="反间：选择一名其他角色，由其猜你手牌的花色。",
        en="Sown Discord: choose another character to name a suit for one of your hand cards.",
    ),
    "fanjian.suit": Text(
        zh="{source}对你发动反间：选择一种花色，你将获得其一张手牌，花色不同则受到 1 点伤害。",
        en="{source} invokes Sown Discord on you: name a suit; you take a hand card, and 1 damage if its suit is "
        "another.",
    ),
    "fanjian.card": Text(
        zh="反间：选择{source}的一张手牌获得。", en="Sown Discord: choose a hand card of {source}'s to take."
    ),
    "guose": Text(
        zh="国色：选择一张方块牌当【乐不思蜀】。", en="Fabled Beauty: choose a diamond card to serve as an Indulgence."
    ),
    "liuli": Text(
        zh="{source}对你使用{card}：是否发动流离，弃置一张牌并将其转移给另一名角色？",
        en="{source} uses {card} on you: invoke Drifting Away, discarding a card to pass it on to another character?",
    ),
    "liuli.target": Text(zh="流离：选择{card}的新目标。", en="Drifting Away: choose the new target of {card}."),
    "lianying": Text(
        zh="你失去了最后一张手牌：是否发动连营，摸一张牌？",
        en="You have lost your last hand card: invoke Chain of Camps to draw a card?",
    ),
    "jieyin": Text(
        zh="结姻：选择两张手牌弃置和一名受伤的男性角色。",
        en="Marriage Alliance: choose two hand cards to discard and a wounded male character.",
    ),
    "xiaoji": Text(
        zh="你失去了装备区里的牌：是否发动枭姬，摸两张牌？",
        en="You have lost an equipped card: invoke Warrior Lady to draw two cards?",
    ),
    "jijiu": Text(zh="急救：选择一张红色牌当【桃】。", en="First Aid: choose a red card to serve as a Peach."),
    "qingnang": Text(
        zh="青囊：选择一张手牌弃置和一名受伤的角色。",
        en="Physician's Satchel: choose a hand card to discard and a wounded character.",
    ),
    "jizhi": Text(zh="是否发动集智，摸一张牌？", en="Invoke Gathered Wisdom to draw a card?"),
    "lijian": Text(
        zh="离间：选择一张牌弃置，以及使用【决斗】的男性角色和其目标。",
        en="Sow Enmity: choose a card to discard, the man who uses the Duel and the man he uses it on.",
    ),
    "biyue": Text(zh="是否发动闭月，摸一张牌？", en="Invoke Moon in Hiding to draw a card?"),
}
