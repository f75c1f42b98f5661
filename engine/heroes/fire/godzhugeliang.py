"""神诸葛亮"""

from __future__ import annotations

from typing import Any

from ...asking import choose_cards
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.move import Move, Together, discard
from ...deeds.opening import Opening
from ...deeds.skills import Linger
from ...events import SkillInvoked
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import FromPile, Seats, one, one_seat
from ...questions import Reason, Subset
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase, Phase, in_phase
from ...zones import Zone, hand_of

STARS = "stars"
DEALT = 7  # more than the others
MOST_SEATS = 10


def may_exchange(game: Game, me: Player, drawing: DrawPhase) -> bool:
    return bool(me.hand and me.piles.get(STARS))


def finishes_under_stars(game: Game, me: Player, phase: Phase) -> bool:
    return phase.name == "finish" and bool(me.piles.get(STARS))


class Qixing(Skill):
    """七星 — You are dealt eleven cards at first, keep four and lay the others aside face down: the stars. When you
    have drawn in your draw phase you may exchange any number of hand cards for as many stars."""

    hidden_piles = (STARS,)
    choices = (("qixing.keep", Outcome(keeps=True)), ("qixing.exchange", Outcome(keeps=True)))

    @on(Opening.ready, compulsory=True)
    async def divine(self, game: Game, me: Player, opening: Opening) -> None:
        kept = len(me.hand)
        await Draw(me, DEALT)
        ids = await choose_cards(me, Reason(self.id, "qixing.keep", me.seat, count=kept), me.hand, kept, kept)
        await Move([card_id for card_id in me.hand if card_id not in ids], Zone("pile", me.seat, STARS), self.id)

    @on(DrawPhase.drawn, me="who", given=may_exchange, quiet=True)
    async def exchange(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        count, stars = len(me.hand), me.piles[STARS]
        reason = Reason(self.id, "qixing.exchange", me.seat, count=count)
        chosen = await choose_cards(me, reason, me.hand + stars, count, count, may_decline=True)
        if chosen:
            game.emit(SkillInvoked(me.seat, self.id, ()))
            laid = [card_id for card_id in me.hand if card_id not in chosen]
            taken = [card_id for card_id in stars if card_id in chosen]
            aside = Zone("pile", me.seat, STARS)
            await Together(Move(laid, aside, self.id), Move(taken, hand_of(me.seat), self.id))


class Gale(Skill, id="kuangfeng_gale"):
    """What 狂风 leaves on a character until his next turn begins who made it."""

    printed = False
    mark = "gale"

    @on(Damage.foreseen, me="target", given=lambda game, me, hit: hit.nature == "fire", compulsory=True, quiet=True)
    async def fan_the_flames(self, game: Game, me: Player, hit: Damage) -> None:
        hit.amount += 1


class Kuangfeng(Skill):
    """狂风 — At the start of your finish phase you may discard a star and name a character: until your next turn begins
    each fire damage to it is 1 more."""

    lends = (Gale,)

    @on(Phase.began, me="who", given=in_phase("finish"), card=one(FromPile(STARS)), target=one_seat())
    async def call_the_wind(self, game: Game, me: Player, phase: Phase, card: int, target: Player) -> None:
        await discard([card])
        await Linger(target, Gale.id, "next_turn", me)


class Fog(Skill, id="dawu_fog"):
    """What 大雾 leaves on a character until his next turn begins who made it."""

    printed = False
    mark = "fog"

    @on(Damage.foreseen, me="target", given=lambda game, me, hit: hit.nature != "thunder", compulsory=True, quiet=True)
    async def hide(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()


class AsManyAsStars(Seats):
    """One character for each star, at most."""

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Subset:
        everybody = super().build(pick_id, game, me, deed)
        return Subset(pick_id, everybody.of, everybody.min, min(everybody.max, len(me.piles[STARS])))


class Dawu(Skill):
    """大雾 — At the start of your finish phase you may discard X stars and name X characters: until your next turn
    begins all damage to them but thunder is prevented."""

    lends = (Fog,)

    @on(
        Phase.began,
        me="who",
        given=finishes_under_stars,
        targets=AsManyAsStars(1, MOST_SEATS, ()),
        outcome=Outcome(them=1),
    )
    async def call_the_fog(self, game: Game, me: Player, phase: Phase, targets: list[Player]) -> None:
        count = len(targets)
        reason = Reason(self.id, "dawu", me.seat, count=count)
        await discard(await choose_cards(me, reason, me.piles[STARS], count, count))
        for target in targets:
            await Linger(target, Fog.id, "next_turn", me)


GODZHUGELIANG = Hero("godzhugeliang", "god", 3, (Qixing, Kuangfeng, Dawu))
