"""Clients that know the contract alone play every table, edition, mode and option to its end and are refused nothing:
in two languages, and over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.clients import NODE_MODULES, PYTHON, REST, node, play
from tests.service.games import GAMES, OPTION_GAMES, PLAIN, TOGETHER, Game
from tests.service.serving import Server


def is_for_python(game: Game) -> bool:
    """Each table once a client, with heroes for one and without for the other, by turns."""
    return (PLAIN in game.options) != bool((game.seats + ("dual_renegade" in game.options)) % 2)


PYTHONS = [game for game in GAMES if is_for_python(game) or game.mode]  # of a mode there is one table alone
NODES = [game for game in GAMES if not is_for_python(game)]
# Of each option, and of what goes together, one game, by one client after the other; all are for `make clients-modes`.
OTHERS = [games[0] for games in (OPTION_GAMES | TOGETHER).values()]
SERIES = Game(4, ("last_blood", "attrition", "seat_lottery", PLAIN), series=True)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose counters only these matches move, on a store of its own: servers sweep for each other."""
    with Server(tmp_path_factory.mktemp("own"), sweep_ms=10) as started:
        yield started


def check(server: Server, finished_before: float, finished: int = 1) -> None:
    codes = ("OK", "FAILED_PRECONDITION")  # the match ended while an answer was on its way
    for family, label in (("grpc_server", "grpc_code"), ("http_server", "code")):
        handled = server.metric(f"{family}_handled_total")
        assert handled == sum(server.metric(f"{family}_handled_total", **{label: code}) for code in codes)
    assert server.metric("sanguosha_drifts_total") == 0
    assert server.metric("sanguosha_matches_total", state="finished") == finished_before + finished
    assert server.metric("grpc_server_streams") == server.metric("http_server_streams") == 0


@pytest.mark.parametrize("game", PYTHONS, ids=str)
def test_the_client_in_python_plays_every_table(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    played = play(PYTHON, own.address, game, matches=1)
    assert played.matches == 1
    assert played.answers > 0
    check(own, before)


@pytest.mark.parametrize("game", NODES, ids=str)
def test_the_client_over_http_plays_every_table(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    played = play(REST, own.http_address, game, matches=1)
    assert played.matches == 1
    assert played.answers > 0
    check(own, before)


@pytest.mark.skipif(not NODE_MODULES.exists(), reason="run `make node-client` first")
@pytest.mark.parametrize("game", NODES, ids=str)
def test_the_client_in_node_plays_every_table(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    played = play(node(), own.address, game, matches=1, more=["--stream"] if game.seats % 4 < 2 else [])
    assert played.matches == 1
    assert played.answers > 0
    check(own, before)


@pytest.mark.parametrize("game", OTHERS[0::3], ids=str)
def test_the_client_in_python_plays_with_every_option(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    assert play(PYTHON, own.address, game, matches=1).answers > 0
    check(own, before)


@pytest.mark.parametrize("game", OTHERS[1::3], ids=str)
def test_the_client_over_http_plays_with_every_option(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    assert play(REST, own.http_address, game, matches=1).answers > 0
    check(own, before)


@pytest.mark.skipif(not NODE_MODULES.exists(), reason="run `make node-client` first")
@pytest.mark.parametrize("game", OTHERS[2::3], ids=str)
def test_the_client_in_node_plays_with_every_option(own: Server, game: Game) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    assert play(node(), own.address, game, matches=1, more=["--stream"] if game.seats % 4 < 2 else []).answers > 0
    check(own, before)


def test_the_client_in_python_plays_a_series(own: Server) -> None:
    before = own.metric("sanguosha_matches_total", state="finished")
    assert play(PYTHON, own.address, SERIES, matches=SERIES.seats).matches == SERIES.seats
    check(own, before, SERIES.seats)


def test_an_option_that_there_is_not_is_told_of(own: Server) -> None:
    for client, address in here(own):
        with pytest.raises(AssertionError, match="no_such_option"):
            play(client, address, Game(4, ("no_such_option",)), matches=1)


def test_an_edition_without_further_packs_is_played_with_its_own(own: Server) -> None:
    game = Game(4, (PLAIN,), edition="first-edition")
    for client, address in here(own):
        assert play(client, address, game, matches=1, more=["--all-packs"]).matches == 1


def test_what_is_refused_is_said_in_one_line(own: Server) -> None:
    for client, address in here(own):
        with pytest.raises(AssertionError, match="mode 'identity' takes 4 to 10 seats") as refused:
            play(client, address, Game(11), matches=1)
        assert len(str(refused.value).strip().splitlines()) == 1


def here(own: Server) -> list[tuple[list[str], str]]:
    """The clients that can be run, with the address that each takes."""
    in_node = [(node(), own.address)] if NODE_MODULES.exists() else []
    return [(PYTHON, own.address), (REST, own.http_address), *in_node]
