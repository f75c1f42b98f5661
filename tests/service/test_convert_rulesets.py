"""A ruleset has one form; what the server does not have is refused."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration
from sanguosha.v1 import ruleset_pb2 as pb

from engine.packs import PACKS
from engine.ruleset import Ruleset, UnknownRuleset
from service.convert import rulesets
from service.convert.decisions import KIND_NUMBERS
from service.matches.terms import TableOptions


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
        (["military", "ex"], ("ex", "military")),
        ([*reversed(PACKS)], tuple(PACKS)[1:]),
    ],
)
def test_equal_rulesets_are_equal_however_the_packs_are_named(named: list[str], packs: tuple[str, ...]) -> None:
    assert rulesets.from_message(ruleset(named)).packs == packs


@pytest.mark.parametrize("heroes", [True, False])
def test_heroes_are_on_unless_they_are_turned_off(heroes: bool) -> None:
    assert rulesets.from_message(ruleset(heroes=heroes)).heroes is heroes


@pytest.mark.parametrize(
    ("options", "heroes"), [({}, False), ({"heroes": True}, True), ({"heroes": False}, False)], ids=str
)
def test_in_a_first_game_heroes_are_off_unless_they_are_turned_on(options: dict[str, bool], heroes: bool) -> None:
    asked = ruleset(edition="first-edition", first_game=True, **options)
    assert rulesets.from_message(asked).heroes is heroes


def test_an_edition_that_takes_no_packs_has_none_by_default() -> None:
    assert rulesets.from_message(ruleset(edition="first-edition")).packs == ()
    assert rulesets.from_message(ruleset(["first-edition"], edition="first-edition")).packs == ()


@pytest.mark.parametrize("gods", [True, False])
def test_gods_are_off_unless_they_are_turned_on(gods: bool) -> None:
    assert rulesets.from_message(ruleset(gods=gods)).gods is gods
    assert rulesets.from_message(ruleset()).gods is False


@pytest.mark.parametrize(
    "engine",
    [
        Ruleset(4),
        Ruleset(8, packs=(), heroes=False),
        Ruleset(6, dual_renegade=True),
        Ruleset(10, packs=()),
        Ruleset(8, packs=tuple(PACKS)[1:], gods=True),
        Ruleset(6, mode="3v3"),
        Ruleset(6, mode="3v3", packs=(), competitive=True, warm_seat=4, gods=True),
        Ruleset(8, edition="first-edition", packs=(), advanced_weapons=True, dual_renegade=True),
        Ruleset(4, edition="first-edition", packs=(), first_game=True, heroes=False),
        Ruleset(4, edition="first-edition", packs=(), first_game=True),
        Ruleset(9, edition="proto-1.0", packs=()),
        Ruleset(4, edition="proto-1.0", packs=(), heroes=False),
        Ruleset(5, attrition=True, last_blood=True, protected_seat=0, lord_seat=0),
    ],
)
def test_a_ruleset_from_the_server_reads_back_as_itself(engine: Ruleset) -> None:
    sent = pb.Ruleset.FromString(rulesets.to_message(engine, TableOptions()).SerializeToString())
    assert rulesets.from_message(sent) == engine


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (ruleset(edition="no-such-edition"), "UNKNOWN_EDITION"),
        (ruleset(["military"], edition="first-edition"), "EDITION_AND_PACKS"),
        (ruleset(edition="first-edition", gods=True), "EDITION_AND_OPTION"),
        (ruleset(edition="first-edition", first_game=True, advanced_weapons=True), "OPTION_AND_OPTION"),
        (ruleset(advanced_weapons=True), "EDITION_AND_OPTION"),
        (ruleset(first_game=True), "EDITION_AND_OPTION"),
        (ruleset(edition="first-edition", mode="3v3", seats=6), "EDITION_AND_MODE"),
        (ruleset(mode="2v2"), "UNKNOWN_MODE"),
        (ruleset(mode="3v3"), "SEATS_OUT_OF_RANGE"),
        (ruleset(mode="3v3", seats=6, heroes=False), "MODE_AND_OPTION"),
        (ruleset(mode="3v3", seats=6, warm_seat=3), "WARM_SEAT_OUT_OF_RANGE"),
        (ruleset(seats=6, competitive=True), "MODE_AND_OPTION"),
        (ruleset(["ex"], edition="proto-1.0"), "EDITION_AND_PACKS"),
        (ruleset(edition="proto-1.0", gods=True), "EDITION_AND_OPTION"),
        (ruleset(edition="proto-1.0", seats=10), "SEATS_OUT_OF_RANGE"),
        (ruleset(["proto"]), "UNKNOWN_PACK"),
        (ruleset(lord_seat=99), "NO_SUCH_SEAT"),
        (ruleset(protected_seat=1), "PROTECTED_SEAT"),
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


def test_the_server_has_every_option_of_the_contract() -> None:
    assert sorted(rulesets.KNOWN_OPTIONS) == sorted(field.name for field in pb.RulesetOptions.DESCRIPTOR.fields)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (ruleset(edition="second"), "edition 'second' is not known: there are standard, first-edition, proto-1.0"),
        (ruleset(mode="2v2"), "mode '2v2' is not known: there are identity, 3v3"),
        (ruleset(seats=11), "mode 'identity' takes 4 to 10 seats"),
        (ruleset(edition="first-edition", seats=11), "mode 'identity' takes 4 to 10 seats"),
        (ruleset(edition="proto-1.0", seats=10), "edition 'proto-1.0' takes 4 to 9 seats"),
        (ruleset(mode="3v3", seats=8), "mode '3v3' takes 6 seats"),
        (ruleset(seats=0), "the number of seats is missing: mode 'identity' takes 4 to 10 seats"),
        (ruleset(mode="3v3", seats=0), "the number of seats is missing: mode '3v3' takes 6 seats"),
    ],
)
def test_a_refusal_says_what_there_is_and_whose_limit_it_is(asked: pb.Ruleset, said: str) -> None:
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.from_message(asked)
    assert str(refused.value) == said


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


# -- options of the table, which no rule reads


SECOND, DAY, HOUR = 1000, 86_400_000, 3_600_000


def lasting(milliseconds: int) -> Duration:
    duration = Duration()
    duration.FromMilliseconds(milliseconds)
    return duration


def table(**options: Any) -> TableOptions:
    return rulesets.table_options(pb.RulesetOptions(**options))


def refused_with(**options: Any) -> str:
    with pytest.raises(UnknownRuleset) as refused:
        table(**options)
    return refused.value.reason


def test_a_table_is_silent_unhurried_and_watched_at_once_unless_something_else_is_agreed() -> None:
    assert table() == TableOptions(talk=False, deadlines_ms={}, missed_limit=0, spectator_delay_ms=0)


def test_the_kinds_of_deadlines_are_those_of_decisions() -> None:
    named = [field.name for field in pb.Deadlines.DESCRIPTOR.fields if field.message_type is not None]
    assert tuple(named) == rulesets.DEADLINE_KINDS
    assert {kind.upper() for kind in named} == set(KIND_NUMBERS)


@pytest.mark.parametrize("kind", rulesets.DEADLINE_KINDS)
@pytest.mark.parametrize("milliseconds", [SECOND, SECOND + 1, 15 * SECOND, DAY])
def test_a_deadline_is_between_a_second_and_a_day(kind: str, milliseconds: int) -> None:
    asked = table(deadlines=pb.Deadlines(**{kind: lasting(milliseconds)}))
    assert asked == TableOptions(deadlines_ms={kind.upper(): milliseconds}, missed_limit=2)


@pytest.mark.parametrize("kind", rulesets.DEADLINE_KINDS)
@pytest.mark.parametrize(
    "duration",
    [
        Duration(),
        Duration(nanos=1),
        Duration(nanos=999_999_999),
        Duration(seconds=-1),
        Duration(seconds=1, nanos=-1),
        Duration(seconds=86_400, nanos=1_000_000),
        Duration(seconds=2**62),
        Duration(seconds=-(2**62)),
    ],
    ids=str,
)
def test_any_other_deadline_is_refused(kind: str, duration: Duration) -> None:
    deadlines = pb.Deadlines(**{kind: duration})
    assert refused_with(deadlines=deadlines) == "DEADLINE_OUT_OF_RANGE"


def test_one_bad_deadline_spoils_the_rest() -> None:
    deadlines = pb.Deadlines(play=lasting(15 * SECOND), discard=lasting(1))
    assert refused_with(deadlines=deadlines) == "DEADLINE_OUT_OF_RANGE"


@pytest.mark.parametrize(("asked", "meant"), [(0, 2), (1, 1), (2, 2), (100, 100)])
def test_two_deadlines_in_a_row_may_be_missed_unless_another_limit_is_set(asked: int, meant: int) -> None:
    assert table(deadlines=pb.Deadlines(play=lasting(SECOND), missed_limit=asked)).missed_limit == meant


@pytest.mark.parametrize("limit", [101, 2**32 - 1])
def test_a_greater_limit_is_refused(limit: int) -> None:
    assert refused_with(deadlines=pb.Deadlines(missed_limit=limit)) == "DEADLINE_OUT_OF_RANGE"


def test_without_deadlines_there_is_nothing_to_miss() -> None:
    assert table(deadlines=pb.Deadlines(missed_limit=7)) == table()


@pytest.mark.parametrize("milliseconds", [0, 1, 300, HOUR])
def test_spectators_are_at_most_an_hour_behind(milliseconds: int) -> None:
    assert table(spectator_delay=lasting(milliseconds)) == TableOptions(spectator_delay_ms=milliseconds)


@pytest.mark.parametrize(
    "duration",
    [lasting(HOUR + 1), lasting(-1), Duration(nanos=-1), Duration(seconds=2**62), Duration(seconds=-(2**62))],
    ids=str,
)
def test_any_other_delay_is_refused(duration: Duration) -> None:
    assert refused_with(spectator_delay=duration) == "SPECTATOR_DELAY_OUT_OF_RANGE"


@pytest.mark.parametrize(
    "options",
    [
        TableOptions(),
        TableOptions(talk=True),
        TableOptions(deadlines_ms={"PLAY": 15_500}, missed_limit=2),
        TableOptions(True, {kind.upper(): 1000 + n for n, kind in enumerate(rulesets.DEADLINE_KINDS)}, 100, HOUR),
        TableOptions(spectator_delay_ms=1),
    ],
)
def test_what_a_table_has_agreed_reads_back_as_itself(options: TableOptions) -> None:
    sent = pb.Ruleset.FromString(rulesets.to_message(Ruleset(8), options).SerializeToString())
    assert rulesets.from_message(sent) == Ruleset(8)
    assert rulesets.table_options(sent.options) == options


@pytest.mark.parametrize("milliseconds", [0, 1, 2500])
def test_a_least_duration_of_windows_reads_back_as_itself(milliseconds: int) -> None:
    meant = Ruleset(8, silent_waits_ms=milliseconds)
    assert rulesets.from_message(rulesets.to_message(meant, TableOptions())) == meant


def test_a_deadline_of_a_later_contract_is_refused() -> None:
    asked = ruleset()
    asked.options.deadlines.MergeFromString(bytes([0b1011_1000, 0b0011_1110, 1]))
    with pytest.raises(UnknownRuleset) as refused:
        rulesets.from_message(asked)
    assert refused.value.reason == "OPTION_NOT_AVAILABLE"
