"""The sample pack, installed beside the service as anybody's would be: in the catalogue, in matches, in the laws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sanguosha.v1 import (
    catalogue_service_pb2,
    catalogue_service_pb2_grpc,
    ruleset_pb2,
    server_service_pb2,
    server_service_pb2_grpc,
)

from engine.packs import PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset
from examples.pack.lanterns import PACK
from examples.random_client import Player, Stub
from service.packs.checking import faults
from service.store import EmbeddedServer
from tests.engine.playing import answer_one, random_answer, stops
from tests.laws import guards
from tests.laws.soundness import assert_sound
from tests.laws.test_closed_choice import applied
from tests.laws.test_resume import assert_same, stored_and_resumed
from tests.laws.worlds import chance, examples, seeds, start
from tests.laws.worlds_apart import interference
from tests.packs.building import ROOT, SAMPLE, sgs
from tests.service.clients import NODE_MODULES, PYTHON, REST, node, play, typescript
from tests.service.games import Game
from tests.service.serving import Server
from tests.service.tables import Calls, Table, refusal, ruleset

MOST_MATCHES = 30


@pytest.fixture(scope="module")
def server(lanterns: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), packs=lanterns, bot_delay_ms=0, sweep_ms=20) as started:
        yield started


def playing(seats: int = 10) -> ruleset_pb2.Ruleset:
    chosen = ruleset(seats, heroes=True)
    chosen.packs.extend(["ex", "lanterns"])
    return chosen


# -- over the network


async def test_the_catalogue_has_its_heroes_and_its_card(server: Server) -> None:
    async with grpc.aio.insecure_channel(server.address) as channel:
        catalogues = catalogue_service_pb2_grpc.CatalogueServiceStub(channel)
        catalogue = await catalogues.GetCatalogue(catalogue_service_pb2.GetCatalogueRequest(packs=["lanterns"]))
        info = await server_service_pb2_grpc.ServerServiceStub(channel).GetServerInfo(
            server_service_pb2.GetServerInfoRequest()
        )
    assert [(hero.id, hero.name.zh, list(hero.skills)) for hero in catalogue.heroes] == [
        ("lantern_maker", "灯匠", ["kindle", "drift"]),
        ("night_watch", "更夫", ["vigil"]),
    ]
    assert [(card.id, card.name.en, len(card.prints)) for card in catalogue.cards] == [
        ("lantern_riddle", "Lantern Riddle", 4)
    ]
    assert [pack.name.en for pack in catalogue.packs][-1] == "Lanterns"
    assert "lantern_riddle" in [prompt.id for prompt in catalogue.prompts]
    assert [(pack.pack, pack.version) for pack in info.packs][-1] == ("lanterns", "1.0.0")
    assert info.rules_version == catalogue.rules_version


class Listener(Player):
    """Keeps what its seats are told."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.told: list[str] = []

    async def call(self, *given: Any) -> Any:
        response = await super().call(*given)
        if "update" in response.DESCRIPTOR.fields_by_name:
            self.told += map(str, response.update.events)
        return response


async def test_whole_matches_are_played_with_it_by_the_contract_alone(server: Server) -> None:
    """Until its card was used and its heroes were there: chance deals the heroes."""
    wanted, seen = {"lantern_riddle", "lantern_maker", "night_watch"}, set()
    async with grpc.aio.insecure_channel(server.address) as channel:
        for seed in range(MOST_MATCHES):
            player = Listener([Stub(channel)], seed)
            await player.play(playing(), bytes([seed] * 16))
            assert any("match_ended" in event for event in player.told)
            seen |= {word for word in wanted if any(f'"{word}"' in event for event in player.told)}
            if wanted == seen:
                break
    assert wanted == seen
    assert server.metric("sanguosha_drifts_total") == 0
    assert '"level": "error"' not in server.log()


@pytest.mark.parametrize("client", ["python", "rest", "node", "typescript"])
def test_the_example_clients_play_with_every_pack_of_the_catalogue(server: Server, client: str) -> None:
    command, address = {
        "python": (PYTHON, server.address),
        "rest": (REST, server.http_address),
        "node": (node(), server.address),
        "typescript": (typescript(), server.http_address),
    }[client]
    if (client == "node" and not NODE_MODULES.exists()) or not Path(command[-1]).exists():
        pytest.skip("run `make node-client ts-client` first")
    assert play(command, address, Game(6, ("gods",)), matches=1).matches == 1


def test_the_house_plays_with_it(server: Server, lanterns: Path) -> None:
    bots = ["bots", "--address", server.address, "--matches", "1", "--house", "--packs", "ex,lanterns", "--gods"]
    ended = sgs(*bots, folders=(lanterns,))
    assert ended.returncode == 0, ended.stderr


async def test_a_match_is_created_with_it_by_hand(server: Server) -> None:
    made = sgs("create", "--address", server.address, "--seats", "4", "--packs", "lanterns", "--gods")
    async with Calls(server.address) as calls:
        match = await calls.get(made.stdout.strip())
    assert (match.ruleset.packs[:], match.ruleset.options.gods) == (["lanterns"], True)


# -- its rules


def test_its_scenarios_come_out_as_written(lanterns: Path) -> None:
    ended = sgs("scenario", "run", str(SAMPLE / "scenarios"), folders=(lanterns,))
    assert ended.returncode == 0, ended.stdout
    assert "13 passed, 0 failed" in ended.stdout


def test_without_it_its_scenarios_are_refused() -> None:
    ended = sgs("scenario", "run", str(SAMPLE / "scenarios"))
    assert ended.returncode == 1
    assert "lanterns" in ended.stdout


def test_what_is_installed_is_what_is_tried_here(lanterns: Path) -> None:
    assert (lanterns / "lanterns.py").read_bytes() == (ROOT / "examples/pack/lanterns.py").read_bytes()
    assert faults(PACK) == []


# -- the laws: as tests/laws, on matches with the pack


def test_its_source_is_held_to_what_the_engine_is() -> None:
    source = guards.sources("engine", "examples/pack")
    for guard in (guards.unawaited, guards.sets, guards.impure, guards.kept_across_await, guards.names_another_skill):
        assert [found for found in guard(source) if "lanterns" in found] == []


@pytest.fixture(scope="module")
def registered() -> Iterator[None]:
    """In this process, without its texts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PACKS, PACK.id, PACK)
        rules_of.cache_clear()
        yield
    rules_of.cache_clear()


rulesets = st.builds(Ruleset, st.integers(4, 10), packs=st.sampled_from([("lanterns",), ("ex", "lanterns")]))


@pytest.mark.usefixtures("registered")
@examples(20)
@given(rulesets, seeds)
def test_no_card_is_lost_and_every_choice_is_accepted(ruleset: Ruleset, seed: int) -> None:
    tries = chance(seed, "tries")
    for match in stops(start(ruleset, seed), chance(seed)):
        assert_sound(match)
        for seat, decision in list(match.open.items()):
            if tries.random() < 0.1:
                assert_sound(applied(match, seat, random_answer(tries, decision.question)))


@pytest.mark.usefixtures("registered")
@examples(5)
@given(rulesets, seeds)
def test_resumed_is_live_at_every_question(ruleset: Ruleset, seed: int) -> None:
    live, rng = start(ruleset, seed), chance(seed)
    while not live.over:
        assert_same(live, stored_and_resumed(live))
        answer_one(live, rng)
    assert_same(live, stored_and_resumed(live))


@pytest.mark.usefixtures("registered")
@examples(10)
@given(rulesets, seeds)
def test_what_a_viewer_is_told_does_not_depend_on_what_is_hidden_from_it(ruleset: Ruleset, seed: int) -> None:
    assert interference(ruleset, seed) == ""


@pytest.mark.usefixtures("registered")
def test_its_heroes_and_its_card_come_up_in_them() -> None:
    told = "".join(
        repr(match.game.events)
        for seed in range(5)
        for match in stops(start(Ruleset(8, packs=("lanterns",)), seed), chance(seed))
        if match.over
    )
    for word in ("lantern_maker", "night_watch", "lantern_riddle", "kindle", "drift", "lantern"):
        assert f"'{word}'" in told


# -- servers with it and servers without


async def test_a_match_with_it_is_served_by_those_who_have_it_alone(
    lanterns: Path, apart: EmbeddedServer, tmp_path: Path
) -> None:
    with (
        Server(tmp_path / "rich", redis_url=apart.url, packs=lanterns, sweep_ms=20) as rich,
        Server(tmp_path / "poor", redis_url=apart.url, sweep_ms=20) as poor,
    ):
        async with Calls(rich.address) as at_rich, Calls(poor.address) as at_poor:
            table = await at_rich.table(4, playing=playing(4))
            there = Table(at_poor, table.name, table.tokens)
            await there.move(5)
            assert poor.metric("sanguosha_hand_overs_total") > 0
            assert (await refusal(at_poor.create(playing=playing(4)))).reason == "RULESET_INVALID"
            rich.stop()
            assert (await refusal(there.asked())).reason == "PACK_UNAVAILABLE"
            rich.start()
            await there.play_out()
    assert '"level": "error"' not in poor.log() + rich.log()
