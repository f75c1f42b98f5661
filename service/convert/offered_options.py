"""The options that a ruleset may have and what goes with what, found by asking the rules.

But what excludes each other they say themselves: asked, they would also refuse together what no game takes both of.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from sanguosha.v1 import catalogue_service_pb2 as pb
from sanguosha.v1 import ruleset_pb2

from engine.editions import EDITIONS
from engine.modes import MODES
from engine.options import excluded_by
from engine.ruleset import UnknownRuleset
from engine.texts import OPTIONS as OPTION_TEXTS
from service.convert.rulesets import (
    DEADLINE_KINDS,
    DURATIONS_MS,
    KNOWN_OPTIONS,
    from_message,
    table_options,
    to_message,
)
from service.convert.texts import localized, term

MOST_SEATS = 10
FIELDS = ruleset_pb2.RulesetOptions.DESCRIPTOR.fields_by_name
SWITCHES = [option for option in KNOWN_OPTIONS if FIELDS[option].type == FieldDescriptor.TYPE_BOOL]
TYPES = {
    "Duration": pb.RULESET_OPTION_TYPE_DURATION,
    "Deadlines": pb.RULESET_OPTION_TYPE_DEADLINES,
}


class Game(NamedTuple):
    """What options are asked of."""

    edition: str
    mode: str
    seats: int

    def filled_in(self, options: dict[str, Any]) -> ruleset_pb2.RulesetOptions | None:
        """The options with every default; None where they are refused."""
        given = ruleset_pb2.RulesetOptions(**options)
        asked = ruleset_pb2.Ruleset(edition=self.edition, mode=self.mode, seat_count=self.seats, options=given)
        try:
            return to_message(from_message(asked), table_options(given)).options
        except UnknownRuleset:
            return None

    def takes(self, options: dict[str, Any]) -> bool:
        return self.filled_in(options) is not None


@cache
def games() -> list[Game]:
    """Every edition in every mode with every number of seats that there is."""
    every = (Game(edition, mode, seats) for edition in EDITIONS for mode in MODES for seats in range(MOST_SEATS + 1))
    return [game for game in every if game.takes({})]


@cache
def offered_options() -> list[pb.RulesetOption]:
    """Shared: never change them."""
    return list(map(_offered, KNOWN_OPTIONS))


def needed_by_mode(mode: str) -> list[str]:
    """The options that must be on."""
    return _needed({}, [game for game in games() if game.mode == mode])


def _offered(option: str) -> pb.RulesetOption:
    message = pb.RulesetOption(
        id=option,
        name=term("option", option),
        excludes=excluded_by(option),
        text=localized(OPTION_TEXTS[option]),
        type=_type(option),
    )
    if option in DURATIONS_MS:
        shortest, longest = DURATIONS_MS[option]
        message.min_duration.FromMilliseconds(shortest)
        message.max_duration.FromMilliseconds(longest)
    _say_what_it_goes_with(message)
    return message


def _say_what_it_goes_with(message: pb.RulesetOption) -> None:
    option, values = message.id, _values(message)
    needed = _needed({option: values[0]}, games())
    given = dict.fromkeys(needed, True)
    taken = [(game, value) for game in games() for value in values if game.takes(given | {option: value})]
    message.editions[:] = dict.fromkeys(game.edition for game, _ in taken)
    message.modes[:] = dict.fromkeys(game.mode for game, _ in taken)
    played = [game for game in games() if game.edition in message.editions and game.mode in message.modes]
    usual, needed_anyway = _on(played[0], {}), _needed({}, played)
    message.on_by_default = option in usual
    message.needs[:] = [switch for switch in needed if switch not in needed_anyway]
    message.turns_off[:] = sorted(usual - _on(taken[0][0], given | {option: taken[0][1]}))
    seat_counts = {game.seats for game, _ in taken}
    if seat_counts != {game.seats for game in played}:
        message.seat_counts[:] = sorted(seat_counts)
    if message.type == pb.RULESET_OPTION_TYPE_SEAT:
        seats = {value for _, value in taken}
        if seats != set(range(max(seat_counts))):
            message.seats[:] = sorted(seats)


def _needed(options: dict[str, Any], played: list[Game]) -> list[str]:
    """The switches without which none of the games takes the options."""

    def taken(switch: str, *, on: bool) -> bool:
        return any(game.takes(options | {switch: on}) for game in played)

    others = [switch for switch in SWITCHES if switch not in options]
    return [switch for switch in others if taken(switch, on=True) and not taken(switch, on=False)]


def _on(game: Game, options: dict[str, Any]) -> set[str]:
    """The switches that are on where a ruleset has these options."""
    filled_in = game.filled_in(options)
    assert filled_in is not None
    return {switch for switch in SWITCHES if getattr(filled_in, switch)}


def _type(option: str) -> pb.RulesetOptionType.ValueType:
    if option in SWITCHES:
        return pb.RULESET_OPTION_TYPE_SWITCH
    message = FIELDS[option].message_type
    return TYPES[message.name] if message else pb.RULESET_OPTION_TYPE_SEAT


def _values(message: pb.RulesetOption) -> list[Any]:
    """What it may be set to; 0 is no value of a field that is always there."""
    match message.type:
        case pb.RULESET_OPTION_TYPE_SWITCH:
            return [True]
        case pb.RULESET_OPTION_TYPE_DURATION:
            return [message.max_duration]
        case pb.RULESET_OPTION_TYPE_DEADLINES:
            return [{DEADLINE_KINDS[0]: message.max_duration}]
    return list(range(0 if FIELDS[message.id].has_presence else 1, MOST_SEATS))
