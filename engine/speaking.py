"""A moment is offered to the table: seat by seat from the current turn, each owner ordering their own (D12)."""

from __future__ import annotations

from typing import Any

from .deeds.invoke import Invoke
from .game import Game
from .picks import Cards, PickSpec, Seats, fillable
from .questions import PASS, Answer, Option, Question, Reason, first_answer
from .skill import Ability, Trigger
from .state import Player
from .words import Ask, Deed, Moment, Timing


async def speak(game: Game, moment: Moment) -> None:
    """Let every skill that waits for the moment speak, until the deed is stopped."""
    owners = [owner for owner, _, _ in game.listeners.get(moment.timing, ())]
    for player in game.in_order():
        if player in owners:
            await _speak_for(game, player, moment.timing, moment.deed)
            if moment.deed.stopped:
                return


async def _speak_for(game: Game, me: Player, timing: Timing, deed: Deed[Any]) -> None:
    spoken: list[Trigger] = []
    while ready := _ready(game, me, timing, deed, spoken):
        if len(ready) == 1 and (ready[0].compulsory or ready[0].quiet) and not ready[0].picks:
            chosen, given = ready[0], {}
        else:
            listed = {option.id: (trigger, option) for trigger in ready for option in offers(game, me, trigger, deed)}
            compulsory = any(trigger.compulsory for trigger, _ in listed.values())
            reply = await Ask(_question(me, ready, [option for _, option in listed.values()], compulsory))
            if reply.passed:
                return
            chosen = listed[reply.option.id][0]
            given = read_picks(game, chosen.picks, reply.option, reply)
        spoken.append(chosen)
        await Invoke(me, chosen, deed, given)
        if deed.stopped:
            return


def _ready(game: Game, me: Player, timing: Timing, deed: Deed[Any], spoken: list[Trigger]) -> list[Trigger]:
    if not me.alive and me is not deed.last_words:
        return []
    ready: list[Trigger] = []
    for owner, held, trigger in game.listeners.get(timing, ()):
        if owner is not me or trigger in ready or held.card in game.absent:
            continue
        limit = trigger.times(me, deed) if trigger.times else 1
        if spoken.count(trigger) < limit and trigger.is_ready(game, me, deed):
            ready.append(trigger)
    return ready


def _question(me: Player, ready: list[Trigger], options: list[Option], compulsory: bool) -> Question:
    if not compulsory:
        options = [*options, Option(PASS)]
    default = first_answer(options[0]) if compulsory else Answer(PASS)
    name = ready[0].skill.id if len(ready) == 1 else "order"
    prompt = "invoke" if len(ready) == 1 else "order"
    return Question(me.seat, "INVOKE", Reason(name, prompt), tuple(options), default)


def offers(game: Game, me: Player, ability: Trigger, deed: Any, option_id: str = "") -> list[Option]:
    """The options of an ability: none when it cannot be paid for or aimed."""
    return offers_for(game, me, ability, ability.picks, deed, option_id or ability.skill.id)


def offers_for(
    game: Game, me: Player, ability: Ability, picks: dict[str, PickSpec], deed: Any, option_id: str
) -> list[Option]:
    """One option; or one more for each piece of equipment that may pay, where seats are chosen as well: without that
    equipment the reach is another (D28)."""
    skill = ability.skill.id
    paid = next((name for name, spec in picks.items() if isinstance(spec, Cards) and spec.single), "")
    if not paid or not any(isinstance(spec, Seats) for spec in picks.values()):
        built = tuple(spec.build(name, game, me, deed) for name, spec in picks.items())
        return [Option(option_id, built, skill=skill)] if all(map(fillable, built)) else []
    options = []
    pay = picks[paid].build(paid, game, me, deed)
    assert not hasattr(pay, "items")
    in_hand = tuple(c for c in pay.of if game.where[int(c.value)].kind == "hand")
    for group in [in_hand, *((c,) for c in pay.of if c not in in_hand)]:
        if not group:
            continue
        equipment = () if group is in_hand else (int(group[0].value),)
        with game.without(equipment):
            built = tuple(
                type(pay)(paid, group, 1, 1) if name == paid else spec.build(name, game, me, deed)
                for name, spec in picks.items()
            )
        if all(map(fillable, built)):
            suffix = f"#{equipment[0]}" if equipment else ""
            options.append(Option(option_id + suffix, built, cards=equipment, skill=skill))
    return options


def read_picks(game: Game, picks: dict[str, PickSpec], option: Option, reply: Any) -> dict[str, Any]:
    """What was chosen, as keyword arguments of the ability's body."""
    return {name: spec.read(name, game, reply) for name, spec in picks.items()}
