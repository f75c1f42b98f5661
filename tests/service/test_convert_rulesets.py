"""A ruleset has one form; what the server does not have is refused."""

from __future__ import annotations

from typing import Any

import pytest
from sanguosha.v1 import ruleset_pb2 as pb

from engine.ruleset import Ruleset, UnknownRuleset
from service.convert import rulesets
from service.terms import TableOptions


def ruleset(
    packs: list[str] | None = None, seats: int = 8, edition: str = "", mode: str = "", **options: Any
) -> pb.Ruleset:
    return pb.Ruleset(
        edition=edition, mode=mode, packs=packs or [], seat_count=seats, options=pb.RulesetOptions(**options)
    )


def test_the_defaults_are_filled_in() -> None:
    assert rulesets.from_message(pb.Ruleset(seat_count=8)) == Ruleset(8, "standard", "identity", ("ex",), True, False)
    assert rulesets.to_message(Ruleset(8), TableOptions()) == ruleset(
        ["ex"], edition="standard", mode="identity", heroes=True, dual_renegade=False
    )


@pytest.mark.parametrize(
    ("named", "packs"),
    [
        ([], ("ex",)),
        (["standard"], ()),
        (["standard", "standard"], ()),
        (["ex"], ("ex",)),
        (["ex", "ex"], ("ex",)),
        (["ex", "standard"], ("ex",)),
        (["standard", "ex"], ("ex",)),
    ],
)
def test_equal_rulesets_are_equal_however_the_packs_are_named(named: list[str], packs: tuple[str, ...]) -> None:
    assert rulesets.from_message(ruleset(named)).packs == packs


@pytest.mark.parametrize("heroes", [True, False])
def test_heroes_are_on_unless_they_are_turned_off(heroes: bool) -> None:
    assert rulesets.from_message(ruleset(heroes=heroes)).heroes is heroes


@pytest.mark.parametrize(
    "engine", [Ruleset(4), Ruleset(8, packs=(), heroes=False), Ruleset(6, dual_renegade=True), Ruleset(10, packs=())]
)
def test_a_ruleset_from_the_server_reads_back_as_itself(engine: Ruleset) -> None:
    sent = pb.Ruleset.FromString(rulesets.to_message(engine, TableOptions()).SerializeToString())
    assert rulesets.from_message(sent) == engine


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (ruleset(edition="first-edition"), "UNKNOWN_EDITION"),
        (ruleset(mode="3v3"), "UNKNOWN_MODE"),
        (ruleset(["ex", "no_such_pack"]), "UNKNOWN_PACK"),
        (ruleset(seats=0), "SEATS_OUT_OF_RANGE"),
        (ruleset(seats=11), "SEATS_OUT_OF_RANGE"),
        (ruleset(seats=2**32 - 1), "SEATS_OUT_OF_RANGE"),
        (ruleset(seats=7, dual_renegade=True), "DUAL_RENEGADE_SEATS"),
    ],
)
def test_what_does_not_exist_or_combine_is_refused(asked: pb.Ruleset, reason: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.from_message(asked)
    assert refused.value.reason == reason


MISSING = [field for field in pb.RulesetOptions.DESCRIPTOR.fields if field.name not in rulesets.OPTIONS]


@pytest.mark.parametrize("name", [field.name for field in MISSING])
def test_an_option_that_the_server_does_not_have_is_refused(name: str) -> None:
    asked = ruleset()
    setattr(asked.options, name, True)
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.from_message(asked)
    assert refused.value.reason == "OPTION_NOT_AVAILABLE"
    assert name in str(refused.value)


def test_an_option_that_is_off_asks_for_nothing() -> None:
    asked = ruleset(gods=False, deadlines=pb.Deadlines())
    assert rulesets.from_message(asked) == Ruleset(8)


def test_an_option_of_a_later_contract_is_refused() -> None:
    field_999_is_on = bytes([0b1011_1000, 0b0011_1110, 1])
    asked = ruleset()
    asked.options.MergeFromString(field_999_is_on)
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.from_message(asked)
    assert refused.value.reason == "OPTION_NOT_AVAILABLE"
