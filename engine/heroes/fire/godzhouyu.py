"""神周瑜"""

from __future__ import annotations

from ...asking import choose_option
from ...deeds.damage import Damage
from ...deeds.hp import LoseHp, Recover
from ...deeds.move import discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one, one_seat, seats, suited, to_discard
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase

ENOUGH_DISCARDED = 2
PRICE_IN_HP = 3


def discarded_enough(game: Game, me: Player, phase: Phase) -> bool:
    """In the discard phase its owner has discarded two hand cards or more."""
    own = [card for card in game.discarded if card.seat == phase.who.seat and card.place == "hand"]
    return phase.name == "discard" and len(own) >= ENOUGH_DISCARDED


class Qinyin(Skill):
    """琴音 — When you have discarded two or more hand cards in your discard phase you may let every character recover
    1, or every character lose 1 hp."""

    choices = (("lose", Outcome(hp=-1, others=-1)), ("recover", Outcome(hp=1, others=1)))

    @on(Phase.ended, me="who", given=discarded_enough)
    async def play_the_lute(self, game: Game, me: Player, phase: Phase) -> None:
        tune = await choose_option(me, Reason(self.id, "qinyin", me.seat), ("lose", "recover"))
        for player in game.from_turn():
            if tune == "lose":
                await LoseHp(player, by=me)
            else:
                await Recover(player, source=me)


class Yeyan(Skill):
    """业炎 — Limited: in your play phase you may deal up to 3 fire damage in all to one to three characters. To deal 2
    or more to one of them you first discard four hand cards of different suits and lose 3 hp."""

    tags = ("limited",)

    @active(targets=seats(1, 3), outcome=Outcome(them=-1, nature="fire"))
    async def scorch(self, game: Game, me: Player, _: None, targets: list[Player]) -> None:
        for target in targets:
            await Damage(me, target, 1, "fire")

    @active(
        spade=one(in_hand, suited("spade"), to_discard),
        heart=one(in_hand, suited("heart"), to_discard),
        club=one(in_hand, suited("club"), to_discard),
        diamond=one(in_hand, suited("diamond"), to_discard),
        target=one_seat(),
        second=seats(0, 1),
        outcome=Outcome(hp=-PRICE_IN_HP, them=-2, nature="fire"),
    )
    async def consume(
        self,
        game: Game,
        me: Player,
        _: None,
        target: Player,
        second: list[Player],
        **cards: int,
    ) -> None:
        """Two on the target, the third point on whom the owner likes: on the target again, on another, or nobody."""
        await discard(list(cards.values()))
        await LoseHp(me, PRICE_IN_HP, me)
        burnt = [target, target, *second]
        for player in game.sorted_by_turn(dict.fromkeys(burnt)):
            await Damage(me, player, burnt.count(player), "fire")


GODZHOUYU = Hero("godzhouyu", "god", 4, (Qinyin, Yeyan))
