"""程普"""

from __future__ import annotations

from typing import Any

from ...asking import choose_cards
from ...card import Card
from ...cards.basic.slash import may_strike
from ...deeds.dying import RESCUE, Dying
from ...deeds.hp import LoseHp
from ...deeds.move import Move
from ...deeds.use import SLASHES, Use
from ...game import Game
from ...hero import Hero
from ...picks import named, one, one_seat, some
from ...questions import Reason
from ...skill import Skill, changes, on, provides, view_as
from ...state import Player
from ...turn import Phase
from ...zones import DISCARD, Zone

BREW = "brew"  # 醇


def named_as_fire(game: Game, card: Card) -> bool:
    """Whether it was a fire Slash, for all that everybody knows, when its targets were named."""
    if card.skill:
        return any(card.name in game.rules.made_by(view) for view in game.rules.skill(card.skill).views)
    return game.rules.deck[card.ids[0]].name == card.name


def kindled(game: Game, me: Player, use: Use) -> bool:
    """In his play phase, what became a fire Slash only once its targets were named (朱雀羽扇)."""
    became = use.card.name == "fire_slash" and not named_as_fire(game, use.card)
    return became and game.phase == "play" and game.current is me


def besides(game: Game, me: Player, player: Player, use: Any) -> bool:
    return player not in use.targets and may_strike(game, me, player, use.card)


class Lihuo(Skill):
    """疠火 — You may use an ordinary Slash as a fire Slash; if it dealt damage you lose 1 hp once it is resolved. Your
    fire Slashes may have one more target."""

    @view_as("fire_slash", cards=one(named("slash")), when=("use",))
    async def as_fire_slash(self, game: Game, me: Player, card: Card) -> None: ...

    @on(
        Use.finished,
        me="user",
        given=lambda game, me, use: use.card.skill == "lihuo" and bool(use.hurt),
        compulsory=True,
    )
    async def burn(self, game: Game, me: Player, use: Use) -> None:
        await LoseHp(me, by=me)

    @on(Use.declared, me="user", given=kindled, target=one_seat(besides))
    async def spread(self, game: Game, me: Player, use: Use, target: Player) -> None:
        use.targets.append(target)

    @changes("slash_targets")
    def one_more(self, game: Game, me: Player, n: int, who: Player, card: Card) -> int:
        return n + 1 if who is me and card.name == "fire_slash" else n


def finishes_with_nothing_brewed(game: Game, me: Player, phase: Phase) -> bool:
    return phase.name == "finish" and not me.piles


def can_pour(game: Game, me: Player, about: object) -> bool:
    """For somebody who is dying and may use an Analeptic."""
    if not isinstance(about, Dying) or not me.piles.get(BREW):
        return False
    return game.fold("may_rescue", True, "analeptic", about.who, about.who)


class Chunlao(Skill):
    """醇醪 — At the start of your finish phase, if no cards lie on your hero, you may put any number of Slashes on it:
    the brew. When a character is dying you may put a card of the brew into the discard pile: it is as if that character
    used an Analeptic."""

    piles = (BREW,)

    @on(Phase.began, me="who", given=finishes_with_nothing_brewed, cards=some(named(*SLASHES)))
    async def brew(self, game: Game, me: Player, phase: Phase, cards: list[int]) -> None:
        await Move(cards, Zone("pile", me.seat, BREW), self.id)

    @provides(RESCUE, when=("use",), given=can_pour)
    async def pour(self, game: Game, me: Player, dying: Dying) -> Card:
        who = dying.who
        poured = await choose_cards(me, Reason(self.id, "chunlao", me.seat, who.seat), me.piles[BREW], 1, 1)
        await Move(poured, DISCARD, self.id)
        await Use(who, Card("analeptic", "", 0, (), self.id), [who], saves=True)
        return Card(RESCUE, "", 0, (), self.id)


CHENGPU = Hero("chengpu", "wu", 4, (Lihuo, Chunlao))
