"""Cards of the standard deck. Attack ranges are printed on the weapons, so their texts name them."""

from engine.texts.entry import Entry, Text

_DEFENSIVE_HORSE = Text(
    zh="+1 马。其他角色计算与你的距离时，结果 +1。",
    en="+1 horse. Other characters count their distance to you as 1 more.",
)
_OFFENSIVE_HORSE = Text(
    zh="-1 马。你计算与其他角色的距离时，结果 -1。",
    en="-1 horse. You count your distance to other characters as 1 less.",
)

_BASIC: dict[str, Entry] = {
    "slash": Entry(
        name=Text(zh="杀", en="Slash"),
        text=Text(
            zh="出牌阶段，对攻击范围内的一名其他角色使用：若其不以【闪】抵消，受到你的 1 点伤害。"
            "每个出牌阶段限用一张。",
            en="In your play phase, use on another character in your attack range: unless cancelled with a Jink, "
            "you deal it 1 damage. One Slash per play phase.",
        ),
    ),
    "jink": Entry(
        name=Text(zh="闪", en="Jink"),
        text=Text(
            zh="成为【杀】的目标时使用，抵消这张【杀】对你的效果；也可在效果要求时打出。",
            en="Use when you are the target of a Slash to cancel its effect on you; or play it where an effect asks "
            "for one.",
        ),
    ),
    "peach": Entry(
        name=Text(zh="桃", en="Peach"),
        text=Text(
            zh="二选一：出牌阶段，若你已受伤，对自己使用，回复 1 点体力；或有角色濒死时，对其使用，令其回复 1 点体力。",
            en="Either in your play phase, if you are wounded, use on yourself to recover 1 hp; or when a character is "
            "dying, use on that character, who recovers 1 hp.",
        ),
    ),
}

_TRICKS: dict[str, Entry] = {
    "duel": Entry(
        name=Text(zh="决斗", en="Duel"),
        text=Text(
            zh="出牌阶段，对一名其他角色使用：由其开始，你们轮流打出一张【杀】，先不打出的一方受到另一方的 1 点伤害。",
            en="In your play phase, use on another character: beginning with the target, you take turns playing a "
            "Slash; the first who does not takes 1 damage from the other.",
        ),
    ),
    "dismantlement": Entry(
        name=Text(zh="过河拆桥", en="Dismantlement"),
        text=Text(
            zh="出牌阶段，对一名区域里有牌的其他角色使用：你选其一张手牌（随机）、装备区或判定区里的牌，将之弃置。",
            en="In your play phase, use on another character with a card in any zone: one card of your choice is "
            "discarded, a hand card (at random), or a card in the equipment zone or judgement zone.",
        ),
    ),
    "snatch": Entry(
        name=Text(zh="顺手牵羊", en="Snatch"),
        text=Text(
            zh="出牌阶段，对距离 1 以内、区域里有牌的一名其他角色使用：你获得其一张手牌（随机）、"
            "装备区或判定区里的牌。",
            en="In your play phase, use on another character within distance 1 with a card in any zone: take one "
            "card of your choice, a hand card (at random), or a card in the equipment zone or judgement zone.",
        ),
    ),
    "archery_attack": Entry(
        name=Text(zh="万箭齐发", en="Archery Attack"),
        text=Text(
            zh="出牌阶段，对所有其他角色使用：从你的下家起依次结算，不打出【闪】的目标受到你的 1 点伤害。",
            en="In your play phase, use on all other characters: in turn order from the seat after yours, each "
            "target who does not play a Jink takes 1 damage from you.",
        ),
    ),
    "savage_assault": Entry(
        name=Text(zh="南蛮入侵", en="Savage Assault"),
        text=Text(
            zh="出牌阶段，对所有其他角色使用：从你的下家起依次结算，不打出【杀】的目标受到你的 1 点伤害。",
            en="In your play phase, use on all other characters: in turn order from the seat after yours, each "
            "target who does not play a Slash takes 1 damage from you.",
        ),
    ),
    "ex_nihilo": Entry(
        name=Text(zh="无中生有", en="Ex Nihilo"),
        text=Text(zh="出牌阶段，对自己使用：摸两张牌。", en="In your play phase, use on yourself: draw two cards."),
    ),
    "god_salvation": Entry(
        name=Text(zh="桃园结义", en="God Salvation"),
        text=Text(
            zh="出牌阶段，对所有角色使用：从你起依次结算，每名目标回复 1 点体力。",
            en="In your play phase, use on all characters: in turn order from you, each target recovers 1 hp.",
        ),
    ),
    "amazing_grace": Entry(
        name=Text(zh="五谷丰登", en="Amazing Grace"),
        text=Text(
            zh="出牌阶段，对所有角色使用：亮出牌堆顶与存活角色数相等的牌，从你起依次结算，每名目标选取其中一张。",
            en="In your play phase, use on all characters: reveal from the draw pile one card per living character; "
            "in turn order from you, each target picks one and takes it.",
        ),
    ),
    "collateral": Entry(
        name=Text(zh="借刀杀人", en="Collateral"),
        text=Text(
            zh="出牌阶段，对一名装备着武器的其他角色使用，并指定其攻击范围内的另一名角色："
            "其须对后者使用一张【杀】，否则你获得其武器。",
            en="In your play phase, use on another character with a weapon equipped, and name someone in that "
            "character's attack range: it must use a Slash on the one named, or you take its weapon.",
        ),
    ),
    "nullification": Entry(
        name=Text(zh="无懈可击", en="Nullification"),
        text=Text(
            zh="一张锦囊即将对一名角色生效时使用，抵消它对这名角色的效果。【无懈可击】本身也可被抵消。",
            en="Use when a trick is about to take effect on a character: its effect on that one character is "
            "cancelled. A Nullification can itself be cancelled.",
        ),
    ),
}

_DELAYED: dict[str, Entry] = {
    "indulgence": Entry(
        name=Text(zh="乐不思蜀", en="Indulgence"),
        text=Text(
            zh="延时类。出牌阶段，置入一名其他角色的判定区。其判定阶段判定：若不为红桃，跳过本回合的出牌阶段。"
            "然后弃置此牌。",
            en="Delayed. In your play phase, place it in another character's judgement zone. In that character's "
            "judge phase it judges: unless the result is a heart, it skips the play phase of this turn. Then discard "
            "this card.",
        ),
    ),
    "lightning": Entry(
        name=Text(zh="闪电", en="Lightning"),
        text=Text(
            zh="延时类。出牌阶段，置入你的判定区。目标于其下个判定阶段判定："
            "黑桃 2 至 9 则受到 3 点无来源伤害并弃置此牌；否则，或此牌被抵消，将其移至下家的判定区。",
            en="Delayed. In your play phase, place it in your own judgement zone. In its next judge phase the target "
            "judges: on a spade from 2 to 9 it takes 3 damage without a source and this card is discarded; on any "
            "other result, or if cancelled, this card moves to the next character's judgement zone.",
        ),
    ),
}

_WEAPONS: dict[str, Entry] = {
    "crossbow": Entry(
        name=Text(zh="诸葛连弩", en="Zhuge Crossbow"),
        text=Text(
            zh="武器，攻击范围 1。出牌阶段，你使用【杀】没有张数限制。",
            en="Weapon, range 1. In your play phase you may use any number of Slashes.",
        ),
    ),
    "qinggang_sword": Entry(
        name=Text(zh="青釭剑", en="Qinggang Sword"),
        text=Text(
            zh="武器，攻击范围 2。锁定技：你使用【杀】时，目标的防具对这张【杀】没有任何效果。",
            en="Weapon, range 2. Locked: when you use a Slash, the target's armour has no effect against it.",
        ),
    ),
    "double_swords": Entry(
        name=Text(zh="雌雄双股剑", en="Double Swords"),
        text=Text(
            zh="武器，攻击范围 2。你使用【杀】指定异性角色为目标后、结算之前，可令其选择：弃置一张手牌，"
            "或让你摸一张牌。",
            en="Weapon, range 2. After your Slash names a target of the opposite sex and before it resolves, you may "
            "have the target choose: discard a hand card, or let you draw a card.",
        ),
    ),
    "axe": Entry(
        name=Text(zh="贯石斧", en="Rock Cleaving Axe"),
        text=Text(
            zh="武器，攻击范围 3。你使用的【杀】被目标的【闪】抵消时，可弃置两张牌，令此【杀】依然造成伤害。",
            en="Weapon, range 3. When a Jink cancels your Slash, you may discard two cards: the Slash deals its "
            "damage anyway.",
        ),
    ),
    "blade": Entry(
        name=Text(zh="青龙偃月刀", en="Green Dragon Blade"),
        text=Text(
            zh="武器，攻击范围 3。你使用的【杀】被【闪】抵消时，可立即对同一目标再使用一张【杀】，可如此反复。",
            en="Weapon, range 3. When a Jink cancels your Slash, you may at once use another Slash on the same "
            "target, and so on.",
        ),
    ),
    "spear": Entry(
        name=Text(zh="丈八蛇矛", en="Serpent Spear"),
        text=Text(
            zh="武器，攻击范围 3。需要使用或打出【杀】时，可将两张手牌当一张【杀】：同为红色则为红色，"
            "同为黑色则为黑色，一红一黑则无色。",
            en="Weapon, range 3. When you need to use or play a Slash, two hand cards may serve as one: red if both "
            "are red, black if both are black, colourless if mixed.",
        ),
    ),
    "halberd": Entry(
        name=Text(zh="方天画戟", en="Sky Piercing Halberd"),
        text=Text(
            zh="武器，攻击范围 4。你使用的【杀】是你最后一张手牌时，可为其指定至多三名目标，按行动顺序结算。",
            en="Weapon, range 4. When the Slash you use is your last hand card, it may have up to three targets, "
            "resolved in turn order.",
        ),
    ),
    "kylin_bow": Entry(
        name=Text(zh="麒麟弓", en="Kylin Bow"),
        text=Text(
            zh="武器，攻击范围 5。你使用【杀】对目标造成伤害时，可弃置其装备区里的一匹马。",
            en="Weapon, range 5. When your Slash deals damage to a target, you may discard one horse it has equipped.",
        ),
    ),
}

_ARMOUR: dict[str, Entry] = {
    "eight_diagram": Entry(
        name=Text(zh="八卦阵", en="Eight Diagram"),
        text=Text(
            zh="防具。每当需要使用或打出【闪】时，你可判定：红色，视为你使用或打出了一张【闪】；黑色，"
            "你仍可从手牌中出【闪】。",
            en="Armour. Whenever you need to use or play a Jink, you may judge: on red, you count as having used or "
            "played one; on black, you may still do so from your hand.",
        ),
    ),
}

_HORSES: dict[str, Entry] = {
    "jueying": Entry(name=Text(zh="绝影", en="Jue Ying"), text=_DEFENSIVE_HORSE),
    "dilu": Entry(name=Text(zh="的卢", en="Di Lu"), text=_DEFENSIVE_HORSE),
    "zhuahuangfeidian": Entry(name=Text(zh="爪黄飞电", en="Zhua Huang Fei Dian"), text=_DEFENSIVE_HORSE),
    "chitu": Entry(name=Text(zh="赤兔", en="Chi Tu"), text=_OFFENSIVE_HORSE),
    "dayuan": Entry(name=Text(zh="大宛", en="Da Yuan"), text=_OFFENSIVE_HORSE),
    "zixing": Entry(name=Text(zh="紫骍", en="Zi Xing"), text=_OFFENSIVE_HORSE),
}

CARDS: dict[str, Entry] = _BASIC | _TRICKS | _DELAYED | _WEAPONS | _ARMOUR | _HORSES

PROMPTS: dict[str, Text] = {
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

TERMS: dict[str, Text] = {"pack.standard": Text(zh="标准包", en="Standard")}
