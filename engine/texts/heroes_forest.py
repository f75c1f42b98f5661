"""Provisional: the text of 英魂 until the forest pack is here."""

from engine.texts.entry import Entry, Text

SKILLS: dict[str, Entry] = {
    "yinghun": Entry(
        name=Text(zh="英魂", en="Heroic Spirit"),
        text=Text(
            zh="回合开始阶段开始时，若你已受伤，可选择一名其他角色，其选择一项：摸 X 张牌，然后弃置一张牌；"
            "或摸一张牌，然后弃置 X 张牌（X 为你已损失的体力值）。",
            en="At the beginning of your turn start phase, if wounded, you may choose another character, who chooses "
            "either to draw X cards and then discard one, or to draw one card and then discard X (X is the hp you have "
            "lost).",
        ),
    ),
}

PROMPTS: dict[str, Text] = {
    "yinghun": Text(
        zh="{source}对你发动英魂：选择一项（X 为 {count}）。",
        en="{source} invokes Heroic Spirit on you: choose (X is {count}).",
    ),
    "yinghun.draw_more": Text(zh="摸 X 张牌，然后弃置一张牌", en="Draw X cards, then discard one"),
    "yinghun.discard_more": Text(zh="摸一张牌，然后弃置 X 张牌", en="Draw one card, then discard X"),
}
