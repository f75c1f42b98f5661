"""What a mode decides; everything else is the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ..ruleset import Ruleset
from ..state import Player, Step

if TYPE_CHECKING:
    from ..cards.kind import Kind
    from ..deeds.death import Death
    from ..game import Game
    from ..skill import Skill

StepRule = Callable[["Game", Step], Coroutine[Any, Any, None]]


class Mode:
    """A few hooks. `kinds` replace cards of the same name. `options` are those that it goes with."""

    id: str
    steps: dict[str, StepRule]
    kinds: tuple[type[Kind], ...] = ()
    options: tuple[str, ...] = ()

    def check(self, ruleset: Ruleset) -> None:
        """Raise `UnknownRuleset` where the mode does not combine with the ruleset."""

    def prints(self, name: str) -> bool:
        """Whether a printed card of this name is in the deck."""
        return True

    def shared_skills(self, ruleset: Ruleset) -> tuple[type[Skill], ...]:
        """What everybody alive can do by the mode and its options, besides hero and equipment."""
        return ()

    def hp_bonus(self, game: Game, player: Player) -> int:
        """How many hp and maximum hp more a character has."""
        return 0

    def opening(self, ruleset: Ruleset) -> list[Step]:
        """The steps of the setup."""
        raise NotImplementedError

    def between_rounds(self, ruleset: Ruleset) -> list[Step]:
        """What happens when a round is over, before the next one begins."""
        return []

    def next_step(self, game: Game) -> Step:
        """What comes when the agenda is empty."""
        return Step("next_turn")

    def first_seat(self, game: Game) -> int:
        """Where a round begins."""
        return 0

    def lord_skills_of(self, game: Game, player: Player) -> bool:
        """Whether the player has the lord skills of his hero (S76)."""
        return player.role == "lord"

    async def check_victory(self, game: Game) -> None:
        """End the match if somebody has won; asked after every death."""
        raise NotImplementedError

    async def reward(self, game: Game, death: Death) -> None:
        """What the killer gets or loses."""
        raise NotImplementedError

    def points(self, game: Game) -> tuple[int, ...]:
        """What the match that is over scores for each seat."""
        return (0,) * len(game.players)
