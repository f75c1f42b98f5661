"""A character becomes another in part (化身)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import CharacterChanged, HeroCardsTaken
from ..words import Deed

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class TakeHeroCards(Deed[list[str]]):
    """Unused hero cards, drawn by chance, that nobody else sees; fewer when there are no more."""

    def __init__(self, who: Player, count: int) -> None:
        self.who = who
        self.count = count

    def resolve(self, game: Game) -> list[str]:
        pile = game.hero_pile
        taken = [pile.pop(game.below(len(pile))) for _ in range(min(self.count, len(pile)))]
        self.who.hero_cards += taken
        game.emit(HeroCardsTaken(self.who.seat, len(taken), tuple(taken)))
        return taken


class ChangeCharacter(Deed[None]):
    """Another kingdom and sex."""

    def __init__(self, who: Player, kingdom: str, sex: str) -> None:
        self.who = who
        self.kingdom = kingdom
        self.sex = sex

    def resolve(self, game: Game) -> None:
        self.who.kingdom = self.kingdom
        self.who.sex = self.sex
        game.reindex()
        game.emit(CharacterChanged(self.who.seat, self.kingdom, self.sex))
