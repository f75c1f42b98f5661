"""Clients that know the contract alone play every table to its end and are refused nothing: in two languages, and over
HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.store import EmbeddedServer
from tests.service.clients import GAMES, NODE_MODULES, PYTHON, REST, Game, node, play
from tests.service.serving import Server

# Each table once a client, with heroes for one and without for the other, by turns.
PYTHONS = [game for game in GAMES if game.heroes == bool((game.seats + game.dual_renegade) % 2)]
NODES = [game for game in GAMES if game not in PYTHONS]
PYTHONS += [game for game in NODES if game.mode]  # of which there is one table alone


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    """A server whose counters only these matches move."""
    with Server(tmp_path_factory.mktemp("own"), redis_url=backing.url) as started:
        yield started


def check(server: Server, finished_before: float) -> None:
    codes = ("OK", "FAILED_PRECONDITION")  # the match ended while an answer was on its way
    for family, label in (("grpc_server", "grpc_code"), ("http_server", "code")):
        handled = server.metric(f"{family}_handled_total")
        assert handled == sum(server.metric(f"{family}_handled_total", **{label: code}) for code in codes)
    assert server.metric("sanguosha_drifts_total") == 0
    assert server.metric("sanguosha_matches_total", state="finished") == finished_before + 1
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
