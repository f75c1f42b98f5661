"""What a decision asks, keyed by `Reason.prompt`; placeholders are fields of the reason.

A key is a general question (`discard`), or the id of a card or skill that asks something of its own, or `<id>.<what>`.
`<prompt>.no_source` takes the place of `<prompt>` where the reason has no source. The label of an option that names
neither card nor skill is `<Reason.name>.<Option.id>`, or else `option.<Option.id>`; where the id begins with `recast:`
it is `option.recast`.
"""

from engine.texts.entry import Text

PROMPTS: dict[str, Text] = {
    "play": Text(
        zh="出牌阶段：使用一张牌，发动一个技能，或结束此阶段。",
        en="Your play phase: use a card, invoke a skill, or end the phase.",
    ),
    "play_or_discard": Text(
        zh="出牌阶段：使用一张牌，弃置手牌，或结束此阶段。",
        en="Your play phase: use a card, discard hand cards, or end the phase.",
    ),
    "discard": Text(zh="弃置 {count} 张牌。", en="Discard {count} card(s)."),
    "discard_at_least": Text(zh="弃置至少 {count} 张牌。", en="Discard at least {count} card(s)."),
    "invoke": Text(zh="是否发动{name}？", en="Invoke {name}?"),
    "respond_jink": Text(
        zh="{source}对你使用{card}，需要 {count} 张【闪】：是否出一张？",
        en="{source} uses {card} on you, which takes {count} Jink(s): lay one down?",
    ),
    "respond_slash": Text(
        zh="{card}（{source}）需要 {count} 张【杀】：是否打出一张？",
        en="{card} ({source}) takes {count} Slash(es): play one?",
    ),
    "nullify": Text(
        zh="{source}的{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{source}'s {card} is about to take effect on {target}: use Nullification?",
    ),
    "nullify.no_source": Text(
        zh="{card}即将对{target}生效：是否使用【无懈可击】？",
        en="{card} is about to take effect on {target}: use Nullification?",
    ),
    "nullify_judged": Text(
        zh="{card}的判定对{target}不利：是否使用【无懈可击】取消其作用？取消后弃置{card}。",
        en="{card} was judged against {target}: use Nullification to cancel what it does? It is discarded then.",
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
    "first_draft": Text(zh="由哪一方先选将？", en="Which side drafts first?"),
    "first_draft.warm": Text(zh="暖色方先选", en="The warm side"),
    "first_draft.cold": Text(zh="冷色方先选", en="The cold side"),
    "draft": Text(zh="为本方选取 {count} 名武将。", en="Choose {count} hero(es) for your side."),
    "line_up": Text(
        zh="选出三名武将，按座位次序置于本方三名角色面前。",
        en="Choose three heroes for the seats of your side, in the order of the seats.",
    ),
    "first_action": Text(zh="由哪一方先行动？", en="Which side acts first?"),
    "first_action.warm": Text(zh="暖色方先行动", en="The warm side"),
    "first_action.cold": Text(zh="冷色方先行动", en="The cold side"),
    "action": Text(
        zh="轮到本方行动：由主帅行动，还是由前锋依次行动？",
        en="It is for your side to act: do you, or your vanguards one after the other?",
    ),
    "action.commander": Text(zh="主帅行动", en="The commander acts"),
    "action.vanguards": Text(zh="前锋行动", en="The vanguards act"),
    "direction": Text(zh="{card}按哪个方向结算？", en="Which way round does {card} go?"),
    "direction.clockwise": Text(zh="顺时针", en="Clockwise"),
    "direction.counter-clockwise": Text(zh="逆时针", en="Counter-clockwise"),
    "choose_card_of": Text(zh="{name}：选择{target}的一张牌。", en="{name}: choose a card of {target}'s."),
    "choose_targets": Text(zh="{name}：为【{card}】选择目标。", en="{name}: choose the targets of {card}."),
    "pindian": Text(
        zh="{name}：选择一张手牌与{target}拼点。", en="{name}: choose a hand card to compare with {target}'s."
    ),
    "order": Text(
        zh="你有多个效果同时可以发动：选择先结算哪一个。",
        en="Several of your effects may happen at this moment: choose which one comes first.",
    ),
    "option.pass": Text(zh="放弃", en="Pass"),
    "option.recast": Text(zh="重铸", en="Recast"),
    "option.discard": Text(zh="弃置手牌", en="Discard hand cards"),
    "option.end": Text(zh="结束出牌", en="End the play phase"),
    "option.accept": Text(zh="确定", en="Yes"),
    "option.choose": Text(zh="选择", en="Choose"),
    "option.give": Text(zh="分配", en="Hand out"),
    "option.arrange": Text(zh="排列", en="Arrange"),
}
