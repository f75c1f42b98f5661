"""The heroes of the first edition and their skills. Where a skill has no name in text 000 it has the standard one."""

from engine.texts import heroes_standard as standard
from engine.texts.entry import Entry, Text

_SAME_NAME = (
    *("caocao", "simayi", "zhangliao", "xuchu", "guojia", "zhenji"),
    *("liubei", "guanyu", "zhangfei", "zhugeliang", "zhaoyun", "machao", "huangyueying"),
    *("sunquan", "ganning", "lvmeng", "huanggai", "zhouyu", "daqiao", "luxun", "sunshangxiang"),
    *("huatuo", "lvbu", "diaochan"),
)

HEROES: dict[str, Entry] = {
    **{f"old_{hero}": standard.HEROES[hero] for hero in _SAME_NAME},
    "old_xiahoudun": Entry(
        name=Text(zh="夏侯敦", en="Xiahou Dun"), text=Text(zh="独目将军", en="The One-Eyed General")
    ),
}


def _named(skill: str) -> Text:
    """The name that a skill of the standard edition has too."""
    return standard.SKILLS[skill].name


_WEI: dict[str, Entry] = {
    "old_jianxiong": Entry(
        name=_named("jianxiong"),
        text=Text(
            zh="你可立即获得所有对你造成体力伤害的牌，【决斗】中双方打出的【杀】除外。",
            en="You may at once take all cards that have damaged you, except the Slashes played in a Duel.",
        ),
    ),
    "old_hujia": Entry(
        name=_named("hujia"),
        text=Text(
            zh="主公技。你需要【闪】时，可请其他魏国角色替你出一张【闪】，其可以不出。",
            en="Lord skill. Whenever you need a Jink, you may ask the other Wei characters to play one for you; they "
            "are free to refuse.",
        ),
    ),
    "old_fankui": Entry(
        name=_named("fankui"),
        text=Text(
            zh="一名角色对你造成体力伤害后，你可随机获得其一张手牌。",
            en="After a character has damaged you, you may take one of its hand cards at random.",
        ),
    ),
    "old_guicai": Entry(
        name=_named("guicai"),
        text=Text(
            zh="任意角色的判定牌翻开后，你可打出一张手牌作为新的判定牌，原来的判定牌弃置。",
            en="After a judgement card of any character is turned over, you may play a hand card as the new judgement "
            "card; the old one is discarded.",
        ),
    ),
    "old_ganglie": Entry(
        name=_named("ganglie"),
        text=Text(
            zh="一名角色对你造成体力伤害后，你可令其判定：若为黑色，其选择弃置两张手牌，或扣减 1 点体力。",
            en="After a character has damaged you, you may have that character judge: if black, it chooses to discard "
            "two hand cards or to lose 1 hp to you.",
        ),
    ),
    "old_tuxi": Entry(
        name=_named("tuxi"),
        text=Text(
            zh="摸牌阶段，你可不摸牌，改为从一至两名其他角色处各随机获得一张手牌。",
            en="In your draw phase, you may forgo drawing and instead take one hand card at random from each of one or "
            "two other characters.",
        ),
    ),
    "old_luoyi": Entry(
        name=_named("luoyi"),
        text=Text(
            zh="出牌阶段，你没有武器时，使用【杀】造成的伤害为 2 点；【决斗】不受影响。",
            en="In your play phase, while you have no weapon, your Slash deals 2 damage; Duels are not affected.",
        ),
    ),
    "old_tiandu": Entry(
        name=_named("tiandu"),
        text=Text(
            zh="你可获得自己的所有判定牌，包括其他角色用来改判的牌。",
            en="You may take every judgement card of yours, also one with which somebody has replaced it.",
        ),
    ),
    "old_yiji": Entry(
        name=_named("yiji"),
        text=Text(
            zh="你每受到 1 点体力伤害，可从牌堆摸两张牌，将之交给一至两名角色，可以是你自己。",
            en="For each 1 damage you have suffered, you may draw two cards and give them to one or two characters, "
            "of whom you may be one.",
        ),
    ),
    "old_luoshen": Entry(
        name=_named("luoshen"),
        text=Text(
            zh="判定阶段，【闪电】与【乐不思蜀】判定之后，你可判定：若为黑色，你获得此牌，并可再次判定，"
            "直到出现红色为止。每回合一次。",
            en="In your judge phase, after Lightning and Indulgence are judged, you may judge: if black, you take the "
            "card and may judge again, until a red result appears. Once per turn.",
        ),
    ),
    "old_qingguo": Entry(
        name=_named("qingguo"),
        text=Text(zh="你可用任意一张手牌代替【闪】。", en="Any hand card may serve you as a Jink."),
    ),
}

_SHU: dict[str, Entry] = {
    "old_rende": Entry(
        name=_named("rende"),
        text=Text(
            zh="出牌阶段，你可将任意张手牌分发给其他角色；此阶段每分发出两张手牌，你加 1 点体力。",
            en="In your play phase, you may hand out any number of hand cards to other characters; for every two "
            "cards handed out in this phase, you gain 1 hp.",
        ),
    ),
    "old_jijiang": Entry(
        name=_named("jijiang"),
        text=Text(
            zh="主公技。你需要【杀】时，可请其他蜀国角色替你出一张【杀】，其可以不出。",
            en="Lord skill. Whenever you need a Slash, you may ask the other Shu characters to play one for you; they "
            "are free to refuse.",
        ),
    ),
    "old_wusheng": Entry(
        name=_named("wusheng"),
        text=Text(
            zh="你可用任意一张红色手牌或已装备的红色牌代替【杀】。",
            en="Any red hand card or red equipped card may serve you as a Slash.",
        ),
    ),
    "old_feijiang": Entry(
        name=Text(zh="飞将", en="Flying General"),
        text=Text(
            zh="出牌阶段，你可使用任意张【杀】。武器仍可增加你的攻击范围。",
            en="In your play phase, you may use any number of Slashes. A weapon still extends your attack range.",
        ),
    ),
    "old_guanxing": Entry(
        name=_named("guanxing"),
        text=Text(
            zh="摸牌阶段前，你可观看牌堆顶的三张牌，将其中任意张以任意顺序置于牌堆底，其余以任意顺序置于牌堆顶。",
            en="Before your draw phase, you may look at the top three cards of the draw pile, then put any of them at "
            "the bottom in any order and the rest on top in any order.",
        ),
    ),
    "old_kongcheng": Entry(
        name=_named("kongcheng"),
        text=Text(
            zh="你没有手牌时，不受【杀】的影响，包括【决斗】中打出的【杀】。",
            en="While you have no hand cards, Slashes do not affect you, those played in a Duel included.",
        ),
    ),
    "old_longdan": Entry(
        name=_named("longdan"),
        text=Text(
            zh="你可用【杀】代替【闪】，也可用【闪】代替【杀】。",
            en="A Slash may serve you as a Jink, and a Jink as a Slash.",
        ),
    ),
    "old_mashu": Entry(
        name=_named("mashu"),
        text=Text(
            zh="你始终视为骑着一匹 -1 马和一匹 +1 马，并可再装备一匹马；装备另一匹时，弃置原来的马。",
            en="You always count as riding one -1 horse and one +1 horse, and may equip one horse besides; when you "
            "equip another, the former one is discarded.",
        ),
    ),
    "old_jizhi": Entry(
        name=_named("jizhi"),
        text=Text(
            zh="你使用一张锦囊牌后，可在其生效前摸一张牌，延时类锦囊也是如此。",
            en="When you use a trick, delayed or not, you may draw a card before it takes effect.",
        ),
    ),
    "old_qicai": Entry(
        name=_named("qicai"),
        text=Text(zh="你使用任何锦囊牌没有距离限制。", en="Tricks you use have no distance limit."),
    ),
}

_WU: dict[str, Entry] = {
    "old_zhiheng": Entry(
        name=_named("zhiheng"),
        text=Text(
            zh="弃牌阶段开始时，你可弃置任意张手牌（手牌数小于体力值时也可不弃），然后将手牌补充到当前体力值。",
            en="At the start of your discard phase, you may discard any number of hand cards (or none if you have "
            "fewer than your hp) and then draw up to your current hp.",
        ),
    ),
    "old_nagong": Entry(
        name=Text(zh="纳贡", en="Tribute"),
        text=Text(
            zh="主公技。其他吴国角色各自回合的摸牌阶段结束时，你可请其给你一张手牌，其可以不给。",
            en="Lord skill. At the end of the draw phase of another Wu character, you may ask it for one of its hand "
            "cards; it is free to refuse.",
        ),
    ),
    "old_tongling": Entry(
        name=Text(zh="铜铃", en="Copper Bells"),
        text=Text(
            zh="限定技。出牌阶段，或你的体力扣减到 0 时，你可亮出自己的身份牌：你的体力上限和当前体力值各加 1。",
            en="Limited. In your play phase, or when your hp have come to 0, you may show your role: your maximum hp "
            "and your hp both grow by 1.",
        ),
    ),
    "old_keji": Entry(
        name=_named("keji"),
        text=Text(
            zh="若你在出牌阶段没有使用或打出过【杀】，此回合的手牌没有上限。",
            en="If you neither used nor played a Slash in your play phase, your hand has no limit this turn.",
        ),
    ),
    "old_kurou": Entry(
        name=_named("kurou"),
        text=Text(
            zh="出牌阶段，若你的体力大于 1，可扣减自己 1 点体力，然后摸两张牌。可多次使用。",
            en="In your play phase, if you have more than 1 hp, you may lose 1 hp and then draw two cards, any number "
            "of times.",
        ),
    ),
    "old_yingzi": Entry(
        name=_named("yingzi"),
        text=Text(zh="摸牌阶段，你可摸三张牌。", en="In your draw phase, you may draw three cards."),
    ),
    "old_jiedao": Entry(
        name=Text(zh="借刀", en="Borrowed Knife"),
        text=Text(
            zh="出牌阶段，每回合限一次，你可指定一名装备着武器的其他角色，如同对其使用【借刀杀人】。",
            en="Once per turn, in your play phase, you may name another character with a weapon equipped: this has "
            "the effect of a Collateral used on that character.",
        ),
    ),
    "old_guose": Entry(
        name=_named("guose"),
        text=Text(
            zh="出牌阶段，你可将任意一张方块牌当【乐不思蜀】使用。",
            en="In your play phase, you may use any diamond card as an Indulgence.",
        ),
    ),
    "old_liuli": Entry(
        name=_named("liuli"),
        text=Text(
            zh="你受到【杀】的攻击时（【决斗】除外），可弃置一张牌，将此【杀】转移给你攻击范围内的一名角色，"
            "攻击者本身除外。",
            en="When you are attacked with a Slash (not in a Duel), you may discard a card to pass the Slash on to a "
            "character in your attack range, other than the attacker.",
        ),
    ),
    "old_qianxun": Entry(
        name=_named("qianxun"),
        text=Text(zh="你不受【顺手牵羊】和【乐不思蜀】的影响。", en="You are not affected by Snatch and Indulgence."),
    ),
    "old_lianying": Entry(
        name=_named("lianying"),
        text=Text(
            zh="任何时候，你失去最后一张手牌时，可摸一张牌。",
            en="Whenever you have lost your last hand card, you may draw a card.",
        ),
    ),
    "old_qiankun": Entry(
        name=Text(zh="乾坤", en="Heaven and Earth"),
        text=Text(
            zh="其他角色的武器、马和【八卦阵】在其与你之间没有任何效果，角色技能仍然有效。",
            en="The weapons, horses and armor of other characters have no effect between them and you; hero skills "
            "still have theirs.",
        ),
    ),
}

_QUN: dict[str, Entry] = {
    "old_jijiu": Entry(
        name=_named("jijiu"),
        text=Text(
            zh="任何时候，你可弃置一张红色牌，抵消任意角色的 1 点伤害。",
            en="At any time, you may discard a red card to offset 1 damage to any character.",
        ),
    ),
    "old_qingnang": Entry(
        name=_named("qingnang"),
        text=Text(
            zh="出牌阶段，你可弃置一张手牌或已装备的牌，为自己加 1 点体力。可多次使用。",
            en="In your play phase, you may discard a hand card or an equipped card to gain 1 hp, any number of times.",
        ),
    ),
    "old_wushuang": Entry(
        name=_named("wushuang"),
        text=Text(
            zh="你使用的【杀】须用两张【闪】才能闪避；响应你的【万箭齐发】或【南蛮入侵】的角色，"
            "须额外弃置一张手牌，否则响应无效。",
            en="Your Slash takes two Jinks to dodge; whoever answers your Archery Attack or Savage Assault has to "
            "discard one more hand card, or the answer is in vain.",
        ),
    ),
    "old_biyue": Entry(
        name=_named("biyue"),
        text=Text(zh="弃牌阶段结束后，你可摸一张牌。", en="After your discard phase, you may draw a card."),
    ),
    "old_lijian": Entry(
        name=_named("lijian"),
        text=Text(
            zh="出牌阶段，每回合限一次，你可弃置一张牌并指定两名男性角色，令他们【决斗】，由你决定谁先出【杀】。",
            en="Once per turn, in your play phase, you may discard a card and name two male characters: they have a "
            "Duel, and you choose who plays a Slash first.",
        ),
    ),
}

SKILLS: dict[str, Entry] = _WEI | _SHU | _WU | _QUN

TERMS: dict[str, Text] = {}

PROMPTS: dict[str, Text] = {
    "old_hujia.ask": standard.PROMPTS["hujia.ask"],
    "old_jijiang.ask": standard.PROMPTS["jijiang.ask"],
    "old_nagong": Text(
        zh="{source}发动纳贡：是否给{source}一张手牌？", en="{source} invokes Tribute: give {source} a hand card?"
    ),
    "old_nagong.choose": Text(zh="给一张手牌", en="Give a hand card"),
    "old_jijiu": Text(
        zh="{source}将对{target}造成 {count} 点伤害：是否发动急救，弃置一张红色牌，抵消 1 点？",
        en="{source} is about to deal {target} {count} damage: discard a red card for First Aid, to offset 1?",
    ),
    "old_jijiu.no_source": Text(
        zh="{target}将受到 {count} 点伤害：是否发动急救，弃置一张红色牌，抵消 1 点？",
        en="{target} is about to suffer {count} damage: discard a red card for First Aid, to offset 1?",
    ),
    "old_ganglie": Text(
        zh="{source}的刚烈判定为黑色：弃置两张手牌，或扣减 1 点体力。",
        en="{source}'s Unyielding came to black: discard two hand cards, or lose 1 hp.",
    ),
    "old_ganglie.choose": Text(zh="弃置两张手牌", en="Discard two hand cards"),
    "old_ganglie.pass": Text(zh="扣减 1 点体力", en="Lose 1 hp"),
    "old_wushuang": Text(
        zh="{source}的无双：再弃置一张手牌，否则你的响应无效。",
        en="{source} is Peerless: discard one more hand card, or your answer is in vain.",
    ),
    "old_wushuang.choose": Text(zh="弃置一张手牌", en="Discard a hand card"),
    "old_wushuang.pass": Text(zh="不弃牌", en="Discard none"),
    "old_lijian": Text(zh="离间：选择先出【杀】的角色。", en="Sow Enmity: choose who plays a Slash first."),
}
