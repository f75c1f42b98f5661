"""Words of the game, keyed `<kind>.<id>`: an id alone would be taken twice (the pack and the damage nature `fire`)."""

from engine.texts.entry import Text

_CARD_WORDS: dict[str, Text] = {
    "suit.spade": Text(zh="黑桃", en="spade"),
    "suit.heart": Text(zh="红桃", en="heart"),
    "suit.club": Text(zh="梅花", en="club"),
    "suit.diamond": Text(zh="方块", en="diamond"),
    "suit.none": Text(zh="无花色", en="no suit"),
    "type.basic": Text(zh="基本牌", en="basic card"),
    "type.trick": Text(zh="锦囊牌", en="trick"),
    "type.delayed-trick": Text(zh="延时类锦囊", en="delayed trick"),
    "type.weapon": Text(zh="武器", en="weapon"),
    "type.armor": Text(zh="防具", en="armour"),
    "type.+1horse": Text(zh="+1 马", en="+1 horse"),
    "type.-1horse": Text(zh="-1 马", en="-1 horse"),
    "zone.hand": Text(zh="手牌", en="hand"),
    "zone.equipment": Text(zh="装备区", en="equipment zone"),
    "zone.judging": Text(zh="判定区", en="judgement zone"),
    "zone.draw": Text(zh="牌堆", en="draw pile"),
    "zone.discard": Text(zh="弃牌堆", en="discard pile"),
    "zone.processing": Text(zh="处理区", en="cards being resolved"),
    "zone.pile": Text(zh="武将牌上的牌", en="cards on the hero"),
}

_CHARACTER_WORDS: dict[str, Text] = {
    "kingdom.wei": Text(zh="魏", en="Wei"),
    "kingdom.shu": Text(zh="蜀", en="Shu"),
    "kingdom.wu": Text(zh="吴", en="Wu"),
    "kingdom.qun": Text(zh="群", en="Qun"),
    "kingdom.god": Text(zh="神", en="God"),
    "sex.male": Text(zh="男性", en="male"),
    "sex.female": Text(zh="女性", en="female"),
    "role.lord": Text(zh="主公", en="lord"),
    "role.loyalist": Text(zh="忠臣", en="loyalist"),
    "role.rebel": Text(zh="反贼", en="rebel"),
    "role.renegade": Text(zh="内奸", en="renegade"),
    "tag.locked": Text(zh="锁定技", en="locked skill"),
    "tag.lord": Text(zh="主公技", en="lord skill"),
    "tag.limited": Text(zh="限定技", en="limited skill"),
    "tag.awakening": Text(zh="觉醒技", en="awakening skill"),
    "tag.switch": Text(zh="转化技", en="switch skill"),
}

_TURN_WORDS: dict[str, Text] = {
    "phase.start": Text(zh="回合开始阶段", en="turn start phase"),
    "phase.judge": Text(zh="判定阶段", en="judge phase"),
    "phase.draw": Text(zh="摸牌阶段", en="draw phase"),
    "phase.play": Text(zh="出牌阶段", en="play phase"),
    "phase.discard": Text(zh="弃牌阶段", en="discard phase"),
    "phase.finish": Text(zh="回合结束阶段", en="turn end phase"),
    "nature.normal": Text(zh="普通", en="normal"),
    "nature.fire": Text(zh="火焰", en="fire"),
    "nature.thunder": Text(zh="雷电", en="thunder"),
    "direction.counter-clockwise": Text(zh="逆时针", en="counter-clockwise"),
}

# What events and decisions name as a reason, besides cards, skills and phases.
_REASONS: dict[str, Text] = {
    "reason.selection": Text(zh="选将", en="hero selection"),
    "reason.dying": Text(zh="濒死求桃", en="a dying character"),
    "reason.order": Text(zh="决定次序", en="order of effects"),
    "reason.draw": Text(zh="摸牌", en="drawn"),
    "reason.discard": Text(zh="弃置", en="discarded"),
    "reason.obtain": Text(zh="获得", en="taken"),
    "reason.give": Text(zh="交给", en="given"),
    "reason.equip": Text(zh="装备", en="equipped"),
    "reason.lay_down": Text(zh="打出", en="laid down"),
    "reason.done": Text(zh="结算完毕", en="resolved"),
    "reason.judge": Text(zh="判定", en="judged"),
    "reason.judged": Text(zh="判定牌", en="a judgement card"),
    "reason.pindian": Text(zh="拼点", en="compared"),
    "reason.returned": Text(zh="归还", en="given back"),
    "reason.recast": Text(zh="重铸", en="recast"),
    "reason.retrial": Text(zh="改判", en="judgement replaced"),
    "reason.come_due": Text(zh="延时锦囊生效", en="a delayed trick comes due"),
    "reason.death": Text(zh="阵亡", en="death"),
    "reason.arrange_top": Text(zh="置于牌堆顶", en="put on top of the draw pile"),
    "reason.arrange_bottom": Text(zh="置于牌堆底", en="put beneath the draw pile"),
    "reason.lord_dead": Text(zh="主公阵亡", en="the lord is dead"),
    "reason.enemies_dead": Text(zh="反贼与内奸全部阵亡", en="the rebels and renegades are dead"),
    "reason.draw_pile_exhausted": Text(zh="牌堆与弃牌堆均不足", en="the draw and discard piles are exhausted"),
}

_RULESET_WORDS: dict[str, Text] = {
    "edition.standard": Text(zh="标准版", en="Standard edition"),
    "edition.first-edition": Text(zh="首版", en="First edition"),
    "mode.identity": Text(zh="身份局", en="Identity game"),
    "option.gods": Text(zh="神武将", en="God heroes"),
    "option.dual_renegade": Text(zh="双内奸", en="Two renegades"),
    "option.advanced_weapons": Text(zh="进阶武器技能", en="Advanced weapon skills"),
    "option.first_game": Text(zh="第一次游戏", en="First game"),
    "option.attrition": Text(zh="三人残局减体力", en="Attrition of the last three"),
    "option.last_blood": Text(zh="最后一滴血", en="Last blood"),
    "option.protected_seat": Text(zh="受最后一滴血保护的座位", en="Seat with the last blood"),
    "option.lord_seat": Text(zh="主公的座位", en="Seat of the lord"),
    "mark.last_blood": Text(zh="最后一滴血", en="Last blood"),
    "option.seat_lottery": Text(zh="座位抽签", en="Seats by lot"),
    "option.heroes": Text(zh="使用武将", en="Play with heroes"),
    "option.silent_waits": Text(zh="等待时间掩蔽", en="Masked waiting times"),
    "option.talk": Text(zh="聊天", en="Table talk"),
    "option.deadlines": Text(zh="限时", en="Deadlines"),
    "option.spectator_delay": Text(zh="观战延迟", en="Delay for spectators"),
}

TERMS: dict[str, Text] = _CARD_WORDS | _CHARACTER_WORDS | _TURN_WORDS | _REASONS | _RULESET_WORDS
