"""Writing down what is to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Literal, TypedDict, Unpack

from google.protobuf.duration_pb2 import Duration
from sanguosha.v1 import ruleset_pb2

Kind = Literal["setup", "play", "respond", "invoke", "choose", "discard"]
KINDS: tuple[Kind, ...] = ("setup", "play", "respond", "invoke", "choose", "discard")
OPTIONS = ruleset_pb2.RulesetOptions.DESCRIPTOR.fields
PLAIN = tuple(field.name for field in OPTIONS if field.message_type is None)


class Rules(TypedDict, total=False):
    """What `ruleset` takes; whatever is left out is the server's default."""

    seats: int
    edition: str
    mode: str
    packs: Sequence[str]
    """Ids of the catalogue's `packs`; none: the default ones."""
    heroes: bool
    dual_renegade: bool
    gods: bool
    """The gods of the packs are among the heroes offered."""
    advanced_weapons: bool
    """In `first-edition`, the weapon skills of its advanced rules."""
    first_game: bool
    """In `first-edition`, its rules for a first game."""
    reincarnation: bool
    """The dead may come back as another hero."""
    dark_souls: bool
    """The dead may attach themselves to a living seat as a soul."""
    competitive: bool
    """In `3v3`, the players of a team may not talk to each other."""
    warm_seat: int
    """In `3v3`, the seat of the commander of the warm side: 1 or 4; chance decides where it is 0."""
    attrition: bool
    """From a time on, each round costs everybody 1 hp when three are left."""
    last_blood: bool
    """Whoever died first in the last match cannot die first in this one."""
    protected_seat: int
    """With `last_blood`, whose player that is; a series knows by itself."""
    lord_seat: int
    """Who is the lord; a series knows by itself."""
    seat_lottery: bool
    """Seats are drawn by lot: nobody chooses one."""
    talk: bool
    deadlines: float | Mapping[Kind, float]
    """Seconds that a seat has to answer: for each kind of decision, or one number for all."""
    missed_limit: int
    """After how many missed deadlines in a row the house plays the seat."""
    silent_waits: float
    """Seconds that every window stays open at least."""
    spectator_delay: float
    """Seconds that spectators are behind."""


def ruleset(**rules: Unpack[Rules]) -> ruleset_pb2.Ruleset:
    """The message for some rules. For what is not among them, take a `Ruleset` and set it there. Raises `TypeError`
    for a rule and `ValueError` for a kind of deadline that there is not; what the server does not have, it refuses
    (RULESET_INVALID)."""
    if unknown := rules.keys() - Rules.__annotations__:
        raise TypeError(f"there is no rule {', '.join(sorted(unknown))}: there are {', '.join(Rules.__annotations__)}")
    if isinstance(rules.get("packs"), str):
        raise TypeError("packs is a list of ids")
    made = ruleset_pb2.Ruleset(
        edition=rules.get("edition", ""),
        mode=rules.get("mode", ""),
        packs=rules.get("packs", ()),
        seat_count=rules.get("seats", 0),
    )
    options = made.options
    for option, value in rules.items():
        if option in PLAIN:
            setattr(options, option, value)
    for kind, seconds in _by_kind(rules.get("deadlines", {})).items():
        _set(getattr(options.deadlines, kind), seconds)
    if "missed_limit" in rules:
        options.deadlines.missed_limit = rules["missed_limit"]
    if "silent_waits" in rules:
        _set(options.silent_waits, rules["silent_waits"])
    if "spectator_delay" in rules:
        _set(options.spectator_delay, rules["spectator_delay"])
    return made


def _by_kind(deadlines: float | Mapping[Kind, float]) -> Mapping[Kind, float]:
    if not isinstance(deadlines, Mapping):
        return dict.fromkeys(KINDS, deadlines)
    if unknown := set(deadlines) - set(KINDS):
        raise ValueError(f"no decision is of the kind {', '.join(sorted(unknown))}: write {', '.join(KINDS)}")
    return deadlines


def _set(duration: Duration, seconds: float) -> None:
    duration.FromTimedelta(timedelta(seconds=seconds))
