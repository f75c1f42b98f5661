"""法正 (2012)"""

from __future__ import annotations

from ...asking import choose_cards, choose_cards_of, choose_seat
from ...card import Card
from ...cards.basic.slash import may_strike, whom_to_strike
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.hp import LoseHp
from ...deeds.move import Move, obtain
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat, other
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...striking import strike
from ...turn import DrawPhase
from ...zones import equipment_of, hand_of
from ..yj2011.fazheng import by_another

SLASH = Card("slash", "", 0, ())
ENOUGH_OBTAINED = DRAWN = TAKEN = 2


def benefactor(game: Game, me: Player, player: Player, move: Move) -> bool:
    """Another of whose own cards so many were moved."""
    own = (hand_of(player.seat), equipment_of(player.seat))
    return player is not me and sum(len(move.taken_from.get(zone, ())) for zone in own) >= ENOUGH_OBTAINED


class Enyuan(Skill, id="enyuan_r"):
    """恩怨 — Each time you obtain two or more cards of another you may let it draw one. For each point of damage you
    have suffered you may have its source give you a hand card, or else lose 1 hp."""

    @on(
        Move.moved,
        given=lambda game, me, move: move.to == hand_of(me.seat),
        target=one_seat(benefactor),
        outcome=Outcome(them=1),
    )
    async def reward(self, game: Game, me: Player, move: Move, target: Player) -> None:
        await Draw(target)

    @on(Damage.suffered, me="target", given=by_another, times=lambda me, hit: hit.amount)
    async def resent(self, game: Game, me: Player, hit: Damage) -> None:
        foe = hit.source
        assert foe is not None
        reason = Reason(self.id, "enyuan_r", me.seat, foe.seat)
        given = await choose_cards(foe, reason, foe.hand, 1, 1, may_decline=True)
        if given:
            await Move(given, hand_of(me.seat), "give")
        else:
            await LoseHp(foe, by=me)


class Xuanhuo(Skill, id="xuanhuo_r"):
    """眩惑 — In your draw phase you may, instead of drawing, let another character draw two cards and then have it use
    a Slash on yet another that you name within its attack range: if it does not, you obtain two cards of it."""

    @on(DrawPhase.drawing, me="who", target=one_seat(other), outcome=Outcome(cards=-1))
    async def dazzle(self, game: Game, me: Player, drawing: DrawPhase, target: Player) -> None:
        drawing.stop()
        await Draw(target, DRAWN)
        reach = whom_to_strike(game, target, game.from_turn(), SLASH)
        prey = await choose_seat(me, Reason(self.id, "xuanhuo_r.prey", me.seat, target.seat), reach, game)
        if prey is not None:
            reason = Reason(self.id, "xuanhuo_r", me.seat, prey.seat)
            if await strike(game, target, prey, reason, may_strike):
                return
        reason = Reason(self.id, "choose_card_of", me.seat, target.seat)
        await obtain(me, await choose_cards_of(game, me, target, reason, TAKEN))


FAZHENG_R = Hero("fazheng_r", "shu", 3, (Enyuan, Xuanhuo), replaces="fazheng")
