"""☆SP刘备"""

from __future__ import annotations

from typing import Any

from ...asking import choose_option
from ...deeds.damage import Damage
from ...deeds.death import Death
from ...deeds.draw import Draw, TopCards
from ...deeds.dying import Dying
from ...deeds.lapse import EndEffect
from ...deeds.move import Move, lay_down, obtain
from ...deeds.skills import Linger
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...numbers import in_attack_range, spendable
from ...outcome import Outcome
from ...picks import exactly, in_reach, one_seat, other
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase, Turn
from ...zones import DISCARD, hand_of

SHOWN = 3


def somebody_within_range(game: Game, me: Player, drawing: DrawPhase) -> bool:
    return any(in_attack_range(game, me, player) for player in game.living)


class Zhaolie(Skill):
    """昭烈 — When you draw in your draw phase you may draw one less and have a character within your attack range turn
    over the top three cards: its Peaches and cards that are not basic are laid aside. It chooses: you deal it X damage,
    then it obtains the other cards; or it discards X cards one after the other, then you obtain them (X: the cards
    among the three that are not basic)."""

    choices = (("damage", Outcome(hp=-1, cards=1)), ("discard", Outcome(cards=-1)))

    @on(DrawPhase.drawing, me="who", given=somebody_within_range)
    async def draw_less(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count -= 1
        me.this_phase[self.id] = 1

    @on(
        DrawPhase.drawn,
        me="who",
        given=lambda game, me, drawing: "zhaolie" in me.this_phase,
        compulsory=True,
        target=one_seat(in_reach),
        outcome=Outcome(them=-1),
    )
    async def blaze(self, game: Game, me: Player, drawing: DrawPhase, target: Player) -> None:
        ids = await TopCards(SHOWN)
        game.table.leave_lying(ids)
        await lay_down(ids)
        harsh = [i for i in ids if game.rules.kind_of(i).category != "basic"]
        aside = [i for i in ids if i in harsh or game.rules.kind_of(i).id == "peach"]
        left, count = [i for i in ids if i not in aside], len(harsh)
        await Move(aside, DISCARD, self.id)
        if not (left or count):
            return
        may_pay = len(spendable(game, target, target.own_cards, "discard")) >= count
        reason = Reason(self.id, "zhaolie" if count else "zhaolie.free", me.seat, target.seat, count=count)
        options = ("damage", "discard") if may_pay else ("damage",)
        if await choose_option(target, reason, options) == "discard":
            for _ in range(count):
                await must_discard(game, target, target.own_cards, 1, Reason(self.id, "discard", me.seat, target.seat))
            await obtain(me, left)
        else:
            if count:
                await Damage(me, target, count)
            await obtain(target, left)


class Bearing(Skill, id="shichou_bearing"):
    """What 誓仇 leaves on who suffers in its owner's place, until he is dying."""

    printed = False
    mark = "shichou"

    @on(Dying.entered, me="who", compulsory=True, quiet=True)
    async def be_released(self, game: Game, me: Player, dying: Dying) -> None:
        await EndEffect(me, self.id)


def bearers(game: Game, me: Player) -> list[Player]:
    """Who suffers in the place of `me`."""
    return [player for player in game.living if me in game.laid_by(player, Bearing.id)]


class Vow(Skill, id="shichou_vow"):
    """What 誓仇 leaves on its owner: it moves his damage before his armor speaks, wherever the bearer sits."""

    printed = False

    @on(
        Damage.inflicted,
        me="target",
        given=lambda game, me, hit: bool(bearers(game, me)),
        compulsory=True,
        quiet=True,
    )
    async def suffer_for_him(self, game: Game, me: Player, hit: Damage) -> None:
        (bearer,) = bearers(game, me)
        hit.stop()
        await Damage(hit.source, bearer, hit.amount, hit.nature, hit.card, use=hit.use, transmitted=hit.transmitted)
        await Draw(bearer, hit.amount)

    @on(Death.died, me="who", compulsory=True, quiet=True)
    async def die(self, game: Game, me: Player, death: Death) -> None:
        for bearer in bearers(game, me):
            await EndEffect(bearer, Bearing.id, by=me)


def shu(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return "shu" in player.kingdoms


def unbound(game: Game, me: Player, player: Player, deed: Any) -> bool:
    """The owner does not suffer in that one's place himself."""
    return me not in bearers(game, player)


class Shichou(Skill):
    """誓仇 — Lord, limited: at the beginning of your turn you may give two cards to a Shu character: until it is dying
    for the first time it suffers all damage in your place, and then draws as many cards."""

    tags = ("lord", "limited")
    lends = (Bearing, Vow)

    @on(Turn.began, me="who", cards=exactly(2), target=one_seat(other, shu, unbound), outcome=Outcome(hp=2, them=-1))
    async def swear(self, game: Game, me: Player, turn: Turn, cards: list[int], target: Player) -> None:
        await Move(cards, hand_of(target.seat), "give")
        await Linger(target, Bearing.id, "", me)
        await Linger(me, Vow.id, "")


STAR_LIUBEI = Hero("star_liubei", "shu", 4, (Zhaolie, Shichou), character="liubei")
