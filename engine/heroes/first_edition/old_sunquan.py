"""孙权"""

from __future__ import annotations

from ...asking import choose_cards
from ...deeds.draw import Draw
from ...deeds.move import Move, discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import Cards, in_hand, to_discard
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Phase, in_phase
from ...zones import hand_of


def at_least(game: Game, me: Player) -> int:
    """None at all where his hand is to be filled up anyway."""
    return int(len(me.hand) >= me.hp)


class OldZhiheng(Skill, id="old_zhiheng"):
    """制衡 — Once, in your discard phase, you may discard any hand cards, or none, and draw until you have as many as
    hp."""

    @on(Phase.began, me="who", given=in_phase("discard"), cards=Cards(at_least, 999, (in_hand, to_discard)))
    async def weigh(self, game: Game, me: Player, phase: Phase, cards: list[int]) -> None:
        await discard(cards)
        await Draw(me, me.hp - len(me.hand))


def of_wu_with_a_hand(game: Game, me: Player, phase: Phase) -> bool:
    """Another's; what he has drawn for his turn is there to give from."""
    return phase.name == "draw" and phase.who is not me and "wu" in phase.who.kingdoms and bool(phase.who.hand)


class OldNagong(Skill, id="old_nagong"):
    """纳贡 — Lord: in the turn of another hero of Wu you may ask him for a hand card; he need not give it."""

    tags = ("lord",)
    choices = (("old_nagong", Outcome(them=1)),)

    @on(Phase.ended, given=of_wu_with_a_hand, outcome=Outcome(cards=1))
    async def ask(self, game: Game, me: Player, phase: Phase) -> None:
        who = phase.who
        reason = Reason(self.id, "old_nagong", me.seat, me.seat)
        given = await choose_cards(who, reason, who.hand, 1, 1, may_decline=True, kind="INVOKE")
        await Move(given, hand_of(me.seat), "give")


OLD_SUNQUAN = Hero("old_sunquan", "wu", 4, (OldZhiheng, OldNagong), character="sunquan")
