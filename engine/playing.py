"""The play phase: everything its owner may do, listed; and the doing of what was chosen."""

from __future__ import annotations

from .deeds.invoke import Invoke
from .deeds.use import SLASHES, Use
from .game import Game
from .questions import Answer, Option, Question, Reason, Reply
from .responding import LayDown, Way, ways
from .skill import Active, Provider, tally
from .speaking import offers_for, read_picks
from .state import Player
from .words import Ask

END = "end"


class Plan:
    """A listed use of a card: the way to lay it down and whom to aim it at."""

    __slots__ = ("fixed", "way")

    def __init__(self, way: Way, fixed: tuple[int, ...]) -> None:
        self.way = way
        self.fixed = fixed


async def act(game: Game, me: Player) -> bool:
    """Ask for one action and do it; False when the player ends the phase or is dead."""
    if not me.alive:
        return False
    uses = _uses(game, me)
    actives = _actives(game, me)
    options = [option for option, _ in uses] + [option for option, _ in actives] + [Option(END)]
    reply = await Ask(Question(me.seat, "PLAY", Reason("play", "play"), tuple(options), Answer(END)))
    if reply.option.id == END:
        return False
    for option, plan in uses:
        if option is reply.option:
            await _use(game, me, plan, reply)
    for option, active in actives:
        if option is reply.option:
            await _invoke(game, me, active, reply)
    return True


def _uses(game: Game, me: Player) -> list[tuple[Option, Plan]]:
    listed: list[tuple[Option, Plan]] = []
    names = [name for name, kind in game.rules.kinds.items() if kind.may_act(game, me)]
    refused = tuple(key.removeprefix("refused:") for key in me.this_phase if key.startswith("refused:"))
    for way in ways(game, me, names, "use", split=True, barred=refused):
        kind = game.rules.kinds[way.name]
        spent = way.fixed or (tuple(int(c.value) for c in way.pick.of) if way.pick and len(way.pick.of) == 1 else ())
        with game.without(tuple(i for i in spent if game.where[i].kind == "equipment")):
            if not kind.may_act(game, me):
                continue
            for targeting in kind.targetings(game, me, way.sample):
                picks = tuple(pick for pick in (way.pick, *targeting.picks) if pick is not None)
                option = Option(way.option_id + targeting.suffix, picks, way.fixed, way.skill, way.name)
                listed.append((option, Plan(way, targeting.fixed)))
    return listed


async def _use(game: Game, me: Player, plan: Plan, reply: Reply) -> None:
    targets = [game.players[seat] for seat in (*plan.fixed, *reply.numbers("targets"))]
    second = [game.players[seat] for seat in reply.numbers("second")]
    card = await LayDown(me, plan.way, reply, None)
    if card is None:
        if isinstance(plan.way.ability, Provider):
            me.this_phase[f"refused:{plan.way.skill}"] = 1
        return
    me.this_phase = {key: n for key, n in me.this_phase.items() if not key.startswith("refused:")}
    if card.name in SLASHES:
        me.this_phase["slash"] = me.this_phase.get("slash", 0) + 1
    await Use(me, card, targets, second=second[0] if second else None)


def _actives(game: Game, me: Player) -> list[tuple[Option, Active]]:
    listed: list[tuple[Option, Active]] = []
    for held in me.skills:
        skill = game.rules.skill(held.skill)
        for active in skill.actives:
            if active.is_ready(game, me):
                option_id = skill.id if len(skill.actives) == 1 else f"{skill.id}.{active.name}"
                listed += [(o, active) for o in offers_for(game, me, active, active.picks, None, option_id)]
    return listed


async def _invoke(game: Game, me: Player, active: Active, reply: Reply) -> None:
    if active.once:
        counts = tally(me, active.once)
        counts[active.skill.id] = counts.get(active.skill.id, 0) + 1
    me.this_phase = {key: n for key, n in me.this_phase.items() if not key.startswith("refused:")}
    await Invoke(me, active, None, read_picks(game, active.picks, reply.option, reply))
