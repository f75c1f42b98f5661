"""The heroes of the first edition and their skills. Where a skill has no name in text 000 it has the standard one."""

from engine.texts import heroes_standard as standard
from engine.texts.entry import Entry, Text

_SAME_NAME = (
    *("caocao", "simayi", "zhangliao", "xuchu", "guojia", "zhenji"),
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

SKILLS: dict[str, Entry] = _WEI | _QUN

TERMS: dict[str, Text] = {}

PROMPTS: dict[str, Text] = {
    "old_hujia.ask": standard.PROMPTS["hujia.ask"],
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
