"""Lines of the match log, keyed by the kind of event; placeholders are fields of the event.

`<event>.<field>` takes the place of `<event>` where that field has something (it is there, not empty, not false), and
`<event>.no_<field>` where it has nothing. A key may name several fields: then all must hold. Of the lines that hold,
the last one listed is shown.
"""

from engine.texts.entry import Text

_MATCH: dict[str, Text] = {
    "role_dealt": Text(zh="{seat}得到身份牌。", en="{seat} gets a role."),
    "role_dealt.role": Text(zh="{seat}的身份是{role}。", en="{seat}'s role is {role}."),
    "role_shown": Text(zh="{seat}亮出身份：{role}。", en="{seat} shows the role {role}."),
    "hero_shown": Text(zh="{seat}的武将是{hero}。", en="{seat} is {hero}."),
    "hero_shown.no_hero": Text(zh="{seat}不使用武将，体力上限 {max_hp}。", en="{seat} has no hero, and {max_hp} hp."),
    "round_began": Text(zh="第 {round} 轮开始。", en="Round {round} begins."),
    "turn_began": Text(zh="{seat}的回合开始。", en="{seat}'s turn begins."),
    "turn_ended": Text(zh="{seat}的回合结束。", en="{seat}'s turn ends."),
    "phase_began": Text(zh="{seat}进入{phase}。", en="{seat} enters the {phase}."),
    "phase_skipped": Text(zh="{seat}跳过{phase}。", en="{seat} skips the {phase}."),
    "window_opened": Text(zh="等待{seats}：{reason}。", en="Waiting for {seats}: {reason}."),
    "window_closed": Text(zh="{seats}已回应。", en="{seats}: done."),
    "match_rewound": Text(zh="对局回退片刻，其间的选择作废。", en="The match goes back: what was just chosen is void."),
    "match_ended": Text(zh="对局结束（{reason}），{winners}获胜。", en="The match ends ({reason}), won by {winners}."),
    "match_ended.no_winners": Text(zh="对局结束（{reason}），平局。", en="The match ends in a draw ({reason})."),
}

_CARDS: dict[str, Text] = {
    "cards_moved": Text(
        zh="{count} 张牌从{source}移至{destination}。", en="{count} card(s): {source} to {destination}."
    ),
    "cards_moved.cards": Text(zh="{cards}从{source}移至{destination}。", en="{cards}: {source} to {destination}."),
    "cards_looked_at": Text(zh="{seat}观看{source}的 {count} 张牌。", en="{seat} looks at {count} card(s): {source}."),
    "cards_looked_at.cards": Text(zh="{seat}看到{source}的{cards}。", en="{seat} sees {cards}: {source}."),
    "cards_shown": Text(zh="{seat}因{reason}展示{cards}。", en="{seat} shows {cards} for {reason}."),
    "card_used": Text(zh="{user}使用{card}。", en="{user} uses {card}."),
    "card_used.targets": Text(zh="{user}对{targets}使用{card}。", en="{user} uses {card} on {targets}."),
    "card_used.skill": Text(zh="{user}以{skill}使用{card}。", en="{user} uses {card} through {skill}."),
    "card_used.skill.targets": Text(
        zh="{user}以{skill}对{targets}使用{card}。", en="{user} uses {card} through {skill} on {targets}."
    ),
    "card_used.skill.cards": Text(
        zh="{user}以{skill}将{cards}当{card}使用。", en="{user} uses {cards} as {card} through {skill}."
    ),
    "card_used.skill.cards.targets": Text(
        zh="{user}以{skill}将{cards}当{card}对{targets}使用。",
        en="{user} uses {cards} as {card} through {skill} on {targets}.",
    ),
    "card_played": Text(zh="{seat}打出{card}。", en="{seat} plays {card}."),
    "card_played.skill": Text(zh="{seat}以{skill}打出{card}。", en="{seat} plays {card} through {skill}."),
    "card_played.skill.cards": Text(
        zh="{seat}以{skill}将{cards}当{card}打出。", en="{seat} plays {cards} as {card} through {skill}."
    ),
    "target_changed": Text(
        zh="{card}的目标由{before}改为{after}。", en="The target of {card} changes from {before} to {after}."
    ),
    "effect_stopped": Text(zh="{card}因{by}对{target}无效。", en="{card} comes to nothing against {target}: {by}."),
    "judgement_made": Text(zh="{seat}因{reason}判定，结果为{card}。", en="{seat} judges for {reason}: {card}."),
    "judgement_replaced": Text(
        zh="{by}用{card}替换{seat}的判定牌。", en="{by} replaces {seat}'s judgement card with {card}."
    ),
    "cards_compared": Text(
        zh="{seat}与{target}拼点（{reason}）：{card}对{target_card}，{seat}没赢。",
        en="{seat} compares cards with {target} for {reason}, {card} against {target_card}, and does not win.",
    ),
    "cards_compared.won": Text(
        zh="{seat}与{target}拼点（{reason}）：{card}对{target_card}，{seat}赢。",
        en="{seat} compares cards with {target} for {reason}, {card} against {target_card}, and wins.",
    ),
    "draw_pile_shuffled": Text(
        zh="弃牌堆洗混成为新的牌堆，共 {count} 张。", en="The discard pile is shuffled into a new draw pile of {count}."
    ),
}

_SEATS: dict[str, Text] = {
    "skill_invoked": Text(zh="{seat}发动{skill}。", en="{seat} invokes {skill}."),
    "skill_invoked.targets": Text(zh="{seat}对{targets}发动{skill}。", en="{seat} invokes {skill} on {targets}."),
    "skill_gained": Text(zh="{seat}获得技能{skill}。", en="{seat} gains the skill {skill}."),
    "skill_lost": Text(zh="{seat}失去技能{skill}。", en="{seat} loses the skill {skill}."),
    "damaged": Text(
        zh="{source}对{target}造成 {amount} 点{nature}伤害。", en="{source} deals {target} {amount} {nature} damage."
    ),
    "damaged.no_source": Text(
        zh="{target}受到 {amount} 点{nature}伤害。", en="{target} takes {amount} {nature} damage."
    ),
    "hp_lost": Text(zh="{seat}失去 {amount} 点体力。", en="{seat} loses {amount} hp."),
    "recovered": Text(zh="{seat}回复 {amount} 点体力。", en="{seat} recovers {amount} hp."),
    "max_hp_changed": Text(zh="{seat}的体力上限变为 {max_hp}。", en="{seat}'s maximum hp is now {max_hp}."),
    "dying_began": Text(zh="{seat}濒死。", en="{seat} is dying."),
    "dying_ended": Text(zh="{seat}脱离濒死。", en="{seat} is no longer dying."),
    "died": Text(zh="{killer}杀死了{seat}。", en="{killer} kills {seat}."),
    "died.no_killer": Text(zh="{seat}阵亡。", en="{seat} dies."),
    "flipped_over": Text(zh="{seat}的武将牌翻至正面。", en="{seat} turns face up."),
    "flipped_over.face_down": Text(zh="{seat}的武将牌翻至背面。", en="{seat} turns face down."),
    "chain_changed": Text(zh="{seat}解除连环状态。", en="{seat} is unchained."),
    "chain_changed.chained": Text(zh="{seat}进入连环状态。", en="{seat} is chained."),
    "mark_changed": Text(zh="{seat}的{mark}标记数变为 {count}。", en="{seat} now has {count} of the mark {mark}."),
    "mark_changed.no_count": Text(zh="{seat}失去{mark}标记。", en="{seat} loses the mark {mark}."),
    "hero_cards_taken": Text(zh="{seat}获得 {count} 张未使用的武将牌。", en="{seat} takes {count} unused hero cards."),
    "hero_cards_taken.heroes": Text(zh="{seat}获得武将牌：{heroes}。", en="{seat} takes the hero cards {heroes}."),
    "character_changed": Text(
        zh="{seat}的势力变为{kingdom}，性别变为{sex}。", en="{seat} is of {kingdom} now, and {sex}."
    ),
    "heroes_laid_out": Text(zh="备选武将亮出：{heroes}。", en="The heroes to choose from: {heroes}."),
    "heroes_laid_out.seat": Text(zh="{seat}选取武将：{heroes}。", en="{seat} chooses {heroes}."),
    "heroes_turned_up": Text(
        zh="为{seat}翻开未使用的武将牌：{heroes}。", en="Unused heroes are turned up for {seat}: {heroes}."
    ),
    "heroes_turned_up.no_heroes": Text(zh="没有可为{seat}翻开的武将牌。", en="No unused hero is left for {seat}."),
    "revived": Text(zh="{seat}转世重生。", en="{seat} lives again."),
    "note_changed": Text(zh="{seat}的{note}不再有效。", en="What {seat} declared for {note} is over."),
    "note_changed.value": Text(zh="{seat}的{note}为{value}。", en="{seat} declares {value} for {note}."),
    "choice_made": Text(zh="{seat}因{reason}选择{value}。", en="{seat} chooses {value} for {reason}."),
}

EVENTS: dict[str, Text] = _MATCH | _CARDS | _SEATS
