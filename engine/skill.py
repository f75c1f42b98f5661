"""How a skill is written: data for what may be chosen, code for what then happens.

    class Ganglie(Skill):
        '''刚烈 ...'''

        @on(Damage.suffered, me="target")
        async def retaliate(self, game, me, hit): ...

A skill is stateless; one instance serves every match. Abilities are collected from the class in the order they are
written. No skill names another: one that lends others declares `lends`.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from .card import Card
from .outcome import Outcome
from .picks import Cards, PickSpec
from .words import Timing

if TYPE_CHECKING:
    from .game import Game
    from .state import Player
    from .zones import Zone

F = TypeVar("F", bound=Callable[..., Any])
Given = Callable[["Game", "Player", Any], bool]
Times = Callable[["Player", Any], int]
Tag = Literal["locked", "lord", "limited", "awakening", "switch"]
Manner = Literal["use", "play", "recast"]
Spending = Literal[Manner, "discard"]
# What folds ask: numbers first, then permissions and faces.
Query = Literal[
    "distance",
    "attack_range",
    "hand_limit",
    "slash_quota",
    "slash_counts",
    "slash_targets",
    "duel_slashes",
    "trick_reach",
    "ignores_distance",
    "ignores_equipment",
    "may_be_target",
    "may_lay_down",
    "may_spend",
    "may_rescue",
    "stays_alive",
    "hp_taken",
    "judgement",
    "armor_holds",
]
Scope = Literal["phase", "turn"]
Each = Callable[["Game", "Player"], list[tuple["Player", ...]]]


class Ability:
    """One thing a skill does. `name` is the method's; `outcome` says what it comes to, where that is not to be guessed
    from what it asks for."""

    skill: Skill
    name: str
    function: Callable[..., Any]
    quiet: bool = False
    outcome: Outcome | None = None


class Trigger(Ability):
    """Speaks at timings. `owner` names the deed's field that must be the owner of the skill; `given` is a further
    condition on public facts; `times` tells how often it may speak at one moment (default once); `prompt` words the
    question, where it is about this alone and the name does not tell enough; its count is the deed's amount."""

    def __init__(
        self,
        timings: tuple[Timing, ...],
        owner: str,
        given: Given | None,
        times: Times | None,
        compulsory: bool | None,
        quiet: bool,
        picks: dict[str, PickSpec],
        prompt: str,
    ) -> None:
        self.timings = timings
        self.owner = owner
        self.given = given
        self.times = times
        self.compulsory = compulsory
        self.quiet = quiet
        self.picks = picks
        self.prompt = prompt

    def is_ready(self, game: Game, me: Player, deed: Any) -> bool:
        """Whether public facts let the owner speak."""
        if self.owner and getattr(deed, self.owner) is not me:
            return False
        if not self.skill.is_ready(me):
            return False
        if self.given is not None and not self.given(game, me, deed):
            return False
        return not self.picks or all(spec.possible(game, me, deed) for spec in self.picks.values())


class Active(Ability):
    """Something to do in one's own play phase, once a phase or turn where `once` says so. With `each`, one
    option for every group of players that it gives, and the body gets the group as `players`."""

    def __init__(self, given: Given | None, once: Scope | None, each: Each | None, picks: dict[str, PickSpec]) -> None:
        self.given = given
        self.once = once
        self.each = each
        self.picks = picks

    def is_ready(self, game: Game, me: Player) -> bool:
        if (self.once and tally(me, self.once).get(self.skill.id)) or not self.skill.is_ready(me):
            return False
        return self.given is None or self.given(game, me, None)


class ViewAs(Ability):
    """Cards used or played as another: as one of `names`, or as any card of `types`.

    The body runs as the cards are laid down. It may return another card, which is used or played instead, or False:
    then nothing was. `face_down`: the cards are laid face down and have neither suit nor colour until the body returns
    what they are. `targets_later`: targets are chosen after the body ran. `by_suit`: one option for each suit. They may
    be recast as that card only where `manners` say so (连环).
    """

    def __init__(
        self,
        names: tuple[str, ...],
        types: tuple[str, ...],
        cards: Cards,
        manners: tuple[Manner, ...],
        given: Given | None,
        by_suit: bool,
        face_down: bool,
        targets_later: bool,
    ) -> None:
        self.names = names
        self.types = types
        self.cards = cards
        self.manners = manners
        self.given = given
        self.by_suit = by_suit
        self.face_down = face_down
        self.targets_later = targets_later


class Provider(Ability):
    """Another way to come by a card when one is needed: the body returns the card, or None when it failed."""

    def __init__(self, names: tuple[str, ...], manners: tuple[Manner, ...], given: Given | None) -> None:
        self.names = names
        self.manners = manners
        self.given = given


class Modifier(Ability):
    """Adjusts a number or permission that rules look up; `function(game, owner, value, *about)`. Never asks."""

    function: Callable[..., Any]

    def __init__(self, query: Query) -> None:
        self.query = query


class Filter(Ability):
    """Cards of the owner *are* another card (锁定视为); `function(game, owner, card, zone)` returns what it is."""

    function: Callable[[Game, Player, Card, Zone], Card]


def tally(player: Player, scope: Scope) -> dict[str, int]:
    """What was done this phase, turn or match."""
    return {"phase": player.this_phase, "turn": player.this_turn}[scope]


def _ability(ability: Ability, outcome: Outcome | None = None) -> Callable[[F], F]:
    ability.outcome = outcome

    def mark(function: F) -> F:
        function.__dict__.setdefault("abilities", []).append(ability)
        return function

    return mark


def on(
    *timings: Timing,
    me: str = "",
    given: Given | None = None,
    times: Times | None = None,
    compulsory: bool | None = None,
    quiet: bool = False,
    prompt: str = "",
    outcome: Outcome | None = None,
    **picks: PickSpec,
) -> Callable[[F], F]:
    """Speak at these timings. `compulsory` defaults to whether the skill is locked; a `quiet` body asks for itself."""
    return _ability(Trigger(timings, me, given, times, compulsory, quiet, picks, prompt), outcome)


def active(
    *,
    given: Given | None = None,
    once: Scope | None = None,
    each: Each | None = None,
    outcome: Outcome | None = None,
    **picks: PickSpec,
) -> Callable[[F], F]:
    """Offer in the owner's play phase."""
    return _ability(Active(given, once, each, picks), outcome)


def provides(*names: str, when: tuple[Manner, ...] = ("use", "play"), given: Given | None = None) -> Callable[[F], F]:
    """Offer whenever one of these cards is needed."""
    return _ability(Provider(names, when, given))


def changes(query: Query) -> Callable[[F], F]:
    """Adjust a number: distance, attack_range, hand_limit, slash_quota, may_be_target, may_rescue ..."""
    return _ability(Modifier(query))


def filters() -> Callable[[F], F]:
    """Make some of the owner's cards another card, for all rules."""
    return _ability(Filter())


def view_as(
    *names: str,
    cards: Cards,
    types: tuple[str, ...] = (),
    when: tuple[Manner, ...] = ("use", "play"),
    given: Given | None = None,
    by_suit: bool = False,
    face_down: bool = False,
    targets_later: bool = False,
    outcome: Outcome | None = None,
) -> Callable[[F], F]:
    """Let cards be used or played as one of `names`, or as any card of `types`."""
    return _ability(ViewAs(names, types, cards, when, given, by_suit, face_down, targets_later), outcome)


class Skill:
    """A printed skill. The docstring is the printed text in our own words; the id is the class name in lower case.

    `lends` are skills that this one may give; `piles` what lies on its owner's hero by it, and is discarded when he
    loses it, `hidden_piles` those that only their owner sees. `cost`: the marks that each of its abilities takes.
    What is not `printed` is an effect that a skill leaves behind: it has no text of its own; its `mark`, if any, shows
    on whom it lies. Limited and awakening skills are had once a match.

    No rule reads what follows: `choices` are what its named options come to, and what is asked for under a prompt;
    `burdens` what the use of a card of a type costs its owner.
    """

    id: ClassVar[str]
    tags: ClassVar[tuple[Tag, ...]] = ()
    lends: ClassVar[tuple[type[Skill], ...]] = ()
    piles: ClassVar[tuple[str, ...]] = ()
    hidden_piles: ClassVar[tuple[str, ...]] = ()
    cost: ClassVar[tuple[str, int] | None] = None
    printed: ClassVar[bool] = True
    mark: ClassVar[str] = ""
    choices: ClassVar[tuple[tuple[str, Outcome], ...]] = ()
    burdens: ClassVar[tuple[tuple[str, Outcome], ...]] = ()

    def __init_subclass__(cls, id: str = "", **rest: Any) -> None:
        super().__init_subclass__(**rest)
        cls.id = id or cls.__name__.lower()

    def __init__(self) -> None:
        self.triggers: list[Trigger] = []
        self.actives: list[Active] = []
        self.views: list[ViewAs] = []
        self.providers: list[Provider] = []
        self.modifiers: list[Modifier] = []
        self.filters: list[Filter] = []
        for owner in reversed(type(self).__mro__):
            for name, function in vars(owner).items():
                for ability in getattr(function, "abilities", ()):
                    self._add(name, copy(ability))
        self.lends_to_owner = type(self).lent is not Skill.lent
        self.lends_to_others = type(self).lent_to is not Skill.lent_to

    def _add(self, name: str, ability: Ability) -> None:
        ability.skill = self
        ability.name = name
        ability.function = getattr(self, name)
        match ability:
            case Trigger():
                if ability.compulsory is None:
                    ability.compulsory = self.is_locked or "awakening" in self.tags
                self.triggers.append(ability)
            case Active():
                self.actives.append(ability)
            case ViewAs():
                self.views.append(ability)
            case Provider():
                self.providers.append(ability)
            case Modifier():
                self.modifiers.append(ability)
            case Filter():
                self.filters.append(ability)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        """Skills that the owner has for as long as he has this one."""
        return ()

    def lent_to(self, game: Game, me: Player, other: Player) -> tuple[str, ...]:
        """Skills that another living player has for as long as `me` has this one."""
        return ()

    @property
    def makers(self) -> tuple[ViewAs | Provider, ...]:
        """The abilities that make cards."""
        return (*self.views, *self.providers)

    async def gained(self, game: Game, me: Player) -> None:
        """Its owner has it from now on, who had it not as the match began."""

    async def lost(self, game: Game, me: Player) -> None:
        """Its owner, who lives, has it no more."""

    @property
    def is_once_a_match(self) -> bool:
        return "limited" in self.tags or "awakening" in self.tags

    def is_ready(self, me: Player) -> bool:
        """Whether its owner can pay for it, and has it still to use."""
        if me.this_match.get(self.id) and self.is_once_a_match:
            return False
        return self.cost is None or me.marks.get(self.cost[0], 0) >= self.cost[1]

    @property
    def is_locked(self) -> bool:
        return "locked" in self.tags

    def __repr__(self) -> str:
        return self.id
