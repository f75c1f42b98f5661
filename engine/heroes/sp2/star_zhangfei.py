"""☆SP张飞"""

from __future__ import annotations

from ...asking import choose_seat
from ...deeds.damage import Damage
from ...deeds.move import Move
from ...deeds.pindian import Pindian
from ...deeds.show import Show
from ...deeds.skills import Linger
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import has_hand, one_seat, other
from ...questions import Reason
from ...responding import Respond
from ...skill import Skill, active, on
from ...state import Player
from ...zones import PROCESSING, hand_of


def by_his_red_slash(game: Game, me: Player, hit: Damage) -> bool:
    return hit.is_by_slash and hit.card is not None and hit.card.is_red


class Jie(Skill):
    """嫉恶 — Locked: the damage of your red Slashes is 1 more."""

    tags = ("locked",)

    @on(Damage.caused, me="source", given=by_his_red_slash)
    async def abhor(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


def dodges_without_heart(game: Game, me: Player, answer: Respond) -> bool:
    return answer.card is not None and answer.card.name == "jink" and answer.card.suit != "heart"


class Cowed(Skill, id="dahe_cowed"):
    """What 大喝 leaves until the end of the turn on whom it has cowed."""

    printed = False
    mark = "dahe"

    @on(Respond.answered, me="who", given=dodges_without_heart, compulsory=True, quiet=True)
    async def stand_frozen(self, game: Game, me: Player, answer: Respond) -> None:
        answer.void = True


class Dahe(Skill):
    """大喝 — Once in your play phase you may compare cards with another character. If you win, its Jinks that are no
    hearts have no effect until the end of the turn, and you may give its card to a character that has no more hp than
    you; if not, show your hand and discard one card of it."""

    lends = (Cowed,)
    choices = (("dahe.spoils", Outcome(them=1)),)

    @active(
        once="phase",
        given=lambda game, me, _: bool(me.hand),
        target=one_seat(other, has_hand),
        outcome=Outcome(cards=-1),
    )
    async def shout(self, game: Game, me: Player, _: None, target: Player) -> None:
        compared = Pindian(me, target, self.id)
        if await compared:
            await Linger(target, Cowed.id)
            weaker = [player for player in game.from_turn() if player.hp <= me.hp]
            spoils = [card_id for card_id in compared.cards[1:] if game.where[card_id] == PROCESSING]
            reason = Reason(self.id, "dahe.spoils", me.seat, target.seat)
            taker = await choose_seat(me, reason, weaker if spoils else [], game, may_decline=True)
            if taker is not None:
                await Move(spoils, hand_of(taker.seat), "give")
        else:
            await Show(me, me.hand, self.id)
            await must_discard(game, me, me.hand, 1, Reason(self.id, "discard", me.seat, me.seat))


STAR_ZHANGFEI = Hero("star_zhangfei", "shu", 4, (Jie, Dahe), character="zhangfei")
