"""法正, as first printed"""

from __future__ import annotations

from ...asking import choose_card_of, choose_cards, choose_seat
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.hp import LoseHp, Recover
from ...deeds.move import Move, obtain
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import in_hand, one, one_seat, other, suited
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...zones import hand_of


def by_another(game: Game, me: Player, deed: Damage | Recover) -> bool:
    return deed.source is not None and deed.source.alive and deed.source is not me


class Enyuan(Skill):
    """恩怨 — Locked: for each point of hp that another lets you recover it draws a card; each time another has dealt
    you damage it gives you a heart from its hand, or loses 1 hp."""

    tags = ("locked",)

    @on(Recover.healed, me="who", given=by_another)
    async def return_a_favour(self, game: Game, me: Player, healing: Recover) -> None:
        assert healing.source is not None
        await Draw(healing.source, healing.gained)

    @on(Damage.suffered, me="target", given=by_another)
    async def bear_a_grudge(self, game: Game, me: Player, hit: Damage) -> None:
        foe = hit.source
        assert foe is not None
        hearts = [card.ids[0] for card in game.cards(foe.hand) if card.suit == "heart"]
        given = await choose_cards(foe, Reason(self.id, "enyuan", me.seat, foe.seat), hearts, 1, 1, unseen=True)
        if given:
            await Move(given, hand_of(me.seat), "give", shown=True)
        else:
            await LoseHp(foe, by=me)


class Xuanhuo(Skill):
    """眩惑 — Once a turn in your play phase you may give another character a heart from your hand; then you obtain a
    card of it and at once give that to a third character."""

    choices = (("xuanhuo", Outcome(them=1)),)

    @active(
        once="turn", card=one(in_hand, suited("heart")), target=one_seat(other), outcome=Outcome(cards=-1, them=-0.5)
    )
    async def bewilder(self, game: Game, me: Player, _: None, card: int, target: Player) -> None:
        await Move([card], hand_of(target.seat), "give", shown=True)
        taken = await choose_card_of(game, me, target, Reason(self.id, "choose_card_of", me.seat, target.seat))
        await obtain(me, taken)
        third = [player for player in game.others(me) if player is not target]
        if taken and taken[0] in me.hand:
            taker = await choose_seat(me, Reason(self.id, "xuanhuo", me.seat), third, game)
            if taker is not None:
                await Move(taken, hand_of(taker.seat), "give")


FAZHENG = Hero("fazheng", "shu", 3, (Enyuan, Xuanhuo))
