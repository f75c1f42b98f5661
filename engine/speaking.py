"""A moment is offered to the table: seat by seat from the current turn, each owner ordering their own (D12)."""

from __future__ import annotations

from typing import Any

from .deeds.invoke import Invoke
from .game import Game
from .numbers import absent_in
from .picks import Cards, PickSpec, Seats, fillable
from .questions import PASS, Answer, Option, Question, Reason, Reply, Subset, first_answer
from .skill import Trigger
from .state import Held, Player
from .words import Ask, Deed, Moment, Rule, Timing


def speak(game: Game, moment: Moment) -> Rule[None] | None:
    """Let every skill that waits for the moment speak, until the deed is stopped. None where none is ready."""
    timing, deed = moment.timing, moment.deed
    owners = [game.players[seat] for seat in game.listeners.get(timing, ())]
    owners += [owner for owner, _, _ in deed.parting]
    for owner in owners:
        if _ready(game, owner, timing, deed, []):
            return _speak_in_order(game, [player for player in game.in_order() if player in owners], timing, deed)
    return None


async def _speak_in_order(game: Game, players: list[Player], timing: Timing, deed: Deed[Any]) -> None:
    for player in players:
        await _speak_for(game, player, timing, deed)
        if deed.stopped:
            return


def _listeners(game: Game, me: Player, timing: Timing, deed: Deed[Any]) -> list[tuple[Held, Trigger]]:
    """The player's own, those included that part with the deed."""
    mine = game.listeners.get(timing, {}).get(me.seat, [])
    if not deed.parting:
        return mine
    gone = ((held, trigger) for owner, held, trigger in deed.parting if owner is me and timing in trigger.timings)
    return [*mine, *gone]


async def _speak_for(game: Game, me: Player, timing: Timing, deed: Deed[Any]) -> None:
    spoken: list[Trigger] = []
    while ready := _ready(game, me, timing, deed, spoken):
        unasked = next((t for t in ready if _needs_no_choice(t, len(ready) == 1)), None)
        if unasked is not None:
            chosen, given = unasked, {}
        else:
            offered = [(trigger, option) for trigger in ready for option in _offers(game, me, trigger, deed)]
            listed = {option.id: (trigger, option) for trigger, option in offered}
            compulsory = any(trigger.compulsory for trigger, _ in listed.values())
            reply = await Ask(_question(me, ready, deed, [option for _, option in listed.values()], compulsory))
            if reply.passed:
                return
            chosen = listed[reply.option.id][0]
            given = read_picks(game, chosen.picks, reply)
        spoken.append(chosen)
        await Invoke(me, chosen, deed, given, players_in(chosen.picks, given))
        if deed.stopped:
            return


def _needs_no_choice(trigger: Trigger, alone: bool) -> bool:
    """What is compulsory and unseen happens at once; what is alone needs no order."""
    if trigger.picks:
        return False
    return bool(trigger.compulsory and trigger.quiet) or (alone and bool(trigger.compulsory or trigger.quiet))


def _ready(game: Game, me: Player, timing: Timing, deed: Deed[Any], spoken: list[Trigger]) -> list[Trigger]:
    if not me.alive and me is not deed.last_words:
        return []
    ready: list[Trigger] = []
    for held, trigger in _listeners(game, me, timing, deed):
        if trigger in ready or not trigger.is_ready(game, me, deed) or _is_absent(game, me, held, deed):
            continue
        if spoken.count(trigger) < (trigger.times(me, deed) if trigger.times else 1):
            ready.append(trigger)
    return ready


def _is_absent(game: Game, me: Player, held: Held, deed: Deed[Any]) -> bool:
    """Whether the equipment that lends the skill counts as not there."""
    return held.card >= 0 and held.card in absent_in(game, me, deed)


def _question(me: Player, ready: list[Trigger], deed: Deed[Any], options: list[Option], compulsory: bool) -> Question:
    if not compulsory:
        options = [*options, Option(PASS)]
    default = first_answer(options[0]) if compulsory else Answer(PASS)
    name, own = (ready[0].skill.id, ready[0].prompt) if len(ready) == 1 else ("order", "")
    prompt = "invoke" if len(ready) == 1 else "order"
    count = getattr(deed, "amount", 0) if own else 0
    reason = Reason(name, own or prompt, _seat(deed, "source", "user"), _seat(deed, "target", "who"), count=count)
    return Question(me.seat, "INVOKE", reason, tuple(options), default)


def _seat(deed: Deed[Any], *fields: str) -> int:
    """Whom the deed is of or about, as far as it says so: every one of these is public."""
    found = (getattr(deed, field, None) for field in fields)
    return next((player.seat for player in found if isinstance(player, Player)), -1)


def _offers(game: Game, me: Player, trigger: Trigger, deed: Deed[Any]) -> list[Option]:
    """The options of a trigger: none when it cannot be paid for or aimed."""
    skill = trigger.skill
    alone = len(skill.triggers) == 1
    option_id = skill.id if alone else f"{skill.id}.{trigger.name}"
    return offers_for(game, me, skill.id, trigger.picks, deed, option_id)


def offers_for(
    game: Game, me: Player, skill: str, picks: dict[str, PickSpec], deed: Any, option_id: str
) -> list[Option]:
    """One option; or one more for each piece of equipment that may pay, where seats are chosen as well: without that
    equipment the reach is another (D28)."""
    paid = next((name for name, spec in picks.items() if isinstance(spec, Cards) and spec.single), "")
    if not paid or not any(isinstance(spec, Seats) for spec in picks.values()):
        built = tuple(spec.build(name, game, me, deed) for name, spec in picks.items())
        return [Option(option_id, built, skill=skill)] if all(map(fillable, built)) else []
    options = []
    pay = picks[paid].build(paid, game, me, deed)
    assert isinstance(pay, Subset)
    worn = [candidate for candidate in pay.of if game.where[int(candidate.value)].kind == "equipment"]
    others = tuple(candidate for candidate in pay.of if candidate not in worn)
    for group in [others, *((candidate,) for candidate in worn)]:
        if not group:
            continue
        equipment = () if group is others else (int(group[0].value),)
        with game.without(equipment):
            built = tuple(
                Subset(paid, group, 1, 1) if name == paid else spec.build(name, game, me, deed)
                for name, spec in picks.items()
            )
        if all(map(fillable, built)):
            suffix = f"#{equipment[0]}" if equipment else ""
            options.append(Option(option_id + suffix, built, cards=equipment, skill=skill))
    return options


def read_picks(game: Game, picks: dict[str, PickSpec], reply: Reply) -> dict[str, Any]:
    """What was chosen, as keyword arguments of the ability's body."""
    return {name: spec.read(name, game, reply) for name, spec in picks.items()}


def players_in(picks: dict[str, PickSpec], given: dict[str, Any]) -> list[Player]:
    """The characters among what was chosen."""
    return [player for name, chosen in given.items() for player in picks[name].players(chosen)]
