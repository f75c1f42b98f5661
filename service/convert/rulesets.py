"""Rulesets. What the server does not have is refused, never passed over."""

from __future__ import annotations

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet
from sanguosha.v1 import ruleset_pb2

from engine.packs import PACKS
from engine.rules import check
from engine.ruleset import Ruleset, UnknownRuleset

OPTIONS = ("dual_renegade", "heroes", "silent_waits")
"""The fields of `RulesetOptions` that the server has."""

EDITION = "standard"
MODE = "identity"
OWN_PACK = "standard"  # always in, so an engine ruleset does not name it
DEFAULT_PACKS = ("ex",)


def from_message(ruleset: ruleset_pb2.Ruleset) -> Ruleset:
    """The ruleset in its one form: defaults filled in, packs in printed order, each once. Raises `UnknownRuleset`."""
    options = ruleset.options
    _refuse_unknown_fields(ruleset)
    _refuse_unknown_fields(options)
    for field, value in options.ListFields():
        says_something = field.message_type is None or value.ByteSize()
        if field.name not in OPTIONS and says_something:
            raise UnknownRuleset("OPTION_NOT_AVAILABLE", f"this server does not have the option {field.name!r}")
    meant = Ruleset(
        seats=ruleset.seat_count,
        edition=ruleset.edition or EDITION,
        mode=ruleset.mode or MODE,
        packs=_packs(list(ruleset.packs)),
        heroes=options.heroes if options.HasField("heroes") else True,
        dual_renegade=options.dual_renegade,
        silent_waits_ms=options.silent_waits.seconds * 1000 + options.silent_waits.nanos // 1_000_000,
    )
    check(meant)
    return meant


def to_message(ruleset: Ruleset) -> ruleset_pb2.Ruleset:
    """The ruleset with every default filled in; it reads back as itself."""
    message = ruleset_pb2.Ruleset(
        edition=ruleset.edition,
        mode=ruleset.mode,
        packs=ruleset.packs or (OWN_PACK,),
        seat_count=ruleset.seats,
        options=ruleset_pb2.RulesetOptions(dual_renegade=ruleset.dual_renegade, heroes=ruleset.heroes),
    )
    if ruleset.silent_waits_ms:
        message.options.silent_waits.FromMilliseconds(ruleset.silent_waits_ms)
    return message


def _packs(named: list[str]) -> tuple[str, ...]:
    """Unknown ones come last: the check names them."""
    if not named:
        return DEFAULT_PACKS
    return tuple(pack for pack in dict.fromkeys((*PACKS, *named)) if pack in named and pack != OWN_PACK)


def _refuse_unknown_fields(message: Message) -> None:
    """A client of a later contract may ask for what this one has no field for."""
    if len(UnknownFieldSet(message)):
        raise UnknownRuleset("OPTION_NOT_AVAILABLE", "the ruleset has fields that this server does not know")
