"""The play phase: everything its owner may do, listed; and the doing of what was chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from .card import Card
from .cards.kind import Targeting
from .deeds.draw import Draw
from .deeds.invoke import Invoke
from .deeds.move import Move, discard
from .deeds.use import SLASHES, Use
from .game import Game
from .numbers import may_be_target, spendable, weapons
from .questions import Answer, Option, Question, Reason, Reply, Subset, cards_of, first_answer
from .responding import LayDown, Way, ways
from .skill import Active, Provider, ViewAs, tally
from .speaking import offers_for, players_in, read_picks
from .state import Player
from .words import Ask, Deed, Timing
from .zones import DISCARD

REFUSED = "refused:"  # a tally of what a provider failed to bring
END = "end"
DISCARD_HAND = "discard"  # where the edition lets one discard hand cards as one likes
RECAST = "recast:"  # how the id of an option begins that recasts


class Plan:
    """A listed use of a card: the way to lay it down, the targets that are fixed, and the weapons that serve another
    time."""

    __slots__ = ("aside", "fixed", "way")

    def __init__(self, way: Way, fixed: tuple[int, ...], aside: tuple[int, ...] = ()) -> None:
        self.way = way
        self.fixed = fixed
        self.aside = aside

    @property
    def aims_later(self) -> bool:
        return isinstance(self.way.ability, ViewAs) and self.way.ability.targets_later


class Recast(NamedTuple):
    """A listed recasting: the cards go to the discard pile for a new one. That is no use of them (seed 001 ◆), so what
    a skill lets be used as such a card may be recast only where it says so."""

    way: Way


class Skilled(NamedTuple):
    """A listed use of an active skill, for a group of players where it has one option for each."""

    active: Active
    players: tuple[Player, ...] = ()


class Act(Deed[bool]):
    """An action of the play phase: `coming` is before its owner is asked for it. It comes to what `act` does."""

    coming = Timing()

    def __init__(self, who: Player) -> None:
        self.who = who

    async def resolve(self, game: Game) -> bool:
        await self.coming
        return await act(game, self.who)


async def act(game: Game, me: Player) -> bool:
    """Ask for one action and do it; False when the player ends the phase or is dead."""
    if not me.alive:
        return False
    listed: list[tuple[Option, Plan | Recast | Skilled]] = [*_uses(game, me), *_actives(game, me)]
    options = (*(option for option, _ in listed), *_discarding(game, me), Option(END))
    prompt = "play_or_discard" if game.rules.edition.discards_freely else "play"
    reply = await Ask(Question(me.seat, "PLAY", Reason("play", prompt), options, Answer(END)))
    if reply.option.id == DISCARD_HAND:
        await discard(reply.numbers("cards"))
        return True
    chosen = next((what for option, what in listed if option is reply.option), None)
    match chosen:
        case None:
            return False
        case Plan():
            await _use(game, me, chosen, reply)
        case Recast():
            _forget_refusals(me)
            await Move([*chosen.way.fixed, *reply.numbers("cards")], DISCARD, "recast")
            await Draw(me)
        case Skilled():
            await _invoke(game, me, chosen, reply)
    return True


def _discarding(game: Game, me: Player) -> list[Option]:
    ids = spendable(game, me, me.hand, "discard") if game.rules.edition.discards_freely else []
    return [Option(DISCARD_HAND, (Subset("cards", cards_of(ids), 1, len(ids)),))] if ids else []


def _uses(game: Game, me: Player) -> list[tuple[Option, Plan | Recast]]:
    listed: list[tuple[Option, Plan | Recast]] = []
    kinds = game.rules.kinds
    makeable: Iterable[str] = dict.fromkeys(card.name for card in game.cards(me.hand))
    if makers := game.makers[me.seat]:
        made = [name for _, _, names in makers for name in names]
        makeable = [name for name in kinds if name in makeable or name in made]
    names = [name for name in makeable if kinds[name].may_act(game, me)]
    refused = tuple(key.removeprefix(REFUSED) for key in me.this_phase if key.startswith(REFUSED))
    for way in ways(game, me, names, "use", split=True, barred=refused):
        kind = kinds[way.name]
        if kind.recastable and (way.ability is None or "recast" in way.ability.manners):
            picks = tuple(pick for pick in (way.pick,) if pick is not None)
            listed.append((Option(RECAST + way.option_id, picks, way.fixed, way.skill), Recast(way)))
        spent = way.equipment_spent(game)
        for weapon, aside in _arms(game, me, way, spent):
            away = spent + aside
            with game.without(away):
                aims = kind.targetings(game, me, way.sample) if not away or kind.may_act(game, me) else []
            plan = Plan(way, (), aside)
            if plan.aims_later:
                listed += [(way.option(), plan)] if aims else []
                continue
            for aim in aims:
                picks = tuple(pick for pick in (way.pick, *aim.picks, weapon) if pick is not None)
                suffix = aim.suffix + "".join(f"#{candidate.value}" for candidate in (weapon.of if weapon else ()))
                option = Option(way.option_id + suffix, picks, way.fixed, way.skill, way.name, aim.fixed)
                listed.append((option, Plan(way, aim.fixed, aside)))
    return listed


def _arms(game: Game, me: Player, way: Way, spent: tuple[int, ...]) -> list[tuple[Subset | None, tuple[int, ...]]]:
    """Who has several weapons strikes with one of them, by its range and its skill alone (D41): each, and what it
    leaves aside."""
    armed = [weapon for weapon in weapons(game, me) if weapon not in spent] if way.name in SLASHES else []
    if len(armed) < 2:
        return [(None, ())]
    return [(Subset("weapon", cards_of([one]), 1, 1), tuple(i for i in armed if i != one)) for one in armed]


async def _use(game: Game, me: Player, plan: Plan, reply: Reply) -> None:
    card = await LayDown(me, plan.way, reply, None)
    if card is None:
        if isinstance(plan.way.ability, Provider):
            me.this_phase[REFUSED + plan.way.skill] = 1
        return
    fixed = plan.fixed
    if plan.aims_later:
        game.table.leave_lying(list(card.ids))
        aims = game.rules.kinds[card.name].targetings(game, me, card) if me.alive else []
        if not aims:
            return
        fixed, reply = await _aim(me, card, aims)
    named = [game.players[seat] for seat in (*fixed, *reply.numbers("targets"))]
    targets = [player for player in named if player.alive and may_be_target(game, card, me, player)]
    if named and not targets:
        return  # who gave the card for it may be protected now (空城), and who doubted it dead (蛊惑)
    second = [game.players[seat] for seat in reply.numbers("second")]
    _forget_refusals(me)
    game.rules.kinds[card.name].acted(game, me, targets)
    await Use(me, card, targets, second=second[0] if second else None, aside=plan.aside)


async def _aim(me: Player, card: Card, aims: list[Targeting]) -> tuple[tuple[int, ...], Reply]:
    """Targets for a card that is laid down already."""
    options = tuple(Option(card.name + aim.suffix, aim.picks, (), card.skill, card.name, aim.fixed) for aim in aims)
    reason = Reason(card.skill, "choose_targets", me.seat, card=card.name)
    reply = await Ask(Question(me.seat, "PLAY", reason, options, first_answer(options[0])))
    chosen = next(aim for aim, option in zip(aims, options, strict=True) if option is reply.option)
    return chosen.fixed, reply


def _actives(game: Game, me: Player) -> list[tuple[Option, Skilled]]:
    listed: list[tuple[Option, Skilled]] = []
    for held in game.held[me.seat]:
        skill = game.rules.skill(held.skill)
        for active in skill.actives:
            if active.is_ready(game, me):
                option_id = skill.id if len(skill.actives) == 1 else f"{skill.id}.{active.name}"
                for players in active.each(game, me) if active.each else [()]:
                    group = "@" + "+".join(str(player.seat) for player in players) if players else ""
                    seats = tuple(player.seat for player in players)
                    for option in offers_for(game, me, skill.id, active.picks, None, option_id + group):
                        listed.append((msgspec.structs.replace(option, targets=seats), Skilled(active, players)))
    return listed


async def _invoke(game: Game, me: Player, chosen: Skilled, reply: Reply) -> None:
    active = chosen.active
    if active.once:
        counts = tally(me, active.once)
        counts[active.skill.id] = counts.get(active.skill.id, 0) + 1
    _forget_refusals(me)
    given = read_picks(game, active.picks, reply)
    targets = [*chosen.players, *players_in(active.picks, given)]
    if active.each:
        given["players"] = list(chosen.players)
    await Invoke(me, active, None, given, targets)


def _forget_refusals(me: Player) -> None:
    """What led nowhere may be tried again once something was done."""
    for key in [key for key in me.this_phase if key.startswith(REFUSED)]:
        del me.this_phase[key]
