"""暗魂 (text 001): who dies is a soul from then on, which attaches itself to somebody alive and serves once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..asking import choose_seat, confirm, random_hand_card
from ..deeds.damage import Damage
from ..deeds.draw import Draw, TopCards
from ..deeds.dying import Dying
from ..deeds.lapse import EndEffect
from ..deeds.move import Move, Together, discard
from ..deeds.skills import Linger
from ..deeds.use import Aim
from ..discarding import must_discard
from ..events import SkillInvoked
from ..numbers import spendable
from ..outcome import Outcome
from ..playing import Act
from ..questions import Reason
from ..skill import Skill, on
from ..turn import Phase, Turn, in_phase
from ..words import Deed
from ..zones import DISCARD, hand_of

if TYPE_CHECKING:
    from ..deeds.death import Death
    from ..game import Game
    from ..state import Player


class Soul(Skill):
    """What a soul lays on its host, whose mark shows it. The host is never asked: the soul is."""

    async def wants(self, game: Game, host: Player, soul: Player, prompt: str = "", **about: Any) -> bool:
        """Whether the soul serves now; with that it is gone. `about`: what else the question says of the moment."""
        reason = Reason(self.id, f"{self.id}.{prompt}" if prompt else self.id, target=host.seat, **about)
        if not await confirm(soul, reason):
            return False
        game.emit(SkillInvoked(soul.seat, self.id, (host.seat,)))
        await EndEffect(host, self.id, by=soul)
        return True


class Luohan(Soul):
    """罗汉 — The soul of a loyalist: may take a point of damage from its host, who then discards a hand card."""

    mark = "luohan"
    choices = (("luohan.attach", Outcome(them=1)),)

    @on(Damage.inflicted, me="target", compulsory=True, quiet=True)
    async def shield(self, game: Game, me: Player, hit: Damage) -> None:
        for soul in game.laid_by(me, self.id):
            if hit.stopped or not await self.wants(game, me, soul, source=seat_of(hit.source), count=hit.amount):
                continue
            hit.amount -= 1
            if hit.amount < 1:
                hit.stop()
            await must_discard(game, me, me.hand, 1, Reason(self.id, "discard", me.seat))


def seat_of(player: Player | None) -> int:
    return -1 if player is None else player.seat


def has_hand_cards(game: Game, me: Player, deed: Any) -> bool:
    return bool(me.hand)


def discards_or_plays(game: Game, me: Player, phase: Phase) -> bool:
    return has_hand_cards(game, me, phase) and in_phase("play", "discard")(game, me, phase)


class Xuanwu(Soul):
    """玄武 — The soul of a rebel: has a card, and may put it in the place of one of its host's hand cards."""

    mark = "xuanwu"
    choices = (("xuanwu.attach", Outcome(them=1)),)

    @on(Turn.began, given=has_hand_cards, compulsory=True, quiet=True)
    async def in_any_turn(self, game: Game, me: Player, turn: Turn) -> None:
        await self._exchange(game, me)

    @on(Phase.began, me="who", given=discards_or_plays, compulsory=True, quiet=True)
    async def in_a_phase(self, game: Game, me: Player, phase: Phase) -> None:
        await self._exchange(game, me)

    @on(Aim.confirmed, me="target", given=has_hand_cards, compulsory=True, quiet=True)
    async def under_a_card(self, game: Game, me: Player, aim: Aim) -> None:
        await self._exchange(game, me, "under_a_card", source=seat_of(aim.user), card=aim.card.name)

    @on(Dying.entered, me="who", given=has_hand_cards, compulsory=True, quiet=True)
    async def in_danger(self, game: Game, me: Player, dying: Dying) -> None:
        await self._exchange(game, me, "in_danger")

    async def _exchange(self, game: Game, me: Player, prompt: str = "", **about: Any) -> None:
        """Which card is named blind, chance decides."""
        for soul in game.laid_by(me, self.id):
            if me.hand and await self.wants(game, me, soul, prompt, **about):
                named = random_hand_card(game, me)
                await Together(Move(soul.hand, hand_of(me.seat), self.id), Move([named], DISCARD, self.id))


class Zhuyou(Soul):
    """祝由 — The soul of a renegade: in its host's play phase may have it discard its hand and draw as many."""

    mark = "zhuyou"
    choices = (("zhuyou.attach", Outcome(them=-1)),)

    @on(Act.coming, me="who", given=has_hand_cards, compulsory=True, quiet=True)
    async def command(self, game: Game, me: Player, act: Act) -> None:
        for soul in game.laid_by(me, self.id):
            if me.hand and await self.wants(game, me, soul):
                discarded = spendable(game, me, me.hand, "discard")
                await discard(discarded)
                await Draw(me, len(discarded))


SOULS: dict[str, type[Soul]] = {"loyalist": Luohan, "rebel": Xuanwu, "renegade": Zhuyou}


class Attach(Deed[None]):
    """Who is dead becomes the soul of its role and chooses a host (D21)."""

    def __init__(self, who: Player) -> None:
        self.who = who

    async def resolve(self, game: Game) -> None:
        who, soul = self.who, SOULS[self.who.role]
        host = await choose_seat(who, Reason(soul.id, f"{soul.id}.attach"), game.living, game)
        if host is None:
            return
        game.emit(SkillInvoked(who.seat, soul.id, (host.seat,)))
        await Linger(host, soul.id, "", who)
        if soul is Xuanwu:
            await Move(await TopCards(1), hand_of(who.seat), "draw", to_soul=True)


async def leave_and_attach(game: Game, death: Death) -> None:
    """With a host goes its soul, and the card that it had (D34). Who has died looks for a host."""
    hosted = [soul for player in game.living for soul in game.laid_by(player, Xuanwu.id)]
    for soul in game.players:
        if not soul.alive and soul not in hosted:
            await Move(soul.hand, DISCARD, Xuanwu.id)
    await Attach(death.who)
