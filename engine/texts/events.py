"""One line of the match log for each kind of event.

Every kind has a plain line. `<kind>.<case>` takes its place where that case holds: `.sourceless` (no source),
`.hidden` (the viewer does not see the cards), `.no_target`, ... `{player}` is the seat it happens to; `{source}` and
`{target}` are other seats; `{origin}` and `{destination}` are zones; `{cards}`, `{targets}` and `{winners}` are lists.
"""

from engine.texts.entry import Text

_MATCH: dict[str, Text] = {
    "match_began": Text(zh="对局开始。", en="The match begins."),
    "match_ended": Text(zh="对局结束，{winners}获胜。", en="The match ends: {winners} win."),
    "match_ended.draw": Text(zh="对局结束，平局。", en="The match ends in a draw."),
    "round_began": Text(zh="第 {count} 轮开始。", en="Round {count} begins."),
    "turn_began": Text(zh="{player}的回合开始。", en="{player}'s turn begins."),
    "turn_ended": Text(zh="{player}的回合结束。", en="{player}'s turn ends."),
    "turn_skipped": Text(zh="{player}跳过此回合。", en="{player} skips this turn."),
    "turn_gained": Text(zh="{player}获得一个额外的回合。", en="{player} gets an extra turn."),
    "phase_began": Text(zh="{player}进入{phase}。", en="{player} enters the {phase}."),
    "phase_ended": Text(zh="{player}的{phase}结束。", en="{player}'s {phase} ends."),
    "phase_skipped": Text(zh="{player}跳过{phase}。", en="{player} skips the {phase}."),
    "hero_shown": Text(zh="{player}的武将是{hero}。", en="{player} is {hero}."),
    "hero_changed": Text(zh="{player}的武将变为{hero}。", en="{player} becomes {hero}."),
    "role_dealt": Text(zh="{player}的身份是{role}。", en="{player}'s role is {role}."),
    "role_dealt.hidden": Text(zh="{player}得到身份牌。", en="{player} gets a role."),
    "role_shown": Text(zh="{player}亮出身份：{role}。", en="{player} shows the role {role}."),
    "window_opened": Text(zh="等待响应：{reason}。", en="Waiting for responses: {reason}."),
    "window_closed": Text(zh="响应结束。", en="No more responses."),
}

_CARDS: dict[str, Text] = {
    "card_used": Text(zh="{player}对{targets}使用{card}。", en="{player} uses {card} on {targets}."),
    "card_used.no_target": Text(zh="{player}使用{card}。", en="{player} uses {card}."),
    "card_used.as": Text(
        zh="{player}将{cards}当{card}对{targets}使用。", en="{player} uses {cards} as {card} on {targets}."
    ),
    "card_used.as_no_target": Text(zh="{player}将{cards}当{card}使用。", en="{player} uses {cards} as {card}."),
    "card_played": Text(zh="{player}打出{card}。", en="{player} plays {card}."),
    "card_played.as": Text(zh="{player}将{cards}当{card}打出。", en="{player} plays {cards} as {card}."),
    "card_recast": Text(zh="{player}重铸{card}。", en="{player} recasts {card}."),
    "cards_drawn": Text(zh="{player}摸到{cards}。", en="{player} draws {cards}."),
    "cards_drawn.hidden": Text(zh="{player}摸 {count} 张牌。", en="{player} draws {count} card(s)."),
    "cards_discarded": Text(zh="{player}弃置{cards}。", en="{player} discards {cards}."),
    "cards_discarded.by_other": Text(
        zh="{source}弃置{player}的{cards}。", en="{source} discards {cards} of {player}'s."
    ),
    "cards_obtained": Text(zh="{player}从{target}处获得{cards}。", en="{player} takes {cards} from {target}."),
    "cards_obtained.hidden": Text(
        zh="{player}从{target}处获得 {count} 张牌。", en="{player} takes {count} card(s) from {target}."
    ),
    "cards_given": Text(zh="{player}将{cards}交给{target}。", en="{player} gives {cards} to {target}."),
    "cards_given.hidden": Text(
        zh="{player}将 {count} 张牌交给{target}。", en="{player} gives {count} card(s) to {target}."
    ),
    "cards_moved": Text(zh="{cards}从{origin}移至{destination}。", en="{cards}: moved from {origin} to {destination}."),
    "cards_moved.hidden": Text(
        zh="{count} 张牌从{origin}移至{destination}。", en="{count} card(s): moved from {origin} to {destination}."
    ),
    "cards_shown": Text(zh="{player}展示{cards}。", en="{player} shows {cards}."),
    "cards_revealed": Text(zh="从牌堆亮出{cards}。", en="Revealed from the draw pile: {cards}."),
    "cards_looked_at": Text(zh="{player}看到{cards}。", en="{player} sees {cards}."),
    "cards_looked_at.hidden": Text(zh="{player}观看 {count} 张牌。", en="{player} looks at {count} card(s)."),
    "pile_shuffled": Text(
        zh="弃牌堆洗混成为新的牌堆，共 {count} 张。", en="The discard pile is shuffled into a new draw pile of {count}."
    ),
    "nullified": Text(zh="{card}对{target}的效果被抵消。", en="The effect of {card} on {target} is cancelled."),
    "no_effect": Text(zh="{card}对{target}无效。", en="{card} has no effect on {target}."),
    "target_changed": Text(
        zh="{card}的目标由{player}改为{target}。", en="The target of {card} changes from {player} to {target}."
    ),
    "judged": Text(zh="{player}因{reason}判定，结果为{card}。", en="{player} judges for {reason}: {card}."),
    "judgement_replaced": Text(
        zh="{source}用{card}替换{player}的判定牌。", en="{source} replaces {player}'s judgement card with {card}."
    ),
    "compared": Text(
        zh="{source}以{source_card}与{target}的{target_card}拼点。",
        en="{source} compares {source_card} with {target}'s {target_card}.",
    ),
    "compared.won": Text(zh="{source}拼点赢。", en="{source} wins the comparison."),
    "compared.not_won": Text(zh="{source}拼点没赢。", en="{source} does not win the comparison."),
}

_CHARACTERS: dict[str, Text] = {
    "skill_invoked": Text(zh="{player}发动{skill}。", en="{player} invokes {skill}."),
    "skill_invoked.on": Text(zh="{player}对{targets}发动{skill}。", en="{player} invokes {skill} on {targets}."),
    "skill_gained": Text(zh="{player}获得技能{skill}。", en="{player} gains the skill {skill}."),
    "skill_lost": Text(zh="{player}失去技能{skill}。", en="{player} loses the skill {skill}."),
    "damaged": Text(
        zh="{source}对{player}造成 {count} 点{nature}伤害。", en="{source} deals {player} {count} {nature} damage."
    ),
    "damaged.sourceless": Text(
        zh="{player}受到 {count} 点{nature}伤害。", en="{player} takes {count} {nature} damage."
    ),
    "damage_prevented": Text(zh="对{player}的伤害被防止。", en="The damage to {player} is prevented."),
    "hp_lost": Text(zh="{player}失去 {count} 点体力。", en="{player} loses {count} hp."),
    "recovered": Text(zh="{player}回复 {count} 点体力。", en="{player} recovers {count} hp."),
    "max_hp_changed": Text(zh="{player}的体力上限变为 {count}。", en="{player}'s maximum hp is now {count}."),
    "dying": Text(zh="{player}濒死。", en="{player} is dying."),
    "dying_ended": Text(zh="{player}脱离濒死。", en="{player} is no longer dying."),
    "died": Text(zh="{source}杀死了{player}。", en="{source} kills {player}."),
    "died.sourceless": Text(zh="{player}阵亡。", en="{player} dies."),
    "reincarnated": Text(zh="{player}转世为{hero}。", en="{player} returns as {hero}."),
    "flipped": Text(zh="{player}将武将牌翻面。", en="{player} turns over."),
    "flipped.face_down": Text(zh="{player}的武将牌翻至背面。", en="{player} turns face down."),
    "flipped.face_up": Text(zh="{player}的武将牌翻至正面。", en="{player} turns face up."),
    "chained": Text(zh="{player}进入连环状态。", en="{player} is chained."),
    "chained.reset": Text(zh="{player}解除连环状态。", en="{player} is unchained."),
    "mark_changed": Text(zh="{player}的{mark}标记数变为 {count}。", en="{player} now has {count} of the mark {mark}."),
    "choice_made": Text(zh="{player}选择{choice}。", en="{player} chooses {choice}."),
}

EVENTS: dict[str, Text] = _MATCH | _CARDS | _CHARACTERS
