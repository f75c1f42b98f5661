"""Rulesets. What the server does not have is refused, never passed over."""

from __future__ import annotations

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet
from sanguosha.v1 import ruleset_pb2

from engine.editions import EDITIONS, Edition
from engine.options import OPTIONS, SEAT_OPTIONS, chosen
from engine.packs import PACKS
from engine.rules import check
from engine.ruleset import MOST_SILENT_WAIT_MS, NO_SEAT, Ruleset, UnknownRuleset

from ..matches.terms import TableOptions

TABLE_OPTIONS = ("seat_lottery", "silent_waits", "talk", "deadlines", "spectator_delay")  # that no rule reads
KNOWN_OPTIONS = (*OPTIONS, *SEAT_OPTIONS, "heroes", *TABLE_OPTIONS)

EDITION = "standard"
MODE = "identity"
DEFAULT_PACKS = ("ex",)

DEADLINE_KINDS = ("setup", "play", "respond", "invoke", "choose", "discard")
MISSED_LIMIT = 2
MOST_MISSED = 100
DURATIONS_MS = {  # the shortest and the longest that each may be
    "silent_waits": (0, MOST_SILENT_WAIT_MS),
    "deadlines": (1000, 86_400_000),
    "spectator_delay": (0, 3_600_000),
}


def from_message(ruleset: ruleset_pb2.Ruleset) -> Ruleset:
    """The ruleset in its one form: defaults filled in, packs in printed order, each once. Raises `UnknownRuleset`."""
    options = ruleset.options
    for message in (ruleset, options, options.deadlines):
        _refuse_unknown_fields(message)
    edition = ruleset.edition or EDITION
    meant = Ruleset(
        seats=ruleset.seat_count,
        edition=edition,
        mode=ruleset.mode or MODE,
        packs=_packs(list(ruleset.packs), edition),
        heroes=options.heroes if options.HasField("heroes") else not options.first_game,
        silent_waits_ms=_milliseconds(options.silent_waits),
        **{option: getattr(options, option) for option in OPTIONS},
        lord_seat=options.lord_seat if options.HasField("lord_seat") else NO_SEAT,
        protected_seat=options.protected_seat if options.HasField("protected_seat") else NO_SEAT,
    )
    check(meant)
    return meant


def table_options(options: ruleset_pb2.RulesetOptions) -> TableOptions:
    """The options that no rule reads. Raises `UnknownRuleset`."""
    given = {field.name: value for field, value in options.deadlines.ListFields()}
    deadlines = {kind.upper(): _milliseconds(given[kind]) for kind in DEADLINE_KINDS if kind in given}
    if not all(_is_within("deadlines", ms) for ms in deadlines.values()):
        raise UnknownRuleset("DEADLINE_OUT_OF_RANGE", "a deadline is between a second and a day")
    if options.deadlines.missed_limit > MOST_MISSED:
        raise UnknownRuleset("DEADLINE_OUT_OF_RANGE", f"missed_limit is at most {MOST_MISSED}")
    delay = _milliseconds(options.spectator_delay)
    if not _is_within("spectator_delay", delay):
        raise UnknownRuleset("SPECTATOR_DELAY_OUT_OF_RANGE", "spectators are at most an hour behind")
    return TableOptions(
        talk=options.talk,
        deadlines_ms=deadlines,
        missed_limit=(options.deadlines.missed_limit or MISSED_LIMIT) if deadlines else 0,
        spectator_delay_ms=delay,
        seat_lottery=options.seat_lottery,
    )


def to_message(ruleset: Ruleset, table: TableOptions) -> ruleset_pb2.Ruleset:
    """The ruleset with every default filled in; it reads back as itself."""
    message = ruleset_pb2.Ruleset(
        edition=ruleset.edition,
        mode=ruleset.mode,
        packs=ruleset.packs or (EDITIONS[ruleset.edition].pack.id,),
        seat_count=ruleset.seats,
        options=ruleset_pb2.RulesetOptions(heroes=ruleset.heroes, talk=table.talk, seat_lottery=table.seat_lottery),
    )
    options = message.options
    for option in chosen(ruleset):
        setattr(options, option, getattr(ruleset, option))
    if ruleset.silent_waits_ms:
        options.silent_waits.FromMilliseconds(ruleset.silent_waits_ms)
    if table.spectator_delay_ms:
        options.spectator_delay.FromMilliseconds(table.spectator_delay_ms)
    for kind, milliseconds in table.deadlines_ms.items():
        getattr(options.deadlines, kind.lower()).FromMilliseconds(milliseconds)
    if table.missed_limit:
        options.deadlines.missed_limit = table.missed_limit
    return message


def _is_within(option: str, milliseconds: int) -> bool:
    shortest, longest = DURATIONS_MS[option]
    return shortest <= milliseconds <= longest


def _milliseconds(duration: Duration) -> int:
    return duration.seconds * 1000 + duration.nanos // 1_000_000


def _packs(named: list[str], edition: str) -> tuple[str, ...]:
    """Without the edition's own, which is always in. Unknown ones come last: the check names them."""
    known = EDITIONS.get(edition)
    if not named:
        return DEFAULT_PACKS if known is None else default_packs(known)
    own = known.pack.id if known else ""
    return tuple(pack for pack in dict.fromkeys((*PACKS, *named)) if pack in named and pack != own)


def default_packs(edition: Edition) -> tuple[str, ...]:
    return DEFAULT_PACKS if edition.takes_packs else ()


def _refuse_unknown_fields(message: Message) -> None:
    """A client of a later contract may ask for what this one has no field for."""
    if len(UnknownFieldSet(message)):
        raise UnknownRuleset("OPTION_NOT_AVAILABLE", "the ruleset has fields that this server does not know")
