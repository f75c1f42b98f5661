"""法正 and 凌统 as revised in 2012, in printed order, and their skills."""

from engine.texts.entry import Entry, Text

HEROES: dict[str, Entry] = {
    "fazheng_r": Entry(
        name=Text(zh="法正", en="Fa Zheng"),
        text=Text(zh="恩仇必报的谋主", en="Who Repaid Every Favour and Wrong"),
    ),
    "lingtong_r": Entry(
        name=Text(zh="凌统", en="Ling Tong"),
        text=Text(zh="旋风般的勇将", en="Whirlwind of the South"),
    ),
}

SKILLS: dict[str, Entry] = {
    "enyuan_r": Entry(
        name=Text(zh="恩怨", en="Favour and Grudge"),
        text=Text(
            zh="你每次获得一名其他角色的两张或更多的牌后，可令其摸一张牌；你每受到 1 点伤害后，"
            "可令伤害来源选择：交给你一张手牌，或失去 1 点体力。",
            en="Each time you have obtained two or more cards of another character, you may let it draw a card; for "
            "each 1 damage you have suffered, you may have its source either give you a hand card or lose 1 hp.",
        ),
    ),
    "xuanhuo_r": Entry(
        name=Text(zh="眩惑", en="Dazzling Words"),
        text=Text(
            zh="摸牌阶段，你可放弃摸牌，改为令一名其他角色摸两张牌，然后其须对其攻击范围内由你指定的另一名角色使用一张【杀】，"
            "否则你获得其两张牌。",
            en="In your draw phase, you may, instead of drawing, have another character draw two cards; it must then "
            "use a Slash on another character that you name within its attack range, or you obtain two of its cards.",
        ),
    ),
    "xuanfeng_r": Entry(
        name=Text(zh="旋风", en="Whirlwind"),
        text=Text(
            zh="你每失去一次装备区里的牌后，或于你的弃牌阶段弃置了两张或更多的牌后，"
            "你可依次弃置一至两名角色的共计两张牌。",
            en="Each time you have lost equipped cards, and when you have discarded two or more cards in your discard "
            "phase, you may discard two cards in all, one after the other, of one or two characters.",
        ),
    ),
}

TERMS: dict[str, Text] = {"pack.yj2011r": Text(zh="一将成名 2011（修订）", en="Rising Stars 2011, Revised")}

PROMPTS: dict[str, Text] = {
    "option.enyuan_r.reward": Text(zh="令其摸一张牌", en="let it draw a card"),
    "option.enyuan_r.resent": Text(zh="令伤害来源交牌或失去体力", en="demand a card or the loss of hp"),
    "enyuan_r": Text(
        zh="{source}对你发动恩怨：交给其一张手牌，或失去 1 点体力。",
        en="{source} invokes Favour and Grudge on you: give it a hand card, or lose 1 hp.",
    ),
    "enyuan_r.pass": Text(zh="失去 1 点体力", en="Lose 1 hp"),
    "xuanhuo_r": Text(
        zh="{source}对你发动眩惑：对{target}使用一张【杀】，否则其获得你的两张牌。",
        en="{source} invokes Dazzling Words on you: use a Slash on {target}, or two of your cards are taken.",
    ),
    "xuanhuo_r.pass": Text(zh="令其获得你的两张牌", en="Have two cards taken"),
    "xuanhuo_r.prey": Text(
        zh="眩惑：指定{target}攻击范围内的另一名角色。",
        en="Dazzling Words: name another character within {target}'s attack range.",
    ),
    "xuanfeng_r.second": Text(
        zh="旋风：选择第二张牌的角色。", en="Whirlwind: choose whose card is the second to be discarded."
    ),
}
