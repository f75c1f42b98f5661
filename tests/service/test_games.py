"""Nothing that the catalogue has is left out of what contract-only clients play."""

from __future__ import annotations

import pytest
from sanguosha.v1 import ruleset_pb2

from service.convert.catalogue import catalogue
from service.convert.rulesets import from_message
from tests.service.games import ALONE, EDITION_GAMES, MODE_GAMES, OPTION_GAMES, TOGETHER, Game, ruleset_of

CATALOGUE = catalogue(())
NEEDED = {"protected_seat": {"last_blood"}}  # by an option, and therefore played with it


def played_as(game: Game) -> tuple[str, str]:
    return game.edition or "standard", game.mode or "identity"


def test_every_edition_mode_and_option_has_its_games() -> None:
    assert sorted(EDITION_GAMES) == sorted(edition.id for edition in CATALOGUE.editions)
    assert sorted(MODE_GAMES) == sorted(mode.id for mode in CATALOGUE.modes)
    assert sorted(OPTION_GAMES) == sorted(option.id for option in CATALOGUE.options)
    assert sorted(OPTION_GAMES) == sorted(field.name for field in ruleset_pb2.RulesetOptions.DESCRIPTOR.fields)
    assert all(ALONE.values())


def test_every_number_of_seats_of_an_edition_and_of_a_mode_is_played() -> None:
    for edition in CATALOGUE.editions:
        assert {game.seats for game in EDITION_GAMES[edition.id]} == set(edition.seat_counts)
    for mode in CATALOGUE.modes:
        assert {game.seats for game in MODE_GAMES[mode.id]} == set(range(mode.min_seat_count, mode.max_seat_count + 1))


def test_an_option_is_played_in_every_edition_and_mode_that_takes_it() -> None:
    modes = {edition.id: list(edition.modes) for edition in CATALOGUE.editions}
    for option in CATALOGUE.options:
        wanted = {(edition, mode) for edition in option.editions for mode in option.modes if mode in modes[edition]}
        if option.id == "heroes":
            wanted.remove(("standard", "3v3"))  # which cannot be played without
        assert {played_as(game) for game in OPTION_GAMES[option.id]} == wanted, option.id


def test_what_is_played_alone_is_alone() -> None:
    for edition, games in EDITION_GAMES.items():
        assert {played_as(game) for game in games} == {(edition, "identity")}
        assert all(game.names <= {"heroes"} for game in games)
    for mode, games in MODE_GAMES.items():
        assert {played_as(game) for game in games} == {("standard", mode)}
        assert not any(game.options for game in games)
    for option, games in OPTION_GAMES.items():
        assert all(game.names == {option} | NEEDED.get(option, set()) for game in games), option


@pytest.mark.parametrize("subject", [*ALONE, *TOGETHER])
def test_the_server_takes_every_game(subject: str) -> None:
    for game in (ALONE | TOGETHER)[subject]:
        ruleset = from_message(ruleset_of(game))
        assert (ruleset.seats, (ruleset.edition, ruleset.mode)) == (game.seats, played_as(game))
