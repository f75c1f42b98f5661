"""张郃"""

from __future__ import annotations

from ...asking import choose_cards, choose_seat, random_hand_card
from ...cards.kind import Delayed
from ...deeds.move import Move, discard, obtain
from ...game import Game
from ...hero import Hero
from ...numbers import may_be_target
from ...outcome import Outcome
from ...picks import has_hand, in_hand, one, other, seats, to_discard
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase, in_phase
from ...zones import Zone


def room_for(game: Game, me: Player, card_id: int) -> list[Player]:
    """Before whom the card could lie as it does now: who has its slot free, or no trick of its name and no protection
    from it."""
    if game.where[card_id].kind == "equipment":
        slot = game.rules.kind_of(card_id).slot
        return [player for player in game.from_turn() if game.equipped(player, slot) is None]
    trick = game.card_lying(card_id)
    kind = game.rules.kinds[trick.name]
    assert isinstance(kind, Delayed)
    return [p for p in game.from_turn() if kind.has_room(game, p) and may_be_target(game, trick, me, p)]


class Qiaobian(Skill):
    """巧变 — You may discard a hand card to skip your judge, draw, play or discard phase. Instead of drawing you may
    obtain a hand card of one or two others each; instead of your play phase you may move a card of an equipment or
    judgement area to where it fits before another character."""

    @on(
        Phase.before,
        me="who",
        given=in_phase("judge", "discard"),
        outcome=Outcome(skips=("",)),
        card=one(in_hand, to_discard),
    )
    async def forgo(self, game: Game, me: Player, phase: Phase, card: int) -> None:
        phase.stop()
        await discard([card])

    @on(
        Phase.before,
        me="who",
        given=in_phase("draw"),
        outcome=Outcome(skips=("",)),
        card=one(in_hand, to_discard),
        targets=seats(0, 2, other, has_hand),
    )
    async def raid(self, game: Game, me: Player, phase: Phase, card: int, targets: list[Player]) -> None:
        phase.stop()
        await discard([card])
        for target in targets:
            if target.hand:
                await obtain(me, [random_hand_card(game, target)])

    @on(Phase.before, me="who", given=in_phase("play"), outcome=Outcome(skips=("",)), card=one(in_hand, to_discard))
    async def shift(self, game: Game, me: Player, phase: Phase, card: int) -> None:
        phase.stop()
        await discard([card])
        lying = [i for player in game.from_turn() for i in player.equipment + player.judging if room_for(game, me, i)]
        reason = Reason(self.id, "qiaobian.card", me.seat)
        for moving in await choose_cards(me, reason, lying, 1, 1, may_decline=True):
            target = await choose_seat(me, Reason(self.id, "qiaobian.to", me.seat), room_for(game, me, moving), game)
            assert target is not None
            await Move([moving], Zone(game.where[moving].kind, target.seat), self.id)


ZHANGHE = Hero("zhanghe", "wei", 4, (Qiaobian,))
