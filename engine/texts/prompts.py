"""What a decision asks, keyed by `Reason.prompt`; placeholders are fields of the reason.

A key is a general question (`discard`), or the id of a card or skill that asks something of its own, or `<id>.<what>`.
`<prompt>.no_source` takes the place of `<prompt>` where the reason has no source. The label of an option that names
neither card nor skill is `<Reason.name>.<Option.id>`, or else `option.<Option.id>`.
"""

from engine.texts.entry import Text

GENERAL: dict[str, Text] = {
    "play": Text(
        zh="出牌阶段：使用一张牌，发动一个技能，或结束此阶段。",
        en="Your play phase: use a card, invoke a skill, or end the phase.",
    ),
    "discard": Text(zh="弃置 {count} 张牌。", en="Discard {count} card(s)."),
    "invoke": Text(zh="是否发动{name}？", en="Invoke {name}?"),
    "respond_jink": Text(
        zh="{source}对你使用{card}，需要 {count} 张【闪】：是否出一张？",
        en="{source} uses {card} on you, which takes {count} Jink(s): lay one down?",
    ),
    "respond_slash": Text(
        zh="{source}对你使用{card}，需要 {count} 张【杀】：是否打出一张？",
        en="{source}'s {card} takes {count} Slash(es): play one?",
    ),
    "nullify": Text(
        zh="{source}的{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{source}'s {card} is about to take effect on {target}: use Nullification?",
    ),
    "nullify.no_source": Text(
        zh="{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{card} is about to take effect on {target}: use Nullification?",
    ),
    "counter_nullify": Text(
        zh="{source}对{card}对{target}的效果使用了【无懈可击】：是否使用【无懈可击】抵消它？",
        en="{source} uses Nullification against {card} on {target}: use Nullification against that?",
    ),
    "rescue": Text(
        zh="{target}濒死，还需 {count} 张【桃】：是否使用？",
        en="{target} is dying and needs {count} Peach(es): use one?",
    ),
    "choose_hero": Text(zh="选择你的武将。", en="Choose your hero."),
    "choose_card_of": Text(zh="{name}：选择{target}的一张牌。", en="{name}: choose a card of {target}'s."),
    "choose_targets": Text(zh="{name}：为【{card}】选择目标。", en="{name}: choose the targets of {card}."),
    "order": Text(
        zh="你有多个效果同时可以发动：选择先结算哪一个。",
        en="Several of your effects may happen at this moment: choose which one comes first.",
    ),
    "option.pass": Text(zh="放弃", en="Pass"),
    "option.end": Text(zh="结束出牌", en="End the play phase"),
    "option.accept": Text(zh="确定", en="Yes"),
    "option.choose": Text(zh="选择", en="Choose"),
    "option.give": Text(zh="分配", en="Hand out"),
    "option.arrange": Text(zh="排列", en="Arrange"),
}

CARDS: dict[str, Text] = {
    "amazing_grace": Text(zh="【五谷丰登】：选择一张牌获得。", en="Amazing Grace: pick a card to take."),
    "collateral": Text(
        zh="{source}对你使用【借刀杀人】：对{target}使用一张【杀】，否则将武器交给{source}。",
        en="{source} uses Collateral on you: use a Slash on {target} or hand your weapon to {source}.",
    ),
    "double_swords": Text(
        zh="{source}对你发动【雌雄双股剑】：弃置一张手牌，或让{source}摸一张牌。",
        en="{source} uses the Double Swords on you: discard a hand card, or let {source} draw a card.",
    ),
    "double_swords.choose": Text(zh="弃置一张手牌", en="Discard a hand card"),
    "double_swords.pass": Text(zh="让{source}摸一张牌", en="Let {source} draw a card"),
    "blade": Text(
        zh="{target}抵消了你的【杀】：是否发动【青龙偃月刀】，再对其使用一张【杀】？",
        en="{target} dodged your Slash: use another on {target} with the Green Dragon Blade?",
    ),
    "kylin_bow.horse": Text(
        zh="【麒麟弓】：选择{target}的一匹马弃置。", en="Kylin Bow: choose a horse of {target}'s to discard."
    ),
}

SKILLS: dict[str, Text] = {
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
