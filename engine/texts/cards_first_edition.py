"""Cards of the first edition that differ from the standard ones. The skills of six weapons hold by an option alone."""

from engine.texts.entry import Entry, Text

CARDS: dict[str, Entry] = {
    "old_peach": Entry(
        name=Text(zh="桃", en="Peach"),
        text=Text(
            zh="二选一：出牌阶段，若体力未满，为自己加 1 点体力；或任何时候有角色将扣减最后一点体力时，"
            "对其使用，抵消 1 点体力伤害。",
            en="Either in your play phase, if you are wounded, use on yourself to gain 1 hp; or whenever a character "
            "is about to lose its last point of hp, use on that character to offset 1 point of the harm.",
        ),
    ),
    "old_collateral": Entry(
        name=Text(zh="借刀杀人", en="Collateral"),
        text=Text(
            zh="出牌阶段，对一名装备着武器的其他角色使用：借用其武器，到你的弃牌阶段归还。你自己的武器不必弃掉，"
            "每次出【杀】选择一把使用其攻击范围和技能。",
            en="In your play phase, use on another character with a weapon equipped: you borrow that weapon and give "
            "it back in your discard phase. A weapon of your own stays; for each Slash choose one of them, whose "
            "range and skill you have.",
        ),
    ),
    "old_indulgence": Entry(
        name=Text(zh="乐不思蜀", en="Indulgence"),
        text=Text(
            zh="延时类。出牌阶段，置入一名除主公外的其他角色的判定区。其判定阶段判定：若不为红桃，"
            "跳过本回合的出牌阶段，判定后仍可用【无懈可击】取消。然后弃置此牌。",
            en="Delayed. In your play phase, place it in the judgement zone of another character who is not the lord. "
            "In that character's judge phase it judges: unless the result is a heart, it skips the play phase of this "
            "turn, and a Nullification may still cancel this after the judgement. Then discard this card.",
        ),
    ),
    "old_lightning": Entry(
        name=Text(zh="闪电", en="Lightning"),
        text=Text(
            zh="延时类，先于其他延时锦囊判定。出牌阶段，置入你的判定区。目标于其下个判定阶段判定："
            "黑桃 2 至 9 则扣减 3 点体力并弃置此牌；否则，或判定前被抵消，将其移至下家的判定区。"
            "判定后仍可用【无懈可击】取消，并弃置此牌。",
            en="Delayed, judged before other delayed tricks. In your play phase, place it in your own judgement zone. "
            "In its next judge phase the target judges: on a spade from 2 to 9 it takes 3 damage without a source and "
            "this card is discarded; on any other result, or if cancelled before the judgement, this card moves to the "
            "next character's judgement zone. After the judgement a Nullification may still cancel and discard it.",
        ),
    ),
    "old_qinggang_sword": Entry(
        name=Text(zh="青钢剑", en="Qinggang Sword"),
        text=Text(
            zh="武器，攻击范围 2。锁定技：你使用【杀】时，对方的【八卦阵】无效。",
            en="Weapon, range 2. Locked: when you use a Slash, the target's Eight Diagram has no effect.",
        ),
    ),
    "old_double_swords": Entry(
        name=Text(zh="雌雄双股剑", en="Double Swords"),
        text=Text(
            zh="武器，攻击范围 2。进阶技能：你使用【杀】击中异性角色后，其选择：弃置一张手牌，或让你摸一张牌。",
            en="Weapon, range 2. Advanced skill: after your Slash hits a character of the opposite sex, that character "
            "chooses: discard a hand card, or let you draw a card.",
        ),
    ),
    "old_axe": Entry(
        name=Text(zh="贯石斧", en="Rock Cleaving Axe"),
        text=Text(
            zh="武器，攻击范围 3。进阶技能：你的体力上限大于 3，且使用【杀】被闪避时，可弃置两张牌，强制命中。",
            en="Weapon, range 3. Advanced skill: when your maximum hp is above 3 and your Slash is dodged, you may "
            "discard two cards: it hits anyway.",
        ),
    ),
    "old_blade": Entry(
        name=Text(zh="青龙偃月刀", en="Green Dragon Blade"),
        text=Text(
            zh="武器，攻击范围 3。进阶技能：你的体力大于 2，且使用【杀】被闪避时，可对同一目标再使用一张【杀】，"
            "仅追加一次。",
            en="Weapon, range 3. Advanced skill: when your hp is above 2 and your Slash is dodged, you may use one "
            "more Slash on the same target, and no third.",
        ),
    ),
    "old_spear": Entry(
        name=Text(zh="丈八蛇矛", en="Serpent Spear"),
        text=Text(
            zh="武器，攻击范围 3。进阶技能：你的体力大于 2 时，在【决斗】中可将任意一张手牌当【杀】打出。",
            en="Weapon, range 3. Advanced skill: while your hp is above 2, you may play any hand card as a Slash in a "
            "Duel.",
        ),
    ),
    "old_halberd": Entry(
        name=Text(zh="方天画戟", en="Sky Piercing Halberd"),
        text=Text(
            zh="武器，攻击范围 4。进阶技能：你使用的【杀】是你最后一张手牌时，可为其指定至多三名目标。",
            en="Weapon, range 4. Advanced skill: when the Slash you use is your last hand card, it may have up to "
            "three targets.",
        ),
    ),
    "old_kylin_bow": Entry(
        name=Text(zh="麒麟弓", en="Kylin Bow"),
        text=Text(
            zh="武器，攻击范围 5。进阶技能：你使用【杀】击中距离大于 2 的角色后，其须弃置装备区里的一匹马。",
            en="Weapon, range 5. Advanced skill: after your Slash hits a character at a distance of more than 2, that "
            "character has to discard one horse it has equipped.",
        ),
    ),
}

TERMS: dict[str, Text] = {
    "pack.first-edition": Text(zh="首版", en="First edition"),
    "pile.borrowed": Text(zh="借来的武器", en="borrowed weapons"),
}

PROMPTS: dict[str, Text] = {
    "old_double_swords": Text(
        zh="{source}的【雌雄双股剑】击中了你：弃置一张手牌，或让{source}摸一张牌。",
        en="{source}'s Double Swords have hit you: discard a hand card, or let {source} draw a card.",
    ),
    "old_double_swords.choose": Text(zh="弃置一张手牌", en="Discard a hand card"),
    "old_double_swords.pass": Text(zh="让{source}摸一张牌", en="Let {source} draw a card"),
    "old_blade": Text(
        zh="{target}闪避了你的【杀】：是否发动【青龙偃月刀】，再对其使用一张【杀】？",
        en="{target} dodged your Slash: use one more on {target} with the Green Dragon Blade?",
    ),
    "old_kylin_bow.horse": Text(
        zh="{source}的【麒麟弓】击中了你：选择一匹马弃置。", en="{source}'s Kylin Bow has hit you: discard a horse."
    ),
}
