"""Coming by a card that is needed: from the hand, through a view-as skill, or from a provider (八卦阵, 护驾).

Whether somebody is asked depends on public facts alone: a hand card, or a source everybody can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from .card import Card, made_of
from .deeds.invoke import pay
from .deeds.move import Move
from .events import CardPlayed, SkillInvoked
from .game import Game
from .numbers import absent_in, spendable
from .questions import PASS, Answer, Option, Question, Reason, Reply, Subset, cards_of
from .skill import Manner, Provider, ViewAs
from .state import Player
from .words import Ask, Deed, Timing, Window
from .zones import PROCESSING

RESCUE = "rescue"  # what a skill provides that saves without a card (涅槃); its body has done it


class Way:
    """One way to lay down a card of some name. `sample` is what it would be, for looking up targets; `fixed` are the
    cards it takes for sure, `pick` the choice among more."""

    __slots__ = ("ability", "fixed", "name", "option_id", "pick", "sample")

    def __init__(
        self,
        option_id: str,
        name: str,
        sample: Card,
        fixed: tuple[int, ...] = (),
        pick: Subset | None = None,
        ability: ViewAs | Provider | None = None,
    ) -> None:
        self.option_id = option_id
        self.name = name
        self.sample = sample
        self.fixed = fixed
        self.pick = pick
        self.ability = ability

    @property
    def skill(self) -> str:
        return self.ability.skill.id if self.ability else ""

    def equipment_spent(self, game: Game) -> tuple[int, ...]:
        """The equipment that it surely lays down: that lends neither reach nor skill to what it pays for (D28). So it
        is with a card of a pile (田)."""
        if self.ability is None:
            return ()  # a hand card
        only = self.pick.of if self.pick is not None and len(self.pick.of) == 1 else ()
        spent = (*self.fixed, *(int(candidate.value) for candidate in only))
        return tuple(card_id for card_id in spent if game.where[card_id].kind in ("equipment", "pile"))

    def option(self) -> Option:
        picks = (self.pick,) if self.pick else ()
        return Option(self.option_id, picks, self.fixed, self.skill, "" if self.name == RESCUE else self.name)


def ways(
    game: Game,
    me: Player,
    names: Iterable[str],
    manner: Manner,
    about: Any = None,
    *,
    split: bool = False,
    barred: tuple[str, ...] = (),
) -> list[Way]:
    """Every way `me` can lay down one of `names`. `split` keeps apart what may reach different targets: each suit and
    each piece of equipment. `barred` are skills that failed already for this demand."""
    wanted = tuple(names)
    found = [
        Way(f"{card.name}#{card_id}", card.name, card, (card_id,))
        for card_id in spendable(game, me, me.hand, manner)
        if (card := game.card(card_id)).name in wanted
    ]
    for ability, makes in _abilities(game, me, wanted, manner, about, barred):
        if isinstance(ability, ViewAs):
            for name in makes:
                found += _views(game, me, ability, name, manner, about, split)
        else:
            skill = ability.skill.id
            for name in makes:
                found.append(Way(f"{skill}:{name}", name, Card(name, "", 0, (), skill), (), None, ability))
    if "may_lay_down" not in game.modifiers:
        return found
    return [way for way in found if game.fold("may_lay_down", True, way.sample, me, manner)]


def _abilities(
    game: Game, me: Player, names: tuple[str, ...], manner: Manner, about: Any, barred: tuple[str, ...]
) -> Iterator[tuple[ViewAs | Provider, list[str]]]:
    """What `me` may make cards of some of the names with now, whatever he holds; and which of the names."""
    makers = game.makers[me.seat]
    if not makers:
        return
    absent = absent_in(game, me, about)
    for held, ability, made in makers:
        if manner not in ability.manners or held.card in absent:
            continue
        makes = [name for name in names if name in made]
        if not makes or ability.skill.id in barred or not ability.skill.is_ready(me):
            continue
        if ability.given is None or ability.given(game, me, about):
            yield ability, makes


def _views(game: Game, me: Player, view: ViewAs, name: str, manner: Manner, about: Any, split: bool) -> list[Way]:
    split = split and not (view.targets_later or view.face_down)
    ids = spendable(game, me, view.cards.candidates(game, me, about), manner)
    (least, most), skill = view.cards.bounds(game, me), view.skill.id
    if least == 0:
        return [Way(f"{skill}:{name}", name, Card(name, "", 0, (), skill), (), None, view)]
    groups: dict[str, list[int]] = {}
    for card_id in ids:
        groups.setdefault(_group(game, card_id, view.by_suit, split and least == 1), []).append(card_id)
    found = []
    for suffix, group in groups.items():
        for spent, free in _spendings(game, group, most if split and least > 1 else 0):
            more, at_most = max(0, least - len(spent)), min(most - len(spent), len(free))
            if more <= at_most:
                laid = (*spent, *free[:more])
                made = Card(name, "", 0, laid, skill) if view.face_down else made_of(name, game.cards(laid), skill)
                pick = Subset("cards", cards_of(free), more, at_most) if at_most else None
                option_id = f"{skill}:{name}{suffix}" + "".join(f"#{card_id}" for card_id in spent)
                found.append(Way(option_id, name, made, spent, pick, view))
    return found


def _spendings(game: Game, group: list[int], most: int) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """Each choice of up to `most` pieces of equipment (or cards of a pile) that are surely spent, with what may be
    picked besides; one choice of none, with everything, where `most` is 0."""
    worn = [card_id for card_id in group if most and game.where[card_id].kind in ("equipment", "pile")]
    free = [card_id for card_id in group if card_id not in worn]
    for count in range(min(most, len(worn)) + 1):
        for spent in combinations(worn, count):
            yield spent, free


def _group(game: Game, card_id: int, by_suit: bool, split: bool) -> str:
    if split and game.where[card_id].kind in ("equipment", "pile"):
        return f"#{card_id}"
    return f"~{game.card(card_id).suit}" if by_suit or split else ""


def has_source(
    game: Game, me: Player, names: tuple[str, ...], manner: Manner, about: Any, barred: tuple[str, ...] = ()
) -> bool:
    """Whether, for all that everybody can see, `me` might lay down one of the names."""
    if not names:
        return False
    if me.hand:
        return True
    for ability, _ in _abilities(game, me, names, manner, about, barred):
        if isinstance(ability, Provider) or ability.cards.possible(game, me, about):
            return True
    return False


class LayDown(Deed[Card | None]):
    """The chosen way is taken: its cards go onto the table, a provider is tried. None when it came to nothing.

    Whom a card that is laid face down is aimed at is said before anybody doubts it (蛊惑).
    """

    def __init__(self, who: Player, way: Way, reply: Reply, about: Any) -> None:
        self.who = who
        self.way = way
        self.ids = [*way.fixed, *reply.numbers("cards")]
        self.reply = reply
        self.about = about

    async def resolve(self, game: Game) -> Card | None:
        way = self.way
        if isinstance(way.ability, Provider):
            game.emit(SkillInvoked(self.who.seat, way.skill, ()))
            pay(game, self.who, way.ability.skill)
            provided: Card | None = await way.ability.function(game, self.who, self.about)
            if provided is not None:
                game.table.pass_on(provided.ids)
            return provided
        cards = game.cards(self.ids)
        view = way.ability
        game.table.leave_lying(self.ids, below=1)
        await Move(self.ids, PROCESSING, "lay_down", covered=view is not None and view.face_down)
        if view is None:
            return cards[0]
        if view.face_down:
            targets = (*self.reply.option.targets, *self.reply.numbers("targets"), *self.reply.numbers("second"))
            game.emit(SkillInvoked(self.who.seat, way.skill, targets))
            made = Card(way.name, "", 0, tuple(self.ids), way.skill)
        else:
            made = made_of(way.name, cards, way.skill)
        pay(game, self.who, view.skill)
        became: Card | bool | None = await view.function(game, self.who, made)
        return made if became is None or became is True else became or None


async def demand(
    game: Game,
    who: Player,
    names: tuple[str, ...],
    manner: Manner,
    reason: Reason,
    about: Any = None,
    allows: Callable[[Way], bool] | None = None,
) -> Card | None:
    """Ask `who` to lay down one of `names`: the card, which lies with the deed that asks, or None.

    `manner` tells using from playing (使用, 打出: seed 004). `about` is the aim or deed that is answered. `allows`
    leaves out ways that do not do.
    """
    barred: tuple[str, ...] = ()
    while who.alive and has_source(game, who, names, manner, about, barred):
        listed = ways(game, who, names, manner, about, split=allows is not None, barred=barred)
        if allows is not None:
            listed = list(filter(allows, listed))
        reply = await Ask(_question(who, listed, reason))
        way = _way(reply, listed)
        if way is None:
            return None
        card = await LayDown(who, way, reply, about)
        if card is not None:
            return card
        if isinstance(way.ability, Provider):
            barred = (*barred, way.skill)
    return None


class Respond(Deed[Card | None]):
    """`who` answers something with a card, or not: a card played (打出), or a Jink used. It is discarded when the
    answer is over, unless it `passes_on`: then it is of the rule that asked. `void`: the card is used or played all the
    same, and has no effect (大喝)."""

    answered = Timing()

    def __init__(
        self,
        who: Player,
        names: tuple[str, ...],
        manner: Manner,
        reason: Reason,
        about: Any = None,
        *,
        passes_on: bool = False,
    ) -> None:
        self.who = who
        self.names = names
        self.manner = manner
        self.reason = reason
        self.about = about
        self.passes_on = passes_on
        self.card: Card | None = None
        self.void = False

    async def resolve(self, game: Game) -> Card | None:
        card = self.card = await demand(game, self.who, self.names, self.manner, self.reason, self.about)
        if card is not None:
            shown = game.uncovered(card.ids)
            game.emit(CardPlayed(self.who.seat, card.name, card.suit, card.rank, shown, card.skill))
            await self.answered
            if self.void:
                return None
            if self.passes_on:
                game.table.pass_on(card.ids)
        return card

    def __repr__(self) -> str:
        return f"Respond({self.who}, {'/'.join(self.names)})"


async def first_to_lay_down(
    game: Game, players: list[Player], names_of: Callable[[Player], tuple[str, ...]], reason: Reason, about: Any = None
) -> tuple[Player, Card] | None:
    """A window: the players are asked together whether they use one of their names; the first in order that does, with
    the card, which lies on the table. None when all pass. A seat whose claim comes to nothing may try again."""
    barred: dict[int, tuple[str, ...]] = {}
    while True:
        names = {p.seat: names_of(p) for p in players}
        asked = [p for p in players if has_source(game, p, names[p.seat], "use", about, barred.get(p.seat, ()))]
        if not asked:
            return None
        listed = {p.seat: ways(game, p, names[p.seat], "use", about, barred=barred.get(p.seat, ())) for p in asked}
        questions = tuple(_question(p, listed[p.seat], reason, withdrawable=True) for p in asked if listed[p.seat])
        won = await Window(tuple(p.seat for p in asked), questions, reason)
        if won is None:
            return None
        seat, reply = won
        way = _way(reply, listed[seat])
        assert way is not None
        card = await LayDown(game.players[seat], way, reply, about)
        if card is not None:
            return game.players[seat], card
        if isinstance(way.ability, Provider):
            barred[seat] = (*barred.get(seat, ()), way.skill)
        players = players[[p.seat for p in players].index(seat) :]


def _question(who: Player, listed: list[Way], reason: Reason, withdrawable: bool = False) -> Question:
    options = (*(way.option() for way in listed), Option(PASS))
    return Question(who.seat, "RESPOND", reason, options, Answer(PASS), withdrawable)


def _way(reply: Reply, listed: list[Way]) -> Way | None:
    return next((way for way in listed if way.option_id == reply.option.id), None)
