"""Using a Slash on a given character, or one of several, outside one's own play phase actions (借刀杀人, 乱武)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .card import Card
from .deeds.use import SLASHES, Use
from .game import Game
from .numbers import may_be_target
from .questions import PASS, Answer, Option, Question, Reason, Subset, seats_of
from .responding import LayDown, Way, demand, has_source, ways
from .skill import Provider
from .state import Player
from .words import Ask, Deed

Allows = Callable[[Game, Player, Player, Card], bool]
Among = Callable[[Game, Player], list[Player]]


async def strike(
    game: Game, who: Player, target: Player, reason: Reason, allows: Allows, within: Deed[Any] | None = None
) -> bool:
    """Ask `who` to use a slash on the target, perhaps for the sake of the deed that it happens `within`; it counts
    towards no limit. False when none was used.

    `allows(game, who, target, slash)` is asked for each way to make the slash, as if the equipment that it lays down
    were gone (D28).
    """

    def does(way: Way) -> bool:
        with game.without(way.equipment_spent(game)):
            return target.alive and allows(game, who, target, way.sample)  # who doubted a way before may be dead

    if not may_be_target(game, Card("slash", "", 0, ()), who, target):
        return False
    card = await demand(game, who, SLASHES, "use", reason, allows=does)
    if card is None:
        return False
    await _use_if_still_possible(game, who, target, card, within)
    return True


async def strike_one_of(game: Game, who: Player, reason: Reason, among: Among) -> bool:
    """Ask `who` to use a slash on one of the players that `among` gives; it counts towards no limit. False when none
    was used.

    Who they are is looked up for each way to make the slash, as if the equipment that it lays down were gone (D28).
    """
    barred: tuple[str, ...] = ()
    while who.alive and has_source(game, who, SLASHES, "use", None, barred):
        listed: dict[str, tuple[Way, Option]] = {}
        for way in ways(game, who, SLASHES, "use", split=True, barred=barred):
            with game.without(way.equipment_spent(game)):
                targets = [player.seat for player in among(game, who) if may_be_target(game, way.sample, who, player)]
            if targets:
                picks = (*way.option().picks, Subset("targets", seats_of(targets), 1, 1))
                listed[way.option_id] = way, Option(way.option_id, picks, way.fixed, way.skill, way.name)
        options = (*(option for _, option in listed.values()), Option(PASS))
        reply = await Ask(Question(who.seat, "RESPOND", reason, options, Answer(PASS)))
        if reply.passed:
            return False
        way = listed[reply.option.id][0]
        target = game.players[reply.numbers("targets")[0]]
        card = await LayDown(who, way, reply, None)
        if card is not None:
            await _use_if_still_possible(game, who, target, card)
            return True
        if isinstance(way.ability, Provider):
            barred = (*barred, way.skill)
    return False


async def _use_if_still_possible(
    game: Game, who: Player, target: Player, card: Card, within: Deed[Any] | None = None
) -> None:
    """Who doubted the card may be dead (蛊惑), and who gave it for another protected now (空城): then it is spent."""
    if target.alive and may_be_target(game, card, who, target):
        await Use(who, card, [target], within=within)
