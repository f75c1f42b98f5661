"""转世 (texts 000 and 001): the dead come back as other heroes, for cards that the living offer them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deeds.marks import Note, change_mark
from ..deeds.move import Move
from ..events import ChainChanged, FlippedOver, HeroesTurnedUp, Revived
from ..outcome import Outcome
from ..picks import Seats, in_hand, one
from ..skill import Skill, active
from ..state import RETURNED, kingdoms_in
from ..words import Deed
from ..zones import hand_of
from .selection import become

if TYPE_CHECKING:
    from ..deeds.death import Death
    from ..game import Game
    from ..state import Player

CARDS_NEEDED = 4
FEW_SEATS, FEWER_CARDS = 5, 3
KINGDOMS = ("wei", "shu", "wu")  # whoever is of another comes back as whatever is turned up


def cards_needed(game: Game) -> int:
    """How many offered cards bring somebody back: fewer at a small table (D25)."""
    return FEWER_CARDS if len(game.players) <= FEW_SEATS else CARDS_NEEDED


class Waiting(Seats):
    """One of the dead who may still be offered a card: who has enough and did not come back gets no more (R224)."""

    def fitting(self, game: Game, me: Player, deed: Any) -> list[Player]:
        return [p for p in game.in_order() if not p.alive and len(p.hand) < cards_needed(game)]


def never_died(game: Game, me: Player, _: Any) -> bool:
    return not me.has_returned


class Offering(Skill):
    """献祭 — Once in your turn you may give a hand card to somebody dead; who has enough of them comes back."""

    @active(
        once="turn",
        given=never_died,
        card=one(in_hand),
        soul=Waiting(1, 1, (), single=True),
        outcome=Outcome(them=1),
    )
    async def offer(self, game: Game, me: Player, _: None, card: int, soul: Player) -> None:
        await Move([card], hand_of(soul.seat), "give", to_soul=True)
        if len(soul.hand) >= cards_needed(game):
            await Reincarnate(soul)


def may_follow(game: Game, dead: str, hero: str) -> bool:
    """Whether who was the dead hero may come back as this one."""
    own = [kingdom for kingdom in kingdoms_in(game.rules.heroes[dead].kingdom) if kingdom in KINGDOMS]
    return not own or any(kingdom in own for kingdom in kingdoms_in(game.rules.heroes[hero].kingdom))


class Reincarnate(Deed[None]):
    """Unused heroes are turned up, for all to see, until one is of the kingdom that the dead hero was of; that hero
    lives, with 1 hp and the cards that were offered. Without such a hero nothing more happens. The dead hero is not
    among those that are turned up, and is unused from then on (R223)."""

    def __init__(self, who: Player) -> None:
        self.who = who

    async def resolve(self, game: Game) -> None:
        who = self.who
        pile = [hero for hero in game.hero_pile if hero != who.hero]
        game.shuffle(pile)
        hero = next((hero for hero in pile if may_follow(game, who.hero, hero)), None)
        last = len(pile) if hero is None else pile.index(hero) + 1
        game.emit(HeroesTurnedUp(who.seat, tuple(pile[:last])))
        if hero is None:
            return
        game.hero_pile.remove(hero)
        game.living_since = game.round
        who.alive = True
        game.emit(Revived(who.seat))
        become(game, who, hero, hp=1)
        change_mark(game, who, RETURNED, 1)
        for held in list(who.skills):
            await game.rules.skill(held.skill).gained(game, who)

    def __repr__(self) -> str:
        return f"Reincarnate({self.who})"


async def lay_down_hero(game: Game, death: Death) -> None:
    """The hero of who died is unused again, and so are those that he kept unseen; nothing of him is left."""
    who = death.who
    game.hero_pile += [who.hero, *who.hero_cards]
    who.hero_cards = []
    who.this_phase, who.this_turn, who.this_match = {}, {}, {}
    for note in list(who.notes):
        await Note(who, note, "")
    if who.face_down:
        who.face_down = False
        game.emit(FlippedOver(who.seat, False))
    if who.chained:
        who.chained = False
        game.emit(ChainChanged(who.seat, False))
