"""A front end that knows no rules offers, by the catalogue alone, every ruleset that a match may have and no other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from sanguosha.v1 import catalogue_service_pb2 as pb
from sanguosha.v1 import ruleset_pb2

from engine.ruleset import UnknownRuleset
from service.convert.catalogue import catalogue
from service.convert.rulesets import KNOWN_OPTIONS, from_message, table_options, to_message

CATALOGUE = catalogue(())
OPTIONS = {option.id: option for option in CATALOGUE.options}
EDITIONS = {edition.id: edition for edition in CATALOGUE.editions}
MODES = {mode.id: mode for mode in CATALOGUE.modes}
SEED = 20261201
ROUNDS = 2_000


class Lobby:
    """What somebody has chosen, and what the catalogue says of it."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.edition = chance.choice(list(EDITIONS.values()))
        self.mode = MODES[chance.choice(self.edition.modes)]
        self.seats = chance.choice(self.seat_counts)
        self.options: dict[str, Any] = {}

    @property
    def seat_counts(self) -> list[int]:
        if self.mode.id == "identity":
            return list(self.edition.seat_counts)
        return list(range(self.mode.min_seat_count, self.mode.max_seat_count + 1))

    def choose(self) -> None:
        """A few options, each with what it needs, where it goes with what is there."""
        for option in self.chance.sample(list(OPTIONS.values()), 4):
            needed = [OPTIONS[other] for other in option.needs]
            if all(self.offers(other) for other in (*needed, option)):
                self.options |= {other.id: True for other in needed}
                self.options[option.id] = self.value(option)

    def offers(self, option: pb.RulesetOption) -> bool:
        return (
            self.edition.id in option.editions
            and self.mode.id in option.modes
            and self.seats in (option.seat_counts or [self.seats])
            and not self.is_on(*option.excludes)
            and not any(option.id in OPTIONS[other].excludes for other in self.options)
        )

    def is_on(self, *options: str) -> bool:
        return any(option in self.options for option in options)

    def has_all_for(self, option: pb.RulesetOption) -> bool:
        return all(self.is_on(other) or OPTIONS[other].on_by_default for other in option.needs)

    def value(self, option: pb.RulesetOption) -> Any:
        match option.type:
            case pb.RULESET_OPTION_TYPE_SWITCH:
                return True
            case pb.RULESET_OPTION_TYPE_SEAT:
                return self.chance.choice(option.seats or range(self.seats))
            case pb.RULESET_OPTION_TYPE_DURATION:
                return self.duration(option)
            case pb.RULESET_OPTION_TYPE_DEADLINES:
                kinds = self.chance.sample(["setup", "play", "respond", "invoke", "choose", "discard"], 2)
                return {kind: self.duration(option) for kind in kinds}
        raise AssertionError(option)

    def duration(self, option: pb.RulesetOption) -> dict[str, int]:
        shortest, longest = option.min_duration.ToSeconds(), option.max_duration.ToSeconds()
        return {"seconds": self.chance.choice([shortest, longest, self.chance.randint(shortest, longest)])}

    def message(self, **otherwise: Any) -> ruleset_pb2.Ruleset:
        options = ruleset_pb2.RulesetOptions(**self.options | otherwise)
        return ruleset_pb2.Ruleset(edition=self.edition.id, mode=self.mode.id, seat_count=self.seats, options=options)


def refusal(message: ruleset_pb2.Ruleset) -> str:
    try:
        from_message(message)
        table_options(message.options)
    except UnknownRuleset as refused:
        return f"{refused.reason}: {refused}"
    return ""


def lobbies() -> Iterator[Lobby]:
    chance = Random(SEED)
    for _ in range(ROUNDS):
        lobby = Lobby(chance)
        lobby.choose()
        yield lobby


def test_what_the_catalogue_lets_one_choose_is_taken() -> None:
    chosen = set()
    for lobby in lobbies():
        assert not refusal(lobby.message()), (SEED, lobby.message())
        chosen |= {(lobby.edition.id, lobby.mode.id, option) for option in lobby.options}
    offered = {
        (edition.id, mode, option.id)
        for option in OPTIONS.values()
        for edition in EDITIONS.values()
        for mode in edition.modes
        if edition.id in option.editions and mode in option.modes
    }
    assert chosen == offered, "so many rounds choose everything"


def test_what_it_does_not_let_one_choose_is_refused() -> None:
    tried = set()
    for lobby in lobbies():
        for option in OPTIONS.values():
            if lobby.is_on(option.id) or (lobby.offers(option) and lobby.has_all_for(option)):
                continue
            assert refusal(lobby.message(**{option.id: lobby.value(option)})), (SEED, option.id, lobby.message())
            tried.add(option.id)
    of_rules = {option.id for option in OPTIONS.values() if len(option.modes) < len(MODES) or option.excludes}
    assert of_rules <= tried


def test_a_value_out_of_bounds_is_refused() -> None:
    for lobby in lobbies():
        for option in map(OPTIONS.__getitem__, lobby.options):
            for beyond in values_beyond(option, lobby):
                assert refusal(lobby.message(**{option.id: beyond})), (SEED, option.id, beyond)


def values_beyond(option: pb.RulesetOption, lobby: Lobby) -> list[Any]:
    too_long = {"seconds": option.max_duration.ToSeconds() + 1}
    match option.type:
        case pb.RULESET_OPTION_TYPE_SEAT:
            return [seat for seat in range(1, 12) if seat not in (option.seats or range(lobby.seats))]
        case pb.RULESET_OPTION_TYPE_DURATION:
            return [too_long]
        case pb.RULESET_OPTION_TYPE_DEADLINES:
            return [{"play": too_long}, {"play": {"nanos": option.min_duration.ToNanoseconds() - 1_000_000}}]
    return []


def test_what_must_be_on_cannot_be_off() -> None:
    for lobby in lobbies():
        for needed in {*lobby.mode.needs, *chain.from_iterable(OPTIONS[one].needs for one in lobby.options)}:
            assert refusal(lobby.message(**{needed: False})), (SEED, needed, lobby.message())


def test_what_is_not_said_is_as_the_catalogue_says() -> None:
    for lobby in lobbies():
        filled_in = to_message(from_message(lobby.message()), table_options(lobby.message().options))
        turned_off = set(chain.from_iterable(OPTIONS[one].turns_off for one in lobby.options))
        for option in OPTIONS.values():
            if option.type == pb.RULESET_OPTION_TYPE_SWITCH and not lobby.is_on(option.id):
                expected = option.on_by_default and option.id not in turned_off
                assert getattr(filled_in.options, option.id) == expected, (SEED, option.id, lobby.message())
        named = [lobby.edition.pack] if not lobby.edition.default_packs else list(lobby.edition.default_packs)
        assert list(filled_in.packs) == named


@pytest.mark.parametrize("option", KNOWN_OPTIONS)
def test_every_option_says_what_it_does(option: str) -> None:
    text = OPTIONS[option].text
    assert text.zh.endswith("。")
    assert text.en.endswith(".")
