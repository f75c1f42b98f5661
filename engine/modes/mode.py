"""What a mode decides; everything else is the same in all of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from ..ruleset import Ruleset
from ..state import Player, Role, Step

if TYPE_CHECKING:
    from ..cards.kind import Kind
    from ..deeds.death import Death
    from ..game import Game
    from ..skill import Skill

StepRule = Callable[["Game", Step], Coroutine[Any, Any, None]]


class Mode:
    """A few hooks. `kinds` replace cards of the same name. `options` are those that it goes with. `seating` has the
    role of each seat where it is the seats that decide who is with whom; then everybody sees it. `skills` are what it
    or an option lets everybody do, or lays on somebody."""

    id: str
    steps: dict[str, StepRule]
    kinds: tuple[type[Kind], ...] = ()
    skills: tuple[type[Skill], ...] = ()
    options: tuple[str, ...] = ()
    seating: tuple[Role, ...] = ()

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

    def takes_turn(self, game: Game, player: Player) -> None:
        """A turn begins that is no extra one."""

    def team(self, ruleset: Ruleset, seat: int) -> tuple[int, ...]:
        """The seats of the seat's team, its own too; none where the mode has no teams."""
        return ()

    def is_lord(self, player: Player) -> bool:
        """Whether the player is the lord, as far as skills speak of him; he has the lord skills of his hero (S76)."""
        return player.role == "lord"

    def rematch(self, ruleset: Ruleset, roles: Sequence[str], first_out: int) -> Ruleset:
        """What the same players in the same seats play next; `roles` are those that they had, `first_out` is who died
        first (-1: nobody)."""
        return ruleset

    async def check_victory(self, game: Game) -> None:
        """End the match if somebody has won; asked after every death."""
        raise NotImplementedError

    async def reward(self, game: Game, death: Death) -> None:
        """What the killer gets or loses."""
        raise NotImplementedError

    async def after_death(self, game: Game, death: Death) -> None:
        """What becomes of who has died, once all that his death causes is done."""

    def points(self, game: Game) -> tuple[int, ...]:
        """What the match that is over scores for each seat."""
        return (0,) * len(game.players)
